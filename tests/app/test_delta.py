"""What changed between two attempts: every cell once, and the same story from either side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import rules
from app.delta import Change, delta
from grader import CellView, Half, Mark, Verdict, View
from tests.app.test_rules import NOON, attempt

CHECKS = ["hits", "misses", "repeats"]
FUNCTIONS = ["recall", "precision"]
FAILED: list[Verdict | Mark] = [
    Verdict.WRONG_ANSWER,
    Verdict.RAISED,
    Verdict.NOT_RUN,
    Mark.WRONG,
    Mark.STOPPED,
]


def cell(check: str, function: str, verdict: Verdict | Mark, *, held: bool = False) -> CellView:
    return CellView(
        check=check,
        half=Half.CORE,
        title=check,
        hint="",
        function=function,
        visible=verdict if isinstance(verdict, Verdict) else Verdict.PASSED,
        hidden=Mark.PASSED if verdict is Verdict.PASSED else Mark.WRONG,
        verdict=verdict,
        points=1.0 if verdict is Verdict.PASSED and not held else 0.0,
        max_points=1.0,
        needs_core=held,
    )


def view(*cells: CellView, score: float | None = None) -> View:
    return View(
        exercise="metrics",
        verdict=Verdict.PASSED,
        score=sum(each.points or 0 for each in cells) if score is None else score,
        core=0.0,
        edge=0.0,
        cells=cells,
        diagnosis=(),
        queries=(),
        scripts=(),
        load=None,
        trouble=None,
        printed="",
        digests={},
        interpreter="3.11",
    )


@st.composite
def views(draw: st.DrawFn, *, all_cells: bool = False) -> View:
    places = [(check, function) for check in CHECKS for function in FUNCTIONS]
    kept = places if all_cells else draw(st.lists(st.sampled_from(places), unique=True))
    outcomes: list[Verdict | Mark] = [*FAILED, *[Verdict.PASSED] * len(FAILED)]
    verdicts = st.sampled_from(outcomes)
    cells = []
    for check, function in kept:
        verdict = draw(verdicts)
        held = verdict is Verdict.PASSED and draw(st.booleans())
        cells.append(cell(check, function, verdict, held=held))
    return view(*cells)


@given(views(), views())
def test_every_cell_of_the_later_attempt_has_one_change(before: View, after: View) -> None:
    found = delta(before, after)
    assert list(found.changes) == [(each.check, each.function) for each in after.cells]
    assert sum(found.count(each) for each in Change) == len(after.cells)


@given(views())
def test_nothing_changes_from_an_attempt_to_itself(same: View) -> None:
    found = delta(same, same)
    assert set(found.changes.values()) <= {Change.SAME}
    assert found.points == 0


@given(views(all_cells=True), views(all_cells=True))
def test_from_the_other_side_fixed_is_broken(before: View, after: View) -> None:
    there, back = delta(before, after), delta(after, before)
    turned = {Change.FIXED: Change.BROKEN, Change.BROKEN: Change.FIXED, Change.SAME: Change.SAME}
    assert {place: turned[each] for place, each in there.changes.items()} == back.changes
    assert there.points == -back.points


@given(views(all_cells=True), views(all_cells=True))
def test_the_score_moves_by_what_was_fixed_and_broken(before: View, after: View) -> None:
    found = delta(before, after)
    assert found.points == found.count(Change.FIXED) - found.count(Change.BROKEN)


@given(views(all_cells=True), views(all_cells=True), views(all_cells=True))
def test_two_steps_say_no_more_than_one(first: View, second: View, third: View) -> None:
    one, two, both = delta(first, second), delta(second, third), delta(first, third)
    for place, change in both.changes.items():
        steps = {one.changes[place], two.changes[place]} - {Change.SAME}
        assert (change is Change.SAME) == (len(steps) != 1)
        assert change is Change.SAME or steps == {change}


@given(views(), views())
def test_only_a_cell_that_was_not_there_is_new(before: View, after: View) -> None:
    known = {(each.check, each.function) for each in before.cells}
    for place, change in delta(before, after).changes.items():
        assert (change is Change.NEW) == (place not in known)


def test_three_attempts_say_what_each_one_did() -> None:
    passed, wrong = Verdict.PASSED, Verdict.WRONG_ANSWER
    first = view(cell("hits", "recall", passed), cell("misses", "recall", wrong))
    second = view(cell("hits", "recall", wrong), cell("misses", "recall", passed))
    third = view(cell("hits", "recall", passed), cell("misses", "recall", passed))
    assert list(delta(first, second).changes.values()) == [Change.BROKEN, Change.FIXED]
    assert list(delta(second, third).changes.values()) == [Change.FIXED, Change.SAME]
    assert list(delta(first, third).changes.values()) == [Change.SAME, Change.FIXED]
    assert delta(first, third).points == 1


def test_a_cell_that_waits_for_its_core_check_is_not_fixed() -> None:
    before = view(cell("repeats", "recall", Mark.WRONG))
    held = view(cell("repeats", "recall", Verdict.PASSED, held=True))
    earned = view(cell("repeats", "recall", Verdict.PASSED))
    assert delta(before, held).changes == {("repeats", "recall"): Change.SAME}
    assert delta(held, earned).changes == {("repeats", "recall"): Change.FIXED}


def test_an_attempt_is_compared_with_graded_ones_before_it() -> None:
    attempts = [attempt(1, "70"), attempt(2, None), attempt(3, "40"), attempt(4, "90")]
    assert rules.earlier(attempts, 1) == []
    assert rules.earlier(attempts, 3) == [attempts[0]]
    assert rules.earlier(attempts, 4) == [attempts[0], attempts[2]]
    assert rules.best(rules.earlier(attempts, 4)) is attempts[0]


@pytest.mark.parametrize("score", [None, 0.0, 99.99])
def test_the_solution_is_never_shown_before_every_point_is_earned(score: float | None) -> None:
    almost = view().model_copy(update={"score": score})
    assert not rules.may_see_solution(almost, due=None, now=NOON, opened=True)
    assert not rules.may_see_solution(almost, due=NOON, now=NOON, opened=True)


def test_with_every_point_the_solution_waits_for_the_due_time_only() -> None:
    full = view(score=100.0)
    later = NOON.replace(hour=13)
    assert rules.may_see_solution(full, due=None, now=NOON)
    assert not rules.may_see_solution(full, due=later, now=NOON)
    assert rules.may_see_solution(full, due=later, now=NOON, opened=True)
    assert rules.may_see_solution(full, due=later, now=later)
