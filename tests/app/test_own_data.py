"""Everything that is stored of somebody, to take along; and of nobody else."""

import base64
import json
import zlib
from typing import Any

import pytest
from sqlalchemy import select

from app.clock import utc_now
from app.models import GradeDocument
from app.site import Site
from app.store import progress, quiz, snippets
from app.store.quiz import KeptAnswer
from app.store.snippets import Asked
from app.worker import Worker
from grader import Answers, Sandbox
from tests.app.people import LESSON, PASSWORD, Person
from tests.app.test_links import id_of


def data_of(person: Person) -> Any:
    answer = person.get("/account/data")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith('attachment; filename="twofold-')
    assert answer.headers["cache-control"] == "no-store"
    return json.loads(answer.content)


def test_there_is_nothing_of_others_in_it(ada: Person, ben: Person) -> None:
    ada.submit("# a thought of Ada's")
    ada.run("# a try of Ada's")
    text = ben.get("/account/data").text
    assert "Ada" not in text  # random ids are in small letters
    assert "ada@" not in text
    document = json.loads(text)
    assert (document["submissions"], document["tries"], document["drafts"]) == ([], [], [])


@pytest.mark.sandbox
def test_grades_are_in_the_learners_view(ada: Person, site: Site, mistake: str) -> None:
    ada.submit(mistake)
    with Sandbox() as sandbox:
        Worker(site.database, site.content, Answers(), sandbox).grade_submission(1)
    (submission,) = data_of(ada)["submissions"]
    (graded,) = submission["grades"]
    view = graded["grade"]
    with site.database.reading() as session:
        whole = json.loads(zlib.decompress(session.scalars(select(GradeDocument.document)).one()))
    assert any(not query["visible"] for query in whole["queries"])
    assert view["queries"]
    assert all(query["visible"] for query in view["queries"])
    assert all(script["visible"] for script in view["scripts"])
    assert set(view["digests"]) == {"source", "grader"}
    assert site.content.live[LESSON].edition.digest not in json.dumps(submission)
    assert 0 < view["score"] < 100
    # How long hidden data was run can't be told from when it was done.
    assert "." not in graded["graded_at"]
    passed = [each["at"] for each in data_of(ada)["passed_checks"]]
    assert passed
    assert not any("." in at for at in passed)
    assert graded["current"] is True
    assert graded["edition"]["number"] == 1


def test_every_byte_that_was_handed_in_is_there(ada: Person) -> None:
    binary = bytes(range(1, 256)).replace(b"\r", b"")
    ada.post_bytes(f"/lessons/{LESSON}/submissions", b"source=" + percent(binary))
    ada.submit("print('é')\n")
    ada.run("x = 1\n")
    document = data_of(ada)
    first, second = document["submissions"]
    assert base64.b64decode(first["source_base64"]) == binary
    assert second["source"] == "print('é')\n"
    assert (second["lesson"], second["state"], second["grades"]) == (LESSON, "queued", [])
    assert [each["source"] for each in document["tries"]] == ["x = 1\n"]
    assert [each.get("source") for each in document["drafts"]] == [None, "x = 1\n"]


def percent(source: bytes) -> bytes:
    return b"".join(b"%%%02x" % byte for byte in source)


def test_what_was_done_while_reading_is_there(ada: Person, ben: Person, site: Site) -> None:
    person_id, now = id_of(site, ada), utc_now()
    with site.database.writing() as session:
        given = KeptAnswer(LESSON, "q1", question_digest="d", answer="b", right=True, at=now)
        quiz.add(session, person_id, given)
        asked = Asked(person_id, site.content.open_class, LESSON, snippet="s1", source=b"x = 1")
        snippets.add(session, asked, now=now)
        progress.note_passed(
            session, person_id=person_id, lesson=LESSON, checks=["repeats"], now=now
        )
    document = data_of(ada)
    (answer,), (run,) = document["quiz_answers"], document["snippet_runs"]
    assert (answer["question"], answer["answer"], answer["right"]) == ("q1", "b", True)
    assert (run["snippet"], run["source"], run["state"]) == ("s1", "x = 1", "queued")
    assert [each["check"] for each in document["passed_checks"]] == ["repeats"]
    for name in ("quiz_answers", "snippet_runs", "passed_checks"):
        assert data_of(ben)[name] == []


def test_the_account_is_there_but_nothing_that_opens_it(ada: Person, olga: Person) -> None:
    ada.post("/account/password", current=PASSWORD, password=PASSWORD)
    text = ada.get("/account/data").text
    account = json.loads(text)["account"]
    assert (account["name"], account["email"]) == ("Ada Lovelace", "ada@example.org")
    assert account["roles"] == []
    assert [each["browser"] for each in account["signed_in"]] == ["Another program"]
    assert [each["what"] for each in account["events"]] == ["password_changed"]
    assert "argon2" not in text
    assert ada.client.cookies["twofold"] not in text
    assert json.loads(olga.get("/account/data").text)["account"]["roles"] == ["operator"]


def test_a_name_in_another_script_can_be_read_in_the_file(visitor: Person) -> None:
    visitor.sign_up(name="Амина")
    assert "Амина" in visitor.get("/account/data").content.decode()
