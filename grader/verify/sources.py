"""Grades the sources a lesson ships, and those that say nothing, for real."""

from collections.abc import Iterator

from grader.answers import Answers
from grader.errors import Problem
from grader.exercise import Cell
from grader.expected import Expected
from grader.grade import grade
from grader.result import CellResult, Grade
from grader.sandbox import Sandbox
from grader.verdict import Verdict
from grader.verify.constants import constants
from grader.verify.subject import Subject


class Judging:
    """Grades sources on the edition of one lesson."""

    def __init__(self, subject: Subject, sandbox: Sandbox, answers: Answers) -> None:
        self.subject = subject
        self.sandbox = sandbox
        self.answers = answers

    def grade(self, source: bytes) -> Grade:
        """The grade of one source."""
        return grade(source, self.subject.edition, self.sandbox, answers=self.answers)

    def expected(self) -> Expected:
        """The right answers. Raises ContentErrors where the reference can't give them."""
        return self.answers.expected(self.subject.edition, self.sandbox)


def source_problems(judging: Judging) -> Iterator[Problem]:
    """The reference must earn everything; the stub and every constant nothing."""
    subject = judging.subject
    expected = judging.expected()
    told = {cell.function for cell in expected.telling}
    for function in subject.exercise.functions:
        if function.name not in told:
            message = f"no core check has two different right answers for {function.name}"
            yield subject.at_function(function.name, message)
    yield from _reference_problems(judging)
    stub = judging.grade(subject.exercise.stub)
    for cell in filter(_pays, stub.cells):
        path = subject.exercise.folder / "stub.py"
        yield Problem(
            path, None, f"the stub earns {float(cell.points):.2f} points for {_name(cell)}"
        )
    for constant in constants(subject.exercise, expected):
        for cell in filter(_pays, judging.grade(constant.source).cells):
            message = f"{_name(cell)} pays a function that {constant.words}"
            yield subject.at_check(cell.check, message)


def _reference_problems(judging: Judging) -> Iterator[Problem]:
    path = judging.subject.exercise.folder / "reference.py"
    found = judging.grade(judging.subject.exercise.reference)
    for cell in found.cells:
        if cell.verdict is not Verdict.PASSED:
            yield Problem(path, None, f"the reference fails {_name(cell)}: {cell.verdict}")
    if found.score != 100 and all(cell.verdict is Verdict.PASSED for cell in found.cells):
        yield Problem(path, None, f"the reference earns {float(found.score):.2f} and not 100")


def _pays(cell: CellResult) -> bool:
    return cell.points > 0


def _name(cell: CellResult) -> str:
    return str(Cell(cell.check, cell.function))
