"""Whoever opens connections and says nothing keeps nobody else from anything."""

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from app import connections
from app.connections import Impatient
from tests.app.people import PATIENCE
from tests.app.test_serve import serving

FEW_FILES = 256


@contextmanager
def few_files() -> Iterator[None]:
    """What is started meanwhile may have few files open, unless it asks for more."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_many_silent_connections_leave_room_for_pages(tmp_path: Path) -> None:
    with ExitStack() as opened:
        with few_files():
            server = opened.enter_context(serving(tmp_path))
        place = ("127.0.0.1", server.client.base_url.port)
        for _ in range(FEW_FILES + 100):
            opened.enter_context(socket.create_connection(place, timeout=PATIENCE))
        assert server.client.get("/").status_code == 200
        assert server.client.get("/healthz").json()["status"] == "ok"


@pytest.fixture(name="place")
def _place(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """Where a server listens that has little patience."""
    monkeypatch.setattr(connections, "PATIENCE_SECONDS", 0.2)
    config = uvicorn.Config(
        PlainTextResponse("here"), http=Impatient, log_config=None, lifespan="off"
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
        running.start()
        yield listening.getsockname()
        server.should_exit = True
        running.join()


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "])
def test_who_does_not_come_to_a_request_is_hung_up_on(place: tuple[str, int], said: bytes) -> None:
    with socket.create_connection(place, timeout=PATIENCE) as connection:
        connection.sendall(said)
        assert connection.recv(100) == b""


def test_who_asked_once_is_not_hung_up_on_for_it(place: tuple[str, int]) -> None:
    with closing(HTTPConnection(*place, timeout=PATIENCE)) as connection:
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"here"
        first = connection.sock
        end = time.monotonic() + 2 * connections.PATIENCE_SECONDS
        while time.monotonic() < end:
            connection.request("GET", "/")
            assert connection.getresponse().read() == b"here"
        assert connection.sock is first
