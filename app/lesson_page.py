"""A lesson as its page shows it: its text rendered, and how it is checked from what is live."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from markupsafe import Markup

from app.author_text import blocks, inline
from app.content import Live, Place
from app.lesson_text import LessonText, WordShown, words_shown
from app.pages import plural
from app.section_page import SectionShown, SnippetShown, section_shown
from grader import Check, Exercise, Half, Lesson, Mistake, snippets

TASK = "task"
AFTER_THE_TASK = ("how-it-works", "assignment")
AT_THE_END = "in-a-real-test-suite"
PLACED = {TASK, *AFTER_THE_TASK, AT_THE_END}
CHECKS_NAMED = 3
"""So many checks are named as those that find a mistake; the rest are counted."""


@dataclass(frozen=True)
class CheckShown:
    """A check with its anchor in the list of all."""

    id: str
    title: Markup


@dataclass(frozen=True)
class Checking:
    """How a submission is checked, from the sets that are live."""

    visible_sets: int
    hidden_sets: int
    core: tuple[CheckShown, ...]
    edge: tuple[CheckShown, ...]


@dataclass(frozen=True)
class MistakeShown:
    """A common mistake, its cure, and the checks that find it; `more` counts those not named."""

    title: Markup
    cure: Markup
    found_by: tuple[CheckShown, ...]
    more: int


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
    module_anchor: str
    course: str
    course_id: str
    position: str
    roadmap: str | None
    contains: tuple[str, ...]
    idea: Markup
    why_title: str
    why: Markup
    words: tuple[WordShown, ...]
    text: tuple[SectionShown, ...]
    task: SectionShown | None
    conventions: tuple[tuple[Markup, Markup], ...]
    checking: Checking
    about: tuple[SectionShown, ...]
    mistakes: tuple[MistakeShown, ...]
    in_practice: SectionShown | None
    interview: tuple[tuple[Markup, Markup], ...]
    edition: int
    edition_date: datetime
    previous: Lesson | None
    following: Lesson | None

    @cached_property
    def snippets(self) -> Mapping[str, SnippetShown]:
        """Every snippet that can be run, by its id."""
        sections = (*self.text, self.task, *self.about, self.in_practice)
        return {each.id: each for section in sections if section for each in section.snippets}


def lesson_shown(place: Place, live: Live, places: Mapping[str, Place]) -> LessonShown:
    """The lesson at its place in the course, beside all other lessons that it may name."""
    lesson, exercise = place.lesson, live.edition.exercise
    words = words_shown(lesson)
    text = LessonText(words, place.course.id, places)
    week = lesson.position
    return LessonShown(
        id=lesson.id,
        title=lesson.title,
        level=lesson.level,
        minutes=lesson.minutes,
        summary=lesson.summary,
        subject=lesson.subject,
        module=place.module.title,
        module_anchor=module_anchor(place.course.id, place.course.modules.index(place.module)),
        course=place.course.title,
        course_id=place.course.id,
        position=f"Lesson {place.number} of {len(place.course.lessons)}",
        roadmap=f"Week {week.week}, day {week.day}" if week else None,
        contains=tuple(_contains(lesson, exercise)),
        idea=inline(lesson.idea),
        why_title=lesson.why.title,
        why=text.dressed(blocks(lesson.why.text)),
        words=words,
        text=tuple(_text(lesson, text)),
        task=_named(lesson, TASK, text),
        conventions=tuple((inline(each.case), inline(each.rule)) for each in lesson.conventions),
        checking=_checking(live),
        about=tuple(filter(None, (_named(lesson, each, text) for each in AFTER_THE_TASK))),
        mistakes=tuple(_common(exercise)),
        in_practice=_named(lesson, AT_THE_END, text),
        interview=tuple(_interview(lesson, text)),
        edition=live.seen.number,
        edition_date=live.seen.date,
        previous=place.previous,
        following=place.following,
    )


def module_anchor(course: str, number: int) -> str:
    """Where a module stands on the page of all courses; `number` counts from 0."""
    return f"{course}-module-{number + 1}"


def _contains(lesson: Lesson, exercise: Exercise) -> Iterator[str]:
    """What is really there, in words."""
    yield f"{plural(len(exercise.functions), 'function')} to write"
    found = sum(len(list(snippets(section.text))) for section in lesson.sections)
    if found:
        yield plural(found, "snippet") + " that run"
    if lesson.quiz:
        yield plural(len(lesson.quiz), "quiz question")
    if lesson.interview:
        yield plural(len(lesson.interview), "interview question")


def _text(lesson: Lesson, text: LessonText) -> Iterator[SectionShown]:
    sections = (each for each in lesson.sections if each.id not in PLACED)
    for number, section in enumerate(sections, 1):
        yield section_shown(section, text, number=number)


def _named(lesson: Lesson, section_id: str, text: LessonText) -> SectionShown | None:
    section = lesson.section(section_id)
    return None if section is None else section_shown(section, text)


def _interview(lesson: Lesson, text: LessonText) -> Iterator[tuple[Markup, Markup]]:
    for each in lesson.interview:
        yield inline(each.question), text.dressed(blocks(each.answer))


def _checking(live: Live) -> Checking:
    checks = live.edition.exercise.all_checks
    visible = sum(query_set.visible for query_set in live.edition.sets)
    return Checking(
        visible_sets=visible,
        hidden_sets=len(live.edition.sets) - visible,
        core=tuple(_check(check) for check in checks if check.half is Half.CORE),
        edge=tuple(_check(check) for check in checks if check.half is Half.EDGE),
    )


def _check(check: Check) -> CheckShown:
    return CheckShown(f"check-{check.id}", inline(check.title))


def _common(exercise: Exercise) -> Iterator[MistakeShown]:
    for mistake in exercise.mistakes:
        if mistake.common:
            found_by = _found_by(mistake, exercise)
            yield MistakeShown(
                title=inline(mistake.title[:1].upper() + mistake.title[1:]),
                cure=inline(mistake.cure),
                found_by=found_by[:CHECKS_NAMED],
                more=len(found_by[CHECKS_NAMED:]),
            )


def _found_by(mistake: Mistake, exercise: Exercise) -> tuple[CheckShown, ...]:
    """The checks in which some function fails; those of the script only follow from them."""
    failing = {cell.check for cell in mistake.fails}
    found = [check for check in exercise.checks if check.id in failing]
    return tuple(map(_check, found or (c for c in exercise.all_checks if c.id in failing)))
