"""Measures grading against the same calls in a bare interpreter, in the same run.

Machines are noisy, so every figure that matters is a ratio of medians over interleaved rounds.
"""

import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from grader.answers import Answers
from grader.bare import bare_commands, write_bare
from grader.edition import Edition
from grader.grade import grade
from grader.query_set import QuerySet
from grader.sandbox import Sandbox

ROUNDS = 40
_PAUSE = 0.03
"""Seconds between measurements: what one leaves to be cleared away must not slow the next."""

_STEADY = 4.0
"""Seconds over which grades per second are counted."""


@dataclass(frozen=True)
class Spread:
    """Seconds: the median of many measurements, and the quartiles around it."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """One graded submission, beside the same calls in a bare Python and in a fresh bubblewrap.

    `wrapped` is None where bubblewrap does not run.
    """

    rounds: int
    calls: int
    start: Spread
    grade: Spread
    bare: Spread
    wrapped: Spread | None

    @property
    def ratio_to_bare(self) -> float:
        """A whole grade over the same calls without any sandbox."""
        return self.grade.median / self.bare.median

    @property
    def ratio_to_bwrap(self) -> float | None:
        """A whole grade over the same calls in one fresh bubblewrap."""
        return self.grade.median / self.wrapped.median if self.wrapped else None


@dataclass(frozen=True)
class Memory:
    """Resident memory in KiB after so many grades."""

    grades: int
    warden: int
    trusted: int


@dataclass(frozen=True)
class Size:
    """How long a grade of so many queries takes, in seconds for each query."""

    queries: int
    per_query: float


def compare_with_bare(edition: Edition, *, rounds: int = ROUNDS) -> Comparison:
    """Interleave whole grades of the reference with bare runs of the same calls."""
    source, answers = edition.exercise.reference, Answers()
    with Sandbox() as sandbox, _bare_folder(edition) as folder:
        commands = bare_commands(folder)
        takes: dict[str, Callable[[], object]] = {
            "grade": lambda: grade(source, edition, sandbox, answers=answers),
            **{name: _runner(command, folder) for name, command in commands.items()},
        }
        for take in takes.values():
            take()
        seconds = {name: list[float]() for name in takes}
        for _ in range(rounds):
            for name, take in takes.items():
                time.sleep(_PAUSE)
                seconds[name].append(_seconds(take))
        calls = sum(len(each.plan.steps) for each in answers.expected(edition, sandbox).sets)
    spreads = {name: _spread(each) for name, each in seconds.items()}
    return Comparison(
        rounds=rounds,
        calls=calls,
        start=spreads["start"],
        grade=spreads["grade"],
        bare=spreads["bare"],
        wrapped=spreads.get("wrapped"),
    )


@contextmanager
def _bare_folder(edition: Edition) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="twofold-bench-") as folder:
        write_bare(edition, Path(folder))
        yield Path(folder)


def _runner(command: Sequence[str], folder: Path) -> Callable[[], object]:
    return lambda: subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _seconds(take: Callable[[], object]) -> float:
    start = time.perf_counter()
    take()
    return time.perf_counter() - start


def _spread(seconds: Sequence[float]) -> Spread:
    low, median, high = statistics.quantiles(seconds, n=4)
    return Spread(median=median, low=low, high=high)


def second_warden(edition: Edition) -> float:
    """Grades per second of two wardens at work, over those of one."""
    return _grades_per_second(edition, 2) / _grades_per_second(edition, 1)


def _grades_per_second(edition: Edition, wardens: int) -> float:
    answers, counts = Answers(), [0] * wardens
    ready = threading.Barrier(wardens)

    def work(number: int) -> None:
        with Sandbox() as sandbox:
            grade(edition.exercise.reference, edition, sandbox, answers=answers)
            ready.wait()
            end = time.perf_counter() + _STEADY
            while time.perf_counter() < end:
                grade(edition.exercise.reference, edition, sandbox, answers=answers)
                counts[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(wardens)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / _STEADY


def soak(edition: Edition, grades: int) -> list[Memory]:
    """Memory of one warden, never replaced, and of this process, over so many grades."""
    answers, samples = Answers(), []
    every = max(1, grades // 10)
    with Sandbox(forks=grades * 10 + 100) as sandbox:
        for number in range(1, grades + 1):
            grade(edition.exercise.reference, edition, sandbox, answers=answers)
            if number % every == 0:
                warden = _resident(_warden(sandbox.warm().pid))
                samples.append(Memory(number, warden, _resident(os.getpid())))
    return samples


def _warden(pid: int) -> int:
    """The warden's own process: the first below that is not bubblewrap's."""
    while Path(f"/proc/{pid}/comm").read_text("utf-8").strip() == "bwrap":
        pid = int(Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()[0])
    return pid


def _resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    line = next((line for line in status.splitlines() if line.startswith("VmRSS:")), "VmRSS: 0")
    return int(line.split()[1])


def sizes(edition: Edition, queries: int) -> list[Size]:
    """Seconds for each query when every set has a quarter of so many queries, half, and all.

    No set gets smaller than it is, so that no check is left without a query.
    """
    found = []
    for count in (max(1, queries // 4), max(1, queries // 2), queries):
        enlarged = replace(edition, sets=tuple(_enlarged(each, count) for each in edition.sets))
        total = sum(len(each.queries) for each in enlarged.sets)
        found.append(Size(total, _grade_seconds(enlarged) / total))
    return found


def _grade_seconds(edition: Edition) -> float:
    source, answers = edition.exercise.reference, Answers()
    with Sandbox() as sandbox:
        grade(source, edition, sandbox, answers=answers)
        return statistics.median(
            _seconds(lambda: grade(source, edition, sandbox, answers=answers)) for _ in range(5)
        )


def _enlarged(query_set: QuerySet, count: int) -> QuerySet:
    """The set with its queries over and over, under new ids, until there are so many."""
    given = query_set.queries
    queries = tuple(
        replace(given[number % len(given)], id=f"q{number}")
        for number in range(max(count, len(given)))
    )
    return replace(query_set, queries=queries)
