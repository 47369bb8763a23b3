"""What came of a submission or a try, for the one who handed it in and for nobody else."""

from fastapi.responses import JSONResponse
from starlette.responses import HTMLResponse

from app import rules
from app.attempt import Kind
from app.attempts_page import AttemptsShown
from app.editor import showing
from app.errors import NotFound
from app.request import Reading, Replies
from app.result_page import result_shown
from app.routes.box import box_of_person
from app.routes.lessons import attempts_of, place_of
from app.store import claims, grades, submissions
from app.store.people import Viewer
from app.store.submissions import HandedIn


def own(reading: Reading, viewer: Viewer, kind: Kind, work_id: int) -> HandedIn:
    """What this reader handed in; NotFound for everybody else's and for nobody's alike."""
    found = submissions.find(reading, kind, work_id)
    if found is None or not rules.may_read(viewer.person_id, found.person_id):
        raise NotFound
    return found


def result_page(reply: Replies, reading: Reading, viewer: Viewer, work: HandedIn) -> HTMLResponse:
    """Where it is, and once it is graded everything that its learner may see."""
    place = place_of(reply.site, work.lesson)
    graded = grades.current(reading, work.id)
    view = rules.view_for(viewer.person_id, work.person_id, graded.grade) if graded else None
    attempts = attempts_of(reply, reading, work.lesson)
    exercise = reply.site.content.live[work.lesson].edition.exercise
    return reply.page(
        "result.html",
        work=work,
        name=_name(work, attempts),
        place=place,
        attempts=attempts,
        editor=showing(
            box_of_person(reply.site, reading, viewer.person_id, work.lesson),
            work.source,
            _name(work, attempts),
        ),
        per_hour=reply.site.settings.submissions_per_hour,
        graded=graded,
        result=result_shown(view, exercise, work.source) if view else None,
        ahead=0 if work.state.is_final else claims.ahead_of(reading, work.id),
        notice=None,
    )


def _name(work: HandedIn, attempts: AttemptsShown) -> str:
    if work.kind is Kind.TRY:
        return "Run on the visible data"
    return next(row.name for row in attempts.rows if row.id == work.id)


def progress(reading: Reading, work: HandedIn) -> JSONResponse:
    """Where it is, for a script that waits."""
    ahead = 0 if work.state.is_final else claims.ahead_of(reading, work.id)
    return JSONResponse({"state": work.state, "final": work.state.is_final, "ahead": ahead})
