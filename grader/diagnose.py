"""Which known mistake do a function's answers look like? Pure: answers in, names and cures out."""

from collections.abc import Iterable, Sequence

from grader.answer import Answer, Given
from grader.compare import same
from grader.exercise import CompareRule, Function, Mistake
from grader.result import Diagnosis

Pair = tuple[Answer | None, Answer | None]


def diagnose(
    function: Function,
    learner: Sequence[Given],
    mistakes: Iterable[tuple[Mistake, Sequence[Given]]],
) -> Diagnosis | None:
    """The mistakes that `learner` looks like, by its answers to `function` on the same queries.

    All that can't be told apart on these queries are named; None when there is none, and
    always when every query passed.
    """
    if all(given.passed for given in learner):
        return None
    alike = [
        mistake for mistake, given in mistakes if _looks_like(learner, given, function.compare)
    ]
    if not alike:
        return None
    return Diagnosis(
        function=function.name,
        mistakes=tuple(mistake.id for mistake in alike),
        titles=tuple(mistake.title for mistake in alike),
        cures=tuple(mistake.cure for mistake in alike),
    )


def _looks_like(learner: Sequence[Given], mistake: Sequence[Given], rule: CompareRule) -> bool:
    """Whether the answers agree wherever either is wrong, and say enough to be no accident."""
    wrong = [
        (ours.answer, known.answer)
        for ours, known in zip(learner, mistake, strict=True)
        if not (ours.passed and known.passed)
    ]
    return all(_agree(pair, rule) for pair in wrong) and (
        len(wrong) >= 2 or any(_says_something(answer) for pair in wrong for answer in pair)
    )


def _agree(pair: Pair, rule: CompareRule) -> bool:
    ours, known = pair
    if ours is None or known is None:
        return False
    alike = (ours.exception, ours.changed) == (known.exception, known.changed)
    return alike and same(ours.value, known.value, rule)


def _says_something(answer: Answer | None) -> bool:
    """Whether an answer is not zero, None or empty; an exception says something."""
    return answer is not None and (answer.exception is not None or bool(answer.value))
