"""Sources that say nothing: every function gives the same answer whatever it is asked."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from grader.answer import Answer
from grader.compare import same
from grader.exercise import Exercise, Function
from grader.expected import Expected
from grader.sandbox.outcome import Opaque

ANSWERS = ("0", "1", "None", "True", "False", '""', "[]", "{}")
"""What a source without a thought may return."""

_SCRIPT = re.compile(rb"^if __name__\b", re.MULTILINE)


@dataclass(frozen=True)
class Constant:
    """A source whose functions say nothing, and what they do, in words."""

    words: str
    source: bytes


def constants(exercise: Exercise, expected: Expected) -> Iterator[Constant]:
    """Every such source; each keeps the stub's script, so that the script's cells are tried too."""
    for answer in ANSWERS:
        bodies = {function.name: f"return {answer}" for function in exercise.functions}
        yield _constant(f"always returns {answer}", bodies, exercise)
    raising = {function.name: "raise ValueError" for function in exercise.functions}
    yield _constant("always raises ValueError", raising, exercise)
    for place in range(max(len(function.arguments) for function in exercise.functions)):
        bodies = {function.name: _handed_back(function, place) for function in exercise.functions}
        yield _constant(f"returns its argument {place + 1}", bodies, exercise)
    commonest = {function.name: _commonest(function, expected) for function in exercise.functions}
    told = ", ".join(f"{name}: {body}" for name, body in commonest.items())
    yield _constant(f"always gives the commonest right answer ({told})", commonest, exercise)


def _handed_back(function: Function, place: int) -> str:
    return f"return {function.arguments[min(place, len(function.arguments) - 1)].name}"


def _constant(words: str, bodies: Mapping[str, str], exercise: Exercise) -> Constant:
    defined = "\n".join(
        f"def {function.name}({', '.join(each.name for each in function.arguments)}):\n"
        f"    {bodies[function.name]}\n"
        for function in exercise.functions
    )
    script = _SCRIPT.search(exercise.stub)
    cut = len(exercise.stub) if script is None else script.start()
    # The later definition of a name counts, and the script sees what stands above it.
    middle = f"\nfrom decimal import Decimal\nfrom fractions import Fraction\n\n{defined}\n"
    return Constant(words, exercise.stub[:cut] + middle.encode() + exercise.stub[cut:])


def _commonest(function: Function, expected: Expected) -> str:
    answers = [
        answer
        for each in expected.sets
        for step, answer in zip(each.plan.steps, each.answers, strict=True)
        if step.function == function
    ]
    counts = [sum(_alike(one, other, function) for other in answers) for one in answers]
    if not answers:
        return "return None"
    answer = answers[counts.index(max(counts))]
    return f"raise {answer.exception}" if answer.exception else f"return {literal(answer.value)}"


def _alike(one: Answer, other: Answer, function: Function) -> bool:
    return one.exception == other.exception and same(one.value, other.value, function.compare)


def literal(value: object) -> str:
    """A plain value as an expression of Python that makes an equal one."""
    match value:
        case float():
            return f"float({str(value)!r})"
        case Decimal():
            return f"Decimal({str(value)!r})"
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case tuple():
            return f"tuple([{', '.join(map(literal, value))}])"
        case set() | frozenset():
            return f"frozenset([{', '.join(map(literal, value))}])"
        case dict():
            pairs = (f"{literal(key)}: {literal(each)}" for key, each in value.items())
            return f"{{{', '.join(pairs)}}}"
        case Opaque():
            return "object()"
        case _:
            return repr(value)
