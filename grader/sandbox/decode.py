"""Reads the frames of a process strictly, into plain values built here.

Runs outside the jail, on bytes that a learner may have written: everything that is not exactly as
the harness would send it raises Garbled.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from grader.sandbox.outcome import Frame, Opaque, Trouble
from grader.sandbox.wire import (
    DECIMAL_TEXT,
    DEPTH,
    FRAMES,
    ITEMS,
    LINE_TEXT,
    MESSAGE_TEXT,
    NAME_TEXT,
    NAMES,
)

DECIMAL_EXPONENT = 5_000
ALIKE = 100
"""So many elements of one set or dict may hash alike: anybody can find numbers that all do, and
putting them together takes as long as holding each against every other.
"""


class Garbled(Exception):
    """The process sent what the harness never sends."""


def parse(text: bytes) -> Any:
    """JSON without NaN or infinity; raises Garbled."""
    try:
        return _parse(text.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise Garbled from error


def _refuse(_word: str) -> object:
    raise ValueError


_parse = json.JSONDecoder(parse_constant=_refuse).decode


class _Budget:
    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = ITEMS + 1


def decode(tagged: Any) -> object:
    """The value of one `[tag, payload]`; raises Garbled."""
    try:
        return _decode(tagged, DEPTH, _Budget())
    except (TypeError, ValueError, ArithmeticError, RecursionError) as error:
        raise Garbled from error


def _decode(tagged: Any, depth: int, budget: _Budget) -> Any:
    budget.left -= 1
    if depth < 0 or budget.left < 0:
        raise Garbled
    if type(tagged) is not list or len(tagged) != 2:
        raise Garbled
    tag, payload = tagged
    if tag == "float":
        return _number_text(payload, float)
    if tag in _PLAIN:
        if type(payload) is not _PLAIN[tag]:
            raise Garbled
        return clean(payload) if tag == "str" else payload
    reader = _READERS.get(tag) if type(tag) is str else None
    if reader is None:
        raise Garbled
    return reader(payload, depth, budget)


_PLAIN: dict[Any, type] = {"none": type(None), "bool": bool, "int": int, "str": str}


def clean(text: Any, length: int | None = None) -> str:
    """Text without lone surrogates, cut to a length; raises Garbled for anything but text."""
    if type(text) is not str:
        raise Garbled
    cut: str = text[:length]
    return cut if cut.isascii() else cut.encode("utf-8", "replace").decode("utf-8")


def _number_text(payload: Any, kind: Callable[[str], Any]) -> Any:
    if type(payload) is not str or "_" in payload:
        raise Garbled
    try:
        return kind(payload)
    except (ValueError, InvalidOperation) as error:
        raise Garbled from error


def _items(payload: Any, depth: int, budget: _Budget) -> list[Any]:
    if type(payload) is not list:
        raise Garbled
    return [_decode(item, depth - 1, budget) for item in payload]


def _tuple(payload: Any, depth: int, budget: _Budget) -> tuple[Any, ...]:
    return tuple(_items(payload, depth, budget))


def _set(payload: Any, depth: int, budget: _Budget) -> frozenset[Any]:
    items = _items(payload, depth, budget)
    _refuse_alike(items)
    return frozenset(items)


def _dict(payload: Any, depth: int, budget: _Budget) -> dict[Any, Any]:
    if type(payload) is not list:
        raise Garbled
    pairs: list[tuple[Any, Any]] = []
    for pair in payload:
        if type(pair) is not list or len(pair) != 2:
            raise Garbled
        key, value = (_decode(part, depth - 1, budget) for part in pair)
        pairs.append((key, value))
    _refuse_alike(key for key, _ in pairs)
    return dict(pairs)


def _refuse_alike(elements: Iterable[Any]) -> None:
    if max(Counter(map(hash, elements)).values(), default=0) > ALIKE:
        raise Garbled


def _fraction(payload: Any, _depth: int, _budget: _Budget) -> Fraction:
    if type(payload) is not list or [type(part) for part in payload] != [int, int]:
        raise Garbled
    return Fraction(*payload)


def _decimal(payload: Any, _depth: int, _budget: _Budget) -> Decimal:
    value = _number_text(payload, Decimal)
    if len(payload) > DECIMAL_TEXT:
        raise Garbled
    if value.is_finite() and abs(value.adjusted()) > DECIMAL_EXPONENT:
        # Arithmetic on it could take for ever, and no right answer is near it.
        return Decimal(0 if value.adjusted() < 0 else "Infinity").copy_sign(value)
    return Decimal(value)


def _other(payload: Any, _depth: int, _budget: _Budget) -> Opaque:
    return Opaque(clean(payload, NAME_TEXT))


_READERS: dict[str, Callable[[Any, int, _Budget], Any]] = {
    "list": _items,
    "tuple": _tuple,
    "set": _set,
    "dict": _dict,
    "fraction": _fraction,
    "decimal": _decimal,
    "other": _other,
}


def read_trouble(told: Any) -> Trouble:
    """An exception as the harness describes it; raises Garbled."""
    if type(told) is not dict:
        raise Garbled
    return Trouble(
        name=clean(told.get("name"), NAME_TEXT),
        message=clean(told.get("message"), MESSAGE_TEXT),
        frames=_read_frames(told.get("frames")),
        line=_read_place(told.get("line")),
        column=_read_place(told.get("column")),
        text=None if told.get("text") is None else clean(told["text"], LINE_TEXT),
    )


def _read_frames(told: Any) -> tuple[Frame, ...]:
    if type(told) is not list:
        raise Garbled
    return tuple(_read_frame(frame) for frame in told[:FRAMES])


def _read_frame(told: Any) -> Frame:
    if type(told) is not list or len(told) != 2:
        raise Garbled
    line = _read_place(told[0])
    if line is None:
        raise Garbled
    return Frame(line, clean(told[1], NAME_TEXT))


def _read_place(told: Any) -> int | None:
    """A line or column number; nothing longer than a source can be is believed."""
    if told is None:
        return None
    if type(told) is not int:
        raise Garbled
    return told if 0 < told < 1_000_000 else None


def read_names(told: Any, limit: int = NAMES) -> tuple[str, ...]:
    """A list of names; raises Garbled."""
    if type(told) is not list:
        raise Garbled
    return tuple(clean(name, NAME_TEXT) for name in told[:limit])
