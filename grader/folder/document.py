"""Reads one file of a content folder within bounds, and checks its shape, not its meaning."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from grader.folder.json_lines import INT_DIGITS, scan_json
from grader.folder.lines import Lines, Loc
from grader.folder.problems import Problems, quoted
from grader.folder.shape import Table, sentence
from grader.folder.toml_lines import toml_lines

TEXT_BYTES = 1024 * 1024
"""The largest text file of a lesson, in bytes."""

SET_BYTES = 8 * 1024 * 1024
"""The largest query set, in bytes."""

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Document:
    """A parsed file whose top is a table, with the lines of what it holds."""

    path: Path
    data: Mapping[str, object]
    lines: Lines

    def report(self, faults: Iterable[tuple[Loc, str]], problems: Problems) -> None:
        """Add each fault with the line of the value that it is about."""
        for loc, message in faults:
            problems.add(self.path, self.lines.at(loc), message)


def read_bytes(path: Path, root: Path, problems: Problems, *, limit: int) -> bytes | None:
    """The bytes of a file that lies in `root` itself; a link that leads out of it is refused."""
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            problems.add(path, None, "leads out of its folder; put the file itself here")
        elif not path.exists():
            problems.add(path, None, "is missing")
        elif not path.is_file():
            problems.add(path, None, "is not a file")
        elif (size := path.stat().st_size) > limit:
            problems.add(path, None, f"has {size:,} bytes; at most {limit:,} are read")
        else:
            return path.read_bytes()
    except OSError as error:
        problems.add(path, None, f"can't be read: {error.strerror}")
    except RuntimeError:  # from resolve
        problems.add(path, None, "is a link that leads back to itself")
    return None


def read_text(path: Path, root: Path, problems: Problems, *, limit: int = TEXT_BYTES) -> str | None:
    """The text of a UTF-8 file, without byte order mark and with every line ended by LF."""
    content = read_bytes(path, root, problems, limit=limit)
    return None if content is None else decoded(content, path, problems)


def decoded(content: bytes, path: Path, problems: Problems) -> str | None:
    """`content` as text; bad UTF-8 and NUL characters are problems with their line."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problems.add(path, line, f"byte {content[error.start]:#04x} is not UTF-8")
        return None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problems.add(path, line, "holds a NUL character")
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sent_text(content: bytes, path: Path, problems: Problems) -> str | None:
    """The text of a query set that somebody sent in; `path` is only its name."""
    if len(content) > SET_BYTES:
        problems.add(path, None, f"has {len(content):,} bytes; at most {SET_BYTES:,} are read")
        return None
    return decoded(content, path, problems)


def read_toml(path: Path, root: Path, problems: Problems) -> Document | None:
    """A TOML file, parsed."""
    text = read_text(path, root, problems)
    if text is None:
        return None
    try:
        return Document(path, tomllib.loads(text), toml_lines(text))
    except tomllib.TOMLDecodeError as error:
        problems.add(path, _toml_line(str(error), text), f"no TOML: {_without_place(str(error))}")
    except (RecursionError, ValueError):  # too deep, or a number too long for Python
        problems.add(path, None, "no TOML: nested too deeply, or a number is too long")
    return None


def _toml_line(message: str, text: str) -> int:
    place = re.search(r"\(at line (\d+), column \d+\)", message)
    return int(place[1]) if place else text.count("\n") + 1


def _without_place(message: str) -> str:
    return message.rpartition(" (at ")[0] or message


def read_json(path: Path, root: Path, problems: Problems) -> Document | None:
    """A JSON file of a query set, parsed."""
    text = read_text(path, root, problems, limit=SET_BYTES)
    return None if text is None else parsed_json(text, path, problems)


def parsed_json(text: str, path: Path, problems: Problems) -> Document | None:
    """A JSON text whose top is an object; NaN, infinities and repeated keys are problems."""
    try:
        data = json.loads(text, parse_int=_bounded_int)
    except json.JSONDecodeError as error:
        problems.add(path, error.lineno, f"no JSON: {error.msg}, column {error.colno}")
        return None
    except RecursionError:
        problems.add(path, None, "no JSON: nested too deeply")
        return None
    if not isinstance(data, dict):
        problems.add(path, 1, 'must be an object: {"format": 1, "name": …, "queries": […]}')
        return None
    scan = scan_json(text)
    for line, message in scan.faults:
        problems.add(path, line, message)
    return None if scan.faults else Document(path, data, scan.lines)


def json_value(text: str) -> tuple[Any, tuple[str, ...]]:
    """The value of a short JSON text, and what is wrong with it."""
    try:
        value = json.loads(text, parse_int=_bounded_int)
    except json.JSONDecodeError as error:
        return None, (f"{quoted(text)} is no JSON: {error.msg}",)
    except RecursionError:
        return None, ("is nested too deeply",)
    return value, tuple(message for _, message in scan_json(text).faults)


def _bounded_int(digits: str) -> int:
    # A longer one is reported by the scan, which knows its line.
    return int(digits) if len(digits) <= INT_DIGITS else 0


def shaped(
    model: type[T], document: Document, problems: Problems, *, of: Iterable[str] | None = None
) -> T | None:
    """The document in the shape of `model`; `of` picks the keys at its top that are meant."""
    data = dict(document.data)
    if of is not None:
        picked = set(of)
        data = {key: value for key, value in data.items() if key in picked}
    try:
        return model.model_validate(data)
    except ValidationError as error:
        for each in error.errors(include_url=False, include_context=True):
            loc = tuple(each["loc"])
            document.report([(loc, sentence(model, loc, each))], problems)
        return None


def check_format(document: Document, problems: Problems) -> None:
    """The document says `format = 1`; any other one is a problem."""
    version = document.data.get("format")
    if version is None:
        document.report([((), f"{quoted('format')} is missing; this is format 1")], problems)
    elif version != 1 or isinstance(version, bool):
        document.report([(("format",), f"format is {version!r}; only 1 is known")], problems)
