"""A lesson as its page shows it: its text rendered, and how it is checked from what is live."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from app.author_text import blocks, inline
from app.content import Live, Place
from app.pages import plural
from grader import Check, Half, Lesson, Mistake, Question, Section

TASK = "task"
AFTER_THE_TASK = ("how-it-works", "assignment")
AT_THE_END = "in-a-real-test-suite"
PLACED = {TASK, *AFTER_THE_TASK, AT_THE_END}


@dataclass(frozen=True)
class SectionShown:
    """A section with its anchor."""

    id: str
    title: Markup
    html: Markup


@dataclass(frozen=True)
class OptionShown:
    """One answer of a quiz question."""

    html: Markup
    right: bool
    why: Markup


@dataclass(frozen=True)
class QuestionShown:
    """A quiz question, still as text; `answer` is set where a number is asked for."""

    id: str
    html: Markup
    why: Markup
    options: tuple[OptionShown, ...]
    answer: str | None


@dataclass(frozen=True)
class Checking:
    """How a submission is checked, from the sets that are live."""

    visible_sets: int
    hidden_sets: int
    core: tuple[Markup, ...]
    edge: tuple[Markup, ...]


@dataclass(frozen=True)
class LessonShown:
    """Everything that does not depend on the reader."""

    id: str
    title: str
    level: str
    minutes: int
    summary: str
    subject: str
    module: str
    course: str
    position: str
    roadmap: str | None
    contains: tuple[str, ...]
    idea: Markup
    why_title: str
    why: Markup
    words: tuple[tuple[Markup, Markup], ...]
    steps: tuple[Markup, ...]
    text: tuple[SectionShown, ...]
    task: SectionShown | None
    conventions: tuple[tuple[Markup, Markup], ...]
    checking: Checking
    about: tuple[SectionShown, ...]
    mistakes: tuple[tuple[Markup, Markup], ...]
    in_practice: SectionShown | None
    quiz: tuple[QuestionShown, ...]
    interview: tuple[tuple[Markup, Markup], ...]
    edition: int
    edition_date: datetime
    previous: Lesson | None
    following: Lesson | None


def lesson_shown(place: Place, live: Live) -> LessonShown:
    """The lesson at its place in the course."""
    lesson = place.lesson
    week = lesson.position
    return LessonShown(
        id=lesson.id,
        title=lesson.title,
        level=lesson.level,
        minutes=lesson.minutes,
        summary=lesson.summary,
        subject=lesson.subject,
        module=place.module.title,
        course=place.course.title,
        position=f"Lesson {place.number} of {len(place.course.lessons)}",
        roadmap=f"Week {week.week}, day {week.day}" if week else None,
        contains=tuple(_contains(lesson, live)),
        idea=inline(lesson.idea),
        why_title=lesson.why.title,
        why=blocks(lesson.why.text),
        words=tuple((inline(each.word), inline(each.meaning)) for each in lesson.words),
        steps=tuple(inline(step.text) for step in lesson.steps),
        text=tuple(_section(each) for each in lesson.sections if each.id not in PLACED),
        task=_named(lesson, TASK),
        conventions=tuple((inline(each.case), inline(each.rule)) for each in lesson.conventions),
        checking=_checking(live),
        about=tuple(filter(None, (_named(lesson, each) for each in AFTER_THE_TASK))),
        mistakes=tuple(_common(live.edition.exercise.mistakes)),
        in_practice=_named(lesson, AT_THE_END),
        quiz=tuple(map(_question, lesson.quiz)),
        interview=tuple((inline(each.question), blocks(each.answer)) for each in lesson.interview),
        edition=live.seen.number,
        edition_date=live.seen.date,
        previous=place.previous,
        following=place.following,
    )


def _contains(lesson: Lesson, live: Live) -> Iterator[str]:
    """What is really there, in words."""
    functions = len(live.edition.exercise.functions)
    yield f"{plural(functions, 'function')} to write"
    snippets = sum(each.text.count("```python run") for each in lesson.sections)
    if snippets:
        yield plural(snippets, "snippet") + " that run"
    if lesson.quiz:
        yield plural(len(lesson.quiz), "quiz question")
    if lesson.interview:
        yield plural(len(lesson.interview), "interview question")


def _checking(live: Live) -> Checking:
    checks = live.edition.exercise.all_checks
    visible = sum(query_set.visible for query_set in live.edition.sets)
    return Checking(
        visible_sets=visible,
        hidden_sets=len(live.edition.sets) - visible,
        core=_titles(checks, Half.CORE),
        edge=_titles(checks, Half.EDGE),
    )


def _titles(checks: tuple[Check, ...], half: Half) -> tuple[Markup, ...]:
    return tuple(inline(check.title) for check in checks if check.half is half)


def _common(mistakes: tuple[Mistake, ...]) -> Iterator[tuple[Markup, Markup]]:
    for mistake in mistakes:
        if mistake.common:
            yield inline(mistake.title[:1].upper() + mistake.title[1:]), inline(mistake.cure)


def _named(lesson: Lesson, section_id: str) -> SectionShown | None:
    section = lesson.section(section_id)
    return None if section is None else _section(section)


def _section(section: Section) -> SectionShown:
    return SectionShown(section.id, inline(section.title), blocks(section.text))


def _question(question: Question) -> QuestionShown:
    options = (
        OptionShown(inline(each.text), each.right, inline(each.why)) for each in question.options
    )
    return QuestionShown(
        id=question.id,
        html=inline(question.text),
        why=inline(question.why),
        options=tuple(options),
        answer=None if question.answer is None else f"{question.answer:g}",
    )
