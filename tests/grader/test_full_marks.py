"""The trusted solution goes to whoever earned every point on this edition, and nobody else."""

from dataclasses import replace
from fractions import Fraction

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.full_marks import solution_after_full_marks
from grader.grade import grade
from grader.sandbox import Sandbox

pytestmark = pytest.mark.sandbox


def test_it_is_given_after_every_point_only(
    shares: Edition, sandbox: Sandbox, answers: Answers
) -> None:
    reference = shares.exercise.reference
    almost = grade(shares.exercise.mistakes[1].source, shares, sandbox, answers=answers)
    tried = grade(reference, shares, sandbox, answers=answers, visible_only=True)
    assert 0 < almost.score < 100
    assert solution_after_full_marks(shares, almost) is None
    assert solution_after_full_marks(shares, tried) is None
    full = grade(reference, shares, sandbox, answers=answers)
    assert solution_after_full_marks(shares, full) == reference.decode()
    nearly = full.model_copy(update={"score": Fraction(99999, 1000)})
    assert solution_after_full_marks(shares, nearly) is None


def test_a_grade_of_another_edition_opens_nothing(
    shares: Edition, sandbox: Sandbox, answers: Answers
) -> None:
    full = grade(shares.exercise.reference, shares, sandbox, answers=answers)
    other = replace(shares, sets=shares.sets[:1])
    assert other.digest != shares.digest
    assert solution_after_full_marks(other, full) is None
