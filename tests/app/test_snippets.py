"""Running snippets: whose run it is, what is kept, and that it goes through the queue."""

import re

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, update

from app.main import create_app
from app.models import Draft, GradeRow, Work
from app.reading_models import SnippetWork
from app.settings import Settings
from app.site import Site, open_site
from grader import SOURCE_BYTES
from tests.app.people import LESSON, Person, box, data, words

SNIPPET = "precision-run-1"
RUN = f"/lessons/{LESSON}/snippets/{SNIPPET}"


def kept(site: Site) -> list[tuple[int, str, bytes]]:
    with site.database.reading() as session:
        rows = session.execute(
            select(SnippetWork.id, SnippetWork.snippet, SnippetWork.source).order_by(SnippetWork.id)
        )
        return [(row[0], row[1], row[2]) for row in rows]


def result(person: Person, path: str) -> str:
    """The part of the page that shows the run to which the path leads, once it is done."""
    number = re.search(r"run=(\d+)", path)
    assert number
    return person.result(f"/snippet-runs/{number[1]}")


@pytest.mark.parametrize(
    "path",
    [
        f"/lessons/{LESSON}/snippets/nothing",
        "/lessons/nothing/snippets/precision-run-1",
        f"/lessons/ndcg/snippets/{SNIPPET}",
        f"/lessons/{LESSON}/snippets/task-run-1",
    ],
)
def test_a_snippet_that_is_not_there_is_not_found(ada: Person, site: Site, path: str) -> None:
    assert ada.post(path, own="print(1)").status_code == 404
    assert ada.get(path).status_code == 404
    assert kept(site) == []


def test_running_asks_a_visitor_to_sign_in_and_keeps_the_code_of_the_box(
    visitor: Person, site: Site
) -> None:
    answer = visitor.post(RUN, source="# what I typed", own="print('never run')")
    assert answer.headers["location"] == f"/sign-in?next=/lessons/{LESSON}%23{SNIPPET}"
    assert kept(site) == []
    assert "Sign in to run and submit. Your code is kept" in words(visitor.get("/sign-in").text)
    back = visitor.sign_up(next=f"/lessons/{LESSON}#{SNIPPET}").headers["location"]
    assert back == f"/lessons/{LESSON}#{SNIPPET}"
    assert box(visitor.get(f"/lessons/{LESSON}").text) == "# what I typed"


@pytest.mark.parametrize("path", ["/snippet-runs/1", f"/lessons/{LESSON}?run=1"])
def test_nobody_sees_what_somebody_else_ran(
    ada: Person, ben: Person, iris: Person, visitor: Person, path: str
) -> None:
    location = ada.post(RUN, own="print('secret of Ada')").headers["location"]
    assert location == f"/lessons/{LESSON}?run=1#{SNIPPET}"
    assert "secret of Ada" in ada.get(f"/lessons/{LESSON}?run=1").text
    assert ada.get("/snippet-runs/1").status_code == 200
    for other in (ben, iris):
        seen, nothing = other.get(path), other.get(path.replace("1", "77"))
        assert seen.status_code == nothing.status_code
        assert "secret of Ada" not in seen.text
        assert data(seen.text, "run-at") is None
    assert "secret of Ada" not in visitor.get(path).text
    assert visitor.get("/snippet-runs/1").headers["location"] == "/sign-in?next=/snippet-runs/1"


@pytest.mark.parametrize("run", ["0", "-1", "x", "1.5", "²", str(2**63), "9" * 40, ""])
def test_a_run_that_is_none_is_not_shown(ada: Person, run: str) -> None:
    page = ada.get(f"/lessons/{LESSON}?run={run}")
    assert page.status_code == 200
    assert "data-run-at" not in page.text
    assert ada.get(f"/snippet-runs/{run or 'nothing'}").status_code == 404


def test_too_large_a_version_is_refused(ada: Person, site: Site) -> None:
    assert ada.post(RUN, own="#" * (SOURCE_BYTES + 1)).status_code == 413
    assert kept(site) == []


