"""The place of the one process that serves a plan: fills it, asks it, and empties it.

Runs outside the jail.
"""

import time
from collections.abc import Callable

from grader.limits import Limits
from grader.sandbox import reply, wire
from grader.sandbox.budget import Budget
from grader.sandbox.decode import Garbled
from grader.sandbox.outcome import Kind, Load, Outcome, Plan, Trouble
from grader.sandbox.printed import NOTHING, Text
from grader.sandbox.process import Answer, Process
from grader.sandbox.reply import Loaded
from grader.sandbox.watch import Allowance, NoAnswer, Stop

_NEARLY_ALL = 0.9


class Seat:
    """Holds at most one process, which has loaded the plan's source.

    `near` is the largest share of a limit that any answer used.
    """

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        *,
        budget: Budget,
        open_process: Callable[[bytes], Process],
    ) -> None:
        self._plan = plan
        self._limits = limits
        self._budget = budget
        self._open_process = open_process
        self.process: Process | None = None
        self._emptied_by: str | None = None
        self._room = limits.printed_kib * 1024
        self.near = 0.0

    def load(self) -> Loaded:
        """Fill the place with a process that loads the source, and say what became of that.

        It stays filled when loading failed, so that what was printed can be taken.
        """
        loaded = self._load()
        if isinstance(loaded, NoAnswer):
            kind, trouble = self.give_up(loaded)
            return Loaded(Load(kind), trouble)
        return loaded

    def _load(self) -> Loaded | NoAnswer:
        allowance = self._budget.full()
        loaded = self._load_once(allowance)
        if isinstance(loaded, NoAnswer) and loaded.busy and self._budget.repeats:
            loaded = self._load_once(allowance)
            self._budget.repeats = not isinstance(loaded, NoAnswer)
        return loaded

    def reload(self, function: str) -> NoAnswer | None:
        """Fill an empty place for the call of a function, at the cost of the one that emptied it.

        The source was loaded before, so what keeps it from loading now is told as the call's end.
        """
        if self.process is not None:
            return None
        start = time.monotonic()
        loaded = self._load()
        self._budget.charge(self._emptied_by or function, time.monotonic() - start)
        if isinstance(loaded, NoAnswer):
            return loaded
        return None if loaded.load is Load.LOADED else NoAnswer(Stop.DIED, 0.0)

    def _load_once(self, allowance: Allowance) -> Loaded | NoAnswer:
        self.drop()
        frame = reply.source_frame(self._plan)
        self.process = self._open_process(frame)
        if self.process.begun != frame:
            self.process.await_ready()
            self.send(wire.SOURCE, frame, allowance)
        answer = self.answer(allowance)
        if isinstance(answer, NoAnswer):
            return answer
        try:
            return reply.read_load(answer, self._plan)
        except Garbled:
            return NoAnswer(Stop.DIED, answer.seconds)

    def send(
        self, kind: bytes, body: bytes, allowance: Allowance, queries: bytes | None = None
    ) -> bool:
        """Send one frame; False when the process has sent something unasked and is of no use."""
        assert self.process is not None
        try:
            self.process.send(kind, body, allowance)
        except Garbled:
            return False
        if queries is not None:
            self.process.send_queries(queries)
        return True

    def answer(self, allowance: Allowance) -> Answer | NoAnswer:
        """Wait for the next answer to what was sent."""
        assert self.process is not None
        start = time.monotonic()
        try:
            answer = self.process.answer(allowance)
        except Garbled:
            # It may have come as late as any answer, and is paid for like one.
            return NoAnswer(Stop.DIED, time.monotonic() - start)
        self.near = max(self.near, answer.near if isinstance(answer, Answer) else 1.0)
        return answer

    def give_up(self, answer: NoAnswer) -> tuple[Kind, Trouble | None]:
        """Why no answer came; waits for the end of a process that died."""
        if answer.stop is Stop.THREADS:
            return Kind.MEMORY_LIMIT, None
        if answer.stop is not Stop.DIED:
            return Kind.TIME_LIMIT, None
        if self.process is None:
            return Kind.CRASHED, None
        ended = self.process.kill()
        if ended.peak_kib > self._limits.memory_mib * 1024 * _NEARLY_ALL:
            return Kind.MEMORY_LIMIT, None
        return Kind.CRASHED, Trouble("crashed", ended.reason) if self._plan.visible else None

    def stopped(self, function: str, answer: NoAnswer) -> Outcome:
        """The outcome of a call that got no answer; empties the place."""
        kind, trouble = self.give_up(answer)
        self._emptied_by = function
        if kind is Kind.TIME_LIMIT:
            self._budget.timed_out(function)
        printed = self.shown()
        self.drop()
        return Outcome(kind, trouble=trouble, printed=printed, seconds=answer.seconds, near=1.0)

    def shown(self, until: int | None = None) -> str | None:
        """What was printed since the last time, as far as it is kept; None in a hidden run."""
        if not self._plan.visible:
            return None
        text = self.take_printed(until).text[: max(0, self._room)]
        self._room -= len(text)
        return text

    def take_printed(self, until: int | None = None) -> Text:
        """What was printed since the last time, for comparing."""
        if self.process is None:
            return NOTHING
        self.process.printed.drain()
        return self.process.printed.take(until)

    def forget_printed(self) -> None:
        """Drop what was printed since the last time."""
        if self.process is not None:
            self.process.printed.drain()
            self.process.printed.forget()

    def drop(self) -> None:
        """Empty the place: the process is killed."""
        if self.process is not None:
            process, self.process = self.process, None
            process.end()
