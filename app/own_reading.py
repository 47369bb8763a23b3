"""What a lesson's page shows to one reader alone: ticked steps, quiz, a snippet's run, progress."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app import rules
from app.content import Place
from app.lesson_page import LessonShown
from app.quiz import Given, digest_of
from app.quiz_page import QuizShown, quiz_shown
from app.snippet_page import RunShown, run_shown
from app.steps import StepShown, steps_shown
from app.store import progress, quiz, snippets
from app.store.people import Viewer
from grader import Lesson


@dataclass(frozen=True)
class Asked:
    """What the address or a form of this request asks to see on the page.

    `given` are answers that are not stored: a visitor's, or those that cannot be taken. `look`
    tells one look at a run that is not done from the next.
    """

    run: int | None = None
    look: bool = False
    given: Mapping[str, Given] = field(default_factory=dict)


@dataclass(frozen=True)
class OwnReading:
    """Everything of the page that depends on the reader, but for the code and the attempts.

    `look_again` is where a browser without scripts looks until the run is done. It differs each
    time, since going to the address where one is, with its anchor, loads nothing.
    """

    steps: tuple[StepShown, ...]
    quiz: QuizShown
    run: RunShown | None = None
    look_again: str | None = None


def own_reading(
    reading: Session,
    viewer: Viewer | None,
    place: Place,
    lesson: LessonShown,
    *,
    has_every_point: bool,
    asked: Asked,
) -> OwnReading:
    """What this reader did in the lesson; nothing is known of a visitor, who is None."""
    if viewer is None:
        return OwnReading(
            steps_shown(place.lesson.steps, None, has_every_point=False),
            quiz_shown(place.lesson.quiz, asked.given, None),
        )
    person_id = viewer.person_id
    happened = progress.happened(reading, person_id=person_id, lesson=lesson.id)
    right = quiz.right_once(reading, person_id=person_id).get(lesson.id, frozenset())
    given = {**_given(reading, person_id, place.lesson), **asked.given}
    run = _run(reading, person_id, lesson, asked.run)
    return OwnReading(
        steps_shown(place.lesson.steps, happened, has_every_point=has_every_point),
        quiz_shown(place.lesson.quiz, given, right),
        run,
        _look_again(lesson, run, asked) if run and not run.state.is_final else None,
    )


def _look_again(lesson: LessonShown, run: RunShown, asked: Asked) -> str:
    look = "" if asked.look else "&look=1"
    return f"/lessons/{lesson.id}?run={run.id}{look}#{run.snippet}"


def _given(reading: Session, person_id: str, lesson: Lesson) -> dict[str, Given]:
    """The stored answers, unless the question asks for something else by now."""
    kept = quiz.newest(reading, person_id=person_id, lesson=lesson.id)
    return {
        question.id: Given(question.id, answer=answer.answer)
        for question in lesson.quiz
        if (answer := kept.get(question.id)) and answer.question_digest == digest_of(question)
    }


def _run(
    reading: Session, person_id: str, lesson: LessonShown, run_id: int | None
) -> RunShown | None:
    """The run that was asked for, where it is the reader's own and of this lesson."""
    kept = None if run_id is None else snippets.find(reading, run_id)
    if kept is None or not rules.may_read(person_id, kept.person_id) or kept.lesson != lesson.id:
        return None
    snippet = lesson.snippets.get(kept.snippet)
    return None if snippet is None else run_shown(kept, as_written=snippet.source)
