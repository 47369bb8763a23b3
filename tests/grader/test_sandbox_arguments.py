"""How arguments arrive in a function, and whether they came back unchanged."""

from typing import Any

import pytest

from grader.sandbox import Sandbox
from grader.sandbox.outcome import Kind
from grader.sandbox.reply import changed
from tests.grader.by_hand import Shaped, ask, call, calls, observe

ARRIVES = """
def arrives(argument):
    return [type(argument).__name__, list(argument) if argument is not None else None]
"""

UNCHANGED = {
    "a list that is copied": ("list", [3, 1, 2], "sorted(a)"),
    "a list that is sorted and was sorted": ("list", [1, 2, 3], "a.sort()"),
    "a list that is put back": ("list", [1, 2], "a.append(a.pop())"),
    "a set that is added to what it holds": ("set", ["x", "y"], "a.add('x')"),
    "a set that is emptied and filled in another order": (
        "set",
        ["x", "y", "z"],
        "a.clear(); a.update(['z', 'y', 'x'])",
    ),
    "a set given with a repeat": ("set", ["x", "x", "y"], "len(a)"),
    "an iterator that is used up": ("iterator", [1, 2], "list(a)"),
    "an iterator that is half used": ("iterator", [1, 2], "next(a)"),
    "a dict that is read": ("dict", [["x", 1], ["y", 2]], "a.get('z', 0)"),
    "a dict whose value is set again": ("dict", [["x", 1]], "a['x'] = 1"),
    "a tuple": ("tuple", [1, [2]], "a + (3,)"),
    "a plain value": ("plain", {"x": [1, None, True, 0.5, "text"]}, "str(a)"),
}

CHANGED = {
    "a list that grows": ("list", [1, 2], "a.append(3)"),
    "a list that shrinks": ("list", [1, 2], "a.pop()"),
    "a list that is sorted": ("list", [2, 1], "a.sort()"),
    "a list that is emptied": ("list", [1], "a.clear()"),
    "an item in a list": ("list", [[1], [2]], "a[0].append(2)"),
    "a number that becomes an equal truth value": ("list", [1], "a[0] = True"),
    "a number that becomes an equal float": ("list", [1], "a[0] = 1.0"),
    "a number that becomes its text": ("list", [1], "a[0] = '1'"),
    "a set that grows": ("set", ["x"], "a.add('y')"),
    "a set that shrinks": ("set", ["x", "y"], "a.discard('y')"),
    "a set in which one is another": ("set", ["x"], "a.remove('x'); a.add('y')"),
    "a dict that grows": ("dict", [["x", 1]], "a['y'] = 2"),
    "a dict that shrinks": ("dict", [["x", 1], ["y", 2]], "a.popitem()"),
    "a dict with another value": ("dict", [["x", 1]], "a['x'] = 2"),
    "a list in a dict": ("dict", [["x", [1]]], "a['x'].append(2)"),
    "a list in a tuple": ("tuple", [[1]], "a[0].append(2)"),
    "a list in a plain value": ("plain", {"x": [1]}, "a['x'].clear()"),
    "something that is no data any more": ("list", [1], "a[0] = object()"),
    "something that holds itself": ("list", [1], "a[0] = a"),
    "something that can't be told": ("list", [1], "a[0] = float('nan')"),
}

