"""What a process keeps, and what its end costs: its own query, and nothing of anybody else's."""

import threading

import pytest

from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind, Load, Observation
from tests.grader.by_hand import QUICK, ask, call, calls, kinds, observe, of, plan

pytestmark = pytest.mark.sandbox

ENDS = {
    "exits": "os._exit(0)",
    "is killed by a signal": "ctypes.string_at(0)",
    "aborts": "ctypes.CDLL(None).abort()",
    "closes its connection": "os.close(3)",
    "closes everything": "os.closerange(0, 99)",
    "sends junk": "os.write(3, b'junk' * 99)",
    "claims a huge frame": "os.write(3, b'\\xff' * 8)",
    "hoards": "hoard.extend([0] * 10**8)",
}

# Each is a whole frame, so that the real answer comes one too late.
FRAMES = {
    "an empty one": "bytes(8)",
    "one that is no answer": "struct.pack('<II', 5, 0) + b'[1,0]'",
    "an answer to another query": "struct.pack('<II', 26, 0) + b'[7,0,0, \"value\",[\"int\",1]]'",
}

COUNTS = """
calls = []

def counts():
    calls.append(1)
    return len(calls)

def dies():
    import os
    os._exit(0)
"""


def ends(how: str) -> str:
    """A source in which `bad` ends its process when it is called for the second time."""
    return (
        "import ctypes, os, struct\nhoard, asked = [], []\n"
        "def good(): return 1\n"
        f"def bad(number):\n    if number == 1:\n        {how}\n    return number\n"
    )


@pytest.mark.parametrize("how", ENDS.values(), ids=ENDS)
def test_a_crash_costs_only_its_own_query(how: str, sandbox: Sandbox) -> None:
    asked = [
        each
        for number in range(4)
        for each in (call(number, "bad", ("plain", number)), call(number, "good"))
    ]
    observation = observe(sandbox, ends(how), *asked, scripts=(b"[]",))
    first, crashed, *later = of(observation, asked, "bad")
    assert first.value == 0
    assert crashed.kind in (Kind.CRASHED, Kind.MEMORY_LIMIT)
    assert [outcome.value for outcome in later] == [2, 3]
    assert [outcome.value for outcome in of(observation, asked, "good")] == [1] * 4
    assert observation.scripts[0].kind is Kind.VALUE


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_too_many_costs_only_the_query_that_it_was_sent_in(
    frame: str, sandbox: Sandbox
) -> None:
    asked = [
        each
        for number in range(4)
        for each in (call(number, "bad", ("plain", number)), call(number, "good"))
    ]
    observation = observe(sandbox, ends(f"os.write(3, {frame})"), *asked)
    bad, good = of(observation, asked, "bad"), of(observation, asked, "good")
    assert bad[1].kind is Kind.CRASHED
    assert [outcome.value for outcome in (bad[0], *bad[2:])] == [0, 2, 3]
    assert [outcome.value for outcome in (good[0], *good[2:])] == [1] * 3


def test_the_end_of_a_process_is_told_for_visible_data(sandbox: Sandbox) -> None:
    for how, said in (("os._exit(5)", "exit code 5"), ("ctypes.string_at(0)", "SIGSEGV")):
        outcome = ask(sandbox, f"import ctypes, os\ndef f(): {how}", "f")
        assert outcome.trouble is not None
        assert said in outcome.trouble.message


def test_state_is_kept_between_the_queries_of_one_set(sandbox: Sandbox) -> None:
    observation = observe(sandbox, COUNTS, *calls("counts", 4))
    assert [outcome.value for outcome in observation.outcomes] == [1, 2, 3, 4]


def test_state_is_not_kept_between_sets(sandbox: Sandbox) -> None:
    for visible in (True, False, True):
        observation = observe(sandbox, COUNTS, *calls("counts", 2), visible=visible)
        assert [outcome.value for outcome in observation.outcomes] == [1, 2]


