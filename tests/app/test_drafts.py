"""Drafts: refused where they must be, never one over the other, kept through everything."""

import json
import re
from datetime import timedelta

import pytest
from httpx2 import Response
from sqlalchemy import select

from app.draft import VISITOR_REVISIONS
from app.models import Draft, VisitorDraft, Work
from app.site import Site
from app.store.drafts import STATES_KEPT
from grader import SOURCE_BYTES
from tests.app.conftest import Clock
from tests.app.people import LESSON, Person, box, data, hidden, words

PAGE = f"/lessons/{LESSON}"
DRAFT = f"{PAGE}/draft"
VERSIONS = f"{PAGE}/drafts"
LONG = "# a long thought\n" * 20
"""More than one save may take away without its state being kept."""


class Tab:
    """A page of the lesson as a browser has it open: what it knows, and what it sends along."""

    def __init__(self, person: Person, path: str = PAGE) -> None:
        self.person = person
        self.page = person.get(path).text
        self.owner = hidden(self.page, "owner")
        self.key = hidden(self.page, "key")
        self.revision = hidden(self.page, "revision")

    @property
    def says(self) -> dict[str, str]:
        return {"owner": self.owner, "key": self.key, "revision": self.revision}

    def save(self, source: str) -> Response:
        """What the script does two seconds after the last key."""
        answer = self.person.post(DRAFT, source=source, **self.says)
        if answer.status_code == 200:
            self.revision = str(answer.json()["revision"])
        return answer

    def send(self, source: str, to: str = "tries") -> Response:
        """Press a button of the form."""
        return self.person.post(f"{PAGE}/{to}", source=source, **self.says)


def states(site: Site) -> list[str]:
    """Every kept state of everybody, oldest first."""
    with site.database.reading() as session:
        return [
            each.decode() for each in session.scalars(select(Draft.source).order_by("revision"))
        ]


def newest(person: Person) -> str:
    """What stands in the box when the lesson is opened again."""
    return box(person.get(PAGE).text)


def stub_of(site: Site) -> str:
    return site.content.live[LESSON].edition.exercise.stub.decode()


# Refusals


def test_nothing_is_saved_for_nobody(visitor: Person, site: Site) -> None:
    answer = visitor.post(DRAFT, source="x = 1", revision="0")
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/json"
    assert "Sign in again" in answer.json()["error"]
    assert states(site) == []


def test_a_page_of_somebody_whose_session_ended_saves_nothing(ada: Person, site: Site) -> None:
    tab = Tab(ada)
    ada.post("/sign-out")
    assert tab.save("x = 1").status_code == 401
    assert states(site) == []


def test_what_was_typed_by_one_never_becomes_anothers(ada: Person, ben: Person, site: Site) -> None:
    """Ada's page is open, her session ended, and Ben has signed in in the same browser."""
    tab = Tab(ada)
    tab.person = ben
    assert tab.save("# Ada's").status_code == 401
    for button in ("tries", "submissions", "reset"):
        answer = tab.send("# Ada's", button)
        assert answer.status_code == 409
        assert "made for somebody else" in answer.text
        assert box(answer.text) == "# Ada's"
        assert hidden(answer.text, "owner") == Tab(ben).owner != tab.owner
    assert states(site) == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"revision": "0"}, 422),
        ({"source": "x", "revision": "one"}, 422),
        ({"source": "x", "revision": "-1"}, 422),
        ({"source": "#" * (SOURCE_BYTES + 1), "revision": "0"}, 413),
        ({"source": "#" * 2**20, "revision": "0"}, 413),
    ],
)
def test_what_is_no_draft_is_refused(
    ada: Person, site: Site, fields: dict[str, str], status: int
) -> None:
    assert ada.post(DRAFT, **fields).status_code == status
    assert states(site) == []


def test_a_draft_of_no_lesson_and_one_from_another_site_are_refused(
    ada: Person, site: Site
) -> None:
    assert ada.post("/lessons/nothing/draft", source="x", revision="0").status_code == 404
    elsewhere = {"sec-fetch-site": "cross-site"}
    for path in (DRAFT, f"{PAGE}/reset", f"{VERSIONS}/1/take", f"{VERSIONS}/1/leave"):
        answer = ada.client.post(path, data={"source": "x", "revision": "0"}, headers=elsewhere)
        assert answer.status_code == 403
    assert states(site) == []


