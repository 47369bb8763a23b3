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
from tests.app.people import LESSON, Person
from tests.app.test_links import id_of, invitation, reset_token

WHO = ("visitor", "ada", "ben", "iris", "olga")
"""Signed out; the learner whose objects are asked for; another learner; instructor; operator."""

EVERYBODY = (200,) * 5
GO_ON = (303,) * 5
SIGNED_IN = (303, 200, 200, 200, 200)
OWNER = (303, 200, 404, 404, 404)
OPERATOR = (303, 404, 404, 404, 200)
OPERATOR_GOES_ON = (303, 404, 404, 404, 303)

EXPECTED: Mapping[str, tuple[int, ...]] = {
    "GET /": EVERYBODY,
    "GET /lessons/{lesson}": EVERYBODY,
    "POST /lessons/{lesson}/submissions": GO_ON,
    "POST /lessons/{lesson}/tries": GO_ON,
    "GET /submissions/{work_id:int}": OWNER,
    "GET /submissions/{work_id:int}/state": OWNER,
    "GET /tries/{work_id:int}": OWNER,
    "GET /tries/{work_id:int}/state": OWNER,
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

SENT_TO_SIGN_IN = {name for name, each in EXPECTED.items() if each[0] == 303} - {
    "POST /sign-out",
    "POST /invitation",
}


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
    request: pytest.FixtureRequest, ada: Person, site: Site, name: str
) -> None:
    ada.submit("# Ada's")
    ada.run("# Ada's")
    people: dict[str, Person] = {who: request.getfixturevalue(who) for who in WHO}
    answers = {who: ask(person, name, site, ada) for who, person in people.items()}
    statuses = {who: answer.status_code for who, answer in answers.items()}
    assert statuses == dict(zip(WHO, EXPECTED[name], strict=True))
    if name in SENT_TO_SIGN_IN:
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
    return {
        "lesson": LESSON,
        "work_id": 1 if path.startswith("/submissions") else 2,
        "person_id": id_of(site, ada),
        "link_id": token_hash(token),
        "name": "nothing.css",
    }
