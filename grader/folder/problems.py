"""Collects what is wrong, so that every problem of a reading is told at once."""

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.errors import ContentErrors, Problem


class Problems:
    """What was found wrong so far: readers add to it, return None, and the reading goes on."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def add(self, path: Path, line: int | None, message: str) -> None:
        """Remember one problem."""
        self._found.append(Problem(path, line, message))

    def raise_if_any(self) -> None:
        """Raise ContentErrors with everything found, if anything was."""
        if self._found:
            raise ContentErrors(self._found)


def unknown(what: str, name: str, valid: Iterable[str]) -> str:
    """A sentence that `name` is no `what`, with the nearest valid name, or all of a few."""
    names = sorted(set(valid))
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return f"unknown {what} {quoted(name)}; did you mean {quoted(near[0])}?"
    if not names:
        return f"unknown {what} {quoted(name)}; there are none"
    listed = ", ".join(quoted(each) for each in names[:12])
    more = ", …" if len(names) > 12 else ""
    return f"unknown {what} {quoted(name)}; valid here: {listed}{more}"


def quoted(name: str) -> str:
    """`name` in double quotes, escaped and cut so that it fits into one line of a message."""
    shown = name if len(name) <= 60 else f"{name[:57]}..."
    return '"' + shown.encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'
