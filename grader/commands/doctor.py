"""`doctor`: proves the sandbox on this machine, and says what refused what."""

import typer

from grader.commands.output import NOT_PROVED, say, say_json
from grader.doctor import as_document, as_text
from grader.sandbox.probe import examine


def doctor(*, as_json: bool) -> None:
    """Print what the probe found; leaves with an exit code when grading must be off."""
    findings = examine()
    if as_json:
        say_json(as_document(findings))
    else:
        say(as_text(findings))
    if not findings.proved:
        raise typer.Exit(NOT_PROVED)
