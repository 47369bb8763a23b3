"""What cells earn: 50 points a half, and nothing for constants."""

from collections.abc import Collection
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.exercise import SCRIPT, Cell, Check, Half
from grader.score import Score, max_points, score, shown

FUNCTIONS = ("recall", "precision")
HITS = Check("hits", Half.CORE, "counts", FUNCTIONS)
MISSES = Check("misses", Half.CORE, "scores 0", FUNCTIONS, weight=2)
EMPTY = Check("empty", Half.EDGE, "nothing came back", FUNCTIONS, weight=3)
PRINTS = Check("script", Half.CORE, "prints", (SCRIPT,))
PRINTS_ALL = Check("script-all", Half.EDGE, "prints all", (SCRIPT,))
CHECKS = (HITS, MISSES, EMPTY, PRINTS, PRINTS_ALL)
CELLS = tuple(Cell(check.id, name) for check in CHECKS for name in check.functions)
TELLING = {Cell("hits", "recall"), Cell("hits", "precision")}


def scored(passed: Collection[Cell]) -> Score:
    return score(CHECKS, passed, TELLING)


def test_nothing_passed_earns_nothing() -> None:
    assert scored(()).total == 0


def test_a_cell_that_is_not_declared_earns_nothing() -> None:
    assert scored({Cell("invented", "recall"), Cell("hits", "invented")}).total == 0


def test_everything_passed_earns_100() -> None:
    all_of = scored(CELLS)
    assert [all_of.core, all_of.edge, all_of.total] == [50, 50, 100]
    assert all_of.needs_core == frozenset()


def test_an_edge_cell_needs_a_telling_core_cell_of_its_function() -> None:
    edge, telling = Cell("empty", "recall"), Cell("hits", "recall")
    for core in ({Cell("misses", "recall")}, {Cell("hits", "precision")}, {Cell("script", SCRIPT)}):
        assert scored({edge, *core}).points[edge] == 0
        assert scored({edge, *core}).needs_core == {edge}
    paid = scored({edge, telling})
    assert paid.points[edge] == paid.max_points[edge] > 0
    assert paid.needs_core == frozenset()


def test_the_scripts_edge_cell_needs_its_core_cell() -> None:
    core, edge = Cell("script", SCRIPT), Cell("script-all", SCRIPT)
    assert scored({edge, *TELLING}).needs_core == {edge}
    assert scored({edge, core}).points[edge] > 0


def test_weights_share_a_half() -> None:
    most = max_points(CHECKS)
    assert most[Cell("misses", "recall")] == Fraction(50 * 2, 7)
    assert most[Cell("empty", "recall")] == Fraction(50 * 3, 7)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), 0.0),
        (Fraction(100), 100.0),
        (Fraction(100) - Fraction(1, 10**9), 99.99),
        (Fraction(200, 3), 66.66),
        (Fraction(29, 100), 0.29),
        (Fraction(57, 100), 0.57),
    ],
)
def test_points_are_shown_rounded_down(points: Fraction, text: float) -> None:
    assert shown(points) == text


names = st.sampled_from(["f", "g", "h"])
checks = st.lists(
    st.builds(
        Check,
        id=st.uuids().map(str),
        half=st.sampled_from(Half),
        title=st.just("t"),
        functions=st.lists(names, min_size=1, unique=True).map(tuple),
        weight=st.integers(1, 1000),
    ),
    min_size=2,
    max_size=6,
).filter(lambda each: {check.half for check in each} == set(Half))


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[Check], set[Cell], set[Cell]]:
    drawn = draw(checks)
    cells = [Cell(check.id, name) for check in drawn for name in check.functions]
    core = [
        cell for cell in cells if next(c for c in drawn if c.id == cell.check).half is Half.CORE
    ]
    return (
        drawn,
        draw(st.sets(st.sampled_from(cells))),
        draw(st.sets(st.sampled_from(core))),
    )


@given(checks)
def test_each_half_holds_50_points(drawn: list[Check]) -> None:
    most = max_points(drawn)
    for half in Half:
        cells = {Cell(c.id, name) for c in drawn if c.half is half for name in c.functions}
        assert sum(most[cell] for cell in cells) == 50


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_checks_changes_no_points(
    case: tuple[list[Check], set[Cell], set[Cell]], random: st.DataObject
) -> None:
    drawn, passed, telling = case
    shuffled = list(drawn)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert score(shuffled, passed, telling).points == score(drawn, passed, telling).points


@given(cases(), st.data())
def test_one_more_pass_never_lowers_anything(
    case: tuple[list[Check], set[Cell], set[Cell]], data: st.DataObject
) -> None:
    drawn, passed, telling = case
    cells = [Cell(check.id, name) for check in drawn for name in check.functions]
    more = passed | {data.draw(st.sampled_from(cells))}
    before, after = score(drawn, passed, telling), score(drawn, more, telling)
    assert all(after.points[cell] >= before.points[cell] for cell in cells)


@given(cases())
def test_only_a_whole_pass_is_shown_as_100(case: tuple[list[Check], set[Cell], set[Cell]]) -> None:
    drawn, passed, telling = case
    found = score(drawn, passed, telling)
    cells = {Cell(check.id, name) for check in drawn for name in check.functions}
    assert found.total == found.core + found.edge
    if shown(found.total) == 100:
        assert passed == cells


@given(cases())
def test_without_a_telling_core_pass_the_edge_half_is_0(
    case: tuple[list[Check], set[Cell], set[Cell]],
) -> None:
    drawn, passed, telling = case
    assert score(drawn, passed - telling, telling).edge == 0
