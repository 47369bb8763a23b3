"""Runs one plan: loads the source, makes the calls one query at a time, then runs the script.

Runs outside the jail, and knows no right answer. A process that crashed, ran out of time or sent
what it should not is replaced by a new one for the next call.
"""

from collections.abc import Callable

from grader.limits import Limits
from grader.sandbox import reply, wire
from grader.sandbox.asking import Asking
from grader.sandbox.budget import SCRIPT, Budget
from grader.sandbox.decode import Garbled
from grader.sandbox.outcome import (
    Kind,
    Load,
    Observation,
    Outcome,
    Plan,
    ScriptOutcome,
)
from grader.sandbox.process import Answer, Process
from grader.sandbox.seat import Seat
from grader.sandbox.watch import NoAnswer, Stop


class Run:
    """One plan on its way, used once.

    `open_process` gives a fresh process, or the one that has begun with the same source;
    `before_queries` is called once, when the source is loaded.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        *,
        open_process: Callable[[bytes], Process],
        before_queries: Callable[[], None],
    ) -> None:
        self._plan = plan
        self._before_queries = before_queries
        self._budget = Budget(limits, plan.timeouts, plan.repeats)
        self._seat = Seat(plan, limits, budget=self._budget, open_process=open_process)

    def observe(self) -> Observation:
        """Do everything that the plan asks for; raises SandboxFault."""
        try:
            loaded = self._seat.load()
            printed = self._seat.shown()
            calls: tuple[Outcome, ...] = (Outcome(Kind.NOT_RUN),) * len(self._plan.calls)
            scripts = (ScriptOutcome(Kind.NOT_RUN),) * len(self._plan.scripts)
            if loaded.load is Load.LOADED:
                self._before_queries()
                asking = Asking(self._plan, self._budget, self._seat)
                calls = asking.all(loaded.missing)
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
            printed=printed,
            timeouts=self._budget.timeouts,
            repeats=self._budget.repeats,
            near=self._seat.near,
        )

    def _script(self, content: bytes) -> ScriptOutcome:
        if self._budget.script_ended():
            return ScriptOutcome(Kind.NOT_RUN)
        answer = self._ask_script(content)
        if isinstance(answer, NoAnswer) and answer.busy and self._budget.repeats:
            self._seat.drop()
            answer = self._ask_script(content)
            self._budget.repeats = not isinstance(answer, NoAnswer)
        self._budget.charge(SCRIPT, answer.seconds)
        printed = self._seat.take_printed()
        outcome = self._read(answer) if isinstance(answer, Answer) else answer
        if isinstance(outcome, NoAnswer):
            outcome = self._seat.stopped(SCRIPT, outcome)
        return ScriptOutcome(
            kind=outcome.kind,
            lines=tuple(printed.text.splitlines()),
            cut=printed.cut,
            trouble=outcome.trouble,
            seconds=outcome.seconds,
            near=outcome.near,
        )

    def _ask_script(self, content: bytes) -> Answer | NoAnswer:
        failed = self._seat.reload(SCRIPT)
        if failed is not None:
            return failed
        allowance = self._budget.of(SCRIPT)
        self._seat.forget_printed()
        if not self._seat.send(wire.SCRIPT, b"", allowance, content):
            return NoAnswer(Stop.DIED, 0.0)
        return self._seat.answer(allowance)

    def _read(self, answer: Answer) -> Outcome | NoAnswer:
        try:
            return reply.read_outcome(answer, wire.SCRIPT_ASKED, None, self._seat.shown)
        except Garbled:
            return NoAnswer(Stop.DIED, answer.seconds)
