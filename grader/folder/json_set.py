"""Reads a query set from JSON: a file of a lesson folder, or a text that somebody sent in."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from grader.exercise import Exercise
from grader.folder.document import (
    Document,
    check_format,
    parsed_json,
    read_json,
    sent_text,
    shaped,
)
from grader.folder.exercise_rules import repeated
from grader.folder.lines import Loc
from grader.folder.problems import Problems
from grader.folder.rows import QUERIES, Row, row_faults
from grader.folder.shape import Line, Table
from grader.query_set import QuerySet


class QueryTable(Table):
    """One query; every other key is an argument."""

    model_config = ConfigDict(extra="allow")

    id: str
    check: str
    expected: dict[str, Any] = Field(default_factory=dict)
    segment: Line | None = None
    note: str | None = None


class SetTable(Table):
    """A whole set."""

    format: Any = None
    name: Line
    queries: Annotated[list[QueryTable], Field(min_length=1, max_length=QUERIES)]


def read_json_set(
    content: bytes, exercise: Exercise, *, set_id: str, visible: bool, path: Path
) -> QuerySet:
    """The set in `content`; `path` is what problems are said to be in. Raises ContentErrors."""
    problems = Problems()
    found = _sent_in(content, exercise, path, problems, set_id=set_id, visible=visible)
    problems.raise_if_any()
    assert found is not None
    return found


def _sent_in(
    content: bytes,
    exercise: Exercise,
    path: Path,
    problems: Problems,
    *,
    set_id: str,
    visible: bool,
) -> QuerySet | None:
    text = sent_text(content, path, problems)
    document = None if text is None else parsed_json(text, path, problems)
    if document is None:
        return None
    return _set_of(document, exercise, problems, set_id=set_id, visible=visible)


def json_set(
    path: Path, folder: Path, exercise: Exercise | None, problems: Problems
) -> QuerySet | None:
    """The set in a file of `folder`; without an exercise only its shape is checked."""
    document = read_json(path, folder, problems)
    if document is None:
        return None
    visible = path.stem == "visible"
    return _set_of(document, exercise, problems, set_id=path.stem, visible=visible)


def _set_of(
    document: Document,
    exercise: Exercise | None,
    problems: Problems,
    *,
    set_id: str,
    visible: bool,
) -> QuerySet | None:
    before = len(problems)
    check_format(document, problems)
    table = shaped(SetTable, document, problems, of={*document.data, "name", "queries"})
    if table is None:
        return None
    rows = [_row(query) for query in table.queries]
    ids: list[tuple[Loc, str]] = [(("queries", i, "id"), row.id) for i, row in enumerate(rows)]
    document.report(repeated(ids, "id"), problems)
    if exercise is None:
        return None
    for number, row in enumerate(rows):
        faults = row_faults(row, exercise)
        document.report(((("queries", number, key), message) for key, message in faults), problems)
    if len(problems) > before:
        return None
    at = document.lines.at
    queries = tuple(row.query(at(("queries", number))) for number, row in enumerate(rows))
    return QuerySet(id=set_id, name=table.name, visible=visible, queries=queries)


def _row(table: QueryTable) -> Row:
    return Row(
        id=table.id,
        check=table.check,
        arguments=table.model_extra or {},
        expected=table.expected,
        segment=table.segment,
        note=table.note,
    )
