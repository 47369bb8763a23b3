"""Whether each known mistake fails what it says, is recognised, and is told from the others."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from grader.answer import Given
from grader.answers import MistakeAnswers
from grader.compare import same
from grader.errors import Problem
from grader.exercise import Cell, Function, Mistake
from grader.folder.lines import Loc
from grader.result import Grade
from grader.verdict import Verdict
from grader.verify.sources import Judging
from grader.verify.subject import Subject


def mistake_problems(judging: Judging) -> Iterator[Problem]:
    """Every mistake that breaks its promise, where it is declared."""
    subject = judging.subject
    for number, mistake in enumerate(subject.exercise.mistakes):
        found = judging.grade(mistake.source)
        yield from _cell_problems(subject, number, mistake, found)
        yield from _diagnosis_problems(subject, number, mistake, found)
    yield from _alike_problems(judging)


def _cell_problems(
    subject: Subject, number: int, mistake: Mistake, found: Grade
) -> Iterator[Problem]:
    loc: Loc = ("mistakes", number, "fails")
    failed = {
        Cell(cell.check, cell.function): cell.verdict
        for cell in found.cells
        if cell.verdict is not Verdict.PASSED
    }
    for cell in sorted(mistake.fails - failed.keys()):
        yield subject.at(loc, f"the mistake {mistake.id!r} passes {cell}, which it must fail")
    for cell in sorted(failed.keys() - mistake.fails):
        message = f"the mistake {mistake.id!r} fails {cell} ({failed[cell]}), which is not declared"
        yield subject.at(loc, message)


def _diagnosis_problems(
    subject: Subject, number: int, mistake: Mistake, found: Grade
) -> Iterator[Problem]:
    named = {each for diagnosis in found.diagnosis for each in diagnosis.mistakes}
    if mistake.id not in named:
        others = f"; named is {', '.join(sorted(named))}" if named else ""
        message = f"the mistake {mistake.id!r} is not recognised by its own answers{others}"
        yield subject.at(("mistakes", number, "id"), message)


def _alike_problems(judging: Judging) -> Iterator[Problem]:
    subject = judging.subject
    known = judging.answers.mistakes(subject.edition, judging.sandbox)
    functions = [step.function for each in judging.expected().sets for step in each.plan.steps]
    pairs = combinations(enumerate(known), 2)
    for (_, (one, ours)), (number, (other, theirs)) in pairs:
        equal = _equal(functions, _all(ours), _all(theirs))
        declared = other.id in one.alike
        if equal and not declared:
            message = (
                f"{one.id!r} and {other.id!r} give equal answers on all sets: "
                "add a query that tells them apart, or declare them alike"
            )
            yield subject.at(("mistakes", number, "id"), message)
        if declared and not equal:
            message = f"{one.id!r} and {other.id!r} are declared alike, and their answers differ"
            yield subject.at(("mistakes", number, "id"), message)


def _all(answers: MistakeAnswers) -> list[Given]:
    return [given for of_set in answers for given in of_set]


def _equal(functions: Sequence[Function], ours: Sequence[Given], theirs: Sequence[Given]) -> bool:
    return all(
        _same_given(function, one, other)
        for function, one, other in zip(functions, ours, theirs, strict=True)
    )


def _same_given(function: Function, one: Given, other: Given) -> bool:
    if one.answer is None or other.answer is None:
        return one.answer is other.answer and one.verdict is other.verdict
    if (one.answer.exception, one.answer.changed) != (other.answer.exception, other.answer.changed):
        return False
    return same(one.answer.value, other.answer.value, function.compare)
