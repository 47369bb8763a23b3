"""Reads what a process answered into outcomes, believing it only for what was just asked.

Runs outside the jail. Text is taken only where the plan is visible, and text about loading only
from the answer to the source.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grader.sandbox.decode import Garbled, decode, parse, read_names, read_trouble
from grader.sandbox.outcome import Call, Kind, Load, Outcome, Plan, Trouble
from grader.sandbox.process import Answer

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


def read_outcome(answer: Answer, asked: list[int], visible: bool) -> Outcome:
    """The answer to one call, without its arguments afterwards; raises Garbled."""
    head = parse(answer.head)
    if type(head) is not list or len(head) not in (4, 5) or head[:2] != asked:
        raise Garbled
    what = head[2]
    if what == "value" and len(head) == 4:
        return Outcome(Kind.VALUE, value=decode(head[3]), seconds=answer.seconds, near=answer.near)
    if what == "too_large" and len(head) == 4:
        return Outcome(Kind.OUTPUT_LIMIT, seconds=answer.seconds, near=answer.near)
    if what == "raised" and len(head) == 5:
        (name,) = read_names([head[3]])
        kind = Kind.MEMORY_LIMIT if name == "MemoryError" else Kind.RAISED
        return Outcome(
            kind,
            exception=name,
            trouble=_trouble(head[4], visible),
            seconds=answer.seconds,
            near=answer.near,
        )
    raise Garbled


def changed(call: Call, afterwards: bytes) -> bool:
    """Whether the arguments came back other than they went in."""
    shapes, values, text = _before(call.arguments)
    if afterwards == text:
        return False
    after = parse(afterwards)
    if type(after) is not list or len(after) != len(values):
        return True
    return not all(map(_same, shapes, values, after))


@lru_cache(maxsize=16_384)
def _before(arguments: bytes) -> tuple[list[str], list[Any], bytes]:
    shaped = json.loads(arguments)
    values = [value for _, value in shaped]
    text = json.dumps(values, separators=(",", ":")).encode("ascii")
    return [shape for shape, _ in shaped], values, text


def _same(shape: str, before: Any, after: Any) -> bool:
    if shape in ("set", "dict") and type(after) is list:
        return _as_set(before) == _as_set(after)
    return json.dumps(before) == json.dumps(after)


def _as_set(items: list[Any]) -> set[str]:
    return {json.dumps(item) for item in items}