# Objects that answer badly when they are asked what they are.
TOUCHY = """
class Touchy(dict):
    touched = False

    def __hash__(self):
        if Touchy.touched:
            raise SystemExit
        return 1

    def __eq__(self, other):
        raise SystemExit

    items = __iter__ = keys = __len__ = __repr__ = __eq__
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("shape", "value", "kind", "items"),
    [
        ("list", [1, "x"], "list", [1, "x"]),
        ("set", [1, 1, "x"], "set", {1, "x"}),
        ("tuple", [1, "x"], "tuple", [1, "x"]),
        ("dict", [["x", 1], [2, "y"]], "dict", ["x", 2]),
        ("iterator", [1, "x"], "list_iterator", [1, "x"]),
        ("plain", [1, "x"], "list", [1, "x"]),
        ("plain", {"x": 1}, "dict", ["x"]),
        ("plain", "text", "str", ["t", "e", "x", "t"]),
        ("plain", None, "NoneType", None),
    ],
)
def test_each_shape_arrives_as_what_it_is(
    shape: str, value: Any, kind: str, items: Any, sandbox: Sandbox
) -> None:
    outcome = ask(sandbox, ARRIVES, "arrives", (shape, value))
    assert isinstance(outcome.value, list)
    name, held = outcome.value
    assert name == kind
    assert (set(held) if shape == "set" else held) == items


@pytest.mark.sandbox
@pytest.mark.parametrize(("shape", "value", "does"), UNCHANGED.values(), ids=UNCHANGED)
def test_what_is_left_as_it_was_is_not_changed(
    shape: str, value: Any, does: str, sandbox: Sandbox
) -> None:
    outcome = ask(sandbox, f"def f(a):\n    {does}\n", "f", (shape, value))
    assert (outcome.kind, outcome.changed) == (Kind.VALUE, False)


@pytest.mark.sandbox
@pytest.mark.parametrize(("shape", "value", "does"), CHANGED.values(), ids=CHANGED)
def test_what_is_not_as_it_was_is_changed(
    shape: str, value: Any, does: str, sandbox: Sandbox
) -> None:
    outcome = ask(sandbox, f"def f(a):\n    {does}\n", "f", (shape, value))
    assert (outcome.kind, outcome.changed) == (Kind.VALUE, True)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("shape", "does"),
    [
        ("list", "a[0] = Touchy()"),
        ("set", "a.add(Touchy()); Touchy.touched = True"),
        ("dict", "a['x'] = Touchy()"),
        ("dict", "a[Touchy()] = 1; Touchy.touched = True"),
    ],
)
def test_an_argument_that_hurts_whoever_looks_at_it_is_changed(
    shape: str, does: str, sandbox: Sandbox
) -> None:
    value: Any = [["x", 1]] if shape == "dict" else ["x"]
    source = f"{TOUCHY}\ndef f(a):\n    {does}\n    return 1\n"
    observation = observe(sandbox, source, *calls("f", 2, (shape, value)))
    first, second = observation.outcomes
    assert (first.kind, first.value, first.changed) == (Kind.VALUE, 1, True)
    assert second.kind in (Kind.VALUE, Kind.RAISED)  # in the same process: it may be touched now


@pytest.mark.sandbox
def test_every_call_gets_its_arguments_afresh(sandbox: Sandbox) -> None:
    source = """
def spoils(items, record):
    items.clear()
    record["x"].append("spoiled")
    return None

def looks(items, record):
    return [items, record["x"]]
"""
    arguments: list[Shaped] = [("list", [1, 2]), ("plain", {"x": [3]})]
    asked = [call(query, name, *arguments) for query in range(2) for name in ("spoils", "looks")]
    spoiled, seen, again, seen_again = observe(sandbox, source, *asked).outcomes
    assert spoiled.changed
    assert again.changed
    assert seen.value == seen_again.value == [[1, 2], [3]]
    assert not seen.changed


@pytest.mark.sandbox
def test_ids_arrive_to_the_letter(sandbox: Sandbox) -> None:
    ids = ["1", 1, "é", "\U0001f600", "\ud83d", "", " a ", 2**70, -0.0, 1e300, True, None]
    outcome = ask(sandbox, "def f(a): return [repr(each) for each in a]", "f", ("list", ids))
    assert outcome.value == [repr(each) for each in ids]


def test_equal_is_not_the_same_argument() -> None:
    asked = call(0, "f", ("list", [1])).arguments
    assert not changed(asked, b"[[1]]")
    for other in (b"[[true]]", b"[[1.0]]", b'[["1"]]', b"[[1],[]]", b"[]", b"null", b"", b"[[1"):
        assert changed(asked, other)
