"""One submission through all rooms: template, route, rule, store, queue, grader, view and page."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from app import rules
from app.attempt import State
from app.main import create_app
from app.models import EditionRow, GradeRow, Person, Submission
from app.settings import Settings
from app.site import Site, open_site
from app.store import grades, submissions
from grader import Grade, Half, Mark, Verdict, prepared, rounded_down, source_digest
from tests.app import people
from tests.app.people import LESSON, data, words

MISTAKE = "precision-by-returned"


@pytest.mark.sandbox
def test_a_submission_goes_through_every_room(tmp_path: Path) -> None:
    site = open_site(Settings(data_folder=tmp_path, graders=1))
    app = create_app(site)
    ada = people.Person(app, "Ada Lovelace", "ada@example.org")
    ada.sign_up()
    exercise = site.content.live[LESSON].edition.exercise
    (mistake,) = [each for each in exercise.mistakes if each.id == MISTAKE]
    source = prepared(mistake.source)

    # templates/lesson.html says where to post, and under which names.
    page = ada.get(f"/lessons/{LESSON}").text
    address = re.findall(r'<button class="button primary" formaction="([^"]+)"[^>]*>Submit<', page)
    assert address == [f"/lessons/{LESSON}/submissions"]
    assert '<textarea id="source" name="source"' in page

    # app/routes/submissions.py asks app/rules.py, and app/store/submissions.py adds a row.
    answer = ada.post(address[0], source=source.decode())
    assert answer.headers["location"] == "/submissions/1"
    person_id = stored(site, source)
    assert rules.may_read(person_id, person_id)

    # app/queue.py hands it to app/worker.py, which has grader/grade.py judge it in the sandbox.
    with TestClient(app):
        page = ada.result(answer)

    # The store has appended one grade of the live edition, with exactly the points it earned.
    grade = recorded(site)
    failed = {(cell.check, cell.function) for cell in grade.cells if cell.points != cell.max_points}
    assert failed == {(cell.check, cell.function) for cell in mistake.fails}
    assert grade.digests.source == source_digest(source)
    assert grade.core + grade.edge == grade.score

    # grader/result.py shows its learner of hidden data no more than marks.
    view = rules.view_for(person_id, person_id, grade)
    assert view is not None
    assert {cell.hidden for cell in view.cells} <= {None, *Mark}
    assert {query.visible for query in view.queries} == {True}
    assert view.score == rounded_down(grade.score)

    # And the page says all of it.
    assert data(page, "state") == State.GRADED
    assert data(page, "score") == data(page, "best-score") == f"{view.score:g}"
    assert f"This looks like {mistake.title}. {mistake.cure}" in words(page)
    for half, earned in ((Half.CORE, view.core), (Half.EDGE, view.edge)):
        assert f"{earned:g} of 50 points" in words(page), half
    site.database.close()


def stored(site: Site, source: bytes) -> str:
    """The one row is what was handed in, and waits; answers whose it is."""
    with site.database.reading() as session:
        (row,) = session.scalars(select(Submission))
        (person,) = session.scalars(select(Person.id))
        attempts = submissions.attempts(session, person_id=person)
        assert row.class_id == site.content.open_class
        assert (row.state, row.person_id, row.claim) == (State.QUEUED, person, None)
        assert session.scalar(select(Submission.source)) == source
    assert [each.number for each in attempts[LESSON]] == [1]
    return person


def recorded(site: Site) -> Grade:
    """The one grade that was recorded, whole."""
    with site.database.reading() as session:
        row, digest = session.execute(
            select(GradeRow, EditionRow.digest).join(
                EditionRow, EditionRow.id == GradeRow.edition_id
            )
        ).one()
        graded = grades.current(session, row.work_id)
    assert graded is not None
    grade = graded.grade
    assert (row.work_id, row.regrade, row.current) == (1, 0, True)
    assert digest == grade.digests.edition == site.content.live[LESSON].edition.digest
    assert Fraction(row.score or 0) == grade.score
    assert row.points == float(grade.score)
    assert row.verdict == grade.verdict == Verdict.WRONG_ANSWER
    return grade
