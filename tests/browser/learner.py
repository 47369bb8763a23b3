"""What a learner does in a browser, as steps of tests; the same with scripts and without."""

import itertools
import re
from weakref import WeakSet

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.app.people import LESSON, PASSWORD, PATIENCE

MILLISECONDS = 1000 * PATIENCE
NUMBERS = itertools.count(1)
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"
WITHOUT_SCRIPTS: WeakSet[BrowserContext] = WeakSet()


def press(page: Page, name: str) -> None:
    """Press the button of exactly this name."""
    page.get_by_role("button", name=name, exact=True).click()


def code(page: Page) -> Locator:
    """The box that is typed into: the editor, or the plain text box where there are no scripts."""
    return page.locator("#source" if page.context in WITHOUT_SCRIPTS else ".cm-content")


def typed(page: Page) -> Locator:
    """What the form sends, whether it is shown or stands behind the editor."""
    return page.locator("#source")


def graded(page: Page) -> None:
    """Wait for the grade, by script or by the page that looks again."""
    expect(page.locator("#result")).to_have_attribute("data-state", "graded", timeout=MILLISECONDS)


def saved(page: Page) -> None:
    """Wait until the draft is on the server."""
    status = page.locator("[data-draft-status]")
    expect(status).to_have_text(re.compile(r"^saved \d\d:\d\d$"), timeout=MILLISECONDS)


def fill_in_sign_up(page: Page) -> str:
    """Make a new account with the form that is open; answers its address."""
    email = f"ada{next(NUMBERS)}@example.org"
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create the account")
    return email


def sign_up(page: Page, lesson: str = LESSON) -> str:
    """A new account, at the lesson; answers its address."""
    page.goto(f"/sign-up?next=/lessons/{lesson}")
    return fill_in_sign_up(page)


def look(page: Page) -> None:
    """Nothing stands outside of the window, and axe-core, with scripts, finds nothing at all."""
    page.wait_for_load_state()
    needed, there = page.evaluate(WIDTHS)
    assert needed <= there
    if page.context in WITHOUT_SCRIPTS:
        return  # the checker needs timers, which do not run there
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
