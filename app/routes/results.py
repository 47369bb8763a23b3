"""The page of a submission or a try, and the parts of it that change while its learner waits."""

from typing import Any

from starlette.responses import HTMLResponse, Response

from app import rules
from app.attempt import Attempt, Kind, State
from app.attempts_page import attempts_shown
from app.editor import showing
from app.own_source import Listing, listing
from app.result_page import result_shown, waiting_words
from app.routes.box import box_of_person
from app.routes.lessons import place_of
from app.routes.own_work import (
    Asking,
    OwnGrade,
    comparisons,
    is_of_live_edition,
    live_of,
    own_attempts,
    own_grade,
    record_of,
)
from app.store import claims
from app.store.submissions import HandedIn
from grader import solution_after_full_marks

STATE_SHOWN = "twofold-state"
"""The header in which a page that waits says what state it shows."""


def result_page(asked: Asking, work: HandedIn) -> HTMLResponse:
    """Where it is, and once it is graded everything that its learner may see."""
    parts = _parts(asked, work)
    person_id = asked.viewer.person_id
    box = box_of_person(asked.reply.site, asked.reading, person_id, work.lesson)
    return asked.reply.page(
        "result.html",
        **parts,
        editor=showing(box, work.source, parts["name"]),
        per_hour=asked.reply.site.settings.submissions_per_hour,
        notice=None,
    )


def result_fragment(asked: Asking, work: HandedIn) -> Response:
    """What changes on the page, for a script that waits; no content when nothing is new."""
    shown = asked.reply.request.headers.get(STATE_SHOWN)
    if work.state is State.GRADING and shown == State.GRADING:
        return Response(status_code=204)
    return asked.reply.page("result_fragment.html", **_parts(asked, work))


def _parts(asked: Asking, work: HandedIn) -> dict[str, Any]:
    """What the page and the fragment have in common."""
    attempts, grade = own_attempts(asked, work), own_grade(asked, work)
    ahead = 0 if work.state.is_final else claims.ahead_of(asked.reading, work.id)
    parts: dict[str, Any] = {
        "work": work,
        "address": f"/{'tries' if work.kind is Kind.TRY else 'submissions'}/{work.id}",
        "place": place_of(asked.reply.site, work.lesson),
        "name": _name(work, attempts),
        "attempts": attempts_shown(attempts),
        "ahead": ahead,
        "announcement": waiting_words(work.state, ahead),
        "result": None,
    }
    return parts if grade is None else parts | _graded_parts(asked, work, grade, attempts)


def _graded_parts(
    asked: Asking, work: HandedIn, grade: OwnGrade, attempts: list[Attempt]
) -> dict[str, Any]:
    compared = comparisons(asked, work, grade, attempts)
    exercise = live_of(asked, work).edition.exercise
    result = result_shown(grade.view, exercise, work.source, compared)
    return {
        "result": result,
        "announcement": result.announcement,
        "comparisons": compared,
        "record": record_of(asked, work, grade),
        "full": rules.has_every_point(grade.view),
        "is_live": is_of_live_edition(asked, work, grade),
        "solution": _solution(asked, work, grade),
    }


def _solution(asked: Asking, work: HandedIn, grade: OwnGrade) -> Listing | None:
    # No class has due times yet; the rule knows what to do once one has.
    if not rules.may_see_solution(grade.view, due=None, now=asked.now):
        return None
    text = solution_after_full_marks(live_of(asked, work).edition, grade.graded.grade)
    return None if text is None else listing(text.encode())


def _name(work: HandedIn, attempts: list[Attempt]) -> str:
    if work.kind is Kind.TRY:
        return "Run on the visible data"
    number = next(each.number for each in attempts if each.id == work.id)
    return "Not an attempt" if number is None else f"Attempt {number}"
