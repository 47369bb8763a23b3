"""Whether a value can be handed to a learner's function in the shape that is declared for it."""

import math
from collections.abc import Iterator

from grader.exercise import Shape

DEPTH = 20
"""How deep a value may be nested: the sandbox carries no deeper one."""


def value_faults(shape: Shape, value: object) -> Iterator[str]:
    """What keeps `value` from being built as `shape`; nothing when it can be."""
    fault = _plain_fault(value, 0)
    if fault:
        yield fault
    elif shape is Shape.SET:
        yield from _set_faults(value)
    elif shape is Shape.DICT:
        yield from _pairs_faults(value)
    elif shape is not Shape.PLAIN and not isinstance(value, list):
        yield f"must be a list; the {shape} is made from it"


def _plain_fault(value: object, depth: int) -> str | None:
    if depth > DEPTH:
        return f"is nested deeper than {DEPTH} levels"
    if value is None or isinstance(value, bool | int | str):
        return None
    if isinstance(value, float):
        return None if math.isfinite(value) else "is not a finite number"
    if isinstance(value, list):
        return next((fault for each in value if (fault := _plain_fault(each, depth + 1))), None)
    if isinstance(value, dict):
        values = value.values()
        return next((fault for each in values if (fault := _plain_fault(each, depth + 1))), None)
    return f"is a {type(value).__name__}; only what JSON has can be handed over"


def _set_faults(value: object) -> Iterator[str]:
    if not isinstance(value, list):
        yield "must be a list; the set is made from it"
        return
    seen: set[object] = set()
    for number, each in enumerate(value, start=1):
        if isinstance(each, list | dict):
            yield f"element {number} can't be in a set: it is a {type(each).__name__}"
        elif each in seen:
            yield f"element {number} is in the set already: {repr(each)[:60]}"
        else:
            seen.add(each)


def _pairs_faults(value: object) -> Iterator[str]:
    if not isinstance(value, list):
        yield "must be a list of pairs [key, value]; the dict is made from it"
        return
    seen: set[object] = set()
    for number, pair in enumerate(value, start=1):
        if not isinstance(pair, list) or len(pair) != 2:
            yield f"element {number} must be a pair [key, value]"
        elif isinstance(pair[0], list | dict):
            yield f"element {number} can't be a key: it is a {type(pair[0]).__name__}"
        elif pair[0] in seen:
            yield f"element {number} repeats the key {repr(pair[0])[:60]}"
        else:
            seen.add(pair[0])
