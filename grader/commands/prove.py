"""Grading is off where the sandbox can't be proved: every command that grades asks first."""

import typer

from grader.commands.output import NOT_PROVED, complain
from grader.sandbox.probe import examine


def prove() -> None:
    """Leave with an exit code unless the sandbox refuses what it must refuse on this machine."""
    findings = examine()
    if findings.proved:
        return
    complain("Grading is off, since the sandbox is not proved on this machine:")
    for each in (each for each in findings.findings if not each.ok):
        complain(f"  {each.id}: {each.sentence}: {each.seen}")
    complain("Run `python -m grader doctor` to see all of it and what to do.")
    raise typer.Exit(NOT_PROVED)
