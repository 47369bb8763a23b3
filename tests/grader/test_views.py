"""A learner's view of a grade says no more of hidden data than marks, points, hints and a cure."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exercise import Half
from grader.query_result import QueryResult, ScriptResult, Trouble
from grader.result import CellResult, Diagnosis, Digests, Grade, learner_view, staff_view
from grader.verdict import Mark, Verdict

CANARY = "canary"
VERDICTS = st.sampled_from(Verdict)
LOADS = st.sampled_from([Verdict.SYNTAX_ERROR, Verdict.LOAD_FAILED, Verdict.TIME_LIMIT])


def query(*, visible: bool, word: str, verdict: Verdict = Verdict.RAISED) -> QueryResult:
    return QueryResult(
        set=f"set {word}",
        visible=visible,
        id=f"id {word}",
        check="plain",
        function="share",
        input={word: [word]},
        returned=f"returned {word}",
        expected=f"expected {word}",
        verdict=verdict,
        printed=f"printed {word}",
        trouble=Trouble(name=f"Error {word}", message=f"message {word}", text=word),
        rounded=True,
        seconds=0.25,
    )


def script(*, visible: bool, word: str, verdict: Verdict = Verdict.RAISED) -> ScriptResult:
    return ScriptResult(
        set=f"set {word}",
        visible=visible,
        check="script",
        printed=f"printed {word}",
        expected=(f"expected {word}",),
        missing=(f"missing {word}",),
        verdict=verdict,
        trouble=Trouble(name=f"Error {word}", message=f"message {word}"),
        seconds=1.5,
    )


def cell(visible: Verdict | None, hidden: Verdict | None, points: int = 0) -> CellResult:
    known = [each for each in (visible, hidden) if each is not None]
    failed = [each for each in known if each is not Verdict.PASSED]
    return CellResult(
        check="plain",
        half=Half.CORE,
        title="works",
        hint="Divide.",
        function="share",
        visible=visible,
        hidden=hidden,
        verdict=failed[0] if failed else Verdict.PASSED if known else Verdict.NOT_RUN,
        points=Fraction(points),
        max_points=Fraction(50, 3),
    )


def grade(*cells: CellResult, word: str = CANARY, **others: Any) -> Grade:
    """A grade whose hidden data holds `word` wherever text can be."""
    failed = [each.verdict for each in cells if each.verdict is not Verdict.PASSED]
    values: dict[str, Any] = {
        "exercise": "shares",
        "verdict": failed[0] if failed else Verdict.PASSED,
        "score": Fraction(0),
        "core": Fraction(0),
        "edge": Fraction(0),
        "cells": cells,
        "queries": (query(visible=True, word="seen"), query(visible=False, word=word)),
        "scripts": (script(visible=True, word="seen"), script(visible=False, word=word)),
        "diagnosis": (),
        "digests": Digests(source="s" * 64, grader="g" * 64, edition=f"edition {word}"),
        "interpreter": "3.11",
        "near": 0.25,
    }
    return Grade(**(values | others))


CELLS = st.builds(cell, st.none() | VERDICTS, st.none() | VERDICTS, st.integers(0, 9))
GRADES = st.lists(CELLS, min_size=1, max_size=6)


@given(GRADES, st.none() | LOADS, st.booleans())
def test_nothing_that_stands_in_hidden_data_reaches_the_learner(
    cells: list[CellResult], load: Verdict | None, visible_only: bool
) -> None:
    whole = grade(*cells, load=load, visible_only=visible_only)
    assert CANARY in staff_view(whole).model_dump_json()
    assert CANARY not in learner_view(whole).model_dump_json()


@given(GRADES, st.data())
def test_grades_that_differ_only_behind_the_marks_look_the_same(
    cells: list[CellResult], data: st.DataObject
) -> None:
    others = []
    for each in cells:
        alike = [v for v in Verdict if each.hidden is not None and v.mark is each.hidden.mark]
        hidden = data.draw(st.sampled_from(alike)) if alike else None
        points = int(each.points)
        others.append(cell(each.visible, hidden, points))
    one = grade(*cells, word="one")
    other = grade(*others, word="other", near=0.9)
    assert learner_view(one).model_dump_json() == learner_view(other).model_dump_json()


@pytest.mark.parametrize(
    ("mark", "verdicts"),
    [
        (Mark.PASSED, "passed"),
        (Mark.WRONG, "wrong_answer wrong_type changed_input"),
        (Mark.STOPPED, "raised crashed time_limit memory_limit output_limit"),
        (Mark.NOT_RUN, "missing_function syntax_error load_failed not_run"),
    ],
)
def test_a_mark_stands_for_these_verdicts(mark: Mark, verdicts: str) -> None:
    assert {verdict for verdict in Verdict if verdict.mark is mark} == set(verdicts.split())


def test_the_verdict_is_the_mark_where_only_hidden_data_failed() -> None:
    view = learner_view(grade(cell(Verdict.PASSED, Verdict.TIME_LIMIT)))
    assert (view.verdict, view.cells[0].verdict) == (Mark.STOPPED, Mark.STOPPED)
    assert (view.cells[0].visible, view.cells[0].hidden) == (Verdict.PASSED, Mark.STOPPED)


def test_the_verdict_is_the_visible_one_where_visible_data_failed() -> None:
    view = learner_view(grade(cell(Verdict.TIME_LIMIT, Verdict.RAISED)))
    assert (view.verdict, view.cells[0].verdict) == (Verdict.TIME_LIMIT, Verdict.TIME_LIMIT)


def test_a_hidden_process_that_did_not_load_is_only_a_mark() -> None:
    view = learner_view(grade(cell(Verdict.PASSED, Verdict.LOAD_FAILED)))
    assert (view.verdict, view.load, view.trouble) == (Mark.NOT_RUN, None, None)


def test_the_first_failing_cell_gives_the_verdict() -> None:
    cells = (cell(None, Verdict.WRONG_TYPE), cell(Verdict.RAISED, None))
    assert learner_view(grade(*cells)).verdict == Mark.WRONG


def test_a_source_that_does_not_load_says_so_whatever_cell_comes_first() -> None:
    cells = (cell(None, Verdict.NOT_RUN), cell(Verdict.SYNTAX_ERROR, Verdict.NOT_RUN))
    view = learner_view(grade(*cells, load=Verdict.SYNTAX_ERROR))
    assert view.verdict == Verdict.SYNTAX_ERROR


def test_a_try_earns_no_points_and_cells_it_says_nothing_of_do_not_fail_it() -> None:
    view = learner_view(grade(cell(Verdict.PASSED, None), cell(None, None), visible_only=True))
    assert (view.score, view.core, view.edge) == (None, None, None)
    assert [each.points for each in view.cells] == [None, None]
    assert [each.verdict for each in view.cells] == [Verdict.PASSED, Verdict.NOT_RUN]
    assert view.verdict == Verdict.PASSED


def test_points_are_rounded_down_so_that_100_means_all() -> None:
    almost = Fraction(99_999, 1000)
    view = learner_view(grade(cell(None, Verdict.RAISED), score=almost))
    assert view.score == 99.99
    assert view.cells[0].max_points == 16.66


def test_learners_see_whole_seconds_rounded_up() -> None:
    view = learner_view(grade(cell(Verdict.RAISED, None)))
    assert [each.seconds for each in view.queries] == [1.0]
    assert [each.seconds for each in view.scripts] == [2.0]


def test_learners_keep_what_visible_data_shows_and_the_cure_that_hidden_data_told() -> None:
    told = Diagnosis(function="share", mistakes=("floor",), titles=("a //",), cures=("Use /.",))
    trouble = Trouble(name="SyntaxError", message="invalid syntax", line=3)
    view = learner_view(grade(cell(Verdict.RAISED, None), diagnosis=(told,), trouble=trouble))
    assert view.queries == (query(visible=True, word="seen").model_copy(update={"seconds": 1.0}),)
    assert (view.diagnosis, view.trouble) == ((told,), trouble)
    assert view.digests == {"source": "s" * 64, "grader": "g" * 64}


def test_staff_see_verdicts_queries_and_the_edition() -> None:
    view = staff_view(grade(cell(Verdict.PASSED, Verdict.TIME_LIMIT)))
    assert (view.verdict, view.cells[0].hidden) == (Verdict.TIME_LIMIT, Verdict.TIME_LIMIT)
    assert [each.visible for each in view.queries] == [True, False]
    assert view.digests["edition"] == f"edition {CANARY}"


@given(GRADES)
def test_a_stored_grade_is_read_back_as_it_was(cells: list[CellResult]) -> None:
    whole = grade(*cells, score=Fraction(100, 3))
    assert Grade.model_validate_json(whole.model_dump_json()) == whole


def test_the_document_carries_its_format_and_is_plain_json() -> None:
    document = json.loads(learner_view(grade(cell(Verdict.RAISED, None))).model_dump_json())
    assert document["format"] == 1
    assert set(document["cells"][0]) >= {
        *("check", "half", "function", "visible", "hidden", "verdict", "points", "max_points")
    }
