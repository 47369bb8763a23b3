"""Runs a snippet of a lesson's text, or what a learner made of it, and keeps what it printed."""

from grader.judge import load_verdict
from grader.limits import Limits
from grader.query_result import Trouble, Value
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind, Observation, Plan, ScriptOutcome
from grader.shown import trouble_of
from grader.verdict import Verdict

QUERIES = b"[]"
"""What a snippet finds in `queries.json`: it gets no data."""


class SnippetRun(Value):
    """What came of one run. `verdict` is `passed` when it ran to its end.

    `printed` is bounded text: escape it wherever it is shown. `cut`: more was printed than kept.
    """

    verdict: Verdict
    printed: str
    cut: bool = False
    trouble: Trouble | None = None


def run_snippet(source: bytes, sandbox: Sandbox, limits: Limits) -> SnippetRun:
    """Run the source once; SandboxFault when that fails by our fault."""
    found = observed(source, sandbox, limits)
    (script,) = found.scripts
    failed = load_verdict(found)
    if failed is not None:
        printed = found.printed or ""
        return SnippetRun(verdict=failed, printed=printed, trouble=trouble_of(found.trouble))
    return SnippetRun(
        verdict=Verdict.PASSED if script.kind is Kind.VALUE else Verdict(script.kind),
        printed=_text(script),
        cut=script.cut,
        trouble=trouble_of(script.trouble),
    )


def observed(source: bytes, sandbox: Sandbox, limits: Limits) -> Observation:
    """What the sandbox saw: the source loaded, and then run as a script."""
    plan = Plan(source=source, functions=(), calls=(), scripts=(QUERIES,), visible=True)
    return sandbox.run(plan, limits)


def _text(script: ScriptOutcome) -> str:
    return "".join(f"{line}\n" for line in script.lines)