def test_nobody_sees_or_takes_anothers_versions(
    ada: Person, ben: Person, iris: Person, visitor: Person, site: Site
) -> None:
    tab = Tab(ada)
    tab.save(f"# Ada's secret\n{LONG}")
    tab.save("# Ada's second")
    for other in (ben, iris):
        assert other.get(f"{VERSIONS}/1").status_code == 404
        assert other.post(f"{VERSIONS}/1/take").status_code == 404
        assert other.post(f"{VERSIONS}/1/leave").status_code == 404
        assert "Nothing is saved yet" in other.get(VERSIONS).text
        assert "Ada" not in other.get(PAGE).text
    assert visitor.get(f"{VERSIONS}/1").headers["location"].startswith("/sign-in")
    assert visitor.post(f"{VERSIONS}/1/take").headers["location"].startswith("/sign-in")
    assert states(site) == [f"# Ada's secret\n{LONG}", "# Ada's second"]


@pytest.mark.parametrize("revision", ["0", "7", str(2**63), "one", "-1"])
def test_a_version_that_never_was_is_not_found(ada: Person, revision: str) -> None:
    Tab(ada).save("x = 1")
    assert ada.get(f"{VERSIONS}/{revision}").status_code == 404
    assert ada.post(f"{VERSIONS}/{revision}/take").status_code in {404, 405}


def test_only_own_attempts_on_this_lesson_are_put_into_the_box(
    ada: Person, ben: Person, visitor: Person
) -> None:
    ada.submit("# Ada's")
    ada.post("/lessons/ndcg/submissions", source="# another lesson")
    ada.run("# a try")
    for number in ("2", "3", "4", "x", "-1", f"{2**63}"):
        assert ada.get(f"{PAGE}?from={number}").status_code == 404
    assert ben.get(f"{PAGE}?from=1").status_code == 404
    assert visitor.get(f"{PAGE}?from=1").headers["location"].startswith("/sign-in?next=/lessons")


# Saving


def test_the_first_save_and_the_next(ada: Person, site: Site, clock: Clock) -> None:
    tab = Tab(ada)
    assert (data(tab.page, "draft-revision"), tab.revision) == ("0", "0")
    first = tab.save("x = 1")
    assert first.json() == {"revision": 1, "saved_at": clock.now.isoformat()}
    clock.move(timedelta(seconds=2))
    assert tab.save("x = 12").json() == {"revision": 2, "saved_at": clock.now.isoformat()}
    assert states(site) == ["x = 12"]
    again = Tab(ada)
    assert box(again.page) == "x = 12"
    assert (again.revision, data(again.page, "draft-revision")) == ("2", "2")
    assert data(again.page, "draft-url") == DRAFT
    assert f"saved {clock.now:%-d %B %Y, %H:%M} UTC" in words(again.page)


def test_the_same_text_is_no_new_revision_and_no_conflict(ada: Person) -> None:
    tab, other = Tab(ada), Tab(ada)
    first = tab.save("x = 1").json()
    assert tab.save("x = 1").json() == first
    assert other.save("x = 1").json() == first
    assert other.save("x = 1\r\n").status_code == 200  # a new text, over the revision just told


def test_two_tabs_never_overwrite_each_other(ada: Person, site: Site, clock: Clock) -> None:
    one, two = Tab(ada), Tab(ada)
    one.save("# one")
    saved_at = clock.now.isoformat()
    clock.move(timedelta(minutes=1))
    conflict = two.save("# two")
    assert conflict.status_code == 409
    assert conflict.json() == {"revision": 1, "source": "# one", "saved_at": saved_at}
    assert states(site) == ["# one"]
    two.revision = "1"  # the learner has seen it, and keeps what is here
    assert two.save("# two").json()["revision"] == 2
    assert one.save("# one, and more").status_code == 409
    assert newest(ada) == "# two"


