"""The visible query sets as they stand beside the code: a table, and the file of the script."""

import json
from dataclasses import dataclass

from markupsafe import Markup
from pydantic import JsonValue

from app.arguments import written
from app.author_text import inline
from app.pages import plural
from grader import Edition, Exercise, VisibleQuery, visible_files, visible_queries


@dataclass(frozen=True)
class RowShown:
    """One query: what functions get of it, in the order of the columns; None where it has none."""

    id: str
    title: Markup
    segment: str | None
    note: str | None
    values: tuple[str | None, ...]


@dataclass(frozen=True)
class SetShown:
    """One visible set; `address` has the file as the script reads it, and `raw` shows the same."""

    id: str
    count: str
    columns: tuple[str, ...]
    rows: tuple[RowShown, ...]
    raw: str
    address: str


def visible_sets(edition: Edition) -> tuple[SetShown, ...]:
    """Every visible set of an edition; nothing that is stated about a query, and no hidden one."""
    exercise = edition.exercise
    queries = list(visible_queries(edition))
    return tuple(
        _set(exercise, set_id, [each for each in queries if each.set == set_id], file, first=not at)
        for at, (set_id, file) in enumerate(visible_files(edition).items())
    )


def _set(
    exercise: Exercise, set_id: str, queries: list[VisibleQuery], file: bytes, *, first: bool
) -> SetShown:
    address = f"/lessons/{exercise.id}/queries.json"
    values = [_values(exercise, query) for query in queries]
    columns = tuple(dict.fromkeys(name for each in values for name in each))
    return SetShown(
        id=set_id,
        count=plural(len(queries), "visible query", "visible queries"),
        columns=columns,
        rows=tuple(
            RowShown(
                id=query.id,
                title=inline(exercise.check(query.check).title),
                segment=query.segment,
                note=query.note,
                values=tuple(map(each.get, columns)),
            )
            for query, each in zip(queries, values, strict=True)
        ),
        raw=_raw(file),
        address=address if first else f"{address}?set={set_id}",
    )


def _values(exercise: Exercise, query: VisibleQuery) -> dict[str, str]:
    """Each argument as the first function that takes it gets it, constants included."""
    given: dict[str, JsonValue] = {**exercise.constants, **query.arguments}
    found: dict[str, str] = {}
    for function in exercise.functions:
        found = dict(written(function, given)) | found
    rest = {name: value for name, value in given.items() if name not in found}
    return found | dict(written(None, rest))


def _raw(file: bytes) -> str:
    """One record a line, and every letter as itself."""
    records = (json.dumps(record, ensure_ascii=False) for record in json.loads(file))
    return "[\n  " + ",\n  ".join(records) + "\n]"
