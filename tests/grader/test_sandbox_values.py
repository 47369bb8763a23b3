"""What a function returned travels out of the sandbox as it is, whatever its class says of it."""

import json
import math
from collections import OrderedDict, defaultdict
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox.decode import Garbled, decode, parse
from grader.sandbox.encode import TooLarge, encode
from grader.sandbox.outcome import Opaque
from grader.sandbox.wire import DEPTH, INT_BITS, ITEMS, VALUE_BYTES

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXTS
    | st.fractions()
    | st.decimals(allow_nan=False, places=3),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
VALUES = st.recursive(
    HASHABLE | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=4)
        | st.sets(HASHABLE, max_size=4)
    ),
    max_leaves=20,
)


def through(value: object) -> object:
    """A value after its way out of the sandbox."""
    return decode(parse(json.dumps(encode(value)).encode()))


def same(one: Any, other: Any) -> bool:
    """Equal, of the same type, and so in every part."""
    if isinstance(one, set | frozenset):
        return isinstance(other, frozenset) and set(map(told, one)) == set(map(told, other))
    return told(one) == told(other)


def told(value: Any) -> str:
    """A text that differs where two values or their types do."""
    if isinstance(value, dict):
        pairs = [f"{told(key)}: {told(item)}" for key, item in value.items()]
        return f"dict {pairs}"
    if isinstance(value, set | frozenset):
        return f"set {sorted(map(told, value))}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__} {list(map(told, value))}"
    return f"{type(value).__name__} {value!r}"


@given(VALUES)
def test_a_value_comes_out_as_it_was(value: object) -> None:
    assert same(value, through(value))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.0, 5e-324, 0.1 + 0.2])
def test_every_float_comes_out_to_the_last_bit(value: float) -> None:
    came = through(value)
    assert isinstance(came, float)
    assert came.hex() == value.hex()


ASKED_FOR = """
eq ne lt le gt ge len iter next str repr bool getitem contains float int index abs format neg pos
complex round trunc reduce reduce_ex getattr sizeof length_hint reversed
""".split()


def hurts(*_: object) -> object:
    raise SystemExit


def lying(base: type) -> Any:
    """A class whose every method that could be asked for something hurts whoever asks."""
    named = ("items", "keys", "values", "numerator", "denominator", "as_tuple", "as_integer_ratio")
    methods = {f"__{name}__": hurts for name in ASKED_FOR} | dict.fromkeys(named, hurts)
    return type("Liar", (base,), {**methods, "__hash__": lambda _: 1})


@pytest.mark.parametrize(
    ("base", "value"),
    [
        (int, 7),
        (float, 0.5),
        (str, "really"),
        (list, [1, [2]]),
        (tuple, (1, (2,))),
        (dict, {"x": 1}),
        (set, {1}),
        (frozenset, frozenset({1})),
        (Fraction, Fraction(1, 3)),
        (Decimal, Decimal("1.5")),
    ],
)
def test_a_class_that_lies_is_read_as_its_base(base: type, value: Any) -> None:
    assert same(value, through(lying(base)(value)))


class Point(NamedTuple):
    x: int
    y: int


class Colour(IntEnum):
    RED = 1


def test_ordinary_subclasses_are_read_as_their_base() -> None:
    value = [OrderedDict(x=1), defaultdict(list, x=[2]), Point(1, 2), Colour.RED]
    assert through(value) == [{"x": 1}, {"x": [2]}, (1, 2), 1]


class _Named(type):
    __name__ = "float"
    __mro__ = property(lambda _: (float, object))

    def __hash__(cls) -> int:
        return hash(float)

    def __eq__(cls, other: object) -> bool:
        return True


class Really(metaclass=_Named):
    """Whose class says that it is `float`."""

    __class__ = float  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (object(), "object"),
        (b"bytes", "bytes"),
        (1j, "complex"),
        (range(3), "range"),
        ({}.items(), "dict_items"),
        pytest.param(Really(), "Really", id="Really"),
        (int, "type"),
        (type("x" * 500, (), {})(), "x" * 100),
        (object.__new__(Fraction), "Fraction"),
    ],
)
def test_everything_else_is_known_by_the_name_of_its_class(value: object, name: str) -> None:
    assert through(value) == Opaque(name)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


RING: list[Any] = []
RING.append(RING)


@pytest.mark.parametrize(
    "value",
    [
        nested(DEPTH),
        [0] * ITEMS,
        dict.fromkeys(range(ITEMS // 2), 0),
        [[0] * 99] * 100,
        "x" * VALUE_BYTES,
        1 << (INT_BITS - 1),
        -(1 << (INT_BITS - 1)),
        Decimal("1e1000000"),
    ],
)
def test_what_is_just_under_a_cap_travels(value: object) -> None:
    through(value)


@pytest.mark.parametrize(
    "value",
    [
        nested(DEPTH + 1),
        nested(100_000),
        RING,
        [0] * (ITEMS + 1),
        [[0] * 100] * 100,
        dict.fromkeys(range(ITEMS // 2 + 1), 0),
        set(range(ITEMS + 1)),
        "x" * (VALUE_BYTES + 1),
        1 << INT_BITS,
        Fraction(1, 1 << INT_BITS),
        Decimal("1." + "0" * VALUE_BYTES),
    ],
)
def test_what_is_over_a_cap_does_not(value: object) -> None:
    with pytest.raises(TooLarge):
        encode(value)


def test_a_decimal_nobody_can_count_with_comes_out_as_what_it_is_near() -> None:
    assert through(Decimal("1e1000000")) == Decimal("Infinity")
    assert through(Decimal("-1e1000000")) == Decimal("-Infinity")
    assert through(Decimal("1e-1000000")) == 0


def test_half_of_a_pair_of_surrogates_is_replaced() -> None:
    assert through(["\ud83d", "a\udc00b"]) == ["?", "a?b"]


@pytest.mark.parametrize(
    "tagged",
    [
        None,
        [],
        ["int"],
        ["int", 1, 2],
        ["int", True],
        ["int", 1.0],
        ["int", "1"],
        ["bool", 1],
        ["none", 0],
        ["str", None],
        ["str", ["x"]],
        ["float", 1.0],
        ["float", "one"],
        ["float", "1_0"],
        ["float", None],
        ["list", {}],
        ["list", [1]],
        ["list", [["int", True]]],
        ["tuple", "text"],
        ["set", [["list", []]]],
        ["dict", {"x": 1}],
        ["dict", [["x", 1]]],
        ["dict", [[["list", []], ["int", 1]]]],
        ["dict", [[["int", 1]]]],
        ["fraction", [1, 0]],
        ["fraction", [1]],
        ["fraction", [1, True]],
        ["fraction", ["1", "2"]],
        ["decimal", "one"],
        ["decimal", 1],
        ["decimal", "1_0"],
        ["other", 1],
        ["other", ["x"]],
        ["opaque", "x"],
        ["passed", 100],
        [["int"], 1],
        [{}, 1],
        {"int": 1},
    ],
)
def test_what_is_not_written_as_we_write_it_is_garbled(tagged: object) -> None:
    with pytest.raises(Garbled):
        decode(tagged)
