"""Reading and judging answers to quiz questions. Pure.

An answer is kept as text: the places of the chosen options from 0, like "0,2", or a number as it
was typed.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from grader import Question, QuestionKind

LONGEST_NUMBER = 40
NOTHING_CHOSEN = "Choose an answer first."
NOTHING_TICKED = "Tick at least one answer first."
NO_NUMBER = "Write a number, like 0.25, 1/4 or 25%."

_NUMBER = re.compile(r"([+-]?)(\d{1,15}(?:[.,]\d{0,15})?|[.,]\d{1,15})(?:/(\d{1,15}))?(%?)")
_LEEWAY = Fraction(1, 10**9)
"""What a tolerance such as 0.1 + 0.2 may lose in binary."""


@dataclass(frozen=True)
class Given:
    """What somebody answered to one question: `answer` where it can be judged, or the problem.

    `typed` is what stood in the box of a number.
    """

    question: str
    answer: str | None = None
    problem: str | None = None
    typed: str = ""


def read_answer(question: Question, values: Iterable[str]) -> Given:
    """What was answered, from what a form or an address says; nothing of it is trusted."""
    said = [value.strip() for value in values]
    if question.kind is QuestionKind.NUMBER:
        typed = said[0][:LONGEST_NUMBER] if said else ""
        problem = None if number(typed) is not None else NO_NUMBER
        answer = None if problem else typed
        return Given(question.id, answer, problem, typed)
    places = sorted({int(value) for value in said if _is_place(value, question)})
    if question.kind is QuestionKind.ONE:
        places = places[:1]
    if not places:
        one = question.kind is QuestionKind.ONE
        return Given(question.id, problem=NOTHING_CHOSEN if one else NOTHING_TICKED)
    return Given(question.id, answer=",".join(map(str, places)))


def _is_place(value: str, question: Question) -> bool:
    return value.isascii() and value.isdecimal() and value in _places(question)


def _places(question: Question) -> set[str]:
    return {str(place) for place in range(len(question.options))}


def number(text: str) -> Fraction | None:
    """A number as people write it: 0.25, 0,25, 1/4 or 25 %; None for anything else."""
    found = _NUMBER.fullmatch("".join(text.split()).replace("−", "-"))
    if found is None:
        return None
    sign, digits, divisor, percent = found.groups()
    if divisor is not None and not int(divisor):
        return None
    value = Fraction(f"0{digits}".replace(",", ".").removesuffix("."))
    value /= int(divisor or 1) * (100 if percent else 1)
    return -value if sign == "-" else value


def chosen(question: Question, answer: str) -> frozenset[int]:
    """The places of the options that an answer names."""
    return frozenset(int(place) for place in answer.split(",") if place in _places(question))


def is_right(question: Question, answer: str) -> bool:
    """Whether an answer that could be read is the right one."""
    if question.kind is not QuestionKind.NUMBER:
        return question.is_right(chosen(question, answer))
    value = number(answer)
    if value is None or question.answer is None:
        return False
    return abs(value - Fraction(question.answer)) <= Fraction(question.tolerance) + _LEEWAY


def digest_of(question: Question) -> str:
    """What changes when the question asks for something else; another reason why is the same."""
    options = [(option.text, option.right) for option in question.options]
    asked = (question.kind.value, question.text, options, question.answer, question.tolerance)
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]


def find(questions: Iterable[Question], question_id: str) -> Question | None:
    """The question of that id."""
    return next((each for each in questions if each.id == question_id), None)
