"""Nothing accepted is lost, nothing is graded twice, and our own failures are never a verdict."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import IntegrityError

from app.attempt import Claim, State
from app.clock import utc_now
from app.main import create_app
from app.models import GradeRow, Work
from app.site import Site, open_site
from app.store import claims, grades
from app.worker import Worker
from grader import Answers, Sandbox, SandboxFault, grade
from tests.app.people import Person, data


class BrokenSandbox(Sandbox):
    """A sandbox in which nothing can be run, for a reason of ours."""

    def run(self, *_: Any, **__: Any) -> Any:
        raise SandboxFault("the warden is gone")


class SlowSandbox(Sandbox):
    """A real sandbox in which something happens elsewhere before the first run is over."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        super().__init__()
        self._meanwhile = [meanwhile]

    def run(self, *given: Any, **more: Any) -> Any:
        if self._meanwhile:
            self._meanwhile.pop()()
        return super().run(*given, **more)


def state_of(site: Site, work_id: int) -> tuple[str, int]:
    """Where the work is, and how often we failed at it."""
    with site.database.reading() as session:
        row = session.execute(select(Work.state, Work.failures).where(Work.id == work_id)).one()
    return row.state, row.failures


def grades_of(site: Site, work_id: int) -> int:
    with site.database.reading() as session:
        query = select(func.count()).where(GradeRow.work_id == work_id)
        return session.scalar(query.select_from(GradeRow)) or 0


def take(site: Site, work_id: int, *, later: timedelta = timedelta(0)) -> Claim | None:
    with site.database.writing() as session:
        return claims.take(session, work_id, now=utc_now() + later)


@pytest.fixture
def work(ada: Person, reference: str) -> int:
    """A queued submission that nobody grades."""
    return int(ada.submit(reference).headers["location"].rpartition("/")[2])


@pytest.fixture
def worker(site: Site) -> Iterator[Worker]:
    with Sandbox() as sandbox:
        yield Worker(site.database, site.content, Answers(), sandbox)


def test_of_many_graders_only_one_gets_the_work(site: Site, work: int) -> None:
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda _: take(site, work), range(24)))
    assert sum(claim is not None for claim in taken) == 1


def test_our_failures_are_retried_later_and_then_shown_as_ours(
    site: Site, ada: Person, work: int
) -> None:
    worker = Worker(site.database, site.content, Answers(), BrokenSandbox())
    for failures in (1, 2, 3):
        assert worker.grade_submission(work) is not None
        expected = State.FAILED if failures == 3 else State.QUEUED
        assert state_of(site, work) == (expected, failures)
        assert worker.grade_submission(work) is None  # not due yet, or given up
        with site.database.writing() as session:
            session.execute(update(Work).values(not_before=utc_now()))
    page = ada.get(f"/submissions/{work}").text
    assert "This is our fault; your work is safe" in page
    assert "does not count as an attempt" in page
    assert data(page, "state") == "failed"
    assert grades_of(site, work) == 0


@pytest.mark.sandbox
def test_a_grade_that_can_not_be_stored_is_tried_again(
    site: Site, work: int, worker: Worker
) -> None:
    with site.database.writing() as session:
        session.execute(
            text(
                "CREATE TRIGGER full BEFORE INSERT ON grades "
                "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
        )
    assert worker.grade_submission(work) is not None
    assert state_of(site, work) == (State.QUEUED, 1)
    assert grades_of(site, work) == 0
    with site.database.writing() as session:
        session.execute(text("DROP TRIGGER full"))
        session.execute(update(Work).values(not_before=utc_now()))
    assert worker.grade_submission(work) is not None
    assert state_of(site, work) == (State.GRADED, 1)
    assert grades_of(site, work) == 1


def test_a_result_is_not_recorded_once_the_claim_is_lost(site: Site, work: int) -> None:
    """A grader that was thought dead comes back after another one took over."""

    def take_over() -> None:
        site.queue.recover()
        assert take(site, work, later=timedelta(minutes=1)) is not None

    with SlowSandbox(take_over) as sandbox:
        worker = Worker(site.database, site.content, Answers(), sandbox)
        assert worker.grade_submission(work) is not None
    assert grades_of(site, work) == 0
    assert state_of(site, work) == (State.GRADING, 1)


@pytest.mark.sandbox
def test_the_database_refuses_a_second_grade(site: Site, work: int, worker: Worker) -> None:
    worker.grade_submission(work)
    with site.database.reading() as session:
        graded = grades.current(session, work)
        edition_id = session.scalars(select(GradeRow.edition_id)).one()
    assert graded is not None
    with pytest.raises(IntegrityError), site.database.writing() as session:
        grades.append(
            session, work_id=work, edition_id=edition_id, grade=graded.grade, now=utc_now()
        )
    assert grades_of(site, work) == 1


@pytest.mark.sandbox
def test_what_is_graded_is_not_graded_again(site: Site, work: int, worker: Worker) -> None:
    assert worker.grade_submission(work) is not None
    assert worker.grade_submission(work) is None
    assert state_of(site, work) == (State.GRADED, 0)
    assert grades_of(site, work) == 1


@pytest.mark.sandbox
def test_the_stored_grade_is_the_whole_grade(
    site: Site, work: int, worker: Worker, reference: str
) -> None:
    worker.grade_submission(work)
    with site.database.reading() as session:
        graded = grades.current(session, work)
    edition = site.content.live["recall-precision-mrr"].edition
    again = grade(reference.encode(), edition, worker.sandbox, answers=worker.answers)
    assert graded is not None
    assert without_times(graded.grade.model_dump()) == without_times(again.model_dump())


def without_times(document: dict[str, object]) -> str:
    """The document as text, without how long things took."""
    return str(_cut(document))


def _cut(value: object) -> object:
    if isinstance(value, dict):
        return {key: _cut(each) for key, each in value.items() if key not in {"seconds", "near"}}
    return [_cut(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.sandbox
def test_after_a_crash_unfinished_work_is_graded_once(
    site: Site, ada: Person, work: int, reference: str
) -> None:
    """The process is gone while one work is being graded and another one waits."""
    other = ada.submit(reference + "\n# again")
    assert take(site, work) is not None
    again = open_site(site.settings)
    app = create_app(again)
    ada = Person(app, ada.name, ada.email)
    ada.sign_in()
    with TestClient(app):
        for location in (f"/submissions/{work}", other.headers["location"]):
            page = ada.result(location)
            assert data(page, "best-score") == "100"
    assert [grades_of(site, number) for number in (work, work + 1)] == [1, 1]
    assert state_of(site, work) == (State.GRADED, 1)


def test_what_was_interrupted_three_times_is_given_up(site: Site, work: int) -> None:
    for _ in range(3):
        assert take(site, work, later=timedelta(minutes=1)) is not None
        site.queue.recover()
    assert state_of(site, work) == (State.FAILED, 3)


@pytest.mark.sandbox
def test_one_busy_learner_does_not_slow_another(
    site: Site, ada: Person, ben: Person, reference: str
) -> None:
    """Ada hands in twelve, then Ben one: his is graded long before the last of hers."""
    for number in range(12):
        ada.submit(f"{reference}\n# {number}")
    bens = ben.submit(reference).headers["location"]
    with TestClient(create_app(site)):
        ada.result("/submissions/12")
        ben.result(bens)
    with site.database.reading() as session:
        order = list(session.scalars(select(GradeRow.work_id).order_by(GradeRow.id)))
    assert sorted(order) == list(range(1, 14))
    assert order.index(13) <= 2
