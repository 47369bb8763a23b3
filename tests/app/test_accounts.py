"""Signing up, in and out."""

import hashlib
from datetime import timedelta

import pytest
from sqlalchemy import select

from app.models import Account, SignedIn
from app.site import Site
from tests.app.conftest import Clock
from tests.app.people import LESSON, PASSWORD, Person, box, words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", ""),
        ("email", "ada"),
        ("email", "ada@"),
        ("email", "@example.org"),
        ("email", "a da@example.org"),
        ("email", "ada\n@example.org"),
        ("email", "a" * 250 + "@example.org"),
        ("name", ""),
        ("name", "   "),
        ("name", "\u202e \u200b"),
        ("name", "A" * 101),
        ("password", "seven77"),
        ("password", "p" * 1025),
        ("password", "VERA@example.org"),
    ],
)
def test_a_field_that_cannot_be_taken_is_named_and_the_others_are_kept(
    visitor: Person, field: str, value: str
) -> None:
    answer = visitor.sign_up(**{field: value})
    assert answer.status_code == 422
    assert f'id="{field}-help"' in answer.text
    assert answer.text.count('aria-invalid="true"') == 1
    assert PASSWORD not in answer.text
    if field != "name":
        assert 'value="Vera Visitor"' in answer.text
    assert visitor.get("/me").status_code == 303


def test_a_taken_address_is_refused_and_the_account_unchanged(ada: Person, visitor: Person) -> None:
    answer = visitor.sign_up(email=" ADA@example.org ", password="another password")
    assert answer.status_code == 409
    assert "Sign in instead" in answer.text
    assert ada.sign_in().status_code == 303


def test_an_unknown_address_and_a_wrong_password_are_answered_alike(
    ada: Person, visitor: Person
) -> None:
    unknown = visitor.sign_in(email="nobody@example.org")
    wrong = visitor.sign_in(email=ada.email, password="not her password")
    assert unknown.status_code == wrong.status_code == 422
    assert unknown.text.replace("nobody@example.org", ada.email) == wrong.text
    assert visitor.get("/me").status_code == 303


ELSEWHERE = ["//evil.example", "https://evil.example", "/\\evil.example", "\t//e", "", "x"]


@pytest.mark.parametrize("next_page", ELSEWHERE)
def test_signing_in_never_leads_to_another_site(ada: Person, next_page: str) -> None:
    assert ada.sign_in(next=next_page).headers["location"] == "/"


@pytest.mark.parametrize("name", ["Ada Lovelace", "李小龍", "محمد", "Zoë O’Brien", "नरेंद्र", "X Æ"])
def test_a_name_may_be_in_any_script(visitor: Person, name: str) -> None:
    assert visitor.sign_up(name=name).status_code == 303
    assert name in words(visitor.get("/me").text)


def test_a_name_loses_what_only_deceives(visitor: Person) -> None:
    visitor.sign_up(name="Ada\u202e Love\u0007lace")
    page = visitor.get("/me").text
    assert "Ada Lovelace" in page
    assert "\u202e" not in page


def test_a_name_is_text_and_never_markup(visitor: Person) -> None:
    visitor.sign_up(name="<script>alert(1)</script>")
    page = visitor.get("/me").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_signing_up_leads_back_to_the_lesson(visitor: Person) -> None:
    answer = visitor.sign_up(next=f"/lessons/{LESSON}")
    assert answer.headers["location"] == f"/lessons/{LESSON}"
    assert "Vera Visitor" in visitor.get("/me").text


def test_the_cookie_is_kept_from_scripts_and_other_sites(visitor: Person) -> None:
    cookie = visitor.sign_up().headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # plain HTTP would drop such a cookie


def test_behind_tls_the_cookie_is_bound_to_this_host(visitor: Person) -> None:
    visitor.client.base_url = "https://learn.example.org"
    cookie = visitor.sign_up().headers["set-cookie"]
    assert cookie.startswith("__Host-twofold=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert visitor.get("/me").status_code == 200


def test_only_hashes_are_stored_and_the_token_changes_at_each_sign_in(
    ada: Person, site: Site
) -> None:
    first = ada.client.cookies["twofold"]
    ada.sign_in()
    second = ada.client.cookies["twofold"]
    assert first != second
    with site.database.reading() as session:
        (stored,) = session.scalars(select(SignedIn.token_hash))
        (account,) = session.scalars(select(Account))
    assert stored == hashlib.sha256(second.encode()).hexdigest()
    assert account.password_hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert ada.get("/me", cookie=f"twofold={second}").status_code == 200
    ada.client.cookies.clear()
    assert ada.get("/me", cookie=f"twofold={first}").status_code == 303


def test_signing_out_ends_the_session_and_not_only_the_cookie(ada: Person) -> None:
    token = ada.client.cookies["twofold"]
    assert ada.post("/sign-out").headers["location"] == "/"
    assert "twofold" not in ada.client.cookies
    assert ada.get("/me", cookie=f"twofold={token}").status_code == 303


def test_a_session_ends_by_itself(ada: Person, clock: Clock) -> None:
    assert ada.get("/me").status_code == 200
    clock.move(timedelta(days=30, minutes=1))
    assert ada.get("/me").headers["location"] == "/sign-in?next=/me"


def test_a_visitors_code_is_kept_through_signing_up(visitor: Person) -> None:
    source = "# half a thought é\ndef recall_at_k(retrieved, relevant, k):\n    ...\n"
    answer = visitor.submit(source)
    assert answer.headers["location"] == f"/sign-in?next=/lessons/{LESSON}"
    assert "Your code is kept" in visitor.get(answer.headers["location"]).text
    assert box(visitor.get(f"/lessons/{LESSON}").text) == source
    back = visitor.sign_up(next=f"/lessons/{LESSON}").headers["location"]
    assert box(visitor.get(back).text) == source


def test_a_visitors_code_is_kept_through_signing_in_and_for_nobody_else(
    ada: Person, ben: Person, visitor: Person
) -> None:
    visitor.run("# typed before signing in")
    assert visitor.sign_in(email=ada.email, password="wrong password").status_code == 422
    assert visitor.sign_in(email=ada.email).status_code == 303
    assert box(ada.get(f"/lessons/{LESSON}").text) == "# typed before signing in"
    assert box(ben.get(f"/lessons/{LESSON}").text) != "# typed before signing in"


def test_a_visitors_code_is_kept_for_a_day(visitor: Person, clock: Clock) -> None:
    visitor.run("# typed yesterday")
    clock.move(timedelta(days=1, minutes=1))
    assert box(visitor.get(f"/lessons/{LESSON}").text) != "# typed yesterday"
