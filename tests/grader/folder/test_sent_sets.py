"""Query sets as CSV and as TREC pairs: the same values as JSON, the same list of problems."""

from pathlib import Path

import pytest

from grader.exercise import Exercise
from grader.folder import (
    TrecArguments,
    TrecFile,
    read_csv_set,
    read_edition,
    read_exercise,
    read_trec_set,
)
from grader.query_set import QuerySet, SetLabel
from tests.grader.folder.lesson import LessonOnDisk, problems_of

LABEL = SetLabel("sent", "Sent in")
SENT = Path("sent.csv")
EXERCISES = Path(__file__).parents[3] / "exercises" / "retrieval-evaluation"


@pytest.fixture
def share(lesson: LessonOnDisk) -> Exercise:
    return read_exercise(lesson.folder)


def csv_set(text: str, exercise: Exercise) -> QuerySet:
    return read_csv_set(text.encode(), exercise, LABEL, path=SENT)


CSV_FAULTS = {
    "nothing": ("", None, "holds no queries"),
    "only a header": ("id,check,words,wanted\n", None, "holds no queries"),
    "a column misspelt": (
        "id,check,word,wanted\n",
        1,
        'unknown column "word"; did you mean "words"?',
    ),
    "a column twice": (
        "id,check,words,wanted,wanted\n",
        1,
        'the column "wanted" stands here twice',
    ),
    "no check": ("id,words,wanted\na,b,1\n", 1, 'the column "check" is missing'),
    "a cell too few": (
        "id,check,words,wanted\nq1,counts,a b\n",
        2,
        "has 3 cells, and the header has 4",
    ),
    "no JSON": ("id,check,words,wanted\nq1,counts,a b,abc\n", 2, '"wanted": "abc" is no JSON'),
    "NaN": (
        "id,check,words,wanted\nq1,counts,a b,NaN\n",
        2,
        '"wanted": NaN is not a finite number',
    ),
    "a bad list": ('id,check,words,wanted\nq1,counts,"[""a"",]",1\n', 2, '"words": '),
    "no such check": ("id,check,words,wanted\n\nq1,count,a b,1\n", 3, 'unknown check "count"'),
    "an id twice": (
        "id,check,words,wanted\nq1,counts,a,1\nq1,counts,a,1\n",
        3,
        'the id "q1" stands here a second time',
    ),
    "an argument left out": ("id,check,words,wanted\nq1,counts,a b,\n", 2, '"wanted" is missing'),
    "an open quote": ('id,check,words,wanted\nq1,counts,"a b,1\n', 2, "no CSV: "),
    "a line after a cell of two lines": (
        'id,check,words,wanted,note\nq1,counts,a,1,"two\nlines"\nq2,count,a,1,x\n',
        4,
        'unknown check "count"',
    ),
}


@pytest.mark.parametrize(("text", "line", "message"), CSV_FAULTS.values(), ids=CSV_FAULTS.keys())
def test_a_fault_of_csv_is_told_with_its_line(
    share: Exercise, text: str, line: int | None, message: str
) -> None:
    found = problems_of(lambda: csv_set(text, share))
    assert [each.line for each in found if message in each.message] == [line]
    assert all(each.path == SENT for each in found)


def test_bytes_that_are_no_text_are_refused(share: Exercise) -> None:
    (problem,) = problems_of(lambda: read_csv_set(b"id\n\xff", share, LABEL, path=SENT))
    assert problem.line == 2


def test_csv_gives_the_same_queries_as_json(share: Exercise) -> None:
    text = (
        "id,check,words,wanted,segment,note\r\n"
        'q1,counts,"[""a"", 1, ""b c""]","""a""",short,\r\n'
        "q2,counts,a b  c,2,,why\r\n"
        "q3,empty-list,,null,,\r\n"
    )
    q1, q2, q3 = csv_set(text, share).queries
    assert q1.arguments == {"words": ["a", 1, "b c"], "wanted": "a"}
    assert (q1.segment, q1.note) == ("short", None)
    assert q2.arguments == {"words": ["a", "b", "c"], "wanted": 2}
    assert (q2.segment, q2.note) == (None, "why")
    assert q3.arguments == {"words": [], "wanted": None}


def test_an_empty_cell_leaves_a_constant_alone() -> None:
    exercise = read_edition(EXERCISES / "recall-precision-mrr").exercise
    first, second = csv_set(
        "id,check,retrieved,relevant,k\nq1,several-hits,a b,b,\nq2,any-k,,b,1\n", exercise
    ).queries
    assert first.arguments == {"retrieved": ["a", "b"], "relevant": ["b"]}
    assert second.arguments == {"retrieved": [], "relevant": ["b"], "k": 1}


