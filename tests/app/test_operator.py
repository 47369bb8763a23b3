"""The operator's page: who is here and who may come in, and never what anybody handed in."""

import re
from dataclasses import replace
from html import unescape

import pytest

from app.clock import utc_now
from app.main import create_app
from app.operator_page import PAGE, page_number
from app.readiness import Grading
from app.roles import Role
from app.settings import Settings
from app.site import Site
from app.store import people
from tests.app.people import PASSWORD, Person, words
from tests.app.test_links import id_of, roles_of


def link_in(page: str) -> str:
    found = re.search(r"data-link>([^<]+)<", page)
    assert found, page
    return unescape(found[1])


def fill(site: Site, count: int) -> None:
    with site.database.writing() as session:
        for number in range(count):
            people.add_account(
                session,
                email=f"learner{number:03}@example.org",
                name=f"Learner {number:03}",
                password_hash="h",
                now=utc_now(),
            )


def shown(page: str) -> list[str]:
    """The names in the list of people."""
    return re.findall(r"<strong><bdi>([^<]+)</bdi></strong>", page)


def test_code_is_not_to_be_seen_there(ada: Person, olga: Person) -> None:
    ada.submit("# a thought of hers")
    page = olga.get("/operator").text
    assert "a thought of hers" not in page
    assert "/submissions/" not in page
    assert olga.get("/submissions/1").status_code == 404
    assert "1 submission or run waits" in words(page)


def test_a_name_that_would_be_markup_is_text(visitor: Person, olga: Person) -> None:
    visitor.sign_up(name="<img src=x>")
    page = olga.get("/operator").text
    assert "<img" not in page
    assert "<bdi>&lt;img src=x&gt;</bdi>" in page


@pytest.mark.parametrize("role", ["", "learner ", "admin", "OPERATOR"])
def test_only_roles_that_exist_are_given(olga: Person, role: str) -> None:
    assert olga.post("/operator/invitations", role=role).status_code == 422


@pytest.mark.parametrize("path", ["people/nobody/reset-link", "links/nothing/withdraw"])
def test_what_does_not_exist_is_not_found(olga: Person, path: str) -> None:
    assert olga.post(f"/operator/{path}").status_code == 404


def test_a_reset_link_is_shown_once_and_lets_its_person_in(
    ada: Person, olga: Person, visitor: Person, site: Site
) -> None:
    answer = olga.post(f"/operator/people/{id_of(site, ada)}/reset-link")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    link = link_in(answer.text)
    assert link.startswith("http://testserver/reset?token=")
    token = link.partition("=")[2]
    page = olga.get("/operator").text
    assert token not in page
    assert "A new password for Ada Lovelace made" in words(page)
    path = link.removeprefix("http://testserver")
    assert "ada@example.org" in visitor.get(path).text
    assert visitor.post("/reset", token=token, password="a new password").status_code == 303
    assert ada.sign_in(password="a new password").status_code == 303
    record = words(olga.get("/operator").text)
    assert "Ada Lovelace chose a new password through a reset link" in record
    assert "Olga Operator made a reset link for Ada Lovelace" in record


def test_an_invitation_makes_an_instructor(ada: Person, olga: Person, site: Site) -> None:
    link = link_in(olga.post("/operator/invitations", role="instructor").text)
    assert ada.post("/invitation", token=link.partition("=")[2]).status_code == 303
    assert roles_of(site, ada) == {Role.INSTRUCTOR}
    page = words(olga.get("/operator").text)
    assert "Olga Operator made an invitation (instructor)" in page
    assert "Ada Lovelace instructor ada@example.org" in page


def test_a_link_that_was_withdrawn_works_no_more(ada: Person, olga: Person, site: Site) -> None:
    link = link_in(olga.post("/operator/invitations", role="operator").text)
    (link_id,) = re.findall(r"/operator/links/(\w+)/withdraw", olga.get("/operator").text)
    assert olga.post(f"/operator/links/{link_id}/withdraw").status_code == 303
    assert ada.post("/invitation", token=link.partition("=")[2]).status_code == 404
    assert roles_of(site, ada) == set()
    page = words(olga.get("/operator").text)
    assert "No link waits to be used." in page
    assert "Olga Operator withdrew a link (operator)" in page


def test_the_record_outlives_a_person_without_a_name(ada: Person, olga: Person, site: Site) -> None:
    olga.post(f"/operator/people/{id_of(site, ada)}/reset-link")
    ada.post("/account/delete", current=PASSWORD)
    page = words(olga.get("/operator").text)
    assert "A person who is gone deleted the account" in page
    assert "Ada" not in page
    assert "ada@" not in page


def test_links_name_the_address_that_people_use(olga: Person, site: Site) -> None:
    """A proxy may know the site by another name than its visitors do."""
    public = Settings(public_address="https://learn.example.org/")
    behind_proxy = Person(create_app(replace(site, settings=public)), olga.name, olga.email)
    behind_proxy.sign_in()
    link = link_in(behind_proxy.post("/operator/invitations", role="tutor").text)
    assert link.startswith("https://learn.example.org/invitation?token=")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["Ada Lovelace", "Olga Operator", "Жанна Дарк"]),
        ("жАННА", ["Жанна Дарк"]),
        ("ADA@", ["Ada Lovelace"]),
        ("  lovelace ", ["Ada Lovelace"]),
        ("%", []),
        ("_", []),
        ("a\\", []),
        ("nobody", []),
    ],
)
@pytest.mark.usefixtures("ada")
def test_people_are_found_by_part_of_a_name_or_an_address_in_any_script(
    visitor: Person, olga: Person, text: str, found: list[str]
) -> None:
    visitor.sign_up(name="Жанна Дарк")
    page = olga.client.get("/operator", params={"q": text}).text
    assert shown(page) == found
    if not found:
        assert "Nobody has" in page


def test_many_people_are_shown_page_by_page(olga: Person, site: Site) -> None:
    fill(site, 2 * PAGE)
    seen: list[str] = []
    path = "/operator?q=Learner"
    while path:
        page = olga.get(path.partition("#")[0]).text
        seen += shown(page)
        later = re.search(r'rel="next" href="([^"]+)"', page)
        path = unescape(later[1]) if later else ""
    assert seen == [f"Learner {number:03}" for number in range(2 * PAGE)]
    assert f"{PAGE + 1} to {2 * PAGE} of {2 * PAGE + 1}" in words(olga.get("/operator?page=2").text)


@pytest.mark.parametrize(
    ("text", "total", "page"),
    [("1", 0, 1), ("0", 500, 1), ("-1", 500, 1), ("x", 500, 1), ("²", 500, 1), ("3", 120, 3)],
)
def test_a_page_that_is_not_there_is_the_nearest_one(text: str, total: int, page: int) -> None:
    assert page_number(text, total) == page
    assert page_number("9" * 40, total) == 1
    assert page_number("99999999", total) == max(1, -(-total // PAGE))


@pytest.mark.sandbox
def test_the_sandbox_is_proved_again_and_the_report_is_there(olga: Person, site: Site) -> None:
    assert "The sandbox is being proved." in olga.get("/operator").text
    assert olga.post("/operator/examination").headers["location"] == "/operator#grading"
    assert site.readiness.grading is Grading.ON
    page = olga.get("/operator").text
    assert 'data-grading="on"' in page
    assert "Ring 2" in page
