"""A site over a fresh file, and its people: Ada, Ben who must see nothing of hers, Iris, Olga."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.clock import utc_now
from app.log import configure_log
from app.main import create_app
from app.roles import Role
from app.settings import SHIPPED_CONTENT, LogFormat, Settings
from app.site import Site, open_site
from app.store import people, roles
from tests.app.people import LESSON, Person


@pytest.fixture(scope="session", autouse=True)
def log() -> None:
    """Log as the product does."""
    configure_log(LogFormat.JSON)


class Clock:
    """The time that requests are told; it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, by: timedelta) -> None:
        self.now += by


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_folder=tmp_path, graders=1)


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    site = open_site(settings)
    yield site
    site.database.close()


@pytest.fixture
def app(site: Site) -> FastAPI:
    """The app without its graders: what is handed in stays queued."""
    return create_app(site)


@pytest.fixture
def grading(app: FastAPI) -> Iterator[None]:
    """The same app with its graders at work in the real sandbox."""
    with TestClient(app):
        yield


@pytest.fixture
def clock(app: FastAPI) -> Clock:
    clock = Clock()
    app.dependency_overrides[utc_now] = clock
    return clock


@pytest.fixture
def visitor(app: FastAPI) -> Person:
    """Somebody who is not signed in and has no account."""
    return Person(app, "Vera Visitor", "vera@example.org")


@pytest.fixture
def ada(app: FastAPI) -> Person:
    """A learner."""
    return _signed_up(Person(app, "Ada Lovelace", "ada@example.org"))


@pytest.fixture
def ben(app: FastAPI) -> Person:
    """Another learner, who must see nothing of Ada's."""
    return _signed_up(Person(app, "Ben Bitdiddle", "ben@example.org"))


@pytest.fixture
def iris(app: FastAPI, site: Site) -> Person:
    """An instructor; as long as there are no classes she sees no more than any learner."""
    return _with_roles(site, _signed_up(Person(app, "Iris Instructor", "iris@example.org")))


@pytest.fixture
def olga(app: FastAPI, site: Site) -> Person:
    """An operator, who runs the site and sees nobody's code."""
    person = _signed_up(Person(app, "Olga Operator", "olga@example.org"))
    return _with_roles(site, person, Role.OPERATOR)


def _with_roles(site: Site, person: Person, role: Role = Role.INSTRUCTOR) -> Person:
    with site.database.writing() as session:
        known = people.find_credentials(session, person.email)
        assert known
        roles.grant(session, known.person_id, role)
    return person


def _signed_up(person: Person) -> Person:
    assert person.sign_up().status_code == 303
    return person


@pytest.fixture(scope="session")
def lesson_folder() -> Path:
    """The folder of the lesson that tests submit to."""
    (folder,) = SHIPPED_CONTENT.glob(f"*/{LESSON}")
    return folder


@pytest.fixture(scope="session")
def reference(lesson_folder: Path) -> str:
    """A solution that earns 100."""
    return (lesson_folder / "reference.py").read_text("utf-8")


@pytest.fixture(scope="session")
def mistake(lesson_folder: Path) -> str:
    """A wrong solution that the grader knows: precision divided by the number returned."""
    return (lesson_folder / "mistakes" / "precision-by-returned.py").read_text("utf-8")
