"""Values are shown as they are typed, bounded and the same on every run."""

from decimal import Decimal
from fractions import Fraction

import pytest

from grader.notation import SHOWN, notation
from grader.sandbox.outcome import Opaque


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (0.1, "0.1"),
        (float("nan"), "nan"),
        ("a'b", '"a\'b"'),
        ([1, "a", (2,), ()], "[1, 'a', (2,), ()]"),
        (frozenset({"b", "a", 3}), "{'a', 'b', 3}"),
        (frozenset(), "set()"),
        ({"k": {1: frozenset({2})}}, "{'k': {1: {2}}}"),
        (Fraction(1, 3), "Fraction(1, 3)"),
        (Decimal("0.10"), "Decimal('0.10')"),
        (Opaque("generator"), "<generator object>"),
        ([Opaque("Thing")], "[<Thing object>]"),
        ("\x1b[31m\u202e", "'\\x1b[31m\\u202e'"),
    ],
)
def test_a_value_is_written_as_it_is_typed(value: object, text: str) -> None:
    assert notation(value) == text


def test_a_long_value_is_cut_with_a_mark() -> None:
    text = notation("x" * 5000)
    assert len(text) < SHOWN + 40
    assert text.endswith("… (5,002 characters)")
