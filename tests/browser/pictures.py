"""Takes the README's pictures of the real site: `python -m tests.browser.pictures`."""

import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from app.main import create_app
from app.settings import SHIPPED_CONTENT, Settings
from app.site import open_site

FOLDER = Path(__file__).parent.parent.parent / ".github" / "pictures"
LESSON = "recall-precision-mrr"
WIDE: ViewportSize = {"width": 1366, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
_SECONDS = 60


def main() -> None:
    """Write four pictures: lesson and result, light and dark, wide and on a phone."""
    FOLDER.mkdir(exist_ok=True)
    with _address() as address, _chromium() as browser:
        state = _learner(browser, address)
        for name, path, viewport, scheme in (
            ("lesson", f"/lessons/{LESSON}", WIDE, "light"),
            ("result", "/submissions/1", WIDE, "light"),
            ("result-dark", "/submissions/1", WIDE, "dark"),
            ("result-phone", "/submissions/1", PHONE, "light"),
        ):
            context = browser.new_context(
                base_url=address,
                viewport=viewport,
                color_scheme="dark" if scheme == "dark" else "light",
                storage_state=state,
            )
            page = context.new_page()
            page.goto(path)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=FOLDER / f"{name}.png")
            context.close()


@contextmanager
def _address() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        site = open_site(Settings(data_folder=Path(folder), graders=1))
        server = uvicorn.Server(uvicorn.Config(create_app(site), port=0, log_config=None))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        deadline = time.monotonic() + _SECONDS
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.05)
        (port,) = {each.getsockname()[1] for each in server.servers[0].sockets}
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()
        site.database.close()


@contextmanager
def _chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
    arguments = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


def _learner(browser: Browser, address: str) -> Path:
    """Sign somebody up who hands in a common mistake; the file with the signed-in browser."""
    (mistake,) = SHIPPED_CONTENT.glob(f"*/{LESSON}/mistakes/precision-by-returned.py")
    state = Path(tempfile.mkdtemp()) / "state.json"
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/sign-up?next=/lessons/{LESSON}")
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail address").fill("ada@example.org")
    page.get_by_label("Password").fill("a long enough password")
    page.get_by_role("button", name="Create the account", exact=True).click()
    page.locator("#source").fill(mistake.read_text("utf-8"))
    page.get_by_role("button", name="Submit", exact=True).click()
    _graded(page)
    context.storage_state(path=state)
    context.close()
    return state


def _graded(page: Page) -> None:
    result = page.locator("#result")
    expect(result).to_have_attribute("data-state", "graded", timeout=1000 * _SECONDS)


if __name__ == "__main__":
    main()
