"""One's own account: name, password, and where one is signed in."""

import re
from datetime import timedelta

import pytest

from app import rules
from app.browser import browser_family
from app.site import Site
from app.store import audit
from tests.app.conftest import Clock
from tests.app.people import PASSWORD, Person, words

NEW = "a new and better password"


@pytest.mark.parametrize(
    ("current", "new", "problems"),
    [
        ("not her password", NEW, ["current"]),
        ("", NEW, ["current"]),
        (PASSWORD, "short", ["password"]),
        (PASSWORD, "p" * 1025, ["password"]),
        (PASSWORD, "Ada@Example.org", ["password"]),
        ("not her password", "short", ["current", "password"]),
    ],
)
def test_a_password_is_changed_by_its_owner_and_into_a_good_one_only(
    ada: Person, current: str, new: str, problems: list[str]
) -> None:
    token = ada.client.cookies["twofold"]
    answer = ada.post("/account/password", current=current, password=new)
    assert answer.status_code == 422
    told = re.findall(r'class="problem" id="(\w+)-help"', answer.text)
    assert told == problems
    assert NEW not in answer.text
    assert PASSWORD not in answer.text
    assert ada.client.cookies["twofold"] == token
    assert ada.sign_in().status_code == 303


def test_guessing_the_password_of_an_open_session_is_slowed_down(ada: Person) -> None:
    for _ in range(rules.FAILURES_PER_PAIR):
        assert ada.post("/account/password", current="a guess", password=NEW).status_code == 422
    answer = ada.post("/account/password", current=PASSWORD, password=NEW)
    assert answer.status_code == 429
    assert "Wait a quarter of an hour" in answer.text


@pytest.mark.parametrize("name", ["", " \t ", "\u200d", "\u202e\u2066", "\u3164\u2800", "x" * 101])
def test_a_name_that_nobody_could_read_is_refused_and_the_old_one_kept(
    ada: Person, name: str
) -> None:
    answer = ada.post("/account/name", name=name)
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 1
    assert "Nothing was changed." in answer.text
    assert "Ada Lovelace" in words(ada.get("/me").text)


def test_a_name_that_is_too_long_is_kept_in_the_form(ada: Person) -> None:
    assert f'value="{"x" * 101}"' in ada.post("/account/name", name="x" * 101).text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada King", "Ada King"),
        ("  Ada \t\n King ", "Ada King"),
        ("Ada\u202e\u0007 King\u0000", "Ada King"),
        ("محمد بن موسى", "محمد بن موسى"),
        ("נֹעָה", "נֹעָה"),
        ("नरेंद्र क्\u200dष", "नरेंद्र क्\u200dष"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("Zoe\u0308", "Zoë"),
        ("<b>Ada</b> & Co", "&lt;b&gt;Ada&lt;/b&gt; &amp; Co"),
    ],
)
def test_a_name_in_any_script_stands_apart_from_the_text_around_it(
    ada: Person, typed: str, shown: str
) -> None:
    answer = ada.post("/account/name", name=typed)
    assert answer.headers["location"] == "/account?done=name"
    page = ada.get(answer.headers["location"]).text
    assert "You are called by your new name" in page
    assert f"<bdi>{shown}</bdi>" in page
    assert f"<h1><bdi>{shown}</bdi></h1>" in ada.get("/me").text


def test_what_was_done_is_only_said_in_our_own_words(ada: Person) -> None:
    assert "evil" not in ada.get("/account?done=evil").text
    assert "evil" not in ada.get("/sign-in?done=evil").text


def test_a_new_password_ends_every_session_and_this_browser_gets_a_new_one(
    ada: Person, visitor: Person, site: Site
) -> None:
    visitor.sign_in(email=ada.email)
    before = ada.client.cookies["twofold"]
    answer = ada.post("/account/password", current=PASSWORD, password=NEW)
    assert answer.headers["location"] == "/account?done=password"
    assert visitor.get("/me").status_code == 303
    assert ada.get("/me").status_code == 200
    assert visitor.get("/me", cookie=f"twofold={before}").status_code == 303
    assert visitor.sign_in(email=ada.email).status_code == 422
    assert visitor.sign_in(email=ada.email, password=NEW).status_code == 303
    with site.database.reading() as session:
        assert [each.what for each in audit.newest(session, most=9)] == ["password_changed"]


def test_signing_out_elsewhere_keeps_this_browser_and_other_people(
    ada: Person, ben: Person, visitor: Person
) -> None:
    visitor.sign_in(email=ada.email)
    assert "Sign out everywhere else" in ada.get("/account").text
    assert ada.post("/account/sign-out-elsewhere").headers["location"] == "/account?done=elsewhere"
    assert visitor.get("/me").status_code == 303
    assert ada.get("/me").status_code == 200
    assert ben.get("/me").status_code == 200
    assert "Sign out everywhere else" not in ada.get("/account").text


def test_each_browser_is_listed_in_words_and_the_asking_one_is_marked(
    ada: Person, visitor: Person
) -> None:
    visitor.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0"
    visitor.sign_in(email=ada.email)
    page = words(ada.get("/account").text)
    assert "Another program this one since" in page
    assert "Firefox on Linux since" in page
    assert "Firefox on Linux this one" in words(visitor.get("/account").text)


CHROME = (
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140 Safari/537"
)


@pytest.mark.parametrize(
    ("user_agent", "family"),
    [
        ("", "Another program"),
        ("curl/8.0", "Another program"),
        (CHROME, "Chrome on Windows"),
        (CHROME + " Edg/140", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1", "Safari on iPhone"),
        ("Firefox/1", "Firefox"),
    ],
)
def test_a_browser_is_told_in_two_words(user_agent: str, family: str) -> None:
    assert browser_family(user_agent) == family


def test_a_session_that_is_not_used_ends_long_before_its_time(ada: Person, clock: Clock) -> None:
    for _ in range(3):
        clock.move(timedelta(days=8))
        assert ada.get("/me").status_code == 200
    clock.move(timedelta(days=7))  # more than 30 days after signing in
    assert ada.get("/me").status_code == 303
    ada.sign_in()
    clock.move(timedelta(days=14, minutes=1))
    assert ada.get("/me").status_code == 303


def test_a_form_that_was_sent_after_the_session_ended_leads_back_to_its_page(
    visitor: Person,
) -> None:
    referer = {"referer": "http://testserver/account"}
    elsewhere = {"referer": "https://evil.example/account"}
    for headers, back in ((referer, "/account"), (elsewhere, "/"), ({}, "/")):
        answer = visitor.post_bytes("/account/name", b"name=x", **headers)
        assert answer.headers["location"] == f"/sign-in?next={back}"
