"""Links that work once: a new password, and a role that was offered."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from app.account_models import OneTimeLink
from app.clock import utc_now
from app.first_operator import first_operator_path
from app.links import Purpose
from app.roles import Role
from app.site import Site
from app.store import audit, links, people, roles
from tests.app.conftest import Clock
from tests.app.people import LESSON, PASSWORD, Person, box, words

NEW = "a new and better password"


def id_of(site: Site, person: Person) -> str:
    with site.database.reading() as session:
        known = people.find_credentials(session, person.email)
    assert known
    return known.person_id


def reset_token(site: Site, person: Person) -> str:
    person_id = id_of(site, person)
    with site.database.writing() as session:
        return links.make_reset(session, person_id, made_by=None, now=utc_now())


def invitation(site: Site, role: Role) -> str:
    with site.database.writing() as session:
        return links.make_invitation(session, role, made_by=None, now=utc_now())


def roles_of(site: Site, person: Person) -> set[Role]:
    person_id = id_of(site, person)
    with site.database.reading() as session:
        return set(roles.roles_of(session, person_id))


def test_unknown_used_replaced_and_expired_links_are_answered_alike(
    ada: Person, visitor: Person, site: Site, clock: Clock
) -> None:
    replaced = reset_token(site, ada)
    used = reset_token(site, ada)
    assert visitor.post("/reset", token=used, password=NEW).status_code == 303
    expired = reset_token(site, ada)
    clock.move(timedelta(hours=24, seconds=1))
    asked = [visitor.get(f"/reset?token={token}") for token in ("", "x", used, replaced, expired)]
    sent = [
        visitor.post("/reset", token=token, password="another password 2")
        for token in ("", "é", used, replaced, expired)
    ]
    assert {answer.status_code for answer in asked + sent} == {404}
    assert len({answer.text for answer in asked + sent}) == 1
    assert "works no more" in asked[0].text
    assert visitor.sign_in(email=ada.email, password=NEW).status_code == 303


def test_an_invitation_resets_nothing_and_a_reset_invites_nobody(
    ada: Person, ben: Person, site: Site
) -> None:
    offered, reset = invitation(site, Role.OPERATOR), reset_token(site, ada)
    assert ben.get(f"/reset?token={offered}").status_code == 404
    assert ben.post("/reset", token=offered, password=NEW).status_code == 404
    assert ben.get(f"/invitation?token={reset}").status_code == 404
    assert ben.post("/invitation", token=reset).status_code == 404
    assert roles_of(site, ben) == set()


def test_a_refused_password_leaves_the_link_working(
    ada: Person, visitor: Person, site: Site
) -> None:
    token = reset_token(site, ada)
    answer = visitor.post("/reset", token=token, password="short")
    assert answer.status_code == 422
    assert "Use at least 8 characters" in answer.text
    assert f'name="token" value="{token}"' in answer.text
    assert ada.get("/me").status_code == 200
    assert visitor.post("/reset", token=token, password=NEW).status_code == 303


def test_a_reset_ends_every_session_and_signs_nobody_in(
    ada: Person, ben: Person, visitor: Person, site: Site
) -> None:
    token = reset_token(site, ada)
    page = words(visitor.get(f"/reset?token={token}").text)
    assert "For Ada Lovelace , who signs in as ada@example.org" in page
    answer = visitor.post("/reset", token=token, password=NEW)
    assert answer.headers["location"] == "/sign-in?done=reset"
    assert "Your new password is set" in visitor.get(answer.headers["location"]).text
    assert visitor.get("/me").status_code == 303
    assert ada.get("/me").status_code == 303
    assert ben.get("/me").status_code == 200
    assert ada.sign_in().status_code == 422
    assert ada.sign_in(password=NEW).status_code == 303
    with site.database.reading() as session:
        assert [each.what for each in audit.newest(session, most=9)] == ["password_reset"]


def test_a_reset_opens_an_account_that_was_closed_by_guessing(
    ada: Person, visitor: Person, site: Site
) -> None:
    for _ in range(11):
        visitor.sign_in(email=ada.email, password="a guess")
    assert ada.sign_in().status_code == 429
    visitor.post("/reset", token=reset_token(site, ada), password=NEW)
    assert ada.sign_in(password=NEW).status_code == 303


def test_a_changed_password_makes_an_open_reset_link_useless(ada: Person, site: Site) -> None:
    token = reset_token(site, ada)
    ada.post("/account/password", current=PASSWORD, password=NEW)
    assert ada.get(f"/reset?token={token}").status_code == 404


def test_only_a_hash_of_a_link_is_stored(ada: Person, site: Site) -> None:
    tokens = {reset_token(site, ada), invitation(site, Role.TUTOR)}
    site.database.forget()
    stored = site.database.file.read_bytes()
    assert [token for token in tokens if token.encode() in stored] == []
    with site.database.reading() as session:
        assert {len(each) for each in session.scalars(select(OneTimeLink.token_hash))} == {64}


def test_looking_at_an_invitation_does_not_take_it(ada: Person, site: Site) -> None:
    token = invitation(site, Role.INSTRUCTOR)
    for _ in range(2):
        page = ada.get(f"/invitation?token={token}")
        assert page.status_code == 200
        assert "Accept as" in page.text
    assert roles_of(site, ada) == set()


def test_a_visitor_makes_an_account_and_comes_back_to_the_invitation(
    visitor: Person, site: Site
) -> None:
    token = invitation(site, Role.INSTRUCTOR)
    visitor.submit("# typed before")
    back = f"/invitation?token={token}"
    assert visitor.post("/invitation", token=token).headers["location"] == back
    assert "Create an account" in visitor.get(back).text
    assert visitor.sign_up(next=back).headers["location"] == back
    before = visitor.client.cookies["twofold"]
    assert visitor.post("/invitation", token=token).headers["location"] == "/"
    assert roles_of(site, visitor) == {Role.INSTRUCTOR}
    assert visitor.client.cookies["twofold"] != before
    assert box(visitor.get(f"/lessons/{LESSON}").text) == "# typed before"


def test_an_invitation_is_for_one_person(ada: Person, ben: Person, site: Site) -> None:
    token = invitation(site, Role.TUTOR)
    assert ada.post("/invitation", token=token).status_code == 303
    assert ben.post("/invitation", token=token).status_code == 404
    assert (roles_of(site, ada), roles_of(site, ben)) == ({Role.TUTOR}, set())
    with site.database.reading() as session:
        (event,) = audit.newest(session, most=9)
    assert (event.what, event.by, event.role) == ("invitation_taken", "Ada Lovelace", Role.TUTOR)


def test_an_invitation_to_learn_gives_no_role(ada: Person, site: Site) -> None:
    assert ada.post("/invitation", token=invitation(site, Role.LEARNER)).status_code == 303
    assert roles_of(site, ada) == set()


def test_an_invitation_runs_out_after_a_week(ada: Person, site: Site, clock: Clock) -> None:
    token = invitation(site, Role.TUTOR)
    clock.move(timedelta(days=7, seconds=1))
    assert ada.post("/invitation", token=token).status_code == 404


def test_the_first_operator_is_made_once_and_teaches_as_well(
    ada: Person, ben: Person, site: Site
) -> None:
    earlier = first_operator_path(site.database, now=utc_now())
    path = first_operator_path(site.database, now=utc_now())
    assert path
    assert earlier
    assert ada.get(earlier).status_code == 404  # the newest start counts
    assert "an operator and an instructor" in words(ada.get(path).text)
    token = path.partition("=")[2]
    assert ada.post("/invitation", token=token).headers["location"] == "/operator"
    assert roles_of(site, ada) == {Role.OPERATOR, Role.INSTRUCTOR}
    assert ada.get("/operator").status_code == 200
    assert ben.post("/invitation", token=token).status_code == 404
    assert first_operator_path(site.database, now=utc_now()) is None


def test_another_way_to_an_operator_closes_the_first(ada: Person, ben: Person, site: Site) -> None:
    path = first_operator_path(site.database, now=utc_now())
    assert path
    ada.post("/invitation", token=invitation(site, Role.OPERATOR))
    assert ben.get(path).status_code == 404


def test_when_the_last_operator_goes_there_is_a_way_in_again(olga: Person, site: Site) -> None:
    assert first_operator_path(site.database, now=utc_now()) is None
    assert "If nobody else does" in olga.get("/account/delete").text
    olga.post("/account/delete", current=PASSWORD)
    assert first_operator_path(site.database, now=utc_now()) is not None


@pytest.mark.parametrize("purpose", list(Purpose))
def test_a_link_is_taken_by_one_only(site: Site, ada: Person, purpose: Purpose) -> None:
    tokens = {
        Purpose.RESET: lambda: reset_token(site, ada),
        Purpose.INVITATION: lambda: invitation(site, Role.TUTOR),
        Purpose.FIRST_OPERATOR: lambda: str(
            first_operator_path(site.database, now=utc_now())
        ).partition("=")[2],
    }
    token = tokens[purpose]()
    with site.database.reading() as session:
        link = links.find(session, token, purpose, now=utc_now())
    assert link
    taken = []
    for _ in range(2):
        with site.database.writing() as session:
            taken.append(links.take(session, link, now=utc_now()))
    assert taken == [True, False]
