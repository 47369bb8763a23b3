"""While the sandbox cannot be proved nothing is graded, and nothing is lost."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from fastapi import FastAPI

from app.main import create_app
from app.readiness import Grading, Readiness
from app.site import Site
from tests.app.people import LESSON, Person


def broken_proof() -> bool:
    raise OSError("no sandbox on this machine")


@pytest.fixture(params=[lambda: False, broken_proof], ids=["refused", "broken"])
def unproved(request: pytest.FixtureRequest) -> Readiness:
    readiness = Readiness(request.param)
    readiness.examine()
    return readiness


@pytest.fixture
def app(site: Site, unproved: Readiness) -> FastAPI:
    return create_app(replace(site, readiness=unproved))


def test_without_a_proof_grading_is_off(unproved: Readiness) -> None:
    assert unproved.grading is Grading.OFF


def test_every_lesson_page_says_that_grading_is_off(visitor: Person) -> None:
    for lesson in (LESSON, "ndcg"):
        page = visitor.get(f"/lessons/{lesson}")
        assert page.status_code == 200
        assert "Grading is switched off" in page.text


def test_what_is_handed_in_is_kept(ada: Person) -> None:
    page = ada.get(ada.submit("x = 1").headers["location"]).text
    assert "Nothing is lost" in page
    assert ada.get("/healthz").json() == {"status": "ok", "grading": "off", "waiting": 1}


def test_a_later_proof_switches_it_on() -> None:
    answers: Iterator[bool] = iter([False, True])
    readiness = Readiness(lambda: next(answers))
    seen = [readiness.grading]
    for _ in range(2):
        readiness.examine()
        seen.append(readiness.grading)
    assert seen == [Grading.CHECKING, Grading.OFF, Grading.ON]
