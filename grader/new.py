"""Writes a new lesson folder: small, complete, and keeping every promise from the first minute."""

import re
import tomllib
from pathlib import Path
from typing import Any

from grader.errors import ContentErrors, Problem

PATTERN = Path(__file__).parent / "new_lesson"
"""A lesson in which TITLE and LESSON stand for what is asked for, with a course.toml.

Sources end in .txt there: they are data, not modules of ours.
"""


def new(path: str, root: Path) -> Path:
    """Write the lesson COURSE/NAME below `root` and name it in course.toml; returns its folder.

    Raises ContentErrors and writes nothing when the name is none, or the folder is there already.
    """
    course, _, name = path.partition("/")
    for part in (course, name):
        if not re.fullmatch("[a-z0-9-]+", part):
            message = f"{path!r} is not COURSE/NAME in small letters, digits and hyphens"
            raise ContentErrors([Problem(root, None, message)])
    folder = root / course / name
    if folder.exists():
        raise ContentErrors([Problem(folder, None, "is there already; nothing was written")])
    listing = root / course / "course.toml"
    text = _listing(listing, course, name)
    for source in sorted(PATTERN.rglob("*")):
        if source.is_file() and source.name != "course.toml":
            target = folder / str(source.relative_to(PATTERN)).removesuffix(".txt")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(source.read_text("utf-8").replace("TITLE", _title(name)), "utf-8")
    listing.write_text(text, "utf-8")
    return folder


def _title(name: str) -> str:
    return name.replace("-", " ").strip().capitalize() or name


def _listing(path: Path, course: str, name: str) -> str:
    """course.toml with the lesson in its last module; a new one where there is none."""
    if not path.exists():
        pattern = (PATTERN / "course.toml").read_text("utf-8")
        return pattern.replace("TITLE", _title(course)).replace("LESSON", name)
    try:
        text = path.read_text("utf-8")
        before = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ContentErrors([Problem(path, None, f"can't be read: {error}")]) from error
    appended = _appended(text, name)
    if appended and _only_adds(appended, before, name):
        return appended
    return f'{text.rstrip()}\n\n[[modules]]\ntitle = "{_title(name)}"\nlessons = ["{name}"]\n'


def _appended(text: str, name: str) -> str | None:
    """The text with `name` at the end of its last list of lessons."""
    found = list(re.finditer(r"^lessons[ \t]*=[ \t]*\[[^\[\]#]*\]", text, re.MULTILINE))
    if not found:
        return None
    inside = text[: found[-1].end() - 1].rstrip()
    space = text[len(inside) : found[-1].end() - 1]
    comma = "" if inside.endswith(("[", ",")) else ","
    gap = "\n    " if "\n" in space else "" if inside.endswith("[") else " "
    return f'{inside}{comma}{gap}"{name}"{space}{text[found[-1].end() - 1 :]}'


def _only_adds(appended: str, before: dict[str, Any], name: str) -> bool:
    """Whether the text says just what `before` did, with `name` last in the last module."""
    try:
        before["modules"][-1]["lessons"].append(name)
        return tomllib.loads(appended) == before
    except (KeyError, IndexError, TypeError, AttributeError, tomllib.TOMLDecodeError):
        return False
