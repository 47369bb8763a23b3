"""Files that a learner takes from a result: the grade as JSON, the code, and all of it to keep."""

import json

from starlette.responses import Response

from app import rules
from app.errors import NotFound
from app.routes.lessons import place_of
from app.routes.own_work import Asking, is_of_live_edition, live_of, own_grade, record_of
from app.store.submissions import HandedIn
from app.take_away import Taken, take_away
from grader import visible_files


def grade_document(asked: Asking, work: HandedIn) -> Response:
    """The learner's view: the document that `python -m grader grade --json` prints."""
    grade = own_grade(asked, work)
    if grade is None:
        raise NotFound
    document = json.dumps(grade.view.model_dump(mode="json"), indent=2, allow_nan=False)
    name = f"{work.lesson}-{work.kind}-{work.id}-edition-{grade.graded.edition_number}.json"
    return _file(f"{document}\n".encode(), name, media_type="application/json")


def own_code(work: HandedIn) -> Response:
    """The code as it was handed in, byte for byte."""
    return _file(work.source, "solution.py", media_type="text/plain; charset=utf-8")


def own_archive(asked: Asking, work: HandedIn) -> Response:
    """What to keep of a lesson; NotFound before this very code has every point on what is live."""
    grade = own_grade(asked, work)
    if grade is None or not rules.has_every_point(grade.view):
        raise NotFound
    if not is_of_live_edition(asked, work, grade):
        raise NotFound
    live = live_of(asked, work)
    taken = Taken(
        title=place_of(asked.reply.site, work.lesson).lesson.title,
        source=work.source,
        exercise=live.edition.exercise,
        queries=visible_files(live.edition),
        view=grade.view,
        record=record_of(asked, work, grade),
    )
    return _file(take_away(taken), f"{work.lesson}.zip", media_type="application/zip")


def _file(content: bytes, name: str, *, media_type: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
