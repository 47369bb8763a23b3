"""The whole way of a learner in a real browser: read, sign up, run, submit, fix, 100."""

import pytest
from playwright.sync_api import expect

from tests.app.people import LESSON
from tests.browser.conftest import NO_PAGE, NewPage
from tests.browser.learner import code, fill_in_sign_up, graded, press, sign_up, typed

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

KINDS = pytest.mark.parametrize(
    "kind",
    [{}, {"scripts": False}, {"width": 360}, {"dark": True}],
    ids=["wide", "no scripts", "phone", "dark"],
)


@KINDS
def test_read_run_submit_fix_and_reach_100(
    new_page: NewPage, kind: dict[str, int], reference: str, mistake: str
) -> None:
    page = new_page(**kind)
    page.goto("/")
    page.get_by_role("link", name="Recall@k").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Recall@k")
    code(page).fill(mistake)
    press(page, "Run")

    page.get_by_role("link", name="Create one").click()
    fill_in_sign_up(page)
    expect(page).to_have_url(f"{page.url.partition('/lessons')[0]}/lessons/{LESSON}")
    expect(typed(page)).to_have_value(mistake)

    press(page, "Run")
    graded(page)
    expect(page.locator("#result")).to_contain_text("visible queries right")
    expect(page.locator("[data-score]")).to_have_count(0)

    press(page, "Submit")
    graded(page)
    expect(page.locator("#result")).to_contain_text("This looks like dividing precision")
    expect(page.locator("[data-score]")).not_to_have_attribute("data-score", "100")

    code(page).fill(reference)
    press(page, "Submit")
    graded(page)
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "100")
    expect(page.locator("[data-best-score]")).to_have_text("100")
    expect(page.get_by_role("link", name="Attempt 2")).to_be_visible()


def test_with_scripts_the_grade_comes_without_a_reload_and_typing_goes_on(
    new_page: NewPage, reference: str
) -> None:
    page = new_page()
    sign_up(page)
    code(page).fill(reference)
    press(page, "Submit")
    page.evaluate("window.stillHere = true")
    code(page).fill("# typed while it was graded")
    graded(page)
    assert page.evaluate("window.stillHere")
    expect(typed(page)).to_have_value("# typed while it was graded")


@pytest.mark.parametrize("width", [360, 768, 1366])
def test_no_page_is_wider_than_the_screen(new_page: NewPage, mistake: str, width: int) -> None:
    page = new_page(width=width)
    sign_up(page)
    code(page).fill(mistake)
    press(page, "Submit")
    graded(page)
    for path in (page.url, "/", f"/lessons/{LESSON}", "/lessons/ndcg", "/me", "/sign-in", NO_PAGE):
        page.goto(path)
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) == 0, path
