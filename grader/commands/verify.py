"""`verify`: says everything that is wrong with content, with file and line."""

from collections.abc import Iterable
from pathlib import Path

import typer

from grader.commands.output import PROBLEMS, reported, say
from grader.commands.prove import prove
from grader.sandbox import Sandbox
from grader.verify import verify


def verify_paths(paths: Iterable[Path]) -> None:
    """Print every problem of all paths; leaves with an exit code if there is one."""
    found = 0
    with reported():
        prove()
        with Sandbox() as sandbox:
            for path in paths:
                for problem in verify(path, sandbox):
                    say(str(problem))
                    found += 1
    if found:
        say(f"{found} problem{'s' if found > 1 else ''}.")
        raise typer.Exit(PROBLEMS)
    say("Every promise is kept.")
