"""A visible run can't tell what a hidden run before it did: not by any number that it may see.

Code that knows hidden queries could say something of them by how many threads it starts, how often
it crashes and with which exit code, or how much it uses; the next run of the same learner would
read it there.
"""

import pytest

from grader.sandbox import Sandbox
from grader.sandbox.jail import Wall
from grader.sandbox.outcome import Observation
from tests.grader.by_hand import QUICK, call, observe

pytestmark = pytest.mark.sandbox

TELLS = """
import os, threading, time

def threads(number):
    for _ in range(number):
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()

def crashes(number):
    os._exit(number)

def waits(number):
    time.sleep(number / 100)
"""

# All numbers that a process can read of itself and in what it was forked from.
READS = """
import os, sys, threading

def numbers():
    frame, seen = sys._getframe(), {}
    while frame is not None:
        for name, value in frame.f_locals.items():
            for part, number in {**getattr(value, "__dict__", {}), "": value}.items():
                if type(number) in (int, list, bytes) and "0x" not in str(number):
                    seen[f"{frame.f_code.co_name} {name} {part}"] = str(number)[:200]
        frame = frame.f_back
    return [os.getpid(), os.getppid(), threading.get_native_id(), seen]
"""


def hidden_then_visible(function: str, numbers: list[int]) -> object:
    """What a visible run reads after a hidden one that did something `number` times, or by it."""
    with Sandbox() as sandbox:
        if sandbox.jail.wall is Wall.NONE:
            pytest.skip("without bubblewrap the whole machine takes process numbers")
        sandbox.prepare(QUICK)
        observe(sandbox, READS, call(0, "numbers"))
        asked = [call(query, function, ("plain", number)) for query, number in enumerate(numbers)]
        observe(sandbox, TELLS, *asked, visible=False)
        sandbox.prepare(QUICK)
        return numbers_of(observe(sandbox, READS, call(0, "numbers")))


def numbers_of(observation: Observation) -> object:
    (outcome,) = observation.outcomes
    assert isinstance(outcome.value, list), (observation.trouble, outcome.trouble)
    return outcome.value


@pytest.mark.parametrize(
    ("function", "one", "other"),
    [
        ("threads", [3], [50]),
        ("crashes", [1, 1], [1, 1, 1, 1]),
        ("waits", [6, 0], [9, 9]),
    ],
)
def test_a_visible_run_reads_the_same_whatever_a_hidden_run_did(
    function: str, one: list[int], other: list[int]
) -> None:
    assert hidden_then_visible(function, one) == hidden_then_visible(function, other)
