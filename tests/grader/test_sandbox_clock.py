"""The clock of the sandbox: whose time is counted, when it is up, and what happens then."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.budget import SCRIPT, Budget
from grader.sandbox.outcome import Kind, Load
from grader.sandbox.watch import Allowance
from tests.grader import elsewhere
from tests.grader.by_hand import QUICK, Onlooker, call, calls, kinds, observe, of, threads_of

HOUSE = Path(__file__).parents[2]

LOOPS_AND_WORKS = """
def loops():
    while True:
        pass


def works():
    return 1


if __name__ == "__main__":
    print("the script has run")
"""

# A second thread shows from outside that the call has begun.
WAITS = """
import threading, time


def waits():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    time.sleep(0.2)
    return 1


def sleeps_for_ever():
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    time.sleep(60)
"""


@pytest.fixture(name="sandbox", scope="module")
def _sandbox() -> Iterator[Sandbox]:
    """One without processes that wait, so that every process that comes is of this plan."""
    with Sandbox() as started:
        started.warm()
        yield started


# The rules, without a process


def test_a_first_time_out_uses_the_full_limit_and_later_ones_a_fifth() -> None:
    budget = Budget(Limits(), {}, repeats=True)
    assert budget.of("one") == Allowance(cpu=1.0, wall=2.0)
    budget.timed_out("one")
    assert budget.of("one") == Allowance(cpu=0.2, wall=0.4)
    assert budget.of("other") == Allowance(cpu=1.0, wall=2.0)


def test_three_time_outs_end_a_function_and_the_script_and_no_other_function() -> None:
    budget = Budget(Limits(), {"one": 2}, repeats=True)
    assert not budget.ended("one")
    assert not budget.script_ended()
    budget.timed_out("one")
    assert budget.ended("one")
    assert budget.script_ended()
    assert not budget.ended("other")


def test_a_function_that_used_up_its_seconds_ends_and_no_other_one() -> None:
    budget = Budget(Limits(), {}, repeats=True)
    budget.charge("one", 9.5)
    assert budget.of("one").wall == pytest.approx(0.5)
    assert not budget.ended("one")
    budget.charge("one", 0.5)
    assert budget.ended("one")
    assert not budget.script_ended()
    assert budget.of("other") == Allowance(cpu=1.0, wall=2.0)


def test_the_script_ends_when_it_used_up_its_own_seconds() -> None:
    budget = Budget(Limits(), {}, repeats=True)
    budget.charge(SCRIPT, 10.0)
    assert budget.script_ended()


# The same with real processes


@pytest.mark.sandbox
def test_an_endless_function_ends_after_three_time_outs_and_takes_nothing_from_others(
    sandbox: Sandbox,
) -> None:
    asked = calls("loops works", 5)
    observation = observe(sandbox, LOOPS_AND_WORKS, *asked, scripts=(b"[]",))
    ended = [Kind.TIME_LIMIT] * 3 + [Kind.NOT_RUN] * 2
    assert kinds(of(observation, asked, "loops")) == ended
    assert kinds(of(observation, asked, "works")) == [Kind.VALUE] * 5
    assert observation.timeouts == {"loops": 3}
    (script,) = observation.scripts
    assert (script.kind, script.lines) == (Kind.NOT_RUN, ())


@pytest.mark.sandbox
def test_time_outs_are_carried_from_plan_to_plan(sandbox: Sandbox) -> None:
    asked = calls("loops works", 2)
    observation = observe(sandbox, LOOPS_AND_WORKS, *asked, scripts=(b"[]",), timeouts={"loops": 2})
    assert kinds(of(observation, asked, "loops")) == [Kind.TIME_LIMIT, Kind.NOT_RUN]
    assert kinds(of(observation, asked, "works")) == [Kind.VALUE] * 2
    assert kinds(of(observation, asked, "works")) == [Kind.VALUE] * 2
    assert observation.scripts[0].kind is Kind.NOT_RUN


@pytest.mark.sandbox
def test_two_time_outs_leave_the_script_its_turn(sandbox: Sandbox) -> None:
    asked = calls("loops", 2)
    observation = observe(sandbox, LOOPS_AND_WORKS, *asked, scripts=(b"[]",))
    (script,) = observation.scripts
    assert (script.kind, script.lines) == (Kind.VALUE, ("the script has run",))


@pytest.mark.sandbox
def test_seconds_are_counted_for_each_function_alone(sandbox: Sandbox) -> None:
    source = "import time\ndef slow(): time.sleep(0.1)\ndef quick(): return 1\n"
    asked = calls("slow quick", 9)
    limits = Limits(cpu_seconds=1.0, wall_seconds=5.0, function_wall_seconds=0.35)
    observation = observe(sandbox, source, *asked, limits=limits)
    slow = kinds(of(observation, asked, "slow"))
    came = slow.count(Kind.VALUE)
    assert 1 <= came <= 4
    assert slow[came:] == [Kind.NOT_RUN] * (9 - came) or slow[came] is Kind.TIME_LIMIT
    assert kinds(of(observation, asked, "quick")) == [Kind.VALUE] * 9


@pytest.mark.sandbox
def test_loading_again_after_a_crash_is_paid_by_the_function_that_crashed(sandbox: Sandbox) -> None:
    source = "import os, time\ntime.sleep(0.2)\ndef bad(): os._exit(3)\ndef good(): return 1\n"
    asked = calls("bad good", 12)
    limits = Limits(cpu_seconds=1.0, wall_seconds=5.0, function_wall_seconds=1.0)
    observation = observe(sandbox, source, *asked, limits=limits)
    bad = kinds(of(observation, asked, "bad"))
    crashed = bad.count(Kind.CRASHED)
    assert 1 <= crashed <= 6
    assert set(bad[crashed:]) == {Kind.NOT_RUN}
    assert kinds(of(observation, asked, "good")) == [Kind.VALUE] * 12


@pytest.mark.sandbox
def test_an_endless_import_is_a_time_limit_and_nothing_is_called(sandbox: Sandbox) -> None:
    observation = observe(sandbox, "while True: pass", *calls("works", 2))
    assert observation.load is Load.TIME_LIMIT
    assert kinds(observation.outcomes) == [Kind.NOT_RUN] * 2


@pytest.mark.sandbox
@pytest.mark.parametrize("share", [0.0, 0.9])
def test_how_near_a_limit_was_is_told(share: float, sandbox: Sandbox) -> None:
    source = f"import time\ndef waits(): time.sleep({share * QUICK.wall_seconds})\n"
    (outcome,) = observe(sandbox, source, call(0, "waits")).outcomes
    assert outcome.near >= share


# A machine that is too busy to let a process compute: stopped from outside, it gets no time


@pytest.mark.sandbox
def test_a_query_that_a_busy_machine_kept_waiting_is_asked_again(sandbox: Sandbox) -> None:
    stopped: set[int] = set()

    def stop_the_first(pid: int) -> None:
        if not stopped and threads_of(pid) > 1:
            stopped.add(pid)
            os.kill(pid, signal.SIGSTOP)

    asked = calls("waits", 2)
    with Onlooker(stop_the_first):
        observation = observe(sandbox, WAITS, *asked)
    assert len(stopped) == 1
    assert kinds(observation.outcomes) == [Kind.VALUE] * 2
    assert observation.repeats
    assert observation.timeouts == {}


# A trusted side of its own, that can be stopped from outside.
ANSWERS_IN_TIME = """
from grader.sandbox import Sandbox
from tests.grader.by_hand import ask

