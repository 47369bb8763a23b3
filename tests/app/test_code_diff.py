"""Diffs that can be put together again, and scores as a picture whose numbers are also text."""

from hypothesis import given
from hypothesis import strategies as st

from app.attempts_page import attempts_shown
from app.code_diff import CONTEXT, MOST_LINES, LineKind, code_diff, lines_of
from app.score_chart import BOTTOM, MOST, TOP, WIDTH, Scored, height, score_chart
from tests.app.test_rules import attempt

SOURCES = st.lists(st.sampled_from(["a = 1", "b = 2", "", "    return c"])).map(
    lambda lines: "\n".join(lines).encode()
)


@given(SOURCES, SOURCES)
def test_the_newer_source_comes_out_of_the_older_one_and_the_diff(old: bytes, new: bytes) -> None:
    diff = code_diff(old, new)
    lines = lines_of(old)
    for line in reversed([line for group in diff.groups for line in group]):
        if line.kind is LineKind.REMOVED:
            assert line.old is not None
            assert lines[line.old - 1] == line.text
    removed = {each.old for group in diff.groups for each in group if each.new is None}
    kept = [text for number, text in enumerate(lines_of(old), start=1) if number not in removed]
    for group in diff.groups:
        for line in group:
            if line.kind is LineKind.ADDED:
                assert line.new is not None
                kept.insert(line.new - 1, line.text)
    assert kept == lines_of(new)


@given(SOURCES, SOURCES)
def test_numbers_are_those_of_the_lines(old: bytes, new: bytes) -> None:
    for group in code_diff(old, new).groups:
        for line in group:
            assert line.old is None or lines_of(old)[line.old - 1] == line.text
            assert line.new is None or lines_of(new)[line.new - 1] == line.text
            assert (line.kind is LineKind.KEPT) == (line.old is not None and line.new is not None)


@given(SOURCES)
def test_the_same_source_has_no_difference(source: bytes) -> None:
    assert code_diff(source, source).groups == ()


def test_far_apart_changes_are_groups_with_a_little_around_them() -> None:
    lines = [f"x{number} = {number}" for number in range(40)]
    other = ["changed", *lines[1:-1], "changed too"]
    diff = code_diff("\n".join(lines).encode(), "\n".join(other).encode())
    assert [len(group) for group in diff.groups] == [2 + CONTEXT, 2 + CONTEXT]
    assert diff.count(LineKind.ADDED) == diff.count(LineKind.REMOVED) == 2


def test_what_nobody_would_read_is_not_compared() -> None:
    diff = code_diff(b"x\n" * (MOST_LINES + 1), b"y")
    assert diff.too_long
    assert diff.groups == ()
    assert not code_diff(b"x\n" * MOST_LINES, b"y").too_long


def test_bytes_that_are_no_text_can_be_compared() -> None:
    assert code_diff(b"\xff\n", b"a\n").count(LineKind.REMOVED) == 1


def scored(*scores: float) -> list[Scored]:
    return [
        Scored(number, score, f"{score:g}", score == max(scores))
        for number, score in enumerate(scores, 1)
    ]


def test_one_attempt_makes_no_picture() -> None:
    assert score_chart(scored()) is None
    assert score_chart(scored(50)) is None


@given(st.lists(st.floats(0, 100), min_size=2, max_size=60, unique=True))
def test_every_attempt_lies_inside_and_higher_is_better(scores: list[float]) -> None:
    chart = score_chart(scored(*scores))
    assert chart is not None
    drawn = scores[-MOST:]
    assert chart.left_out == len(scores) - len(drawn)
    assert [dot.number for dot in chart.dots] == list(
        range(len(scores) - len(drawn) + 1, len(scores) + 1)
    )
    assert [dot.x for dot in chart.dots] == sorted({dot.x for dot in chart.dots})
    assert all(0 < dot.x < WIDTH and TOP <= dot.y <= BOTTOM for dot in chart.dots)
    assert all(dot.y == height(score) for dot, score in zip(chart.dots, drawn, strict=True))
    assert height(0) == BOTTOM > height(50) > height(100) == TOP


def test_the_title_says_what_the_picture_shows() -> None:
    chart = score_chart(scored(12.5, 100, 70))
    assert chart is not None
    assert chart.title == "Scores of attempts 1 to 3: 12.5, 100, 70; the best is attempt 2."


def test_the_list_says_how_far_each_attempt_came() -> None:
    attempts = [
        attempt(1, "50/3"),
        attempt(2, None),
        attempt(3, "100"),
        attempt(4, "100"),
        attempt(5, "40"),
    ]
    shown = attempts_shown(attempts)
    assert [row.change for row in shown.rows] == ["−60", "no change", "+83.34", None, None]
    assert shown.chart is not None
    assert shown.chart.title.endswith("16.66, 100, 100, 40; the best is attempt 4.")
