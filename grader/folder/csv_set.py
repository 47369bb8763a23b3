"""Reads a query set from CSV: one row a query, one column an argument."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.exercise import Exercise, Shape
from grader.folder.document import json_value, sent_text
from grader.folder.problems import Problems, quoted, unknown
from grader.folder.rows import PlacedRow, Row, argument_shapes, finished_set
from grader.query_set import QuerySet, SetLabel

FIXED = ("id", "check", "segment", "note")
SPACED = frozenset({Shape.LIST, Shape.SET, Shape.TUPLE, Shape.ITERATOR})
"""Shapes whose cell may hold words with spaces between them instead of JSON."""


def read_csv_set(content: bytes, exercise: Exercise, label: SetLabel, *, path: Path) -> QuerySet:
    """The set in `content`; `path` is what problems are said to be in. Raises ContentErrors.

    The header names `id`, `check`, the arguments and, if wanted, `segment` and `note`. A cell is
    JSON; for a list, set, tuple or iterator it may hold words with spaces between them, which
    become text. An empty cell is an empty list there, and anywhere else (or where a constant
    stands for the argument) it says nothing.
    """
    problems = Problems()
    text = sent_text(content, path, problems)
    rows = [] if text is None else list(_Reader(exercise, path, problems).rows(text))
    return finished_set(rows, exercise, problems, path, label)


class _Reader:
    """Reads the rows of one file for one exercise, and adds to `problems`."""

    def __init__(self, exercise: Exercise, path: Path, problems: Problems) -> None:
        self.exercise = exercise
        self.path = path
        self.problems = problems
        self.shapes = argument_shapes(exercise)
        self.header: list[str] | None = None

    def rows(self, text: str) -> Iterator[PlacedRow]:
        reader = csv.reader(io.StringIO(text, newline="\n"), strict=True)
        line = 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield from self._line(cells, line)
                line = reader.line_num + 1
        except csv.Error as error:
            self.problems.add(self.path, line, f"no CSV: {error}")

    def _line(self, cells: list[str], line: int) -> Iterator[PlacedRow]:
        if self.header is None:
            self.header = [cell.strip() for cell in cells]
            self._check_header(self.header, line)
        elif len(cells) != len(self.header):
            message = f"has {len(cells)} cells, and the header has {len(self.header)}"
            self.problems.add(self.path, line, message)
        else:
            yield PlacedRow(line, self._row(dict(zip(self.header, cells, strict=True)), line))

    def _check_header(self, header: list[str], line: int) -> None:
        valid = {*FIXED, *self.exercise.argument_names}
        for number, name in enumerate(header):
            if name not in valid:
                self.problems.add(self.path, line, unknown("column", name, valid))
            elif name in header[:number]:
                self.problems.add(self.path, line, f"the column {quoted(name)} stands here twice")
        for name in ("id", "check"):
            if name not in header:
                self.problems.add(self.path, line, f"the column {quoted(name)} is missing")

    def _row(self, cells: dict[str, str], line: int) -> Row:
        arguments: dict[str, Any] = {}
        for name in self.exercise.argument_names:
            if name in cells and not self._says_nothing(name, cells[name]):
                arguments[name] = self._value(name, cells[name].strip(), line)
        return Row(
            id=cells.get("id", "").strip(),
            check=cells.get("check", "").strip(),
            arguments=arguments,
            segment=cells.get("segment", "").strip() or None,
            note=cells.get("note", "").strip() or None,
        )

    def _says_nothing(self, name: str, cell: str) -> bool:
        spaced = self.shapes.get(name) in SPACED and name not in self.exercise.constants
        return not cell.strip() and not spaced

    def _value(self, name: str, cell: str, line: int) -> Any:
        if self.shapes.get(name) in SPACED and not cell.startswith("["):
            return cell.split()
        value, faults = json_value(cell)
        for fault in faults:
            self.problems.add(self.path, line, f"{quoted(name)}: {fault}")
        return value
