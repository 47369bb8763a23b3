"""A real server and a real Chromium; pages may talk to that server and to nobody else."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import uvicorn
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Route,
    expect,
)

from app.main import create_app
from app.settings import SHIPPED_CONTENT, Settings
from app.site import Site, open_site
from tests.app.people import LESSON, PATIENCE
from tests.browser.learner import MILLISECONDS, WITHOUT_SCRIPTS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
expect.set_options(timeout=MILLISECONDS)

NO_PAGE = "/no-such-page"
"""Where a test expects a 404, of which the browser tells its console."""

FORGOTTEN = "Clear-Site-Data header on"
"""How the browser tells its console that it forgot what it kept of somebody who is gone."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    site = open_site(Settings(data_folder=folder, graders=1))
    yield site
    site.database.close()


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """Where the site is served, with its graders at work."""
    server = uvicorn.Server(uvicorn.Config(create_app(site), port=0, log_config=None))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.05)
    (port,) = {each.getsockname()[1] for each in server.servers[0].sockets}
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
    yield browser
    browser.close()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(chromium: Browser, address: str) -> Iterator[NewPage]:
    """Makes pages of fresh browsers; what a page asks of another host, or logs, fails the test.

    Refusals that a test is about are named by the end of their address.
    """
    troubles: list[str] = []
    contexts: list[BrowserContext] = []
    refused: set[str] = {NO_PAGE}

    def stop_others(route: Route) -> None:
        if route.request.url.startswith((f"{address}/", "data:")):
            route.continue_()
        else:
            troubles.append(f"asked {route.request.url}")
            route.abort()

    def note(message: ConsoleMessage) -> None:
        expected = message.location["url"].endswith(tuple(refused))
        if not expected and not message.text.startswith(FORGOTTEN):
            troubles.append(f"console: {message.text} {message.location['url']}")

    def make(
        *, scripts: bool = True, dark: bool = False, width: int = 1366, refusals: str = ""
    ) -> Page:
        refused.update(refusals.split())
        context = chromium.new_context(
            base_url=address,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
            viewport={"width": width, "height": 800},
        )
        context.set_default_timeout(MILLISECONDS)
        context.route("**/*", stop_others)
        context.on("console", note)
        context.on("weberror", lambda found: troubles.append(f"error: {found.error}"))
        contexts.append(context)
        if not scripts:
            WITHOUT_SCRIPTS.add(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture(scope="session")
def reference() -> str:
    (file,) = SHIPPED_CONTENT.glob(f"*/{LESSON}/reference.py")
    return file.read_text("utf-8")


@pytest.fixture(scope="session")
def mistake() -> str:
    (file,) = SHIPPED_CONTENT.glob(f"*/{LESSON}/mistakes/precision-by-returned.py")
    return file.read_text("utf-8")
