"""How commands speak: text for people without control characters, JSON for scripts, exit codes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from grader.errors import ContentErrors, SourceRefused
from grader.sandbox import SandboxFault

PROBLEMS = 1
WRONG_INPUT = 2
NOT_PROVED = 3

_KEPT = "\n"


def say(text: str) -> None:
    """Print lines for a person."""
    typer.echo(printable(text).encode())


def say_json(document: object) -> None:
    """Print one JSON document, in ASCII, so that no terminal takes part of it for an order."""
    typer.echo(json.dumps(document, indent=2, allow_nan=False))


def complain(text: str) -> None:
    """Print lines about what went wrong, beside the output."""
    typer.echo(printable(text).encode(), err=True)


def printable(text: str) -> str:
    """The text with every character that a terminal could obey, or that hides, replaced."""
    return "".join(each if each.isprintable() or each in _KEPT else "\ufffd" for each in text)


@contextmanager
def reported() -> Iterator[None]:
    """Turn what callers must expect into a message and an exit code, never a traceback."""
    try:
        yield
    except (ContentErrors, SourceRefused) as error:
        complain(str(error))
        raise typer.Exit(WRONG_INPUT) from error
    except SandboxFault as error:
        complain(f"The sandbox failed, which says nothing about the source: {error}")
        raise typer.Exit(NOT_PROVED) from error
