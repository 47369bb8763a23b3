"""One query as it was written, in any file format, and what must hold for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.exercise import Check, Exercise, Function, Shape
from grader.folder.exercise_rules import RESERVED, repeated
from grader.folder.problems import Problems, quoted, unknown
from grader.folder.values import value_faults
from grader.query_set import Query, QuerySet, SetLabel

ID_LENGTH = 64
QUERIES = 10_000
"""The most queries a set may hold."""


@dataclass(frozen=True)
class Row:
    """A query before its check, arguments and stated answers are known to be good."""

    id: str
    check: str
    arguments: Mapping[str, Any]
    expected: Mapping[str, Any] = field(default_factory=dict)
    segment: str | None = None
    note: str | None = None

    def query(self, line: int) -> Query:
        """The query, which stands at `line`; call it only for a row without faults."""
        return Query(
            id=self.id,
            check=self.check,
            arguments=dict(self.arguments),
            expected=dict(self.expected),
            segment=self.segment,
            note=self.note,
            line=line,
        )


@dataclass(frozen=True)
class PlacedRow:
    """A row of a text file and the line on which it begins."""

    line: int
    row: Row


def finished_set(
    placed: Sequence[PlacedRow],
    exercise: Exercise,
    problems: Problems,
    path: Path,
    label: SetLabel,
) -> QuerySet:
    """The set of these rows. Raises ContentErrors with all that was found wrong before and here."""
    if not placed and not len(problems):
        problems.add(path, None, "holds no queries")
    if len(placed) > QUERIES:
        problems.add(path, None, f"holds {len(placed):,} queries; at most {QUERIES:,} are taken")
    for (line,), message in repeated((((each.line,), each.row.id) for each in placed), "id"):
        problems.add(path, int(line), message)
    for each in placed:
        for _, message in row_faults(each.row, exercise):
            problems.add(path, each.line, message)
    problems.raise_if_any()
    queries = tuple(each.row.query(each.line) for each in placed)
    return QuerySet(id=label.id, name=label.name, visible=label.visible, queries=queries)


def row_faults(row: Row, exercise: Exercise) -> Iterator[tuple[str, str]]:
    """What is wrong with a row, each with the key it is about."""
    if fault := id_fault(row.id):
        yield "id", fault
    yield from _argument_faults(row, exercise)
    check = next((each for each in exercise.checks if each.id == row.check), None)
    if check is None:
        yield "check", unknown("check", row.check, [each.id for each in exercise.checks])
        return
    yield from _missing_faults(row, check, exercise)
    yield from _expected_faults(row, check, exercise)


def id_fault(query_id: str) -> str | None:
    """Why this can't be the id of a query, None if it can."""
    if not query_id or len(query_id) > ID_LENGTH:
        return f"an id has 1 to {ID_LENGTH} characters"
    if not query_id.isprintable() or query_id != query_id.strip():
        return f"the id {quoted(query_id)} has characters that can't be seen"
    return None


def _argument_faults(row: Row, exercise: Exercise) -> Iterator[tuple[str, str]]:
    names = exercise.argument_names
    shapes = argument_shapes(exercise)
    for name, value in row.arguments.items():
        if name not in names:
            yield name, unknown("key", name, {*names, *RESERVED})
        for fault in value_faults(shapes.get(name, Shape.PLAIN), value):
            yield name, f"{quoted(name)} {fault}"


def argument_shapes(exercise: Exercise) -> dict[str, Shape]:
    """The shape of every argument of a function that is called on one query."""
    return {
        argument.name: argument.shape
        for function in exercise.functions
        if not function.over_set
        for argument in function.arguments
    }


def _missing_faults(row: Row, check: Check, exercise: Exercise) -> Iterator[tuple[str, str]]:
    given = {*row.arguments, *exercise.constants}
    for function in (exercise.function(name) for name in check.functions):
        needed = function.record if function.over_set else _names(function)
        have = set(row.arguments) if function.over_set else given
        for name in needed:
            if name not in have:
                yield "id", f"{quoted(name)} is missing, which {function.name} needs"


def _names(function: Function) -> tuple[str, ...]:
    return tuple(argument.name for argument in function.arguments)


def _expected_faults(row: Row, check: Check, exercise: Exercise) -> Iterator[tuple[str, str]]:
    for name, value in row.expected.items():
        if name not in check.functions:
            yield "expected", unknown("function", name, check.functions)
        elif exercise.function(name).over_set:
            yield "expected", f"{name} answers for a whole set, so no query can state its answer"
        for fault in value_faults(Shape.PLAIN, value):
            yield "expected", f"the answer stated for {quoted(name)} {fault}"
