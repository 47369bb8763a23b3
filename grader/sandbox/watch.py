"""Keeps the clocks of one answer, and says when it has taken too much of anything.

Runs outside the jail.
"""

import time
from dataclasses import dataclass
from enum import StrEnum

from grader.sandbox import wire
from grader.sandbox.control import Control

SLICE = 0.05
"""Seconds a process may run before its CPU clock is read at all; most calls take microseconds."""


class Stop(StrEnum):
    """Why no answer came."""

    CPU = "cpu"
    WALL = "wall"
    THREADS = "threads"
    DIED = "died"


@dataclass(frozen=True)
class Allowance:
    """How long the process may take for its next answer, in seconds."""

    cpu: float
    wall: float


@dataclass(frozen=True)
class NoAnswer:
    """The process is to be given up. `busy`: the wall time ran out while it hardly computed."""

    stop: Stop
    seconds: float
    busy: bool = False


class Watch:
    """The clocks of one answer: wall time here, CPU time as the warden reads it, and only when it
    matters.
    """

    def __init__(self, control: Control, number: int, allowance: Allowance, start: float) -> None:
        self._control, self._number, self._allowance = control, number, allowance
        self._start = start
        self._cpu_start: float | None = None
        self._look_at = self._start + min(SLICE, allowance.cpu / 10, allowance.wall)

    def seconds(self) -> float:
        return time.monotonic() - self._start

    def until_look(self) -> float:
        return min(self._look_at, self._start + self._allowance.wall) - time.monotonic()

    def look(self) -> NoAnswer | None:
        """Read the clocks; a NoAnswer when one of them has run out."""
        seconds, used = self.seconds(), self._used()
        if self._control.threads(self._number) > wire.THREADS:
            return NoAnswer(Stop.THREADS, seconds)
        if used >= self._allowance.cpu:
            return NoAnswer(Stop.CPU, seconds)
        if seconds >= self._allowance.wall:
            return NoAnswer(Stop.WALL, seconds, busy=used < self._allowance.cpu / 2)
        self._look_at = time.monotonic() + min(SLICE, max(0.01, self._allowance.cpu - used))
        return None

    def _used(self) -> float:
        """CPU seconds since the first look: the slice before it is the learner's gain."""
        cpu = self._control.cpu(self._number)
        if self._cpu_start is None:
            self._cpu_start = cpu
        return cpu - self._cpu_start

    def near(self) -> float:
        seconds = self.seconds()
        near = seconds / self._allowance.wall
        if self._cpu_start is not None:
            near = max(near, self._used() / self._allowance.cpu)
        return min(1.0, near)


def is_crowded(control: Control, number: int) -> bool:
    """Whether a process has too many threads."""
    control.cpu(number)
    return control.threads(number) > wire.THREADS
