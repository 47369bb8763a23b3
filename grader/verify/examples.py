"""Runs the snippets of a lesson's text in the sandbox and holds their output to what is printed."""

from collections.abc import Iterator

from grader.errors import Problem
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind, Load, Observation
from grader.snippet_run import observed
from grader.snippets import Snippet, snippets
from grader.verify.subject import Subject


def example_problems(subject: Subject, sandbox: Sandbox) -> Iterator[Problem]:
    """Snippets that fail, or print something else than the text says."""
    path = subject.lesson.folder / "lesson.md"
    for section in subject.lesson.sections:
        for snippet in snippets(section.text):
            found = observed(snippet.source.encode(), sandbox, subject.exercise.limits)
            for message in _faults(snippet, found):
                yield Problem(path, section.line + snippet.line, message)


def _faults(snippet: Snippet, found: Observation) -> Iterator[str]:
    (script,) = found.scripts
    if script.kind is not Kind.VALUE:
        # A source is loaded before it is run as a script, and stops there if it stops at all.
        trouble = found.trouble or script.trouble
        came = script.kind if found.load is Load.LOADED else found.load
        told = f": {trouble.name}: {trouble.message}" if trouble else ""
        yield f"this snippet stops ({came}){told}"
        return
    promised = [] if snippet.output is None else snippet.output.rstrip("\n").split("\n")
    printed = list(script.lines)
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
