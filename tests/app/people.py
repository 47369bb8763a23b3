"""A person at a browser: what they post and what they read on the page that comes back."""

import re
import time
from dataclasses import dataclass, field
from html import unescape

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

LESSON = "recall-precision-mrr"
PASSWORD = "correct horse battery"
PATIENCE = 60.0
"""Seconds that grading may take on a busy machine before a test gives up."""


@dataclass
class Person:
    """A browser with its own cookies; `name` and `email` are those of the account they make."""

    app: FastAPI
    name: str
    email: str
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = TestClient(self.app, follow_redirects=False, raise_server_exceptions=False)

    def sign_up(self, **fields: str) -> Response:
        """Make the account, and be signed in."""
        form = {"email": self.email, "name": self.name, "password": PASSWORD}
        return self.post("/sign-up", **(form | fields))

    def sign_in(self, **fields: str) -> Response:
        """Sign in to an account that exists."""
        return self.post("/sign-in", **({"email": self.email, "password": PASSWORD} | fields))

    def get(self, path: str, **headers: str) -> Response:
        """Read a page."""
        return self.client.get(path, headers=headers)

    def post(self, path: str, **fields: str) -> Response:
        """Send a form."""
        return self.client.post(path, data=fields)

    def post_bytes(self, path: str, body: bytes, **headers: str) -> Response:
        """Send a body as it is, as a form unless the headers say otherwise."""
        form = {"content-type": "application/x-www-form-urlencoded"}
        return self.client.post(path, content=body, headers=form | headers)

    def submit(self, source: str, **fields: str) -> Response:
        """Press Submit."""
        return self.post(f"/lessons/{LESSON}/submissions", source=source, **fields)

    def run(self, source: str) -> Response:
        """Press Run."""
        return self.post(f"/lessons/{LESSON}/tries", source=source)

    def result(self, handed_in: Response | str) -> str:
        """The page that Run or Submit, or a path, leads to, once nothing more will happen."""
        if not isinstance(handed_in, str):
            assert handed_in.status_code == 303, handed_in.text
            handed_in = handed_in.headers["location"]
        deadline = time.monotonic() + PATIENCE
        while True:
            page = self.get(handed_in)
            assert page.status_code == 200
            if data(page.text, "state") in {"graded", "failed"}:
                return page.text
            assert time.monotonic() < deadline, "it was never graded"
            time.sleep(0.05)


def data(page: str, name: str) -> str | None:
    """The first `data-…` attribute of that name on a page."""
    found = re.search(rf'data-{name}="([^"]*)"', page)
    return unescape(found[1]) if found else None


def hidden(page: str, name: str) -> str:
    """The value of the first hidden field of that name on a page."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', page)
    assert found, f"there is no field {name}"
    return unescape(found[1])


BOX = re.compile(r'<textarea[^>]*\bid="source"[^>]*>\n?(.*?)</textarea>', re.DOTALL)


def box(page: str) -> str:
    """The code in the box of a page."""
    found = BOX.search(page)
    assert found, "there is no box for code"
    return unescape(found[1])


CODE = re.compile(r'<pre class="listing".*?</pre>|<table class="diff">.*?</table>', re.DOTALL)


def without_code(page: str) -> str:
    """The page without the code that its learner typed, wherever it is shown."""
    return CODE.sub("", BOX.sub("", page))


def words(page: str) -> str:
    """The text of a page without its tags and white space."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
