"""`grade`: judges one file against a lesson folder, exactly as the server does."""

import sys
from pathlib import Path

import typer

from grader.answers import Answers
from grader.commands.output import WRONG_INPUT, complain, reported, say, say_json
from grader.commands.prove import prove
from grader.commands.table import table
from grader.folder import read_edition
from grader.grade import grade
from grader.result import learner_view, staff_view
from grader.sandbox import Sandbox
from grader.source import prepared


def grade_file(folder: Path, file: Path, *, visible_only: bool, as_json: bool, staff: bool) -> None:
    """Print the grade of a file; leaves with an exit code when there can be none."""
    with reported():
        source = prepared(_content(file))
        edition = read_edition(folder)
        prove()
        with Sandbox() as sandbox:
            graded = grade(source, edition, sandbox, answers=Answers(), visible_only=visible_only)
    view = staff_view(graded) if staff else learner_view(graded)
    if as_json:
        say_json(view.model_dump(mode="json"))
    else:
        say(table(view, source))


def _content(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        complain(f"{file}: {error.strerror}")
        raise typer.Exit(WRONG_INPUT) from error
