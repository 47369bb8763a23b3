"""Threads are fine, and a crowd of them is not: it takes what no limit of the process counts."""

import os
import platform
import time

import pytest

from grader.sandbox import Sandbox, wire
from grader.sandbox.outcome import Kind, Load
from tests.grader import elsewhere
from tests.grader.by_hand import QUICK, ask, calls, kinds, observe, plan, threads_of

pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(
        platform.machine() != "x86_64", reason="the threads are made by machine code"
    ),
]

# Threads that share one stack, so that they take no memory of the process, and wait for ever:
# mov eax, 56 (clone); syscall; test eax, eax; jz child; ret; child: mov eax, 34 (pause); syscall
CROWDS = """
import ctypes, mmap, sys, time

CODE = bytes.fromhex("b8380000000f0585c07401c3b8220000000f05ebf7")
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(CODE)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
clone = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_long)(address)

def crowds(count):
    for _ in range(count):
        assert clone(0x10000 | 0x800 | 0x100, address + mmap.PAGESIZE - 64) > 0
    return count

def waits():
    time.sleep(0.5)
"""

AHEAD = """
visible = sys._getframe(1).f_locals["self"]._visible
if not visible:
    while True:
        crowds(100)
"""


def crowded() -> list[int]:
    """Processes of ours that have more threads than any may have."""
    return [pid for pid in elsewhere.children(os.getpid()) if threads_of(pid) > wire.THREADS]


def test_a_few_threads_are_fine(sandbox: Sandbox) -> None:
    outcome = ask(sandbox, CROWDS, "crowds", ("plain", 20))
    assert (outcome.kind, outcome.value) == (Kind.VALUE, 20)


def test_a_crowd_is_ended(sandbox: Sandbox) -> None:
    outcome = ask(sandbox, CROWDS, "crowds", ("plain", 1_000_000))
    assert outcome.kind is Kind.MEMORY_LIMIT


def test_a_crowd_that_comes_little_by_little_is_ended(sandbox: Sandbox) -> None:
    source = CROWDS + "def some(count): crowds(count); time.sleep(0.005)\n"
    observation = observe(sandbox, source, *calls("some", 60, ("plain", 100)))
    seen = kinds(observation.outcomes)
    assert Kind.MEMORY_LIMIT in seen
    assert seen.index(Kind.MEMORY_LIMIT) > 1


def test_a_crowd_at_import_is_ended(sandbox: Sandbox) -> None:
    observation = observe(sandbox, CROWDS + "crowds(1_000_000)\n", *calls("waits", 1))
    assert observation.load is Load.MEMORY_LIMIT


def test_a_process_that_loads_ahead_of_its_turn_is_not_forgotten() -> None:
    source = CROWDS + AHEAD
    visible = plan(source, calls("waits", 1))
    hidden = plan(source, calls("waits", 1), visible=False)
    with Sandbox() as sandbox:
        sandbox.prepare(QUICK)
        time.sleep(0.2)  # one that is not ready by then does not load ahead
        first = sandbox.run(visible, QUICK, then=hidden)
        deadline = time.monotonic() + 20
        while crowded():  # its own turn, in which it would be looked at, has not come yet
            assert time.monotonic() < deadline
        second = sandbox.run(hidden, QUICK)
    assert kinds(first.outcomes) == [Kind.VALUE]
    assert second.load in (Load.MEMORY_LIMIT, Load.CRASHED)
