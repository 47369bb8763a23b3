"""Asks a process one query at a time, and reads its answers while it works on the next.

Runs outside the jail. A query is sent when all answers to the one before it have come.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from grader.sandbox import reply, wire
from grader.sandbox.budget import Budget
from grader.sandbox.decode import Garbled
from grader.sandbox.outcome import Call, Kind, Outcome, Plan
from grader.sandbox.process import Answer
from grader.sandbox.seat import Seat
from grader.sandbox.watch import Allowance, NoAnswer, Stop


@dataclass(frozen=True)
class Unread:
    """An answer that came and is not read yet: to which call, and what the process was asked."""

    number: int
    call: Call
    asked: list[int]
    answer: Answer


class Asking:
    """All calls of one plan, used once."""

    def __init__(self, plan: Plan, budget: Budget, seat: Seat) -> None:
        self._plan = plan
        self._budget = budget
        self._seat = seat
        self._outcomes: dict[int, Outcome] = {}
        self._unread: list[Unread] = []
        self._query = 0
        self._expected: list[Call] = []
        self._answered = 0
        self._refused = False

    def all(self, missing: frozenset[str]) -> tuple[Outcome, ...]:
        """The outcomes of the plan's calls, in their order."""
        for calls in self._by_query():
            askable = [call for _, call in calls if call.function not in missing]
            self._send_ahead(askable)
            self._read()
            for number, call in calls:
                if call.function in missing:
                    self._outcomes[number] = Outcome(Kind.MISSING_FUNCTION)
                elif self._budget.ended(call.function):
                    self._outcomes[number] = Outcome(Kind.NOT_RUN)
                else:
                    self._call(number, askable[askable.index(call) :])
        self._read()
        return tuple(self._outcomes[number] for number in range(len(self._plan.calls)))

    def _by_query(self) -> Iterator[list[tuple[int, Call]]]:
        numbered = enumerate(self._plan.calls)
        for _, group in groupby(numbered, key=lambda each: each[1].query):
            yield list(group)

    def _send_ahead(self, calls: list[Call]) -> None:
        """Let the process begin with this query while the answers to the last one are read."""
        calls = [call for call in calls if not self._budget.ended(call.function)]
        if self._seat.process is not None and calls:
            self._send(calls)

    def _send(self, calls: list[Call]) -> None:
        self._query += 1
        self._expected = calls
        self._answered = 0
        allowance = self._budget.of(calls[0].function)
        frame = reply.query_frame(self._query, calls)
        self._refused = not self._seat.send(wire.QUERY, frame, allowance)

    def _call(self, number: int, calls: list[Call]) -> None:
        """The first of `calls`; the others of its query are asked along with it."""
        call = calls[0]
        allowance = self._budget.of(call.function)
        answer = self._answer(calls, allowance)
        if isinstance(answer, NoAnswer) and answer.busy and self._budget.repeats:
            self._give_up_process()
            answer = self._answer([call], allowance)
            self._budget.repeats = not isinstance(answer, NoAnswer)
        self._budget.charge(call.function, answer.seconds)
        if isinstance(answer, Answer):
            self._unread.append(Unread(number, call, [self._query, self._answered], answer))
            self._expected = self._expected[1:]
            self._answered += 1
        else:
            self._read()
            self._outcomes[number] = self._seat.stopped(call.function, answer)

    def _answer(self, calls: list[Call], allowance: Allowance) -> Answer | NoAnswer:
        if self._seat.process is None:
            self._expected = []
            failed = self._seat.reload(calls[0].function)
            if failed is not None:
                return failed
        if not self._expected:
            # The first had its turn before loading again may have used up its seconds.
            others = [call for call in calls[1:] if not self._budget.ended(call.function)]
            self._send([calls[0], *others])
        if self._refused:
            return NoAnswer(Stop.DIED, 0.0)
        return self._seat.answer(allowance)

    def _give_up_process(self) -> None:
        self._read()
        self._seat.drop()

    def _read(self) -> None:
        """Read the answers that came; a process that sent anything else is given up."""
        unread, self._unread = self._unread, []
        for each in unread:
            try:
                outcome = reply.read_outcome(
                    each.answer, each.asked, each.call.arguments, self._seat.shown
                )
            except Garbled:
                died = NoAnswer(Stop.DIED, each.answer.seconds)
                outcome = self._seat.stopped(each.call.function, died)
            self._outcomes[each.number] = outcome
