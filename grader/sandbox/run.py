"""Runs one plan: loads the source, makes the calls one query at a time, then runs the script.

Runs outside the jail, and knows no right answer. A process that crashed, ran out of time or sent
what it should not is replaced by a new one for the next call.
"""

from collections.abc import Callable
from itertools import groupby

from grader.limits import Limits
from grader.sandbox import reply, wire
from grader.sandbox.budget import SCRIPT, Budget
from grader.sandbox.decode import Garbled
from grader.sandbox.outcome import (
    Call,
    Kind,
    Load,
    Observation,
    Outcome,
    Plan,
    ScriptOutcome,
)
from grader.sandbox.process import Allowance, Answer, NoAnswer, Process, Stop
from grader.sandbox.seat import Seat


class Run:
    """One plan on its way, used once.

    `open_process` gives a fresh process, `before_queries` is called once, after the first load.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        *,
        open_process: Callable[[], Process],
        before_queries: Callable[[], None],
    ) -> None:
        self._plan = plan
        self._before_queries = before_queries
        self._budget = Budget(limits, plan.timeouts, plan.repeats)
        self._seat = Seat(plan, limits, budget=self._budget, open_process=open_process)
        self._number = 0
        self._expected: list[Call] = []
        self._position = 0
        self._room = limits.printed_kib * 1024

    def observe(self) -> Observation:
        """Do everything that the plan asks for; raises SandboxFault."""
        try:
            loaded = self._seat.load()
            printed = self._take_printed()
            calls: tuple[Outcome, ...] = (Outcome(Kind.NOT_RUN),) * len(self._plan.calls)
            scripts = (ScriptOutcome(Kind.NOT_RUN),) * len(self._plan.scripts)
            if loaded.load is Load.LOADED:
                self._before_queries()
                calls = tuple(self._calls(loaded.missing))
                scripts = tuple(self._script(content) for content in self._plan.scripts)
        finally:
            self._seat.drop()
        visible = self._plan.visible
        return Observation(
            load=loaded.load,
            trouble=loaded.trouble,
            missing=loaded.missing,
            outcomes=calls,
            scripts=scripts,
            defined=loaded.defined if visible else None,
            printed=printed if visible else None,
            timeouts=self._budget.timeouts,
            repeats=self._budget.repeats,
            near=self._seat.near,
        )

    def _take_printed(self) -> str:
        """What was printed since the last time, of what may be kept over the whole plan."""
        if self._seat.process is None:
            return ""
        self._seat.process.printed.drain()
        if not self._plan.visible:
            self._seat.process.printed.forget()
            return ""
        _, text = self._seat.process.printed.take(self._room)
        self._room = max(0, self._room - len(text))
        return text

    def _calls(self, missing: frozenset[str]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for _, group in groupby(self._plan.calls, key=lambda call: call.query):
            calls = list(group)
            askable = [call for call in calls if call.function not in missing]
            for call in calls:
                if call.function in missing:
                    outcomes.append(Outcome(Kind.MISSING_FUNCTION))
                elif self._budget.ended(call.function):
                    outcomes.append(Outcome(Kind.NOT_RUN))
                else:
                    outcomes.append(self._call(call, askable[askable.index(call) :]))
        return outcomes

    def _call(self, call: Call, following: list[Call]) -> Outcome:
        """One call; the query's following calls are asked along with it, to spare the way there and
        back.
        """
        allowance = self._budget.of(call.function)
        answer = self._ask(call, following, allowance)
        if isinstance(answer, NoAnswer) and answer.busy and self._budget.repeats:
            self._seat.drop()
            answer = self._ask(call, [call], allowance)
            self._budget.repeats = not isinstance(answer, NoAnswer)
        self._budget.charge(call.function, answer.seconds)
        outcome = self._outcome(call, answer) if isinstance(answer, Answer) else answer
        return outcome if isinstance(outcome, Outcome) else self._stopped(call.function, outcome)

    def _ask(self, call: Call, following: list[Call], allowance: Allowance) -> Answer | NoAnswer:
        if self._seat.process is None:
            self._expected = []
            if not self._seat.reload(call.function):
                return NoAnswer(Stop.DIED, 0.0)
        if self._expected and self._expected[0] is call:
            return self._seat.answer(allowance)
        self._expected = [each for each in following if not self._budget.ended(each.function)]
        self._number += 1
        self._position = 0
        return self._seat.exchange(
            wire.QUERY, reply.query_frame(self._number, self._expected), allowance
        )

    def _outcome(self, call: Call, answer: Answer) -> Outcome | NoAnswer:
        """What the answer says; a process that sent anything else is to be given up."""
        asked = [self._number, self._position]
        try:
            outcome = reply.read_outcome(answer, asked, call.arguments, self._shown())
        except Garbled:
            return NoAnswer(Stop.DIED, answer.seconds)
        self._expected.pop(0)
        self._position += 1
        return outcome

    def _shown(self) -> str | None:
        text = self._take_printed()
        return text if self._plan.visible else None

    def _stopped(self, function: str, answer: NoAnswer) -> Outcome:
        kind, trouble = self._seat.give_up(answer)
        if kind is Kind.TIME_LIMIT:
            self._budget.timed_out(function)
        printed = self._shown()
        self._seat.drop()
        shown = trouble if self._plan.visible else None
        return Outcome(kind, trouble=shown, printed=printed, seconds=answer.seconds, near=1.0)

    def _script(self, content: bytes) -> ScriptOutcome:
        if self._budget.script_ended():
            return ScriptOutcome(Kind.NOT_RUN)
        allowance = self._budget.of(SCRIPT)
        if not self._seat.reload(SCRIPT):
            return ScriptOutcome(Kind.CRASHED)
        assert self._seat.process is not None
        self._take_printed()
        self._number += 1
        self._position = 0
        answer = self._seat.exchange(wire.SCRIPT, b"%d" % self._number, allowance, content)
        self._budget.charge(SCRIPT, answer.seconds)
        return self._script_outcome(answer)

    def _script_outcome(self, answer: Answer | NoAnswer) -> ScriptOutcome:
        assert self._seat.process is not None
        self._seat.process.printed.drain()
        cut, text = self._seat.process.printed.take()
        outcome = self._script_end(answer) if isinstance(answer, Answer) else answer
        if isinstance(outcome, NoAnswer):
            outcome = self._stopped(SCRIPT, outcome)
        return ScriptOutcome(
            kind=outcome.kind,
            lines=tuple(text.splitlines()),
            cut=cut,
            trouble=outcome.trouble,
            seconds=outcome.seconds,
            near=outcome.near,
        )

    def _script_end(self, answer: Answer) -> Outcome | NoAnswer:
        printed = "" if self._plan.visible else None
        try:
            return reply.read_outcome(answer, [self._number, 0], None, printed)
        except Garbled:
            return NoAnswer(Stop.DIED, answer.seconds)