def test_bytes_that_are_no_text_are_shown_in_a_conflict_too(ada: Person) -> None:
    ada.post_bytes(f"{PAGE}/tries", b"source=%FF%00")
    answer = ada.post(DRAFT, source="x", revision="0")
    assert answer.status_code == 409
    assert answer.json()["source"] == "\ufffd\0"


def test_drafts_are_of_one_lesson_and_one_person(ada: Person, ben: Person) -> None:
    Tab(ada).save("# Ada's")
    assert newest(ben) != "# Ada's"
    assert Tab(ben).revision == "0"
    assert "# Ada" not in ada.get("/lessons/ndcg").text


def test_a_version_is_kept_every_few_minutes_and_whenever_much_goes_away(
    ada: Person, site: Site, clock: Clock
) -> None:
    tab = Tab(ada)
    for text in ("a", "ab", "abc"):
        tab.save(text)
        clock.move(timedelta(seconds=20))
    assert states(site) == ["abc"]
    clock.move(timedelta(minutes=5))
    tab.save("abcd")
    tab.save(LONG)
    tab.save("")
    tab.save("anew")
    assert states(site) == ["abc", LONG, "anew"]
    assert versions(ada) == ["In", "Look", "Look"]


def versions(person: Person) -> list[str]:
    """The links of the list of versions."""
    page = person.get(VERSIONS).text.split('id="versions"')[1].split("</section>")[0]
    return re.findall(r'<a href="[^"]*">(\w+)', page)


def test_the_newest_states_are_kept_and_no_more(ada: Person, site: Site, clock: Clock) -> None:
    tab = Tab(ada)
    for number in range(STATES_KEPT + 5):
        tab.save(f"# {number}")
        clock.move(timedelta(minutes=6))
    assert states(site) == [f"# {number}" for number in range(5, STATES_KEPT + 5)]
    assert ada.get(f"{VERSIONS}/5").status_code == 404


# Forms, without scripts


def test_a_form_of_an_old_page_runs_what_it_holds_and_the_other_version_is_offered(
    ada: Person, site: Site
) -> None:
    one, two = Tab(ada), Tab(ada)
    one.send("# one")
    result = two.send("# two").headers["location"]
    with site.database.reading() as session:
        sources = session.scalars(select(Work.source).order_by(Work.id)).all()
    assert sources == [b"# one", b"# two"]
    for path in (result, PAGE):
        page = ada.get(path).text
        assert box(page) == "# two"
        assert "Another version of your code was saved" in words(page)
        assert f'href="{VERSIONS}/1"' in page
    look = ada.get(f"{VERSIONS}/1").text
    assert "Two versions of your code" in words(look)
    assert "+ # one" in words(look)
    assert "− # two" in words(look)


@pytest.mark.parametrize("choice", ["take", "leave"])
def test_the_learner_chooses_and_neither_is_lost(ada: Person, site: Site, choice: str) -> None:
    one, two = Tab(ada), Tab(ada)
    one.send("# one")
    two.send("# two")
    answer = ada.post(f"{VERSIONS}/1/{choice}")
    assert answer.headers["location"] == f"{PAGE}#practice"
    page = ada.get(PAGE).text
    assert box(page) == ("# one" if choice == "take" else "# two")
    assert "Another version" not in page
    assert {"# one", "# two"} <= set(states(site))


def test_a_page_that_saves_by_itself_and_sends_its_form_is_one_page(
    ada: Person, site: Site
) -> None:
    """The save was under way when the form was sent, which knew of the revision before only."""
    tab = Tab(ada)
    tab.save("x")
    tab.revision = "0"
    tab.send("xy")
    assert "Another version" not in ada.get(PAGE).text
    late = tab.save("xz")  # the other way round: the save comes later, and is refused
    assert late.status_code == 409
    assert newest(ada) == "xy"
    assert states(site) == ["xy"]


