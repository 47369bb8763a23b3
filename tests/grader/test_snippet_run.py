"""A snippet runs as it stands or as a learner changed it, and says what it printed and why not."""

import pytest

from grader import SnippetRun, Verdict, about_snippet, run_snippet
from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.snippet_run import QUERIES

pytestmark = pytest.mark.sandbox

LIMITS = Limits(cpu_seconds=0.3, wall_seconds=2.0, memory_mib=64, printed_kib=1)

STOPS = {
    "raises": ("print('a')\n1 / 0", Verdict.LOAD_FAILED, "a\n", "division by zero (line 2)"),
    "is no Python": ("x = (", Verdict.SYNTAX_ERROR, "", "Python can't read it: SyntaxError"),
    "holds NUL": ("x\0", Verdict.SYNTAX_ERROR, "", "NUL bytes"),
    "never ends": ("print('a')\nwhile True: pass", Verdict.TIME_LIMIT, "a\n", "never ends"),
    "takes all": ("x = [0] * 10**9", Verdict.MEMORY_LIMIT, "", "more memory"),
    "ends Python": ("import os\nos._exit(0)", Verdict.CRASHED, "", "ended the Python process"),
    "asks": ("input()", Verdict.LOAD_FAILED, "", "no keyboard"),
    "raises as a script": (
        "if __name__ == '__main__':\n    print('a')\n    raise ValueError('no')",
        Verdict.RAISED,
        "a\n",
        "It stopped: ValueError: no (line 3)",
    ),
}


@pytest.mark.parametrize(("source", "verdict", "printed", "said"), STOPS.values(), ids=STOPS.keys())
def test_what_stops_says_why_and_keeps_what_it_printed(
    sandbox: Sandbox, source: str, verdict: Verdict, printed: str, said: str
) -> None:
    run = run_snippet(source.encode(), sandbox, LIMITS)
    assert (run.verdict, run.printed) == (verdict, printed)
    assert said in about_snippet(run, source.encode())


def test_what_runs_to_its_end_printed_this(sandbox: Sandbox) -> None:
    run = run_snippet("print('é')\nprint(2 + 2)".encode(), sandbox, LIMITS)
    assert run == SnippetRun(verdict=Verdict.PASSED, printed="é\n4\n")
    assert about_snippet(run, b"") == "It ran to its end."


def test_too_much_is_cut_and_says_so(sandbox: Sandbox) -> None:
    run = run_snippet(b"print('x' * 5000)", sandbox, LIMITS)
    assert run.verdict is Verdict.PASSED
    assert run.cut
    assert run.printed.startswith("xxx")
    assert run.printed.count("x") < 5000


def test_it_is_given_no_data(sandbox: Sandbox) -> None:
    source = "if __name__ == '__main__':\n    print(open('queries.json').read())"
    assert run_snippet(source.encode(), sandbox, LIMITS).printed == QUERIES.decode() + "\n"


def test_one_run_leaves_nothing_for_the_next(sandbox: Sandbox) -> None:
    run_snippet(b"import builtins\nbuiltins.kept = 1", sandbox, LIMITS)
    run = run_snippet(b"import builtins\nprint(hasattr(builtins, 'kept'))", sandbox, LIMITS)
    assert run.printed == "False\n"
