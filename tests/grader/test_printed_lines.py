"""Which of the reference's lines a script printed, and text that is made to be slow."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.compare import missing_lines

RIGHT = ("recall@3 0.6667", "precision@3 0.4444", "MRR 0.7500")


@pytest.mark.parametrize(
    "printed",
    [
        (),
        ("recall@3 0.6667", "precision@3 0.4444"),
        ("recall@3 0.6667", "MRR 0.7500", "precision@3 0.4444"),
        ("recall@5 0.6667", "precision@3 0.4444", "MRR 0.7500"),
        ("recall@3 0.66", "precision@3 0.4444", "MRR 0.7500"),
        ("Recall@3 0.6667", "precision@3 0.4444", "MRR 0.7500"),
        ("recall@3 0.6667 precision@3 0.4444 MRR 0.7500",),
        ("recall@3", "0.6667", "precision@3 0.4444", "MRR 0.7500"),
        ("recall@3 nan", "precision@3 0.4444", "MRR 0.7500"),
    ],
)
def test_wrong_lines_are_missed(printed: tuple[str, ...]) -> None:
    assert missing_lines(printed, RIGHT)


@pytest.mark.parametrize(
    "printed",
    [
        RIGHT,
        ("starting", *RIGHT, "done in 0.1 s"),
        ("recall@3 0.6667", "debug: [1, 2]", "", *RIGHT[1:]),
        ("recall@3 0.0", *RIGHT),
        ("recall@3   0.66666666", "precision@3 0.44444", "  MRR 0.75"),
        ("recall@3 .6667", "precision@3 4.444e-1", "MRR +0.75005"),
    ],
)
def test_right_lines_among_others_are_found(printed: tuple[str, ...]) -> None:
    assert missing_lines(printed, RIGHT) == ()


def test_only_what_is_missing_is_named() -> None:
    assert missing_lines(("recall@3 0.6667", "MRR 0.75"), RIGHT) == ("precision@3 0.4444",)


@pytest.mark.parametrize(
    ("printed", "right", "found"),
    [
        ("x 0.66665", "x 0.6667", True),
        ("x 0.66664", "x 0.6667", False),
        ("x 12", "x 12", True),
        ("x 13", "x 12", False),
        ("x -0.0000", "x 0.0000", True),
        ("x -0.5", "x 0.5", False),
        ("x 1e5", "x 100000", True),
        ("x 1.5e3", "x 1.4e3", False),
        ("x 50%", "x 50 %", True),
        ("x=0.5", "x = 0.5", False),
        ("x= 0.5", "x=0.5", True),
        ("version 1.2.3", "version 1.2.4", False),
        ("q01 0.5", "q1 0.5", False),
        ("[0.51, 1]", "[0.5, 1]", True),
        ("[0.5, 1]", "[0.51, 1]", False),
        ("[0.50, 1.0]", "[0.5, 1]", True),
        ("x 1e999999999", "x 1", False),
        ("x " + "9" * 5000, "x 1", False),
        ("x \u0661", "x 1", False),
        ("x \0", "x 1", False),
    ],
)
def test_numbers_are_held_to_the_digits_that_are_shown(
    printed: str, right: str, found: bool
) -> None:
    assert (missing_lines((printed,), (right,)) == ()) is found


@pytest.mark.parametrize(
    "text",
    [
        "1" * 65_000,
        "1." * 32_000,
        "-" * 65_000,
        "1e" * 32_000,
        "+1 " * 21_000,
        "." * 65_000,
        "é1" * 9_000,
    ],
)
def test_one_hostile_line_is_read_in_bounded_time(text: str) -> None:
    assert missing_lines((text,), ("x 0.5",)) == ("x 0.5",)


def test_many_hostile_lines_are_compared_in_bounded_time() -> None:
    right = tuple("0.5" for _ in range(3_000))
    assert len(missing_lines(("1",) * 30_000, right)) == 3_000


def test_printing_every_number_finds_none() -> None:
    printed = [f"mean {number / 100:.2f}" for number in range(101)]
    assert missing_lines(printed, ("mean 0.37",)) == ("mean 0.37",)


def test_numbers_on_the_way_to_the_right_ones_cost_nothing() -> None:
    on_the_way = [f"mean {number / 1000}" for number in range(1000)]
    assert missing_lines([*on_the_way, "mean 0.37"], ("mean 0.37",)) == ()
    right = tuple(f"mean {number / 7:.2f}" for number in range(50))
    assert missing_lines([*on_the_way, *right, *right], right) == ()


lines = st.lists(st.text("ab 01.e-\0\n@", max_size=12), max_size=8)


@given(lines, lines, lines)
def test_lines_are_found_among_any_others(
    before: list[str], right: list[str], after: list[str]
) -> None:
    assert missing_lines([*before, *right, *after], right) == ()


@given(lines, lines)
def test_an_added_line_never_makes_one_missing(printed: list[str], right: list[str]) -> None:
    if not missing_lines(printed, right):
        assert not missing_lines([*printed, "one more 1"], right)
        assert not missing_lines(["one more 1", *printed], right)


@given(st.fractions(0, 1), st.integers(1, 6))
def test_more_digits_than_the_reference_shows_are_right(value: Fraction, digits: int) -> None:
    shown = f"x {float(value):.{digits}f}"
    assert missing_lines((f"x {float(value):.{digits + 8}f}",), (shown,)) == ()
