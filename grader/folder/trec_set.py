"""Reads a query set from a TREC pair: labels (qrels) and a ranking (run file)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.exercise import Exercise, Shape
from grader.folder.document import sent_text
from grader.folder.problems import Problems, quoted
from grader.folder.rows import PlacedRow, Row, argument_shapes, finished_set
from grader.query_set import QuerySet, SetLabel


@dataclass(frozen=True)
class TrecFile:
    """The bytes of one of the two files, and the name that problems are said to be in."""

    content: bytes
    path: Path


@dataclass(frozen=True)
class TrecArguments:
    """Which argument gets what; those that the exercise does not have are left out.

    A document is relevant from the grade `relevant_from` on.
    """

    retrieved: str = "retrieved"
    relevant: str = "relevant"
    graded: str = "graded"
    relevant_from: int = 1


@dataclass(frozen=True)
class _Ranked:
    document: str
    score: float


@dataclass
class _Topic:
    """What both files say of one query; `line` is where the labels first name it."""

    line: int
    grades: dict[str, int] = field(default_factory=dict)
    ranking: list[_Ranked] = field(default_factory=list)


def read_trec_set(
    qrels: TrecFile,
    run: TrecFile,
    exercise: Exercise,
    label: SetLabel,
    *,
    check: str,
    arguments: TrecArguments = TrecArguments(),
) -> QuerySet:
    """The queries of the labels, in their order, each for `check`. Raises ContentErrors.

    Retrieved are the run's documents by score, best first, and of equal scores the smaller id
    first (trec_eval takes the larger one); the run's own ranks do not count. A query that the run
    leaves out got nothing back. Grades below 0 count as 0, as they do for trec_eval.
    """
    problems = Problems()
    topics: dict[str, _Topic] = {}
    _read_labels(qrels, topics, problems)
    _read_ranking(run, topics, problems)
    shapes = argument_shapes(exercise)
    rows = [
        PlacedRow(topic.line, Row(query, check, _arguments(topic, shapes, arguments)))
        for query, topic in topics.items()
    ]
    return finished_set(rows, exercise, problems, qrels.path, label)


def _read_labels(file: TrecFile, topics: dict[str, _Topic], problems: Problems) -> None:
    """Lines of `query iteration document grade`."""
    for line, (query, _, document, grade) in _lines(file, 4, "query 0 document grade", problems):
        grades = topics.setdefault(query, _Topic(line)).grades
        try:
            value = int(grade[:20])
        except ValueError:
            problems.add(file.path, line, f"the grade {quoted(grade)} is no whole number")
            continue
        if document in grades:
            problems.add(
                file.path, line, f"{quoted(document)} has a grade for {quoted(query)} already"
            )
        grades[document] = max(value, 0)


def _read_ranking(file: TrecFile, topics: Mapping[str, _Topic], problems: Problems) -> None:
    """Lines of `query Q0 document rank score tag`."""
    seen: set[tuple[str, str]] = set()
    shape = "query Q0 document rank score tag"
    for line, (query, _, document, _, score, _) in _lines(file, 6, shape, problems):
        value = _finite(score)
        if value is None:
            problems.add(file.path, line, f"the score {quoted(score)} is no finite number")
        elif query not in topics:
            problems.add(file.path, line, f"the query {quoted(query)} has no labels")
        elif (query, document) in seen:
            problems.add(
                file.path, line, f"{quoted(document)} is ranked for {quoted(query)} already"
            )
        else:
            topics[query].ranking.append(_Ranked(document, value))
        seen.add((query, document))


def _lines(
    file: TrecFile, fields: int, shape: str, problems: Problems
) -> Iterator[tuple[int, list[str]]]:
    text = sent_text(file.content, file.path, problems)
    for line, row in enumerate((text or "").split("\n"), start=1):
        cells = row.split()
        if len(cells) == fields:
            yield line, cells
        elif cells:
            problems.add(file.path, line, f"has {len(cells)} fields; needed are: {shape}")


def _finite(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _arguments(topic: _Topic, shapes: Mapping[str, Shape], names: TrecArguments) -> dict[str, Any]:
    ranking = sorted(topic.ranking, key=lambda each: (-each.score, each.document))
    relevant = [each for each, grade in topic.grades.items() if grade >= names.relevant_from]
    found: dict[str, Any] = {
        names.retrieved: [each.document for each in ranking],
        names.relevant: relevant,
        names.graded: [[document, grade] for document, grade in topic.grades.items()],
    }
    return {name: value for name, value in found.items() if name in shapes}
