"""Turns what learner code returned into plain data that can travel.

Runs inside the jail: the standard library only. Nothing here calls a method that a learner could
have written: subclasses are read through the slots of their built-in base.
"""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from grader.sandbox.wire import DECIMAL_TEXT, DEPTH, INT_BITS, ITEMS, NAME_TEXT, VALUE_BYTES

# Read so, a class of learner code can't lie about its bases, nor a Fraction about its parts.
mro = type.__dict__["__mro__"].__get__
_numerator = Fraction.__dict__["_numerator"].__get__
_denominator = Fraction.__dict__["_denominator"].__get__


class TooLarge(Exception):
    """The value is over a cap: too deep, too many items, too long a number or text."""


class _Budget:
    """How many more items one value may hold."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = ITEMS

    def take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise TooLarge


def encode(value: object) -> list[Any]:
    """`[tag, payload]` for any object, by the closed list of tags; raises TooLarge."""
    return _encode(value, DEPTH, _Budget())


def _encode(value: Any, depth: int, budget: _Budget) -> list[Any]:
    kind = type(value)
    writer = _WRITERS.get(id(kind))
    if writer is None:
        writer = next((_WRITERS[id(base)] for base in mro(kind) if id(base) in _WRITERS), _opaque)
    if depth == 0:
        raise TooLarge
    return writer(value, depth - 1, budget)


def _none(_value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    return ["none", None]


def _bool(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    return ["bool", value]


def _int(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    plain = int.__pos__(value)
    if plain.bit_length() > INT_BITS:
        raise TooLarge
    return ["int", plain]


def _float(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    # As text, since JSON has no word for infinity or NaN and repr() brings back the very same
    # number.
    return ["float", float.__repr__(value)]


def _str(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    if str.__len__(value) > VALUE_BYTES:
        raise TooLarge
    return ["str", str.__str__(value)]


def _fraction(value: Any, depth: int, budget: _Budget) -> list[Any]:
    try:
        parts = (_numerator(value), _denominator(value))
    except AttributeError:  # made without ever being given a value
        return _opaque(value, depth, budget)
    if not all(issubclass(type(part), int) for part in parts):
        return _opaque(value, depth, budget)
    return ["fraction", [_int(part, depth, budget)[1] for part in parts]]


def _decimal(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    text = Decimal.__str__(value)
    if len(text) > DECIMAL_TEXT:
        raise TooLarge
    return ["decimal", text]


def _list(value: Any, depth: int, budget: _Budget) -> list[Any]:
    return ["list", _items(list.__getitem__(value, slice(None)), depth, budget)]


def _tuple(value: Any, depth: int, budget: _Budget) -> list[Any]:
    return ["tuple", _items(list(tuple.__iter__(value)), depth, budget)]


def _set(value: Any, depth: int, budget: _Budget) -> list[Any]:
    iterate = set.__iter__ if issubclass(type(value), set) else frozenset.__iter__
    return ["set", _items(list(iterate(value)), depth, budget)]


def _dict(value: Any, depth: int, budget: _Budget) -> list[Any]:
    pairs = list(dict.items(value))
    budget.take(2 * len(pairs))
    return ["dict", [[_encode(k, depth, budget), _encode(v, depth, budget)] for k, v in pairs]]


def _items(values: list[Any], depth: int, budget: _Budget) -> list[Any]:
    budget.take(len(values))
    return [_encode(item, depth, budget) for item in values]


def _opaque(value: Any, _depth: int, _budget: _Budget) -> list[Any]:
    return ["other", class_name(type(value))]


def class_name(kind: type) -> str:
    """The bounded name of a class, whatever its metaclass says."""
    name = type.__dict__["__name__"].__get__(kind)
    return str.__getitem__(name, slice(NAME_TEXT))


_Writer = Callable[[Any, int, _Budget], list[Any]]
# By the identity of the class: its metaclass may say that it is equal to any other.
_WRITERS: dict[int, _Writer] = {
    id(type(None)): _none,
    id(bool): _bool,
    id(int): _int,
    id(float): _float,
    id(str): _str,
    id(list): _list,
    id(tuple): _tuple,
    id(set): _set,
    id(frozenset): _set,
    id(dict): _dict,
    id(Fraction): _fraction,
    id(Decimal): _decimal,
}
