"""Finds the line of every key and array element of a TOML text that `tomllib` has accepted."""

import re
import tomllib

from grader.folder.lines import Lines, Loc

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n,]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'""")
_VALUE = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}'
    r"|'''(?:[^']|'(?!''))*'{3,5}"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\n]*'"
    r"|[^,\]}#\n]+",
    re.DOTALL,
)


def toml_lines(text: str) -> Lines:
    """The lines of a text that parsed; for any other text the answer means nothing."""
    scanner = _Scanner(text)
    scanner.document()
    return Lines(scanner.lines)


class _Scanner:
    """Walks the text once; `position` is where it stands and `table` the path of the open table."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line = 1
        self.table: Loc = ()
        self.lines: dict[Loc, int] = {}
        self.arrays: dict[Loc, int] = {}

    def document(self) -> None:
        self._skip(_BLANK)
        while self.position < len(self.text):
            if self.text[self.position] == "[":
                self._header()
            else:
                self._pair(self.table)
            self._skip(_BLANK)

    def _header(self) -> None:
        array = self.text.startswith("[[", self.position)
        self.position += 2 if array else 1
        names = self._dotted()
        self.position += 2 if array else 1
        path = self._place(names[:-1])
        path = (*path, names[-1])
        if array:
            self.lines.setdefault(path, self.line)
            self.arrays[path] = self.arrays.get(path, -1) + 1
            path = (*path, self.arrays[path])
        elif path in self.arrays:
            path = (*path, self.arrays[path])
        self.lines.setdefault(path, self.line)
        self.table = path

    def _place(self, names: Loc) -> Loc:
        """The path of a header, in which an array of tables means its newest table."""
        path: Loc = ()
        for name in names:
            path = (*path, name)
            self.lines.setdefault(path, self.line)
            if path in self.arrays:
                path = (*path, self.arrays[path])
        return path

    def _pair(self, table: Loc) -> None:
        path = table
        for name in self._dotted():
            path = (*path, name)
            self.lines.setdefault(path, self.line)
        self.position += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _dotted(self) -> Loc:
        names: list[str] = []
        while True:
            self._skip(_SPACE)
            names.append(self._name(self._take(_KEY)))
            self._skip(_SPACE)
            if not self.text.startswith(".", self.position):
                return tuple(names)
            self.position += 1

    def _name(self, written: str) -> str:
        if written[0] in "\"'":
            return str(tomllib.loads(f"name = {written}")["name"])
        return written

    def _value(self, path: Loc) -> None:
        opening = self.text[self.position]
        if opening == "[":
            self._array(path)
        elif opening == "{":
            self._inline(path)
        else:
            self._take(_VALUE)

    def _array(self, path: Loc) -> None:
        self.position += 1
        self._skip(_BLANK)
        number = 0
        while self.text[self.position] != "]":
            self.lines.setdefault((*path, number), self.line)
            self._value((*path, number))
            self._skip(_BLANK)
            number += 1
        self.position += 1

    def _inline(self, path: Loc) -> None:
        self.position += 1
        self._skip(_BLANK)
        while self.text[self.position] != "}":
            self._pair(path)
            self._skip(_BLANK)
        self.position += 1

    def _skip(self, pattern: re.Pattern[str]) -> None:
        self._take(pattern)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        if match is None:
            raise ValueError(f"line {self.line}: no TOML that tomllib has accepted")
        self.position = match.end()
        self.line += match.group().count("\n")
        return match.group()
