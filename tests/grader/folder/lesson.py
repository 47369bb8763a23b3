"""A small lesson folder that each test may break in its own way."""

from collections.abc import Callable
from pathlib import Path

from grader.errors import ContentErrors, Problem
from grader.new import new


class LessonOnDisk:
    """The lesson that `new` writes, below a temporary folder, with edits."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = new("trial/share", root)
        self.course = root / "trial"

    def path(self, name: str) -> Path:
        """A file of the lesson, or of the course where it starts with `../`."""
        return (self.folder / name).resolve()

    def write(self, name: str, content: str | bytes) -> None:
        """Put a file of any content."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def edit(self, name: str, old: str, text: str) -> int:
        """Replace the one place where `old` stands; returns its line."""
        before = self.path(name).read_text()
        assert before.count(old) == 1, f"{old!r} stands {before.count(old)} times in {name}"
        self.write(name, before.replace(old, text))
        return before[: before.index(old)].count("\n") + 1

    def append(self, name: str, text: str) -> int:
        """Add text at the end; returns the line on which it begins."""
        before = self.path(name).read_text()
        self.write(name, before + text)
        return before.count("\n") + 1


def problems_of(reading: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems that a reading ends in; it must end in some."""
    try:
        reading()
    except ContentErrors as error:
        return error.problems
    raise AssertionError("nothing was found wrong")
