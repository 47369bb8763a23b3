"""Runs the snippets of a lesson's text in the sandbox and holds their output to what is printed."""

from collections.abc import Iterator

from grader.errors import Problem
from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind, Plan, ScriptOutcome
from grader.snippets import Snippet, snippets
from grader.verify.subject import Subject


def example_problems(subject: Subject, sandbox: Sandbox) -> Iterator[Problem]:
    """Snippets that fail, or print something else than the text says."""
    path = subject.lesson.folder / "lesson.md"
    for section in subject.lesson.sections:
        for snippet in snippets(section.text):
            found = _run(snippet, sandbox, subject.exercise.limits)
            for message in _faults(snippet, found):
                yield Problem(path, section.line + snippet.line, message)


def _run(snippet: Snippet, sandbox: Sandbox, limits: Limits) -> ScriptOutcome:
    plan = Plan(
        source=snippet.source.encode(), functions=(), calls=(), scripts=(b"[]",), visible=True
    )
    return sandbox.run(plan, limits).scripts[0]


def _faults(snippet: Snippet, found: ScriptOutcome) -> Iterator[str]:
    if found.kind is not Kind.VALUE:
        trouble = found.trouble
        told = f" ({trouble.name}: {trouble.message})" if trouble else ""
        yield f"this snippet ends in {found.kind}{told}"
        return
    promised = [] if snippet.output is None else snippet.output.rstrip("\n").split("\n")
    printed = list(found.lines)
    if promised != printed:
        if snippet.output is None:
            yield f"this snippet prints {len(printed)} lines, and no output block follows it"
            return
        place = next(
            (
                i
                for i, pair in enumerate(zip(promised, printed, strict=False))
                if pair[0] != pair[1]
            ),
            min(len(promised), len(printed)),
        )
        is_there = printed[place] if place < len(printed) else "nothing more"
        yield f"line {place + 1} of this snippet's output is {is_there!r}"
