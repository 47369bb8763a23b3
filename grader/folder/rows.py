"""One query as it was written, in any file format, and what must hold for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.exercise import Check, Exercise, Function, Shape
from grader.folder.exercise_rules import RESERVED
from grader.folder.problems import quoted, unknown
from grader.folder.values import value_faults
from grader.query_set import Query

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

    def query(self) -> Query:
        """The query; call it only for a row without faults."""
        return Query(
            id=self.id,
            check=self.check,
            arguments=dict(self.arguments),
            expected=dict(self.expected),
            segment=self.segment,
            note=self.note,
        )


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
