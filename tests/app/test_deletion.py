"""Deleting one's account: asked for twice, and then nothing leads to the person any more."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import QueuePool, func, select

from app import rules
from app.clock import utc_now
from app.columns import Base
from app.models import Draft, GradeDocument, GradeRow, Work
from app.site import Site
from app.store import erasure, people
from app.worker import Worker
from grader import Answers, Sandbox
from tests.app.people import LESSON, PASSWORD, PATIENCE, Person, box, words
from tests.app.test_queue import SlowSandbox

STAYS = {
    "works.person_id": "what was graded, without its code",
    "audit_events.by_person": "append-only, by the random id alone",
    "audit_events.about_person": "append-only, by the random id alone",
    "one_time_links.made_by": "a link that somebody else may still use",
}
"""Columns that know a person and are kept when they go, each with the reason."""


def id_of(site: Site, person: Person) -> str:
    with site.database.reading() as session:
        known = people.find_credentials(session, person.email)
    assert known
    return known.person_id


def rows(site: Site, table: type[Base]) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def test_a_wrong_password_deletes_nothing(ada: Person) -> None:
    answer = ada.post("/account/delete", current="not her password")
    assert answer.status_code == 422
    assert "That is not your password." in answer.text
    assert "Ada Lovelace" in words(ada.get("/me").text)


def test_guessing_the_password_is_slowed_down_here_as_well(ada: Person, visitor: Person) -> None:
    for _ in range(rules.FAILURES_PER_PAIR):
        assert ada.post("/account/delete", current="a guess").status_code == 422
    assert ada.post("/account/delete", current=PASSWORD).status_code == 429
    assert visitor.sign_in(email=ada.email).status_code == 429
    assert "Ada Lovelace" in words(ada.get("/me").text)


def test_every_table_that_knows_a_person_is_erased_or_has_a_reason() -> None:
    """A new table belongs in `erasure.GOES`, or above."""
    gone = {f"{table.__tablename__}.person_id" for table in erasure.GOES}
    known = {
        f"{table.name}.{key.parent.name}"
        for table in Base.metadata.tables.values()
        for key in table.foreign_keys
        if key.target_fullname in {"people.id", "accounts.person_id"}
    }
    assert known == gone | set(STAYS)


def test_the_account_is_gone_for_every_browser_and_the_address_is_free(
    ada: Person, visitor: Person
) -> None:
    visitor.sign_in(email=ada.email)
    ada.submit("# her code")
    answer = ada.post("/account/delete", current=PASSWORD)
    assert answer.headers["location"] == "/sign-in?done=deleted"
    assert answer.headers["clear-site-data"] == '"storage"'
    assert "Your account is deleted." in ada.get(answer.headers["location"]).text
    assert "twofold" not in ada.client.cookies
    assert visitor.get("/me").status_code == 303
    unknown = visitor.sign_in(email="nobody@example.org")
    assert visitor.sign_in(email=ada.email).text == unknown.text.replace(
        "nobody@example.org", ada.email
    )
    assert ada.sign_up().status_code == 303
    assert "You have not submitted anything yet" in words(ada.get("/me").text)
    assert "her code" not in box(ada.get(f"/lessons/{LESSON}").text)


@pytest.mark.sandbox
def test_points_stay_under_the_random_id_and_nothing_else_does(
    ada: Person, ben: Person, site: Site, reference: str
) -> None:
    ada.submit(reference)
    ada.submit("# never graded")
    ada.run(reference)
    ben.submit(reference)
    with Sandbox() as sandbox:
        worker = Worker(site.database, site.content, Answers(), sandbox)
        for work_id in (1, 3, 4):
            assert worker.grade_submission(work_id) is not None
    person_id = id_of(site, ada)
    ada.post("/account/delete", current=PASSWORD)
    with site.database.reading() as session:
        query = select(Work.id, Work.person_id, Work.source, GradeRow.score)
        kept = session.execute(
            query.outerjoin(GradeRow, GradeRow.work_id == Work.id).order_by(Work.id)
        ).all()
        assert erasure.is_erased(session, person_id)
    assert [tuple(row) for row in kept] == [
        (1, person_id, erasure.ERASED, "100"),
        (4, id_of(site, ben), reference.encode(), "100"),
    ]
    assert rows(site, GradeDocument) == 1
    assert rows(site, Draft) == 1
    assert ben.get("/submissions/1").status_code == 404
    assert "Attempt 1" in ben.get("/submissions/4").text


def test_no_byte_of_the_person_is_left_on_the_disk(
    ada: Person, ben: Person, site: Site, tmp_path: Path
) -> None:
    def disk() -> bytes:
        return b"".join(file.read_bytes() for file in sorted(tmp_path.iterdir()))

    marks = [b"Ada Lovelace", b"Ada Augusta", b"ada@example.org", b"# first thought", b"# second"]
    ada.submit("# first thought\n")
    ada.run("# second thought\n" * 3000)
    ada.post("/account/name", name="Ada Augusta King")
    ben.submit("# a thought of his\n")
    person_id = id_of(site, ada).encode()
    assert [mark for mark in marks if mark not in disk()] == []
    ada.post("/account/delete", current=PASSWORD)
    assert [mark for mark in marks if mark in disk()] == []
    assert person_id in disk()
    assert b"# a thought of his" in disk()


@pytest.mark.sandbox
def test_what_is_being_graded_meanwhile_leaves_nothing(
    ada: Person, site: Site, reference: str
) -> None:
    ada.submit(reference)

    def delete() -> None:
        assert ada.post("/account/delete", current=PASSWORD).status_code == 303

    with SlowSandbox(delete) as sandbox:
        worker = Worker(site.database, site.content, Answers(), sandbox)
        assert worker.grade_submission(1) is not None
    assert (rows(site, Work), rows(site, GradeRow), rows(site, GradeDocument)) == (0, 0, 0)


def test_what_is_sent_meanwhile_from_another_window_is_not_stored(ada: Person, site: Site) -> None:
    """The request knows Ada as signed in, and comes to write when she is gone."""
    person_id = id_of(site, ada)
    with ThreadPoolExecutor(1) as pool:
        with site.database.writing() as session:
            erasure.erase(session, person_id, email=ada.email, now=utc_now())
            sending = pool.submit(ada.submit, "# too late")
            wait_for_connections(site, 3)  # this one, what the request reads with, and writes with
        answer = sending.result(PATIENCE)
    assert answer.headers["location"].startswith("/sign-in")
    assert (rows(site, Work), rows(site, Draft)) == (0, 0)


def wait_for_connections(site: Site, number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    pool = site.database.engine.pool
    assert isinstance(pool, QueuePool)
    while pool.checkedout() < number:
        assert time.monotonic() < deadline
        time.sleep(0.01)
