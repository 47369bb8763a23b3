"""Reads what a process answered into outcomes, believing it only for what was just asked.

Runs outside the jail. Text is taken only where the plan is visible, and text about loading only
from the answer to the source.
"""

import builtins
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grader.sandbox import wire
from grader.sandbox.decode import Garbled, decode, parse, read_names, read_trouble
from grader.sandbox.outcome import Call, Kind, Load, Outcome, Plan, Trouble
from grader.sandbox.process import Answer

# One of these a hidden run may name, and it has no other word to say.
_EXCEPTIONS = {
    kind.__name__
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}

_FAILED = {
    "syntax_error": Load.SYNTAX_ERROR,
    "load_failed": Load.LOAD_FAILED,
    "memory_limit": Load.MEMORY_LIMIT,
}


@dataclass(frozen=True)
class Loaded:
    """What became of loading the source."""

    load: Load
    trouble: Trouble | None = None
    missing: frozenset[str] = frozenset()
    defined: tuple[str, ...] = ()


def source_frame(plan: Plan) -> bytes:
    """The first frame to a process: what it will be asked for, and the source as it stands."""
    header = {"functions": plan.functions, "visible": plan.visible}
    return json.dumps(header).encode() + b"\n" + plan.source


def query_frame(number: int, calls: list[Call]) -> bytes:
    """One query: the functions to call on it, with their arguments."""
    parts = [b"[%s,%s]" % (json.dumps(call.function).encode(), call.arguments) for call in calls]
    return b"[%d,[%s]]" % (number, b",".join(parts))


def read_load(answer: Answer, plan: Plan) -> Loaded:
    """The answer to the source; raises Garbled."""
    head = parse(answer.head)
    if type(head) is not list or not head or type(head[0]) is not str:
        raise Garbled
    if head[0] == "loaded" and len(head) == 3:
        missing = frozenset(read_names(head[1])) & frozenset(plan.functions)
        return Loaded(Load.LOADED, None, missing, read_names(head[2]))
    if head[0] in _FAILED and len(head) == 2:
        return Loaded(_FAILED[head[0]], _trouble(head[1], plan.visible))
    raise Garbled


def _trouble(told: Any, visible: bool) -> Trouble | None:
    return read_trouble(told) if visible else None


def read_outcome(
    answer: Answer, asked: list[int], arguments: bytes | None, shown: Callable[[int], str | None]
) -> Outcome:
    """The answer to one call that was made with `arguments`; raises Garbled.

    `shown` gives what the process has printed up to a byte count, None in a hidden run.
    """
    short = len(answer.head) <= _SHORT
    told = _read_short(answer.head) if short else _read(answer.head)
    if told.asked != asked:
        raise Garbled
    printed, seconds, near = shown(told.printed), answer.seconds, answer.near
    if told.kind is Kind.VALUE:
        is_changed = arguments is not None and changed(arguments, answer.arguments)
        return Outcome(Kind.VALUE, told.value, None, is_changed, None, printed, seconds, near)
    return Outcome(
        told.kind,
        exception=told.exception,
        trouble=None if printed is None or told.trouble is None else read_trouble(told.trouble),
        printed=printed,
        seconds=seconds,
        near=near,
    )


@dataclass(frozen=True)
class _Told:
    """A head as it was read; who gets its value must not change it."""

    asked: list[int]
    printed: int
    kind: Kind
    value: object = None
    exception: str | None = None
    trouble: Any = None


def _read(head: bytes) -> _Told:
    parts = parse(head)
    if type(parts) is not list or len(parts) not in (5, 6) or type(parts[2]) is not int:
        raise Garbled
    asked, printed, what, told, *trouble = parts[:2], *parts[2:]
    if what == "value" and not trouble:
        return _Told(asked, printed, Kind.VALUE, decode(told))
    if what == "too_large" and not trouble:
        return _Told(asked, printed, Kind.OUTPUT_LIMIT)
    if what != "raised" or not trouble or type(told) is not str or told not in _EXCEPTIONS:
        raise Garbled
    kind = Kind.MEMORY_LIMIT if told == "MemoryError" else Kind.RAISED
    return _Told(asked, printed, kind, exception=told, trouble=trouble[0])


# Most sources give the same answers to the same queries, so most heads have been read before.
_SHORT = 200
_read_short = lru_cache(maxsize=16_384)(_read)


def changed(arguments: bytes, afterwards: bytes) -> bool:
    """Whether arguments came back other than they went in; the order within a set is nobody's."""
    # As text, since True and 1 are equal.
    return afterwards != _plain(arguments)


@lru_cache(maxsize=16_384)
def _plain(arguments: bytes) -> bytes:
    """The arguments as they come back unchanged: brief, without shapes, a set without repeats."""
    values = [
        _distinct(value) if shape == "set" else value for shape, value in json.loads(arguments)
    ]
    return wire.brief(json.dumps(values, separators=(",", ":")).encode("ascii"))


def _distinct(items: list[Any]) -> list[Any]:
    return list(dict.fromkeys(items))
