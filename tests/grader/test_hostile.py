"""Hostile and unlucky submissions get the verdict that their folder is named after, and no more:
the next honest submission earns 100, no process of theirs is alive, no file of theirs is left.
"""

import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader import Answers, Edition, Grade, Sandbox, SandboxFault, Verdict, grade, learner_view
from grader.folder import read_edition
from grader.sandbox import jail
from grader.sandbox.sandbox import SPARES
from tests.grader import elsewhere, submission
from tests.grader.submission import FILES, HOSTILE, name_of

LESSON = Path(__file__).parents[2] / "exercises/retrieval-evaluation/recall-precision-mrr"
STASHES = HOSTILE / "passed/stashes_queries_for_the_next_run.py"
TABLES = {
    "Time and control flow",
    "Memory and interpreter",
    "Processes",
    "Forging and false equality",
    "Finding the answers",
    "Files",
    "Network and kernel",
    "Output and pages",
    "Source text",
}
DEADLINE_SECONDS = 20.0
WRITABLE = (".", "/", "/dev/shm", "/run", "/tmp", "/var/tmp", "/work", "~", tempfile.gettempdir())


@dataclass(frozen=True)
class Room:
    """A sandbox of its own, so that every process that comes and goes in it is known."""

    sandbox: Sandbox
    edition: Edition
    answers: Answers
    strangers: frozenset[int]

    def grade(self, source: bytes) -> Grade:
        return grade(source, self.edition, self.sandbox, answers=self.answers)

    def processes(self) -> set[int]:
        """All that runs for the sandbox: the jail, the warden, and what the warden has forked."""
        return elsewhere.children(os.getpid()) - self.strangers

    def waiting(self, ran: frozenset[int] = frozenset(), unused: int = 0) -> frozenset[int]:
        """The processes that wait for the next submission, once they are all that is alive.

        Of those that `ran` at most `unused` may be among them.
        """
        deadline = time.monotonic() + DEADLINE_SECONDS
        while True:
            alive = frozenset(each for each in self.processes() if not elsewhere.children(each))
            if len(alive) == SPARES and len(alive & ran) <= unused:
                return alive
            assert time.monotonic() < deadline, f"alive: {sorted(alive)}, ran: {sorted(ran)}"


USUAL, ALONE = "in the usual sandbox", "in ring 1 alone"


@pytest.fixture(
    scope="module", name="room", params=[USUAL, pytest.param(ALONE, marks=pytest.mark.long)]
)
def _room(request: pytest.FixtureRequest) -> Iterator[Room]:
    strangers = frozenset(elsewhere.children(os.getpid()))
    try:
        chosen = jail.choose() if request.param == USUAL else jail.choose_with(None)
    except SandboxFault as refused:
        pytest.skip(str(refused))
    with Sandbox(chosen) as sandbox:
        room = Room(sandbox, read_edition(LESSON), Answers(), strangers)
        assert_honest_work_earns_all(room)
        yield room


def assert_honest_work_earns_all(room: Room) -> None:
    honest = room.grade(room.edition.exercise.reference)
    assert (honest.verdict, float(honest.score)) == (Verdict.PASSED, 100)


def assert_no_file_is_left(room: Room) -> None:
    """Nothing named as hostile submissions name their files, outside the jail or inside."""
    roots = ["", *(f"/proc/{process}/root" for process in room.processes())]
    places = [os.path.abspath(os.path.expanduser(place)) for place in WRITABLE]
    for folder in [
        root + place for root in roots for place in (*places, os.path.dirname(os.__file__))
    ]:
        assert list(_named_hostile(folder)) == []


def _named_hostile(folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    yield from (e.path for e in entries if e.name.startswith(("hostile", "twofold-hostile")))


@pytest.mark.sandbox
@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_submission(file: Path, room: Room) -> None:
    told = submission.read(file)
    told.skip_elsewhere()
    for_this = room.waiting()

    graded = room.grade(told.source)
    # A hidden set is not run when loading fails, so one of the two did not get to run anything.
    room.waiting(ran=for_this, unused=1 if graded.load else 0)
    assert_no_file_is_left(room)
    assert_honest_work_earns_all(room)

    trouble, shown = submission.first_trouble(graded), submission.shown_texts(learner_view(graded))
    told_of = trouble and (trouble.name, trouble.message)
    assert (graded.verdict, float(graded.score)) == (told.verdict, told.score), told_of
    if told.trouble is not None:
        assert trouble is not None
        assert trouble.name == told.trouble
    assert [text for text in told.says if text not in shown] == []
    assert hidden_words_in(shown, room.edition) == set()


def hidden_words_in(shown: str, edition: Edition) -> set[str]:
    """Ids that only hidden data holds; those that could stand anywhere are left out."""
    words = words_of(edition, visible=False) - words_of(edition, visible=True)
    return {each for each in words if (len(each) > 4 and not each.isalpha()) and each in shown}


def words_of(edition: Edition, *, visible: bool) -> set[str]:
    """The ids of documents in the visible or in the hidden sets."""
    queries = [query for each in edition.sets if each.visible is visible for query in each.queries]
    values = [value for query in queries for value in query.arguments.values()]
    return {str(word) for value in values if isinstance(value, list) for word in value}


@pytest.mark.sandbox
def test_the_same_submission_finds_nothing_of_its_run_before(room: Room) -> None:
    stash = submission.read(STASHES)
    first, second = (learner_view(room.grade(stash.source)) for _ in range(2))
    assert first.printed == second.printed
    assert [query.printed for query in first.queries] == [query.printed for query in second.queries]
    assert hidden_words_in(submission.shown_texts(second), room.edition) == set()


def test_hidden_words_would_be_seen() -> None:
    assert hidden_words_in("it was ['wine-shipping', 50008]", read_edition(LESSON)) == {
        "wine-shipping",
        "50008",
    }


def test_there_are_enough_submissions_of_every_table() -> None:
    tables = Counter(submission.read(file).table for file in FILES)
    assert set(tables) == TABLES
    assert min(tables.values()) >= 5, tables
    assert sum(tables.values()) >= 80


def test_no_two_submissions_are_the_same() -> None:
    assert len({file.stem for file in FILES}) == len(FILES)
    assert len({submission.read(file).source for file in FILES}) == len(FILES)
