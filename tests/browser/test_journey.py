"""The whole way of a learner in a real browser: read, sign up, run, submit, fix, 100."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.app.people import LESSON, PASSWORD
from tests.browser.conftest import MILLISECONDS, NO_PAGE, NewPage

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

NUMBERS = itertools.count(1)
KINDS = pytest.mark.parametrize(
    "kind",
    [{}, {"scripts": False}, {"width": 360}, {"dark": True}],
    ids=["wide", "no scripts", "phone", "dark"],
)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def graded(page: Page) -> None:
    """Wait for the grade, by script or by the page that looks again."""
    expect(page.locator("#result")).to_have_attribute("data-state", "graded", timeout=MILLISECONDS)


def sign_up(page: Page) -> None:
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail address").fill(f"ada{next(NUMBERS)}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create the account")


@KINDS
def test_read_run_submit_fix_and_reach_100(
    new_page: NewPage, kind: dict[str, int], reference: str, mistake: str
) -> None:
    page = new_page(**kind)
    page.goto("/")
    page.get_by_role("link", name="Recall@k").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Recall@k")
    code = page.get_by_label("Your code, in Python")
    code.fill(mistake)
    press(page, "Run")

    page.get_by_role("link", name="Create one").click()
    sign_up(page)
    expect(page).to_have_url(f"{page.url.partition('/lessons')[0]}/lessons/{LESSON}")
    expect(code).to_have_value(mistake)

    press(page, "Run")
    graded(page)
    expect(page.locator("#result")).to_contain_text("visible queries right")
    expect(page.locator("[data-score]")).to_have_count(0)

    press(page, "Submit")
    graded(page)
    expect(page.locator("#result")).to_contain_text("This looks like dividing precision")
    expect(page.locator("[data-score]")).not_to_have_attribute("data-score", "100")

    code.fill(reference)
    press(page, "Submit")
    graded(page)
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "100")
    expect(page.locator("[data-best-score]")).to_have_text("100")
    expect(page.get_by_role("link", name="Attempt 2")).to_be_visible()


def test_with_scripts_the_grade_comes_without_a_reload_and_typing_goes_on(
    new_page: NewPage, reference: str
) -> None:
    page = new_page()
    page.goto(f"/sign-up?next=/lessons/{LESSON}")
    sign_up(page)
    page.get_by_label("Your code, in Python").fill(reference)
    press(page, "Submit")
    page.evaluate("window.stillHere = true")
    page.get_by_label("Your code, in Python").fill("# typed while it was graded")
    graded(page)
    assert page.evaluate("window.stillHere")
    expect(page.get_by_label("Your code, in Python")).to_have_value("# typed while it was graded")


@pytest.mark.parametrize("width", [360, 768, 1366])
def test_no_page_is_wider_than_the_screen(new_page: NewPage, mistake: str, width: int) -> None:
    page = new_page(width=width)
    page.goto(f"/sign-up?next=/lessons/{LESSON}")
    sign_up(page)
    page.get_by_label("Your code, in Python").fill(mistake)
    press(page, "Submit")
    graded(page)
    for path in (page.url, "/", f"/lessons/{LESSON}", "/lessons/ndcg", "/me", "/sign-in", NO_PAGE):
        page.goto(path)
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) == 0, path


def test_the_keyboard_alone_is_enough(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"/lessons/{LESSON}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    code = page.get_by_label("Your code, in Python")
    code.focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Submit", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
