"""Holds what was returned or printed against what is right. Pure: plain values in, a verdict out.

The values were built outside the sandbox, so no method of a learner's class is ever called here.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from grader.exercise import CompareRule, Function, ResultKind
from grader.printed_lines import missing_lines
from grader.sandbox.outcome import Opaque
from grader.verdict import Verdict

__all__ = ["compare", "missing_lines", "same"]

ABSOLUTE = Fraction(1, 10**6)
RELATIVE = Fraction(1, 10**9)
"""Two numbers are close when they differ by no more than either of these."""

ROUNDED_DIGITS = range(1, 5)

Number: TypeAlias = int | float | Fraction | Decimal

_SURELY = 0.9e-6  # floats so near are close without exact arithmetic, which takes far longer
_EXPONENT = 5_000  # a Decimal beyond it would take for ever as a Fraction, and no answer is near it
_MATCHED = 300  # up to so many elements are matched one by one when sorting them did not help


def compare(function: Function, returned: object, right: object) -> tuple[Verdict, bool]:
    """`passed`, `wrong_answer` or `wrong_type`, and whether the answer is right but rounded.

    NaN never passes. An answer of another kind than `function.result` passes only where the
    right answer is the same, as None is for a number that does not exist.
    """
    if _has_nan(returned) or _has_nan(right):
        return Verdict.WRONG_ANSWER, False
    if _holds_opaque(returned):
        return Verdict.WRONG_TYPE, False
    if same(returned, right, function.compare):
        return Verdict.PASSED, False
    if not _fits(returned, right, function.result):
        return Verdict.WRONG_TYPE, False
    return Verdict.WRONG_ANSWER, _rounded(returned, right, function.compare)


def same(one: object, other: object, rule: CompareRule) -> bool:
    """Whether two plain values are the same answer: reflexive and symmetric, NaN included.

    A tuple is as good as a list, and 2.0 as good as 2; 1, True and "1" are three different values.
    """
    if rule is CompareRule.UNORDERED and _is_list(one) and _is_list(other):
        return _same_bag(list(_items(one)), list(_items(other)))
    return _same(one, other, close=rule is CompareRule.CLOSE)


def _same(one: Any, other: Any, *, close: bool) -> bool:
    family = _family(one)
    if family != _family(other):
        return False
    if family == "number":
        return _close(one, other) if close else _exact(one) == _exact(other)
    if family == "list":
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(_same(*pair, close=close) for pair in pairs)
    if family == "set":
        return _same_bag(list(one), list(other), close=close)
    if family == "dict":
        return _same_dict(one, other, close=close)
    return bool(one == other)


def _same_dict(one: dict[Any, Any], other: dict[Any, Any], *, close: bool) -> bool:
    ours = {_key(key): value for key, value in one.items()}
    theirs = {_key(key): value for key, value in other.items()}
    return ours.keys() == theirs.keys() and all(
        _same(value, theirs[key], close=close) for key, value in ours.items()
    )


def _same_bag(one: list[Any], other: list[Any], *, close: bool = True) -> bool:
    """Whether both hold the same elements, in any order; numbers in them may be close."""
    if len(one) != len(other):
        return False
    pairs = zip(sorted(one, key=_key), sorted(other, key=_key), strict=True)
    if all(_same(*pair, close=close) for pair in pairs):
        return True
    if not close or len(one) > _MATCHED:
        return False
    # Nearly equal numbers can sort differently: (0.3, "a") and (0.30000000000000004, "b").
    left = list(other)
    for element in one:
        place = next((i for i, each in enumerate(left) if _same(element, each, close=True)), None)
        if place is None:
            return False
        del left[place]
    return True


def _family(value: object) -> str:
    """What a value counts as. `bool` is asked for before `int`, which it is too."""
    if value is None or isinstance(value, bool | str | Opaque):
        return type(value).__name__
    if isinstance(value, int | float | Fraction | Decimal):
        return "number"
    if isinstance(value, list | tuple):
        return "list"
    return "set" if isinstance(value, set | frozenset) else type(value).__name__


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _items(value: Any) -> Iterator[Any]:
    yield from value


Exact: TypeAlias = tuple[int, Fraction]


def _exact(number: Number) -> Exact:
    """A number as something that sorts; the first part is 0 for what is finite."""
    if isinstance(number, Decimal) and number.is_finite() and number:
        if number.adjusted() > _EXPONENT:
            return (1 if number > 0 else -1), Fraction(0)
        if number.adjusted() < -_EXPONENT:
            return 0, Fraction(0)
    if isinstance(number, int | Fraction):
        return 0, Fraction(number)
    if _is_nan(number):
        return 2, Fraction(0)
    if math.isinf(number):
        return (1 if number > 0 else -1), Fraction(0)
    return 0, Fraction(number)


def _is_nan(number: object) -> bool:
    # `number != number` would raise for a signalling Decimal.
    if isinstance(number, Decimal):
        return number.is_nan()
    return isinstance(number, float) and math.isnan(number)


def _close(one: Number, other: Number) -> bool:
    if type(one) is float and type(other) is float and abs(one - other) <= _SURELY:
        return True
    (place, ours), (other_place, theirs) = _exact(one), _exact(other)
    if place or other_place:
        return place == other_place
    allowed = max(ABSOLUTE, RELATIVE * max(abs(ours), abs(theirs)))
    return abs(ours - theirs) <= allowed


def _key(value: Any) -> tuple[Any, ...]:
    """Something that sorts and hashes, equal for two values exactly when they are the same."""
    family = _family(value)
    if family == "number":
        return family, _exact(value)
    if family == "list":
        return family, tuple(_key(each) for each in value)
    if family == "set":
        return family, tuple(sorted(_key(each) for each in value))
    if family == "dict":
        return family, tuple(sorted((_key(key), _key(each)) for key, each in value.items()))
    return family, value.name if isinstance(value, Opaque) else "" if value is None else value


def _inside(value: Any) -> Iterator[Any]:
    """The value and everything in it."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        yield each
        if isinstance(each, dict):
            waiting.extend(each.keys())
            waiting.extend(each.values())
        elif isinstance(each, list | tuple | set | frozenset):
            waiting.extend(each)


def _has_nan(value: object) -> bool:
    return any(_is_nan(each) for each in _inside(value))


def _holds_opaque(value: object) -> bool:
    return any(isinstance(each, Opaque) for each in _inside(value))


_FAMILIES = {
    ResultKind.NUMBER: "number",
    ResultKind.BOOL: "bool",
    ResultKind.TEXT: "str",
    ResultKind.LIST: "list",
    ResultKind.DICT: "dict",
}


def _fits(returned: object, right: object, kind: ResultKind) -> bool:
    return _family(returned) == _FAMILIES.get(kind, _family(right))


def _rounded(returned: Any, right: Any, rule: CompareRule) -> bool:
    """Whether rounding the right answer to 1 to 4 digits gives what was returned.

    Zero says nothing of rounding: it is what many wrong solutions return.
    """
    if rule is not CompareRule.CLOSE:
        return False
    numbers = [_exact(each) for each in _inside(returned) if _family(each) == "number"]
    if all(number == (0, Fraction(0)) for number in numbers):
        return False
    return any(_same(returned, _round(right, digits), close=True) for digits in ROUNDED_DIGITS)


def _round(value: Any, digits: int) -> Any:
    """The value with every number in it rounded half to even, as Python rounds."""
    family = _family(value)
    if family == "number":
        place, number = _exact(value)
        return value if place else round(number, digits)
    if family == "list":
        return [_round(each, digits) for each in value]
    if family == "dict":
        return {key: _round(each, digits) for key, each in value.items()}
    return value
