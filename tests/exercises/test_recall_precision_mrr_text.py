"""The first lesson's text, quiz and task tell no wrong number and announce what is hidden."""

import json
import re
import runpy
import tomllib
from pathlib import Path

import pytest

LESSON = Path(__file__).parents[2] / "exercises/retrieval-evaluation/recall-precision-mrr"
REFERENCE = runpy.run_path(str(LESSON / "reference.py"))
recall_at_k = REFERENCE["recall_at_k"]
precision_at_k = REFERENCE["precision_at_k"]
reciprocal_rank = REFERENCE["reciprocal_rank"]


def test_only_hidden_data_has_an_empty_result_and_the_task_says_so() -> None:
    lesson = tomllib.loads((LESSON / "lesson.toml").read_text())
    title = next(check["title"] for check in lesson["checks"] if check["id"] == "nothing-returned")

    assert all(_returned("visible.json"))
    assert not all(_returned("hidden.json"))
    assert title in _section("task")


def test_worked_example_tells_the_right_numbers() -> None:
    rows = [
        _cells(line) for line in _section("worked-example").splitlines() if line.startswith("| `")
    ]
    metrics = [
        (
            recall_at_k(retrieved, relevant, 3),
            precision_at_k(retrieved, relevant, 3),
            reciprocal_rank(retrieved, relevant),
        )
        for retrieved, relevant in ((_ids(row[0]), set(_ids(row[1]))) for row in rows)
    ]
    averages = [sum(column) / len(metrics) for column in zip(*metrics, strict=True)]
    (average,) = (line for line in _section("worked-example").splitlines() if "*average*" in line)

    assert len(rows) == 3
    assert [row[2:] for row in rows] == [[f"{value:.4f}" for value in row] for row in metrics]
    assert _cells(average)[2:] == [f"{value:.4f}" for value in averages]


def test_quiz_answers_follow_from_the_reference() -> None:
    quiz = tomllib.loads((LESSON / "quiz.toml").read_text())["questions"]
    answers = {row["id"]: row["answer"] for row in quiz if row["kind"] == "number"}
    two = (["xx", "aa"], {"aa", "bb", "cc"})
    ranked = [["aa"], ["xx", "aa"], ["xx", "yy", "zz", "aa"], ["xx"]]
    ranks = [reciprocal_rank(retrieved, {"aa"}) for retrieved in ranked]

    assert answers == {
        "precision-of-two": pytest.approx(precision_at_k(*two, 5)),
        "recall-of-two": pytest.approx(recall_at_k(*two, 5), abs=1e-4),
        "mrr-with-a-miss": pytest.approx(sum(ranks) / len(ranks)),
    }


def _returned(name: str) -> list[list[str | int]]:
    queries = json.loads((LESSON / "queries" / name).read_text())["queries"]
    return [query["retrieved"] for query in queries]


def _section(section: str) -> str:
    """The text of the lesson between the heading with this id and the next heading."""
    text = (LESSON / "lesson.md").read_text()
    return text.split(f"{{#{section}}}\n", 1)[1].split("\n## ", 1)[0]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _ids(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)
