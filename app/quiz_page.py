"""The quiz of a lesson as its page shows it to one reader: what was asked, and what answered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.quiz import Given, chosen, is_right
from grader import Question


@dataclass(frozen=True)
class OptionShown:
    """One answer on offer; `right` and `why` are shown once the question is answered."""

    place: int
    html: Markup
    right: bool
    why: Markup
    chosen: bool


@dataclass(frozen=True)
class QuestionShown:
    """One question; `right` is None until it is answered, and `number` where one is asked for."""

    id: str
    anchor: str
    kind: str
    html: Markup
    options: tuple[OptionShown, ...]
    number: str | None
    why: Markup
    right: bool | None
    typed: str
    problem: str | None


@dataclass(frozen=True)
class QuizShown:
    """All questions; `right_once` counts those answered right at some time, None for a visitor."""

    questions: tuple[QuestionShown, ...]
    right_once: int | None

    @property
    def begun(self) -> bool:
        """Whether anything is answered, so that all could be taken again."""
        return any(question.right is not None for question in self.questions)


def quiz_shown(
    questions: Iterable[Question], given: Mapping[str, Given], right_once: frozenset[str] | None
) -> QuizShown:
    """The quiz with what one reader answered; a question that is gone counts for nothing."""
    shown = tuple(_question(each, given.get(each.id)) for each in questions)
    counted = None if right_once is None else sum(each.id in right_once for each in shown)
    return QuizShown(shown, counted)


def anchor_of(question: str) -> str:
    """Where a question stands on its lesson's page."""
    return f"quiz-{question}"


def _question(question: Question, given: Given | None) -> QuestionShown:
    answer = given.answer if given else None
    places = chosen(question, answer) if answer is not None else frozenset()
    return QuestionShown(
        id=question.id,
        anchor=anchor_of(question.id),
        kind=question.kind,
        html=inline(question.text),
        options=tuple(
            OptionShown(place, inline(each.text), each.right, inline(each.why), place in places)
            for place, each in enumerate(question.options)
        ),
        number=None if question.answer is None else f"{question.answer:g}",
        why=inline(question.why),
        right=None if answer is None else is_right(question, answer),
        typed=given.typed or answer or "" if given else "",
        problem=given.problem if given else None,
    )