QRELS = """\
q1 0 doc-a 3
q1 0 doc-b 0
q1 0 doc-c -2
q2 0 doc-a 1
"""
RUN = """\
q1 Q0 doc-b 1 0.5 tag
q1 Q0 doc-z 2 0.25 tag
q1 Q0 doc-a 3 0.5 tag
q1 Q0 doc-y 4 2e1 tag
"""


def trec_set(qrels: str, run: str, exercise: Exercise, check: str) -> QuerySet:
    return read_trec_set(
        TrecFile(qrels.encode(), Path("qrels")),
        TrecFile(run.encode(), Path("run")),
        exercise,
        LABEL,
        check=check,
    )


def test_a_trec_pair_gives_graded_labels_and_the_ranking_by_score() -> None:
    exercise = read_edition(EXERCISES / "ndcg").exercise
    q1, q2 = trec_set(QRELS, RUN, exercise, "gains").queries
    assert q1.arguments == {
        "retrieved": ["doc-y", "doc-a", "doc-b", "doc-z"],
        "graded": [["doc-a", 3], ["doc-b", 0], ["doc-c", 0]],
    }
    assert q2.arguments == {"retrieved": [], "graded": [["doc-a", 1]]}
    assert {q1.check, q2.check} == {"gains"}


def test_a_trec_pair_gives_binary_labels_where_the_exercise_wants_them() -> None:
    exercise = read_edition(EXERCISES / "recall-precision-mrr").exercise
    q1, _ = trec_set(QRELS, RUN, exercise, "several-hits").queries
    assert q1.arguments == {
        "retrieved": ["doc-y", "doc-a", "doc-b", "doc-z"],
        "relevant": ["doc-a"],
    }


def test_the_grade_that_counts_as_relevant_can_be_said() -> None:
    exercise = read_edition(EXERCISES / "recall-precision-mrr").exercise
    found = read_trec_set(
        TrecFile(QRELS.encode(), Path("qrels")),
        TrecFile(RUN.encode(), Path("run")),
        exercise,
        LABEL,
        check="several-hits",
        arguments=TrecArguments(relevant_from=4),
    )
    assert found.queries[0].arguments["relevant"] == []


TREC_FAULTS = {
    "labels: a field too few": ("q1 0 doc-a\n", RUN, "qrels", 1, "has 3 fields"),
    "labels: no grade": (
        "q1 0 doc-a high\n",
        "",
        "qrels",
        1,
        'the grade "high" is no whole number',
    ),
    "labels: a document twice": (
        "q1 0 doc-a 1\nq1 0 doc-a 2\n",
        "",
        "qrels",
        2,
        '"doc-a" has a grade for "q1" already',
    ),
    "labels: nothing": ("", "", "qrels", None, "holds no queries"),
    "run: a field too many": (QRELS, "q1 Q0 d 1 0.5 tag x\n", "run", 1, "has 7 fields"),
    "run: no score": (
        QRELS,
        "q1 Q0 d 1 nan tag\n",
        "run",
        1,
        'the score "nan" is no finite number',
    ),
    "run: a document twice": (
        QRELS,
        "\nq1 Q0 d 1 2 tag\nq1 Q0 d 2 1 tag\n",
        "run",
        3,
        '"d" is ranked for "q1" already',
    ),
    "run: a query without labels": (
        QRELS,
        "q9 Q0 d 1 2 tag\n",
        "run",
        1,
        'the query "q9" has no labels',
    ),
}


@pytest.mark.parametrize(
    ("qrels", "run", "name", "line", "message"), TREC_FAULTS.values(), ids=TREC_FAULTS.keys()
)
def test_a_fault_of_a_trec_pair_is_told_with_its_file_and_line(
    qrels: str, run: str, name: str, line: int | None, message: str
) -> None:
    exercise = read_edition(EXERCISES / "ndcg").exercise
    found = problems_of(lambda: trec_set(qrels, run, exercise, "gains"))
    places = [(str(each.path), each.line) for each in found if message in each.message]
    assert places == [(name, line)]


def test_an_unknown_check_is_told_for_each_query() -> None:
    exercise = read_edition(EXERCISES / "ndcg").exercise
    found = problems_of(lambda: trec_set(QRELS, RUN, exercise, "gain"))
    assert [each.line for each in found] == [1, 4]
