"""A grade as text for a terminal."""

import json
from collections.abc import Iterable, Iterator

from grader.exercise import SCRIPT
from grader.query_result import QueryResult, ScriptResult
from grader.result import CellView, Diagnosis, View
from grader.verdict import Verdict
from grader.words import about_query, about_script, about_view

INPUT = 300
"""The longest input that is shown, in characters."""

HALVES = {"core": "core", "edge": "harder"}


def table(view: View, source: bytes) -> str:
    """Score, cells, diagnosis and what failed, in that order."""
    parts = [
        _head(view, source),
        _cells(view.cells),
        "\n".join(_hints(view.cells)),
        "\n".join(map(_diagnosis, view.diagnosis)),
        "\n\n".join(_failures(view, source)),
    ]
    return "\n\n".join(part for part in parts if part)


def _head(view: View, source: bytes) -> str:
    if view.score is None:
        score = "A try on visible data: no score."
    else:
        score = f"Score {view.score:.2f} of 100: core {view.core:.2f}, harder {view.edge:.2f}."
    return f"{view.exercise}\n{score}\n{about_view(view, source)}"


def _cells(cells: Iterable[CellView]) -> str:
    rows = [("half", "check", "function", "visible", "hidden", "points")]
    rows += [
        (
            HALVES[cell.half],
            cell.check,
            cell.function,
            cell.visible or "-",
            cell.hidden or "-",
            _points(cell),
        )
        for cell in cells
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _points(cell: CellView) -> str:
    if cell.points is None:
        return f"of {cell.max_points:.2f}"
    reason = "  (needs the core of this function)" if cell.needs_core else ""
    return f"{cell.points:.2f} of {cell.max_points:.2f}{reason}"


def _hints(cells: Iterable[CellView]) -> Iterator[str]:
    failed = {cell.check: cell for cell in cells if cell.verdict != Verdict.PASSED and cell.hint}
    for cell in failed.values():
        if cell.visible or cell.hidden:
            yield f"{cell.check}: {cell.hint}"


def _diagnosis(diagnosis: Diagnosis) -> str:
    looks = ", or like ".join(diagnosis.titles)
    cures = " ".join(dict.fromkeys(diagnosis.cures))
    return f"{diagnosis.function}: This looks like {looks}. {cures}"


def _failures(view: View, source: bytes) -> Iterator[str]:
    if view.load is not None:
        yield from filter(None, [_printed(view.printed)])
        return
    for query in view.queries:
        if query.verdict is not Verdict.PASSED:
            yield "\n".join(_query(query, source))
    for script in view.scripts:
        if script.verdict is not Verdict.PASSED:
            yield "\n".join(_script(script, source))


def _query(query: QueryResult, source: bytes) -> Iterator[str]:
    values = ", ".join(f"{name}={json.dumps(value)}" for name, value in query.input.items())
    shown = values if len(values) <= INPUT else f"{values[:INPUT]}…"
    yield f"{query.set} {query.id}: {query.function}({shown})"
    sentence = about_query(query, source)
    yield f"  {query.verdict}: {sentence}"
    if query.returned is not None and query.returned not in sentence:
        yield f"  returned {query.returned}"
    if query.expected is not None and query.expected not in sentence:
        yield f"  expected {query.expected}"
    if query.printed:
        yield _printed(query.printed)


def _script(script: ScriptResult, source: bytes) -> Iterator[str]:
    yield f"{script.set} {script.check}: {SCRIPT}"
    yield f"  {script.verdict}: {about_script(script, source)}"
    if script.printed:
        yield _printed(script.printed)


def _printed(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(["  printed", *(f"    {line}" for line in lines)]) if lines else ""
