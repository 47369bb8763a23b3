"""Common exceptions say what they mean; Python itself raises them, in its own words."""

import math
import statistics
from collections.abc import Callable

import pytest

from grader.hints import trouble_hint
from grader.meanings import meaning
from grader.query_result import Trouble


def raised(run: Callable[[], object]) -> Trouble:
    try:
        run()
    except Exception as error:  # noqa: BLE001 - any of them is what is asked for
        return Trouble(name=type(error).__name__, message=str(error), frames=((1, "f"),))
    raise AssertionError("nothing was raised")


NONE: list[int] = []


def grows(values: dict[str, int]) -> None:
    for key in values:
        values[key + key] = 1


def run(text: str) -> Callable[[], object]:
    return lambda: exec(text, {})


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (lambda: 1 / len(NONE), "divides by zero"),
        (lambda: NONE[3], "shorter than that place"),
        (run("{}['a']"), "not in the dict or set"),
        (run("undefined_name"), "means nothing there"),
        (run("def f():\n    x += 1\nf()"), "has not got a value yet"),
        (run("None + 1"), "One of the values is None"),
        (run("None.append(1)"), "One of the values is None"),
        (run("for each in None: pass"), "One of the values is None"),
        (run("for each in 5: pass"), "several values to go over"),
        (run("{[1]}"), "can't stand in a set"),
        (run("{1, 2}[0]"), "places to pick"),
        (run("[1, 2]()"), "Round brackets call a function"),
        (run("'a' + 1"), "is of another kind"),
        (run("1 + 'a'"), "can't combine"),
        (run("'a' < 1"), "no order"),
        (run("[1, 2][0.5]"), "whole number"),
        (run("[1, 2][:1.0]"), "whole numbers"),
        (run("(lambda a: a)()"), "other arguments"),
        (run("{1}.sort()"), "nothing of that name"),
        (run("a, b = 1, 2, 3"), "more or fewer values"),
        (run("[1].index(2)"), "ask with `in` first"),
        (run("max([])"), "no values at all"),
        (run("int('x')"), "not accepted"),
        (lambda: math.log2(len(NONE)), "no such root or logarithm"),
        (lambda: statistics.mean([]), "no values at all"),
        (lambda: grows({"a": 1}), "go over a copy"),
        (run("next(iter([]))"), "nothing was left"),
        (run("import math; math.exp(10000)"), "too large"),
        (run("from math import cosine"), "nothing of this name"),
        (run("assert False"), "assert of your own"),
        (run("x = (1"), "closed nowhere"),
        (run("x = 'a"), "closing quote"),
        (run("if True\n    pass"), "ends in a colon"),
        (run("def f():\npass"), "don't fit the lines"),
        (run("x = = 1"), "the one before it"),
    ],
)
def test_a_common_exception_says_what_it_means(source: Callable[[], object], words: str) -> None:
    trouble = raised(source)
    told = trouble_hint(trouble, b"x")
    assert told is not None, trouble
    assert words in told, trouble


def test_an_exception_of_the_learners_own_means_what_they_say() -> None:
    assert meaning(Trouble(name="MyError", message="the list is empty")) is None


def test_a_key_that_looks_like_a_message_decides_nothing() -> None:
    told = meaning(Trouble(name="KeyError", message="'empty argument'"))
    assert told == meaning(Trouble(name="KeyError", message="'a'"))
