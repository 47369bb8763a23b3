"""What each role may ask for: every route of the app, for everybody who could send it a request."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping

import pytest
from fastapi.routing import APIRoute
from httpx2 import Response

import app.routes
from app.roles import Role
from app.site import Site
from app.store.sessions import token_hash
from app.worker import Worker
from grader import Answers, Sandbox
from tests.app.people import LESSON, Person
from tests.app.test_links import id_of, invitation, reset_token

WHO = ("visitor", "ada", "ben", "iris", "olga")
"""Signed out; the learner whose objects are asked for; another learner; instructor; operator."""

WITH_QUIZ = "ndcg"
"""A lesson with a quiz and snippets that run."""

NEEDS_A_GRADE = ("grade.json", "archive.zip")

EVERYBODY = (200,) * 5
GO_ON = (303,) * 5
SIGNED_IN = (303, 200, 200, 200, 200)
OWNER = (303, 200, 404, 404, 404)
OWNER_GOES_ON = (303, 303, 404, 404, 404)
OPERATOR = (303, 404, 404, 404, 200)
OPERATOR_GOES_ON = (303, 404, 404, 404, 303)

EXPECTED: Mapping[str, tuple[int, ...]] = {
    "GET /": EVERYBODY,
    "GET /lessons/{lesson}": EVERYBODY,
    "GET /lessons/{lesson}/queries.json": EVERYBODY,
    "POST /lessons/{lesson}/draft": (401, 409, 200, 200, 200),
    "POST /lessons/{lesson}/reset": GO_ON,
    "GET /lessons/{lesson}/drafts": SIGNED_IN,
    "GET /lessons/{lesson}/drafts/{revision:int}": OWNER_GOES_ON,
    "POST /lessons/{lesson}/drafts/{revision:int}/take": OWNER_GOES_ON,
    "POST /lessons/{lesson}/drafts/{revision:int}/leave": OWNER_GOES_ON,
    "POST /lessons/{lesson}/submissions": GO_ON,
    "POST /lessons/{lesson}/tries": GO_ON,
    "POST /lessons/{lesson}/quiz/{question}": GO_ON,
    "GET /lessons/{lesson}/quiz/{question}": GO_ON,
    "POST /lessons/{lesson}/quiz/{question}/again": GO_ON,
    "POST /lessons/{lesson}/quiz": GO_ON,
    "POST /lessons/{lesson}/snippets/{snippet}": GO_ON,
    "GET /lessons/{lesson}/snippets/{snippet}": GO_ON,
    "GET /snippet-runs/{run_id:int}": OWNER,
    "GET /submissions/{work_id:int}": OWNER,
    "GET /submissions/{work_id:int}/result": OWNER,
    "GET /submissions/{work_id:int}/grade.json": OWNER,
    "GET /submissions/{work_id:int}/solution.py": OWNER,
    "GET /submissions/{work_id:int}/archive.zip": OWNER,
    "GET /tries/{work_id:int}": OWNER,
    "GET /tries/{work_id:int}/result": OWNER,
    "GET /tries/{work_id:int}/grade.json": OWNER,
    "GET /tries/{work_id:int}/solution.py": OWNER,
    "GET /me": SIGNED_IN,
    "GET /sign-up": EVERYBODY,
    "POST /sign-up": (422,) * 5,
    "GET /sign-in": EVERYBODY,
    "POST /sign-in": (422,) * 5,
    "POST /sign-out": GO_ON,
    "GET /account": SIGNED_IN,
    "POST /account/name": (303, 422, 422, 422, 422),
    "POST /account/password": (303, 422, 422, 422, 422),
    "POST /account/sign-out-elsewhere": GO_ON,
    "GET /account/data": SIGNED_IN,
    "GET /account/delete": SIGNED_IN,
    "POST /account/delete": (303, 422, 422, 422, 422),
    "GET /reset": EVERYBODY,
    "POST /reset": (422,) * 5,
    "GET /invitation": EVERYBODY,
    "POST /invitation": GO_ON,
    "GET /operator": OPERATOR,
    "POST /operator/examination": OPERATOR_GOES_ON,
    "POST /operator/people/{person_id}/reset-link": OPERATOR,
    "POST /operator/invitations": (303, 404, 404, 404, 422),
    "POST /operator/links/{link_id}/withdraw": OPERATOR_GOES_ON,
    "GET /healthz": EVERYBODY,
    "GET /static/{name}": (404,) * 5,
}
"""The status for each of `WHO`, in their order. 303 is the way to sign in, or on after a form."""

ASKED_TO_SIGN_IN = {name for name, each in EXPECTED.items() if each[0] == 303 != each[2]}
"""Where a visitor is told to sign in; other forms lead on to a page that everybody may see."""


def all_routes() -> Iterator[str]:
    for module in pkgutil.iter_modules(app.routes.__path__, "app.routes."):
        router = getattr(importlib.import_module(module.name), "router", None)
        for route in router.routes if router else ():
            if isinstance(route, APIRoute):
                yield from (f"{method} {route.path}" for method in route.methods or ())


def test_every_route_says_who_may_use_it() -> None:
    """A new route belongs in `EXPECTED`, with a status for everybody."""
    assert set(all_routes()) == set(EXPECTED)


@pytest.mark.sandbox
@pytest.mark.parametrize("name", EXPECTED)
def test_a_route_answers_each_role_as_it_must(
    request: pytest.FixtureRequest, ada: Person, site: Site, reference: str, name: str
) -> None:
    ada.submit(reference)
    ada.run(reference)
    ada.post(f"/lessons/{WITH_QUIZ}/snippets/{snippet_of(site)}")
    if name.endswith(NEEDS_A_GRADE):
        with Sandbox() as sandbox:
            worker = Worker(site.database, site.content, Answers(), sandbox)
            for work_id in (1, 2):
                worker.grade_submission(work_id)
    people: dict[str, Person] = {who: request.getfixturevalue(who) for who in WHO}
    answers = {who: ask(person, name, site, ada) for who, person in people.items()}
    statuses = {who: answer.status_code for who, answer in answers.items()}
    assert statuses == dict(zip(WHO, EXPECTED[name], strict=True))
    if name in ASKED_TO_SIGN_IN:
        assert answers["visitor"].headers["location"].startswith("/sign-in?next=")


def ask(person: Person, name: str, site: Site, ada: Person) -> Response:
    """The answer to this person, with a link of their own where the route wants one."""
    method, path = name.split(" ")
    token = reset_token(site, ada) if path == "/reset" else invitation(site, Role.TUTOR)
    path = path.replace(":int", "").format_map(objects(site, ada, path, token))
    if method == "GET":
        return person.client.get(path, params={"token": token})
    return person.post(path, token=token, source="# mine")


def objects(site: Site, ada: Person, path: str, token: str) -> Mapping[str, object]:
    """What stands for the parameters of a path: Ada's, or something that is really there."""
    in_text = "/quiz" in path or "/snippets" in path
    return {
        "lesson": WITH_QUIZ if in_text else LESSON,
        "question": site.content.places[WITH_QUIZ].lesson.quiz[0].id,
        "snippet": snippet_of(site),
        "revision": 1,
        "work_id": 1 if path.startswith("/submissions") else 2,
        "run_id": 3,
        "person_id": id_of(site, ada),
        "link_id": token_hash(token),
        "name": "nothing.css",
    }


def snippet_of(site: Site) -> str:
    return next(iter(site.lessons[WITH_QUIZ].snippets))
