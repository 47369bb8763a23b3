"""`new`: writes a small lesson that keeps every promise, to start from."""

from pathlib import Path

from grader.commands.output import reported, say
from grader.new import new


def new_lesson(name: str, root: Path) -> None:
    """Write COURSE/NAME below `root`, and say what to do with it."""
    with reported():
        folder = new(name, root)
    say(f"{folder} is written. Change it, then run: python -m grader verify {folder}")
