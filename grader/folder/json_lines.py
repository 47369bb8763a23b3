"""Finds the lines of a JSON text, and what `json.loads` lets through though JSON has it not."""

import json
import math
import re
from dataclasses import dataclass

from grader.folder.lines import Lines, Loc
from grader.folder.problems import quoted

DEPTH = 3
"""How deep lines are recorded: queries, their number, their keys. More would cost much memory."""

INT_DIGITS = 4300
"""The longest whole number, in digits: Python reads no longer one."""

_TOKEN = re.compile(r'(\n)|("[^"\\]*(?:\\.[^"\\]*)*")|([{}\[\],:])|([^\s"{}\[\],:]+)')


@dataclass(frozen=True)
class Scan:
    """The lines of a text, and `faults`: what is not allowed, each with its own line."""

    lines: Lines
    faults: tuple[tuple[int, str], ...]


def scan_json(text: str) -> Scan:
    """Scan a text that `json.loads` has accepted; one pass, in time linear in the text."""
    scanner = _Scanner()
    for match in _TOKEN.finditer(text):
        scanner.take(match.group(), string=match.lastindex == 2)
    return Scan(Lines(scanner.lines), tuple(scanner.faults))


class _Scanner:
    """Follows the parts: `path` leads to the value that comes next, `keys` are those of each open
    object, None for a list."""

    def __init__(self) -> None:
        self.lines: dict[Loc, int] = {}
        self.faults: list[tuple[int, str]] = []
        self.line = 1
        self.path: list[str | int] = []
        self.keys: list[set[str] | None] = []
        self.key_next = False

    def take(self, part: str, *, string: bool) -> None:
        if part == "\n":
            self.line += 1
        elif part in {"}", "]"}:
            self.path.pop()
            self.keys.pop()
        elif part == ",":
            self._next()
        elif part == ":":
            self.key_next = False
        elif self.key_next:
            self._key(json.loads(part))
        else:
            self._value(part, string=string)

    def _next(self) -> None:
        last = self.path[-1]
        if isinstance(last, int):
            self.path[-1] = last + 1
        self.key_next = self.keys[-1] is not None

    def _key(self, key: str) -> None:
        seen = self.keys[-1]
        if seen is not None and key in seen:
            self.faults.append((self.line, f"the key {quoted(key)} stands here twice"))
        elif seen is not None:
            seen.add(key)
        self.path[-1] = key
        self._text(key)
        self._record()

    def _value(self, part: str, *, string: bool) -> None:
        self._record()
        if string:
            self._text(json.loads(part))
        elif part == "{":
            self._open("", set())
        elif part == "[":
            self._open(0, None)
        else:
            self._number(part)

    def _open(self, first: str | int, keys: set[str] | None) -> None:
        self.path.append(first)
        self.keys.append(keys)
        self.key_next = keys is not None

    def _number(self, part: str) -> None:
        if part in {"true", "false", "null"}:
            return
        if len(part) > INT_DIGITS:
            self.faults.append((self.line, f"a number has more than {INT_DIGITS} digits"))
        elif not math.isfinite(float(part)):
            self.faults.append((self.line, f"{part} is not a finite number"))

    def _text(self, text: str) -> None:
        if any("\ud800" <= character <= "\udfff" for character in text):
            self.faults.append((self.line, "half of a surrogate pair is not text"))

    def _record(self) -> None:
        if len(self.path) <= DEPTH:
            self.lines.setdefault(tuple(self.path), self.line)