def test_another_site_cannot_have_one_run(ada: Person, site: Site) -> None:
    answer = ada.post_bytes(RUN, b"own=1", **{"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert kept(site) == []


def test_what_waits_says_so_and_looks_again_without_scripts(ada: Person, site: Site) -> None:
    path = ada.post(RUN).headers["location"]
    page = ada.get(path).text
    assert data(page, "run-at") == "/snippet-runs/1"
    for current, then in ((path, "run=1&amp;look=1"), (path.replace("#", "&look=1#"), "run=1")):
        look = f'content="2; url=/lessons/{LESSON}?{then}#{SNIPPET}"'
        assert f'<noscript><meta http-equiv="refresh" {look}>' in ada.get(current).text
    assert "Running …" in page
    assert [(snippet, state) for _, snippet, state in kept(site)] == [
        (SNIPPET, site.lessons[LESSON].snippets[SNIPPET].source.encode())
    ]


def test_only_the_newest_run_of_a_snippet_is_kept(ada: Person, ben: Person, site: Site) -> None:
    for number in range(4):
        ada.post(RUN, own=f"x = {number}")
    ada.post(f"/lessons/{LESSON}/snippets/mrr-run-1")
    ben.post(RUN, own="x = 9")
    assert [source for _, _, source in kept(site)][::2] == [b"x = 3", b"x = 9"]
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Work)) == 3


def test_one_that_a_grader_holds_stays_until_the_next(ada: Person, site: Site) -> None:
    ada.post(RUN, own="x = 1")
    with site.database.writing() as session:
        session.execute(update(Work).values(state="grading"))
    ada.post(RUN, own="x = 2")
    assert [source for _, _, source in kept(site)] == [b"x = 1", b"x = 2"]


def test_without_scripts_the_code_of_the_box_is_not_lost(ada: Person, site: Site) -> None:
    ada.post(RUN, source="# half a thought")
    assert box(ada.get(f"/lessons/{LESSON}").text) == "# half a thought"
    stub = site.content.live["ndcg"].edition.exercise.stub.decode()
    ada.post("/lessons/ndcg/snippets/dcg-run-1", source=stub)
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Draft)) == 1


def test_runs_are_no_attempts_and_never_paced(ada: Person) -> None:
    for number in range(70):
        assert ada.post(RUN, own=f"x = {number}").status_code == 303
    assert "Nothing handed in yet" in words(ada.get(f"/lessons/{LESSON}").text)
    assert "You have not submitted anything yet" in words(ada.get("/me").text)
    assert ada.submit("x = 1").status_code == 303


def test_the_address_of_a_form_leads_back_to_its_snippet(visitor: Person) -> None:
    assert visitor.get(RUN).headers["location"] == f"/lessons/{LESSON}#{SNIPPET}"


def test_runs_go_with_the_account(ada: Person, site: Site) -> None:
    ada.post(RUN, own="print('mine')")
    assert "print('mine')" in ada.get("/account/data").text
    ada.post("/account/delete", current="correct horse battery")
    assert kept(site) == []
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Work)) == 0


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_a_snippet_prints_what_its_text_promises(ada: Person, site: Site) -> None:
    for lesson in site.lessons.values():
        assert lesson.snippets
        for snippet in lesson.snippets.values():
            address = f"/lessons/{lesson.id}/snippets/{snippet.id}"
            shown = result(ada, ada.post(address).headers["location"])
            promised = words(snippet.output)
            assert words(shown) == f"As it stands, it printed: {promised}"


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_ones_own_version_runs_and_comes_back_into_its_box(ada: Person) -> None:
    own = "if True:\n    print('<b>mine</b>')\n"
    path = ada.post(RUN, own=own.replace("\n", "\r\n")).headers["location"]
    shown = result(ada, path)
    assert "Your version printed:" in words(shown)
    assert "<samp>&lt;b&gt;mine&lt;/b&gt;\n</samp>" in shown
    page = ada.get(path).text
    assert "&lt;b&gt;mine&lt;/b&gt;&#39;)\n</textarea>" in page
    assert '<details class="snippet-own" open>' in page


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_what_stops_says_why(ada: Person) -> None:
    shown = words(result(ada, ada.post(RUN, own="print(1)\n1 / 0").headers["location"]))
    assert shown.startswith("Your version printed: 1 It stopped: ZeroDivisionError")
    assert "(line 2)" in shown
    nothing = result(ada, ada.post(RUN, own="pass").headers["location"])
    assert words(nothing) == "Your version printed nothing."


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_it_earns_nothing_and_leaves_no_grade(ada: Person, site: Site) -> None:
    result(ada, ada.post(RUN).headers["location"])
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(GradeRow)) == 0


@pytest.mark.sandbox
def test_a_run_survives_the_process(settings: Settings) -> None:
    killed = open_site(settings)
    ada = Person(create_app(killed), "Ada", "ada@example.org")
    ada.sign_up()
    ada.post(RUN, own="print('still here')")
    with killed.database.writing() as session:
        session.execute(update(Work).values(state="grading", claim="of a process that is gone"))
    killed.database.close()
    app = create_app(open_site(settings))
    with TestClient(app):
        back = Person(app, ada.name, ada.email)
        back.sign_in()
        assert "still here" in back.result("/snippet-runs/1")
