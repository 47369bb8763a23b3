"""What comes out of a process costs the trusted side no more than it is worth: reading it is quick,
and the time until it came is paid by the function that took it.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.decode import ALIKE, Garbled, decode
from grader.sandbox.encode import TooLarge, encode
from grader.sandbox.outcome import Kind
from grader.sandbox.wire import DECIMAL_TEXT
from tests.grader.by_hand import ask, calls, kinds, observe, of

HASH_MODULUS = 2**61 - 1
"""Python's hash of a number is what this leaves over."""


def hashed_alike(count: int) -> list[list[Any]]:
    """Different numbers with one hash."""
    return [["int", number * HASH_MODULUS] for number in range(1, count + 1)]


def as_set(elements: list[list[Any]]) -> list[Any]:
    return ["set", elements]


def as_keys(elements: list[list[Any]]) -> list[Any]:
    return ["dict", [[element, ["int", 0]] for element in elements]]


def within(elements: list[list[Any]]) -> list[Any]:
    return ["list", [["set", [["tuple", [element]] for element in elements]]]]


@pytest.mark.parametrize("shape", [as_set, as_keys, within])
def test_numbers_that_hash_alike_are_not_put_into_one_set(
    shape: Callable[[list[list[Any]]], list[Any]],
) -> None:
    decode(shape(hashed_alike(ALIKE)))
    with pytest.raises(Garbled):
        decode(shape(hashed_alike(ALIKE + 1)))


def test_a_decimal_has_no_more_digits_than_an_integer() -> None:
    longest = Decimal("-0." + "7" * 4300)
    assert decode(encode(longest)) == longest
    with pytest.raises(TooLarge):
        encode(Decimal("7" * (DECIMAL_TEXT + 1)))
    with pytest.raises(Garbled):
        decode(["decimal", "7" * (DECIMAL_TEXT + 1)])


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "returned",
    [
        "[number / 3 for number in range(9_999)]",
        "['x' * 100] * 5_000",
        "'\\u20ac' * 60_000",
        "Decimal('0.' + '7' * 60_000)",
    ],
)
def test_a_value_over_the_cap_is_no_crash(returned: str, sandbox: Sandbox) -> None:
    outcome = ask(sandbox, f"from decimal import Decimal\ndef f(): return {returned}\n", "f")
    assert outcome.kind is Kind.OUTPUT_LIMIT


@pytest.mark.sandbox
def test_nonsense_that_comes_late_is_paid_for(sandbox: Sandbox) -> None:
    source = (
        "import os, time\n"
        "def bad():\n"
        "    time.sleep(0.2)\n"
        "    os.write(3, bytes([255]) * 8)\n"
        "    time.sleep(60)\n"
        "def good(): return 1\n"
    )
    asked = calls("bad good", 12)
    limits = Limits(cpu_seconds=1.0, wall_seconds=5.0, function_wall_seconds=1.0)
    observation = observe(sandbox, source, *asked, limits=limits)
    bad = kinds(of(observation, asked, "bad"))
    assert 1 <= bad.count(Kind.CRASHED) <= 6
    assert bad[6:] == [Kind.NOT_RUN] * 6
    assert kinds(of(observation, asked, "good")) == [Kind.VALUE] * 12
