"""How long each function may still take: full limits, a fifth after a time-out, and when it has had
enough.

Runs outside the jail. design: a function's budgets are its own, so a bad one takes nothing from a
good one.
"""

from collections.abc import Mapping

from grader.limits import Limits
from grader.sandbox.watch import Allowance

TIMEOUTS = 3
"""So many time-outs, over all sets of a submission, end a function."""

SCRIPT = "script"
_LATER = 1 / 5


class Budget:
    """The time-outs and the seconds of every function over one set."""

    def __init__(self, limits: Limits, timeouts: Mapping[str, int], repeats: bool) -> None:
        self._full = Allowance(limits.cpu_seconds, limits.wall_seconds)
        self._later = Allowance(limits.cpu_seconds * _LATER, limits.wall_seconds * _LATER)
        self._wall = limits.function_wall_seconds
        self._spent: dict[str, float] = {}
        self.timeouts = dict(timeouts)
        self.repeats = repeats

    def full(self) -> Allowance:
        """What loading the source may take."""
        return self._full

    def of(self, function: str) -> Allowance:
        """What the next call of a function may take."""
        allowance = self._later if self.timeouts.get(function) else self._full
        left = self._wall - self._spent.get(function, 0.0)
        return allowance if left >= allowance.wall else Allowance(allowance.cpu, max(0.01, left))

    def ended(self, function: str) -> bool:
        """Whether a function is not called any more in this set."""
        if self.timeouts.get(function, 0) >= TIMEOUTS:
            return True
        return self._spent.get(function, 0.0) >= self._wall

    def script_ended(self) -> bool:
        """Whether the script is not run any more: it ends with the first function that ended."""
        return any(count >= TIMEOUTS for count in self.timeouts.values()) or self.ended(SCRIPT)

    def charge(self, function: str, seconds: float) -> None:
        """Note seconds that were spent for a function."""
        self._spent[function] = self._spent.get(function, 0.0) + seconds

    def timed_out(self, function: str) -> None:
        """Note a time-out."""
        self.timeouts[function] = self.timeouts.get(function, 0) + 1