SOURCE = '''
import threading, time

def answers():
    thread = threading.Thread(target=time.sleep, args=(0.5,))
    thread.start()
    thread.join()
    return 1
'''
with Sandbox() as sandbox:
    print(ask(sandbox, SOURCE, "answers").kind)
"""


@pytest.mark.sandbox
def test_an_answer_that_was_there_counts_although_we_slept_through_the_deadline() -> None:
    trusted = subprocess.Popen(
        [sys.executable, "-c", ANSWERS_IN_TIME], cwd=HOUSE, stdout=subprocess.PIPE
    )
    asked = until(lambda: [pid for pid in elsewhere.children(trusted.pid) if threads_of(pid) > 1])
    trusted.send_signal(signal.SIGSTOP)
    deadline = time.monotonic() + 1.5 * QUICK.wall_seconds
    until(lambda: threads_of(asked[0]) == 1 and time.monotonic() > deadline)
    trusted.send_signal(signal.SIGCONT)
    said, _ = trusted.communicate(timeout=60)
    assert said.decode().split() == ["value"]


def until(condition: Callable[[], Any]) -> Any:
    """What a condition comes to, once it is anything."""
    deadline = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return found


@pytest.mark.sandbox
def test_a_query_that_was_only_held_up_is_not_asked_again(sandbox: Sandbox) -> None:
    seen: dict[int, int] = {}

    def hold_up(pid: int) -> None:
        if threads_of(pid) > 1:
            seen[pid] = seen.get(pid, 0) + 1
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP if seen[pid] == 1 else signal.SIGCONT)

    patient = Limits(cpu_seconds=5.0, wall_seconds=10.0)
    with Onlooker(hold_up):
        observation = observe(sandbox, WAITS, call(0, "waits"), limits=patient)
    assert len(seen) == 1
    assert kinds(observation.outcomes) == [Kind.VALUE]


def noting(called: set[int]) -> Callable[[int], None]:
    """Notes every process in which a call has begun."""

    def note(pid: int) -> None:
        if threads_of(pid) > 1:
            called.add(pid)

    return note


@pytest.mark.sandbox
def test_once_a_repeat_has_timed_out_nothing_is_repeated_any_more(sandbox: Sandbox) -> None:
    asked = calls("sleeps_for_ever", 2)
    called: set[int] = set()
    with Onlooker(noting(called)):
        observation = observe(sandbox, WAITS, *asked)
    assert kinds(observation.outcomes) == [Kind.TIME_LIMIT] * 2
    assert not observation.repeats
    assert len(called) == 3  # twice for the first query, once for the second


@pytest.mark.sandbox
def test_a_plan_that_may_not_repeat_does_not(sandbox: Sandbox) -> None:
    called: set[int] = set()
    with Onlooker(noting(called)):
        observation = observe(sandbox, WAITS, call(0, "sleeps_for_ever"), repeats=False)
    assert kinds(observation.outcomes) == [Kind.TIME_LIMIT]
    assert len(called) == 1
