"""Plans made by hand, without a lesson, for tests of what the sandbox itself does."""

import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Call, Kind, Observation, Outcome, Plan
from tests.grader import elsewhere

QUICK = Limits(cpu_seconds=0.5, wall_seconds=1.0, function_wall_seconds=5.0)
"""Lower limits than any lesson has, so that running into them takes less time."""

Shaped = tuple[str, Any]


def call(query: int, function: str, *arguments: Shaped) -> Call:
    """One call; each argument is its shape and its value as JSON has it."""
    return Call(query, function, json.dumps(arguments, separators=(",", ":")).encode())


def calls(functions: str, count: int, *arguments: Shaped) -> tuple[Call, ...]:
    """Every one of the functions on `count` queries with the same arguments."""
    names = functions.split()
    return tuple(call(query, name, *arguments) for query in range(count) for name in names)


def plan(source: str, asked: Sequence[Call], *, visible: bool = True, **more: Any) -> Plan:
    names = tuple(dict.fromkeys(each.function for each in asked))
    scripts = more.pop("scripts", ())
    return Plan(source.encode(), names, tuple(asked), scripts, visible, **more)


def observe(
    sandbox: Sandbox,
    source: str,
    *asked: Call,
    visible: bool = True,
    limits: Limits = QUICK,
    **more: Any,
) -> Observation:
    """Run a plan for these calls; `more` are further fields of the plan."""
    return sandbox.run(plan(source, asked, visible=visible, **more), limits)


def ask(sandbox: Sandbox, source: str, function: str, *arguments: Shaped) -> Outcome:
    """The outcome of one call of one function."""
    (outcome,) = observe(sandbox, source, call(0, function, *arguments)).outcomes
    return outcome


def of(observation: Observation, asked: Sequence[Call], function: str) -> list[Outcome]:
    """The outcomes of one function."""
    pairs = zip(asked, observation.outcomes, strict=True)
    return [outcome for each, outcome in pairs if each.function == function]


def kinds(outcomes: Sequence[Outcome]) -> list[Kind]:
    return [outcome.kind for outcome in outcomes]


def threads_of(pid: int) -> int:
    """How many threads a process has, as everybody may know; 0 when it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[17])


class Onlooker:
    """Sees from outside which processes come while it is open, and does something to them.

    `act` gets the number of every process without children, over and over.
    """

    def __init__(self, act: Callable[[int], object]) -> None:
        self._act = act
        self._strangers = elsewhere.children(os.getpid())
        self._enough = Event()
        self._thread = Thread(target=self._look)

    def __enter__(self) -> "Onlooker":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._enough.is_set():
            for pid in elsewhere.children(os.getpid()) - self._strangers:
                if not elsewhere.children(pid):
                    self._act(pid)
            time.sleep(0.002)
