"""A real Chromium on the stand-in site; whatever it complains about fails the test."""

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
)

from app.assets import Assets
from tests.frontend.standin import Server, Site

HOUSE = Path(__file__).parents[2]
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
AXE = [HOUSE / "frontend/node_modules/axe-core/axe.min.js"]
PATIENCE = 20_000
"""Milliseconds for what comes at once on a machine that is not busy."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next((found for name in names if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium on this machine")
    browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def assets() -> Assets:
    return Assets()


@pytest.fixture
def site(assets: Assets) -> Iterator[Site]:
    site = Site(assets)
    server = Server(site)
    yield site
    server.shutdown()
    server.server_close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, site: Site) -> Iterator[Page]:
    """An empty page; at the end it must have complained about nothing and asked no other host."""
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.extend(complaint(message)))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    assert complaints == []
    assert [url for url in asked if not url.startswith(site.origin + "/")] == []


def complaint(message: ConsoleMessage) -> list[str]:
    """Errors and refusals by the policy; not that a server answered 409, which tests ask for."""
    expected = message.text.startswith("Failed to load resource")
    return [message.text] if message.type in {"error", "warning"} and not expected else []


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """What the accessibility checker finds on a page."""
    script = axe_script()
    if script is None:
        pytest.skip("no axe-core: run `npm ci` in frontend/")
    text = script.read_text("utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(text)
        found = page.evaluate("axe.run().then((found) => found.violations)")
        return [
            f"{each['impact']} {each['id']}: {node['html']}"
            for each in found
            for node in each["nodes"]
        ]

    return look


def axe_script() -> Path | None:
    """From npm, or from the Python package that carries the same file."""
    places = list(AXE)
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is not None and spec.origin is not None:
        places.append(Path(spec.origin).parent / "axe.min.js")
    return next((place for place in places if place.is_file()), None)


@pytest.fixture
def picture(page: Page) -> Callable[[str], None]:
    """Keeps a screenshot where PICTURES names a folder, to be looked at."""

    def take(name: str) -> None:
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    return take