def test_several_versions_are_offered_one_after_the_other(ada: Person) -> None:
    tabs = [Tab(ada) for _ in range(3)]
    for number, tab in enumerate(tabs):
        tab.send(f"# {number}")
    assert f'href="{VERSIONS}/2"' in ada.get(PAGE).text
    ada.post(f"{VERSIONS}/2/leave")
    assert f'href="{VERSIONS}/1"' in ada.get(PAGE).text
    ada.post(f"{VERSIONS}/1/leave")
    assert "Another version" not in ada.get(PAGE).text


def test_code_that_comes_from_no_page_is_taken_without_questions(ada: Person) -> None:
    ada.run("# one")
    ada.run("# two")
    page = ada.get(PAGE).text
    assert box(page) == "# two"
    assert "Another version" not in page


def test_back_to_the_stub_and_back_again(ada: Person, site: Site) -> None:
    tab = Tab(ada)
    assert tab.send(LONG, "reset").headers["location"] == f"{PAGE}#practice"
    page = ada.get(PAGE).text
    assert box(page) == stub_of(site)
    assert "The stub is back in the box" in words(page)
    (undo,) = [each for each in (f"{VERSIONS}/1/take",) if f'action="{each}"' in page]
    ada.post(undo)
    page = ada.get(PAGE).text
    assert box(page) == LONG
    assert "The stub is back" not in page


def test_who_goes_on_from_the_stub_is_offered_nothing_more(ada: Person, site: Site) -> None:
    Tab(ada).send(LONG, "reset")
    ada.run(stub_of(site))
    assert "The stub is back in the box" in words(ada.get(PAGE).text)
    ada.run("# another way")
    assert "The stub is back" not in ada.get(PAGE).text
    assert LONG in states(site)


def test_a_visitor_goes_back_to_the_stub_and_back_again(visitor: Person, site: Site) -> None:
    answer = Tab(visitor).send("# a visitor's", "reset")
    assert answer.headers["location"] == f"{PAGE}?from=stub#practice"
    page = visitor.get(answer.headers["location"]).text
    assert box(page) == stub_of(site)
    assert "The stub is in the box. Your newest code" in words(page)
    assert box(visitor.get(PAGE).text) == "# a visitor's"


def test_an_attempt_is_put_into_the_box_and_replaces_nothing_yet(ada: Person) -> None:
    ada.submit("# attempt 1")
    Tab(ada).save(LONG)
    tab = Tab(ada, f"{PAGE}?from=1")
    assert box(tab.page) == "# attempt 1"
    assert "Attempt 1 is in the box. Your newest code" in words(tab.page)
    assert newest(ada) == LONG
    assert tab.save("# attempt 1, changed").status_code == 200
    assert newest(ada) == "# attempt 1, changed"
    assert "Look at it" in ada.get(VERSIONS).text


def test_the_result_of_an_old_attempt_says_that_there_is_newer_code(ada: Person) -> None:
    path = ada.submit("# attempt 1").headers["location"]
    assert "is in the box" not in words(ada.get(path).text)
    Tab(ada).save("# later")
    page = ada.get(path).text
    assert box(page) == "# attempt 1"
    assert "Attempt 1 is in the box. Your newest code" in words(page)


# Sessions


def test_a_form_of_an_expired_session_is_kept_and_is_no_other_version(
    ada: Person, clock: Clock
) -> None:
    tab = Tab(ada)
    tab.save("# before")
    clock.move(timedelta(days=31))
    answer = tab.send("# before, and after")
    assert answer.headers["location"] == f"/sign-in?next={PAGE}"
    ada.sign_in(next=PAGE)
    page = ada.get(PAGE).text
    assert box(page) == "# before, and after"
    assert "Another version" not in page


def test_after_an_expired_session_the_version_of_another_machine_is_offered(
    ada: Person, clock: Clock
) -> None:
    at_school = Tab(ada)
    clock.move(timedelta(days=31))
    her_machine = Person(ada.app, ada.name, ada.email)
    her_machine.sign_in()
    at_home = Tab(her_machine)
    at_home.save("# at home")
    at_school.send("# at school")
    ada.sign_in()
    page = ada.get(PAGE).text
    assert box(page) == "# at school"
    assert "Another version of your code was saved" in words(page)
    assert at_home.save("# at home, and more").status_code == 409


