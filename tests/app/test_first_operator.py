"""The first start says who may run the site, to whoever can read what it prints."""

import re
from pathlib import Path

import httpx2
import pytest

from tests.app.people import PASSWORD, PATIENCE
from tests.app.test_serve import Serving, serving

OLGA = {"email": "olga@example.org", "name": "Olga", "password": PASSWORD}


def printed(server: Serving) -> str:
    """What the server printed after its address; it is asked to stop for that."""
    server.process.terminate()
    assert server.process.wait(PATIENCE) == 0
    assert server.process.stdout
    return server.process.stdout.read()


def link(server: Serving) -> str:
    """The path of the first operator's link."""
    assert server.process.stdout
    for _ in range(3):
        line = server.process.stdout.readline()
        if found := re.fullmatch(r"http://127\.0\.0\.1:\d+(/invitation\?token=\S+)\n", line):
            return found[1]
    raise AssertionError("no link was printed")


def test_each_start_prints_a_link_until_one_is_used(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        first = link(server)
        assert server.client.get(first).status_code == 200
    with serving(tmp_path) as server:
        second = link(server)
        assert first != second
        assert server.client.get(first).status_code == 404
        server.client.post("/sign-up", data=OLGA)
        assert server.client.get("/operator").status_code == 404
        token = second.partition("=")[2]
        answer = server.client.post("/invitation", data={"token": token})
        assert answer.headers["location"] == "/operator"
        assert server.client.get("/operator").status_code == 200
        assert printed(server) == ""
    with serving(tmp_path) as server:
        assert "invitation" not in printed(server)


@pytest.mark.parametrize(
    ("trusted", "secure"), [("127.0.0.1", True), ("192.0.2.7,192.0.2.8", False)]
)
def test_only_a_trusted_proxy_is_believed_to_speak_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str, secure: bool
) -> None:
    monkeypatch.setenv("TWOFOLD_TRUSTED_PROXIES", trusted)
    with serving(tmp_path) as server:
        answer = httpx2.post(
            f"{server.address}/sign-up", data=OLGA, headers={"X-Forwarded-Proto": "https"}
        )
    cookie = answer.headers["set-cookie"]
    assert answer.status_code == 303
    assert cookie.startswith("__Host-twofold=") is secure
    assert ("; Secure" in cookie) is secure
    assert "; HttpOnly" in cookie
    assert "; SameSite=lax" in cookie
    assert "Max-Age=2592000" in cookie
