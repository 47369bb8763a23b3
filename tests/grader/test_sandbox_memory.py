"""A process finds nothing in its memory of the processes before it.

The scanner is a hostile submission. It goes through all memory that a process has, so what it finds
of its own query shows that it would find the rest.
"""

import secrets

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox
from tests.grader.by_hand import call, observe
from tests.grader.submission import HOSTILE

pytestmark = pytest.mark.sandbox

KEY = 0x5A
PATIENT = Limits(cpu_seconds=10.0, wall_seconds=20.0)
SCANNER, _, _ = (
    (HOSTILE / "passed/scans_all_of_its_memory.py").read_text("utf-8").partition("scanned = []")
)
SCANS = """

def scan(own, needles):
    return Memory().holders([disclosed(each) for each in needles])
"""
BEFORE = """
# {source}
kept = []

def answer(query, how):
    kept.append(query * 100)
    print(query)
    if how == "raises":
        raise ValueError(query)
    if how == "dies":
        import os
        os._exit(0)
    return [query[::-1]] * 10

if __name__ == "__main__":
    print(open("queries.json").read())
"""


def marker() -> str:
    """A word that is nowhere else, and another one when it is read backwards."""
    return f"marker-{secrets.token_hex(12)}"


def disguised(word: str) -> str:
    return bytes(byte ^ KEY for byte in word.encode()).hex()


def planted(sandbox: Sandbox, *, visible: bool) -> list[str]:
    """The words that were in a source, in its queries, its answers and its script's file."""
    source, script, queries = marker(), marker(), [marker() for _ in range(3)]
    asked = [
        call(number, "answer", ("plain", query), ("plain", how))
        for number, (query, how) in enumerate(
            zip(queries, ("returns", "raises", "dies"), strict=True)
        )
    ]
    observation = observe(
        sandbox,
        BEFORE.format(source=source),
        *asked,
        visible=visible,
        scripts=(f'["{script}"]'.encode(),),
    )
    assert observation.outcomes[0].value == [queries[0][::-1]] * 10
    assert script in observation.scripts[0].lines[-1]
    return [source, script, *queries, *(query[::-1] for query in queries)]


def found(sandbox: Sandbox, words: list[str], *, own: str, visible: bool) -> list[int]:
    """How often each word is in the memory of a new process that is asked for `own`."""
    asked = call(0, "scan", ("plain", own), ("plain", [disguised(word) for word in words]))
    observation = observe(
        sandbox, f"{SCANNER}{SCANS}# {own[::-1]}\n", asked, visible=visible, limits=PATIENT
    )
    (outcome,) = observation.outcomes
    assert isinstance(outcome.value, list), (observation.trouble, outcome)
    return outcome.value


@pytest.mark.parametrize("visible", [True, False], ids=["visible", "hidden"])
@pytest.mark.parametrize("waits", [True, False], ids=["forked before", "forked afterwards"])
def test_nothing_of_the_runs_before_is_in_memory(
    visible: bool, waits: bool, sandbox: Sandbox
) -> None:
    words: list[str] = []
    for before in (True, False, visible):
        if waits:
            sandbox.prepare(PATIENT)
        words += planted(sandbox, visible=before)
    own = marker()
    *others, query, source = found(sandbox, [*words, own, own[::-1]], own=own, visible=visible)
    assert query > 0, "the scan does not see its own query"
    assert source > 0, "the scan does not see its own source"
    assert dict(zip(words, others, strict=True)) == dict.fromkeys(words, 0)


def test_what_the_warden_holds_would_be_found(sandbox: Sandbox) -> None:
    known = "Answer control messages and report exits"  # of a docstring in the warden
    (count,) = found(sandbox, [known], own=marker(), visible=True)
    assert count > 0
