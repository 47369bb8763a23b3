"""What a process prints: shown beside its own call, bounded, and never of hidden data."""

import os
import resource
from pathlib import Path

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind
from tests.grader.by_hand import ask, call, calls, observe

pytestmark = pytest.mark.sandbox

KEPT = 64 * 1024
NOTICE = "… cut here: more was printed than is kept …"
MEBIBYTE = 1024 * 1024


def test_nothing_is_kept_of_a_hidden_run(sandbox: Sandbox) -> None:
    source = """
print("loading")
def speaks(): print("speaking")
def fails(): raise ValueError("told")
def dies():
    import os
    print("dying", flush=True)
    os._exit(7)
if __name__ == "__main__":
    print("the script's line")
"""
    asked = calls("speaks fails dies unknown", 1)
    observation = observe(sandbox, source, *asked, visible=False, scripts=(b"[]",))
    assert [outcome.kind for outcome in observation.outcomes] == [
        Kind.VALUE,
        Kind.RAISED,
        Kind.CRASHED,
        Kind.MISSING_FUNCTION,
    ]
    assert observation.printed is None
    assert observation.trouble is None
    assert observation.defined is None
    for outcome in observation.outcomes:
        assert (outcome.printed, outcome.trouble) == (None, None)
    assert observation.scripts[0].trouble is None
    assert observation.scripts[0].lines == ("loading", "the script's line")  # for comparing


def test_no_text_of_a_source_that_does_not_load_is_kept_of_a_hidden_run(sandbox: Sandbox) -> None:
    for source in ("print('x'); raise ValueError('told')", "told = (", "\0"):
        observation = observe(sandbox, source, call(0, "any"), visible=False)
        assert (observation.trouble, observation.printed) == (None, None)


def test_each_call_is_shown_with_what_it_printed_itself(sandbox: Sandbox) -> None:
    source = """
import sys
print("while loading")
def one(): print("of one"); print("and its error", file=sys.stderr)
def two(): sys.stdout.buffer.write(b"of two, as bytes\\n")
def three(): sys.stdout.write("of three, without an end of line")
"""
    observation = observe(sandbox, source, *calls("one two three", 2))
    assert observation.printed == "while loading\n"
    each = [
        "of one\nand its error\n",
        "of two, as bytes\n",
        "of three, without an end of line",
    ]
    assert [outcome.printed for outcome in observation.outcomes] == each * 2


def test_what_was_printed_before_a_crash_is_shown(sandbox: Sandbox) -> None:
    source = "import ctypes\ndef dies():\n    print('last words')\n    ctypes.string_at(0)\n"
    outcome = ask(sandbox, source, "dies")
    assert (outcome.kind, outcome.printed) == (Kind.CRASHED, "last words\n")


def test_what_was_printed_before_a_time_out_is_shown(sandbox: Sandbox) -> None:
    outcome = ask(sandbox, "def loops():\n    print('round')\n    while True: pass\n", "loops")
    assert (outcome.kind, outcome.printed) == (Kind.TIME_LIMIT, "round\n")


def test_beginning_and_end_are_kept_and_the_middle_is_cut(sandbox: Sandbox) -> None:
    source = "def prints():\n    for number in range(100_000): print('line', number)\n"
    outcome = ask(sandbox, source, "prints")
    assert outcome.kind is Kind.VALUE
    assert outcome.printed is not None
    assert outcome.printed.startswith("line 0\nline 1\n")
    assert NOTICE in outcome.printed
    assert len(outcome.printed) <= KEPT + len(NOTICE) + 2
    before, after = outcome.printed.split(NOTICE)
    assert len(before) > KEPT / 4
    assert len(after) > KEPT / 4 or outcome.printed.endswith("line 99999\n")


def test_all_calls_of_a_plan_together_are_shown_with_no_more_than_is_kept(sandbox: Sandbox) -> None:
    source = "def prints(): print('x' * 9_999)\n"
    observation = observe(sandbox, source, *calls("prints", 20))
    shown = [outcome.printed or "" for outcome in observation.outcomes]
    assert shown[0] == "x" * 9_999 + "\n"
    assert sum(map(len, shown)) <= KEPT + 20 * (len(NOTICE) + 2)
    assert {outcome.kind for outcome in observation.outcomes} == {Kind.VALUE}


@pytest.mark.parametrize("visible", [True, False])
def test_printing_for_ever_takes_no_memory_of_ours(visible: bool, sandbox: Sandbox) -> None:
    source = "import os\ndef floods():\n    while True: os.write(1, b'x' * 65_536)\n"
    observe(sandbox, source, call(0, "floods"), visible=visible)
    _forget_the_peak()
    before = _peak()
    (outcome,) = observe(sandbox, source, call(0, "floods"), visible=visible).outcomes
    assert outcome.kind is Kind.TIME_LIMIT
    assert _peak() - before < 4 * MEBIBYTE
    assert len(outcome.printed or "") <= KEPT + len(NOTICE) + 2


def _forget_the_peak() -> None:
    try:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    except OSError:
        pytest.skip("the kernel does not forget how much memory was used at most")


def _peak() -> int:
    status = Path("/proc/self/status").read_text("ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def test_a_script_that_prints_too_much_is_cut_and_says_so(sandbox: Sandbox) -> None:
    source = "def any(): pass\nif __name__ == '__main__':\n    print('x' * 100 * 1024)\n"
    observation = observe(sandbox, source, call(0, "any"), scripts=(b"[]",))
    (script,) = observation.scripts
    assert script.cut
    assert sum(map(len, script.lines)) <= KEPT + len(NOTICE)


def test_each_script_has_its_own_lines(sandbox: Sandbox) -> None:
    source = """
import json
def prints(): print("of the function")
if __name__ == "__main__":
    print("numbers", json.load(open("queries.json")))
"""
    scripts = (b"[1]", b"[1,2]")
    observation = observe(sandbox, source, call(0, "prints"), scripts=scripts)
    assert [script.lines for script in observation.scripts] == [
        ("numbers [1]",),
        ("numbers [1, 2]",),
    ]
    assert not any(script.cut for script in observation.scripts)


@pytest.mark.parametrize(
    "breaks",
    [
        "sys.stdout.close(); sys.stderr.close()",
        "sys.stdout = sys.stderr = None",
        "sys.__stdout__.detach()",
        "os.close(1); os.close(2)",
        "os.dup2(0, 1)",
        "sys.stdout.buffer.raw.count = 10**30",
        "sys.stdout.reconfigure(write_through=False, errors='strict')",
    ],
)
def test_a_broken_output_costs_nothing(breaks: str, sandbox: Sandbox) -> None:
    source = f"import os, sys\ndef breaks():\n    {breaks}\n    return 1\ndef works(): return 2\n"
    observation = observe(sandbox, source, *calls("breaks works", 2))
    assert [outcome.value for outcome in observation.outcomes[:2]] == [1, 2]


def test_how_much_is_kept_is_a_limit_like_others(sandbox: Sandbox) -> None:
    limits = Limits(printed_kib=1)
    (outcome,) = observe(
        sandbox, "def prints(): print('x' * 5000)", call(0, "prints"), limits=limits
    ).outcomes
    assert len(outcome.printed or "") <= 1024 + len(NOTICE) + 2


def test_our_own_output_is_not_touched(sandbox: Sandbox, capfd: pytest.CaptureFixture[str]) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE), os.getcwd()
    ask(sandbox, "import sys\ndef f(): print('a'); print('b', file=sys.stderr)", "f")
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert (resource.getrlimit(resource.RLIMIT_NOFILE), os.getcwd()) == before
