"""Remembers right answers, and those of known mistakes, so that each is computed once."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock

from grader.answer import Given
from grader.edition import Edition
from grader.exercise import Mistake
from grader.expected import Expected, expect
from grader.judge import judge
from grader.sandbox import Sandbox

EDITIONS = 64
"""How many editions are remembered at most; the one not asked for longest is dropped first."""

MistakeAnswers = tuple[tuple[Given, ...], ...]
"""What a mistake gave, set by set, in the order of the expected sets."""


class Answers:
    """Right answers by edition, in memory only; any number of threads may share one.

    The first to ask for something computes it in its own sandbox, and others wait for it.
    """

    def __init__(self, editions: int = EDITIONS) -> None:
        self._editions = editions
        self._shelves: OrderedDict[tuple[str, str], _Shelf] = OrderedDict()
        self._lock = Lock()

    def expected(self, edition: Edition, sandbox: Sandbox) -> Expected:
        """The right answers. Raises ContentErrors, or SandboxFault, and then remembers nothing."""
        return self._shelf(edition, sandbox).expected(edition, sandbox)

    def mistakes(self, edition: Edition, sandbox: Sandbox) -> list[tuple[Mistake, MistakeAnswers]]:
        """What each known mistake gives. Raises as `expected` does."""
        return self._shelf(edition, sandbox).mistakes(edition, sandbox)

    def _shelf(self, edition: Edition, sandbox: Sandbox) -> "_Shelf":
        key = (edition.digest, sandbox.interpreter)
        with self._lock:
            shelf = self._shelves.setdefault(key, _Shelf())
            self._shelves.move_to_end(key)
            while len(self._shelves) > self._editions:
                self._shelves.popitem(last=False)
            return shelf


class _Shelf:
    """All that is remembered of one edition."""

    def __init__(self) -> None:
        self._expected: Expected | None = None
        self._mistakes: Mapping[bytes, MistakeAnswers] = {}
        self._lock = Lock()

    def expected(self, edition: Edition, sandbox: Sandbox) -> Expected:
        with self._lock:
            if self._expected is None:
                self._expected = expect(edition, sandbox)
            return self._expected

    def mistakes(self, edition: Edition, sandbox: Sandbox) -> list[tuple[Mistake, MistakeAnswers]]:
        expected = self.expected(edition, sandbox)
        mistakes = edition.exercise.mistakes
        with self._lock:
            # By source, since a mistake can change without making another edition.
            known = {
                mistake.source: self._mistakes.get(mistake.source)
                or _run_mistake(mistake, edition, expected, sandbox)
                for mistake in mistakes
            }
            self._mistakes = known
        return [(mistake, known[mistake.source]) for mistake in mistakes]


def _run_mistake(
    mistake: Mistake, edition: Edition, expected: Expected, sandbox: Sandbox
) -> MistakeAnswers:
    given = []
    for each in expected.sets:
        observation = sandbox.run(each.plan.of(mistake.source), edition.exercise.limits)
        given.append(judge(each, observation))
    return tuple(given)