def test_state_is_lost_with_its_process(sandbox: Sandbox) -> None:
    asked = [call(0, "counts"), call(1, "counts"), call(2, "dies"), call(3, "counts")]
    outcomes = observe(sandbox, COUNTS, *asked).outcomes
    assert [outcome.value for outcome in outcomes] == [1, 2, None, 1]


def test_the_script_starts_afresh_in_the_process_of_the_functions(sandbox: Sandbox) -> None:
    source = (
        COUNTS
        + """
if __name__ == "__main__":
    import sys
    print(counts(), len(sys.modules["solution"].calls))
"""
    )
    observation = observe(sandbox, source, *calls("counts", 3), scripts=(b"[]", b"[]"))
    assert [script.lines for script in observation.scripts] == [("1 3",), ("1 3",)]


def test_chance_is_the_same_every_time_and_everywhere() -> None:
    source = """
import random
def dice(): return [random.random(), random.sample(range(100), 5), hash("text"), hash((1, "x"))]
def order(): return list({"a", "b", "c", "d", "e", "f"})
"""
    seen = set()
    for _ in range(2):
        with Sandbox() as fresh:
            for _ in range(2):
                outcomes = observe(fresh, source, *calls("dice order", 2)).outcomes
                seen.add(str([outcome.value for outcome in outcomes]))
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("source", "load", "name"),
    [
        ("def f(: pass", Load.SYNTAX_ERROR, "SyntaxError"),
        ("x = '\0'", Load.SYNTAX_ERROR, "SyntaxError"),
        ("raise LookupError('why')", Load.LOAD_FAILED, "LookupError"),
        ("import sys; sys.exit(1)", Load.LOAD_FAILED, "SystemExit"),
        ("x = [0] * 10**9", Load.MEMORY_LIMIT, "MemoryError"),
        ("import os; os._exit(1)", Load.CRASHED, "crashed"),
    ],
)
def test_a_source_that_does_not_load_says_why(
    source: str, load: Load, name: str, sandbox: Sandbox
) -> None:
    observation = observe(sandbox, source, *calls("f", 2), scripts=(b"[]",))
    assert observation.load is load
    assert observation.trouble is not None
    assert observation.trouble.name == name
    assert kinds(observation.outcomes) == [Kind.NOT_RUN] * 2
    assert observation.scripts[0].kind is Kind.NOT_RUN


@pytest.mark.parametrize("odd", [0, 1])
def test_a_source_that_hangs_when_it_is_loaded_again_comes_to_an_end(
    odd: int, sandbox: Sandbox
) -> None:
    # Each process has another number than the one before it, so one of the two loads at first.
    source = f"""
import os, time
if os.getpid() % 2 == {odd}:
    time.sleep(60)
def dies(): os._exit(0)
"""
    observation = observe(sandbox, source, *calls("dies", 12), repeats=False)
    assert observation.load in (Load.LOADED, Load.TIME_LIMIT)
    if observation.load is Load.LOADED:
        seen = kinds(observation.outcomes)
        assert seen[-1] is Kind.NOT_RUN
        assert seen.count(Kind.TIME_LIMIT) <= 3


def test_two_at_a_time_wait_for_each_other(sandbox: Sandbox) -> None:
    source = "import time\ndef f(a):\n    time.sleep(0.05)\n    return a\n"
    seen: dict[int, Observation] = {}

    def run(number: int) -> None:
        asked = [call(query, "f", ("plain", number)) for query in range(3)]
        seen[number] = sandbox.run(plan(source, asked), QUICK)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(3):
        assert [outcome.value for outcome in seen[number].outcomes] == [number] * 3


def test_what_is_missing_is_told_and_the_rest_is_called(sandbox: Sandbox) -> None:
    asked = calls("there not_there", 2)
    observation = observe(sandbox, "def there(): return 1\nnot_here = 2\n", *asked)
    assert observation.missing == {"not_there"}
    assert kinds(of(observation, asked, "there")) == [Kind.VALUE] * 2
    assert kinds(of(observation, asked, "not_there")) == [Kind.MISSING_FUNCTION] * 2
    assert observation.defined is not None
    assert {"there", "not_here"} <= set(observation.defined)