def test_code_of_an_expired_session_waits_for_its_owner_alone(ada: Person, ben: Person) -> None:
    """At one computer: Ada's session ended, Ben signs in, Ada comes back later."""
    tab = Tab(ada)
    ada.post("/sign-out")
    tab.send("# Ada's")
    page = ada.get(PAGE).text
    assert "Code is kept here for somebody whose session had ended" in page
    assert "Ada" not in box(page)
    at_it = Person(ada.app, "Ben", ben.email)
    at_it.client = ada.client
    at_it.sign_in()
    assert "# Ada's" not in ada.get(PAGE).text
    ada.post("/sign-out")
    ada.sign_in()
    assert newest(ada) == "# Ada's"


def test_what_a_visitor_types_is_saved_and_kept_through_signing_up(visitor: Person) -> None:
    tab = Tab(visitor)
    assert tab.revision == str(VISITOR_REVISIONS)
    answer = tab.save("# typed, never sent")
    assert answer.json()["revision"] == VISITOR_REVISIONS + 1
    assert tab.save("# typed, never sent, and more").status_code == 200
    assert newest(visitor) == "# typed, never sent, and more"
    visitor.sign_up()
    assert newest(visitor) == "# typed, never sent, and more"
    assert "twofold-visitor" not in visitor.client.cookies
    assert int(Tab(visitor).revision) < VISITOR_REVISIONS


def test_two_tabs_of_a_visitor_do_not_overwrite_each_other_either(visitor: Person) -> None:
    first = Tab(visitor)
    first.save("# one")
    second, third = Tab(visitor), Tab(visitor)
    assert second.save("# two").status_code == 200
    assert third.save("# three").status_code == 409
    third.send("# three")
    visitor.sign_up()
    page = visitor.get(PAGE).text
    assert box(page) == "# three"
    assert "Another version of your code was saved" in words(page)
    assert "+ # two" in words(visitor.get(f"{VERSIONS}/1").text)


def test_what_was_typed_as_a_visitor_never_hides_what_one_had(
    ada: Person, visitor: Person, site: Site
) -> None:
    Tab(ada).save("# at home")
    open_tab = Tab(visitor)
    open_tab.save("# as a visitor")
    visitor.sign_in(email=ada.email)
    page = visitor.get(PAGE).text
    assert box(page) == "# as a visitor"
    assert "Another version of your code was saved" in words(page)
    assert open_tab.save("# typed on in the visitor's tab").status_code == 409
    assert {"# at home", "# as a visitor"} == set(states(site))


def test_a_stub_that_a_visitor_ran_replaces_nothing(
    ada: Person, visitor: Person, site: Site
) -> None:
    Tab(ada).save("# at home")
    Tab(visitor).send(stub_of(site))
    visitor.sign_in(email=ada.email)
    page = visitor.get(PAGE).text
    assert box(page) == "# at home"
    assert "Another version" not in page


def test_a_visitor_keeps_only_so_much(visitor: Person, site: Site) -> None:
    for number in range(8):
        visitor.post(f"{PAGE}/tries", source=f"# {number}", key=str(number))
    with site.database.reading() as session:
        kept = session.scalars(select(VisitorDraft.source).order_by("revision")).all()
    assert kept == [b"# 3", b"# 4", b"# 5", b"# 6", b"# 7"]


# What the person may take along, and what goes with the account


def test_drafts_are_in_the_download_and_go_with_the_account(ada: Person, site: Site) -> None:
    tab = Tab(ada)
    tab.save(LONG)
    tab.save("# second")
    document = json.loads(ada.get("/account/data").text)
    assert [each["source"] for each in document["drafts"]] == [LONG, "# second"]
    elsewhere = Person(ada.app, ada.name, ada.email)
    elsewhere.sign_in()
    stale = Tab(elsewhere)
    elsewhere.post("/sign-out")
    stale.send("# after the session had ended")
    ada.post("/account/delete", current="correct horse battery")
    assert states(site) == []
    with site.database.reading() as session:
        assert session.scalars(select(VisitorDraft)).all() == []
