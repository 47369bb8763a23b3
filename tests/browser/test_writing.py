"""Writing code in a real browser: saved, never lost, and with the keyboard alone."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from app.site import Site
from tests.app.people import LESSON, PASSWORD
from tests.browser.conftest import NewPage
from tests.browser.learner import code, graded, look, press, saved, sign_up, typed

pytestmark = pytest.mark.browser

PAGE = f"/lessons/{LESSON}"
LONG = "# a long thought\n" * 20
BOTH_WAYS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


def add(page: Page, text: str) -> None:
    """Type at the beginning of the code."""
    code(page).press("Control+Home")
    page.keyboard.insert_text(text)


def beginning(text: str) -> re.Pattern[str]:
    return re.compile("^" + re.escape(text))


def sign_in(page: Page, email: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")


def another_tab(page: Page, path: str = PAGE) -> Page:
    other = page.context.new_page()
    other.goto(path)
    return other


def look_away(page: Page) -> None:
    """What the browser tells a page that is hidden."""
    page.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
          delete document.hidden;
        }"""
    )


def conflict(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Two versions of your code")


# Kept


def test_what_is_typed_is_saved_and_there_again(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page)
    add(page, "# one thought\n")
    saved(page)
    page.reload()
    expect(typed(page)).to_have_value(beginning("# one thought\n"))
    expect(page.locator("[data-draft-status]")).to_have_text(re.compile(r"^saved .* UTC$"))


def test_what_a_visitor_typed_comes_along_without_being_sent(new_page: NewPage) -> None:
    page = new_page()
    page.goto(PAGE)
    add(page, "# before I had an account\n")
    saved(page)
    sign_up(page)
    expect(typed(page)).to_have_value(beginning("# before I had an account\n"))


def test_a_session_that_ends_while_typing_loses_nothing(new_page: NewPage) -> None:
    page = new_page(refusals="/draft")
    email = sign_up(page)
    another_tab(page, "/me").get_by_role("button", name="Sign out").click()
    add(page, "# typed after the session had ended\n")
    look_away(page)
    expect(page.locator("[data-draft-status]")).to_have_text(
        re.compile("^signed out: kept in this")
    )
    page.goto(f"/sign-in?next={PAGE}")
    sign_in(page, email)
    expect(typed(page)).to_have_value(beginning("# typed after the session had ended\n"))
    saved(page)


@BOTH_WAYS
def test_a_button_pressed_after_the_session_ended_loses_nothing(
    new_page: NewPage, scripts: bool
) -> None:
    page = new_page(scripts=scripts, refusals="/draft")
    email = sign_up(page)
    another_tab(page, "/me").get_by_role("button", name="Sign out").click()
    code(page).fill("# typed after the session had ended")
    press(page, "Submit")
    sign_in(page, email)
    expect(typed(page)).to_have_value("# typed after the session had ended")
    expect(page.get_by_text("Another version of your code")).to_have_count(0)


def test_signing_in_again_in_another_tab_is_enough(new_page: NewPage) -> None:
    page = new_page(refusals="/draft")
    email = sign_up(page)
    other = another_tab(page, "/me")
    press(other, "Sign out")
    add(page, "# typed meanwhile\n")
    look_away(page)
    expect(page.locator("[data-draft-status]")).to_have_text(re.compile("^signed out"))
    other.goto(f"/sign-in?next={PAGE}")
    sign_in(other, email)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    saved(page)


# Two tabs


def test_two_tabs_ask_before_one_takes_the_place_of_the_other(new_page: NewPage) -> None:
    one = new_page(refusals="/draft")
    sign_up(one)
    two = another_tab(one)
    add(one, "# one\n")
    saved(one)
    add(two, "# two\n")
    expect(conflict(two)).to_be_visible()
    expect(conflict(two).get_by_role("region")).to_have_text(
        [re.compile("# two"), re.compile("# one")]
    )
    conflict(two).get_by_role("button", name="Keep what is here").click()
    saved(two)
    add(one, "# more ")
    expect(conflict(one)).to_be_visible()
    conflict(one).get_by_role("button", name="Take the saved one").click()
    expect(typed(one)).to_have_value(beginning("# two\n"))
    expect(typed(two)).to_have_value(beginning("# two\n"))


def test_two_tabs_without_scripts_run_what_they_hold_and_offer_the_other(
    new_page: NewPage,
) -> None:
    one = new_page(scripts=False)
    sign_up(one)
    two = another_tab(one)
    code(one).fill("# one")
    press(one, "Run")
    code(two).fill("# two")
    press(two, "Run")
    expect(typed(two)).to_have_value("# two")
    two.get_by_role("link", name="Look at it").click()
    expect(two.get_by_role("heading", level=1)).to_have_text("Two versions of your code")
    press(two, "Go on with this version")
    expect(typed(two)).to_have_value("# one")
    two.get_by_role("link", name="Earlier versions").click()
    two.get_by_role("link", name="Look at it").first.click()
    expect(two.get_by_role("region", name="Code of this version")).to_have_text("# two")


def test_running_right_after_typing_is_no_conflict_with_oneself(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page)
    for text in ("# one", "# two", "# three"):
        add(page, text)
        press(page, "Run")
        expect(page).to_have_url(re.compile("/tries/"))
        expect(page.get_by_text("Another version of your code")).to_have_count(0)
        expect(conflict(page)).to_have_count(0)
    expect(typed(page)).to_have_value(beginning("# three# two# one"))


# The stub and earlier code


@BOTH_WAYS
def test_back_to_the_stub_and_back_again(new_page: NewPage, site: Site, scripts: bool) -> None:
    stub = site.content.live[LESSON].edition.exercise.stub.decode()
    page = new_page(scripts=scripts)
    sign_up(page)
    code(page).fill(LONG)
    press(page, "Back to the stub")
    expect(typed(page)).to_have_value(stub)
    press(page, "Undo: my code back")
    expect(typed(page)).to_have_value(LONG)


@pytest.mark.sandbox
@BOTH_WAYS
def test_an_earlier_attempt_comes_back_into_the_box(new_page: NewPage, scripts: bool) -> None:
    page = new_page(scripts=scripts)
    sign_up(page)
    code(page).fill("# attempt one")
    press(page, "Submit")
    graded(page)
    code(page).fill("# and then")
    press(page, "Run")
    page.get_by_text("An earlier attempt").click()
    press(page, "Load attempt 1")
    expect(typed(page)).to_have_value("# attempt one")


# The visible queries


@BOTH_WAYS
def test_the_visible_queries_stand_beside_the_code(
    new_page: NewPage, site: Site, scripts: bool
) -> None:
    page = new_page(scripts=scripts)
    page.goto(PAGE)
    (visible,) = [each for each in site.content.live[LESSON].edition.sets if each.visible]
    page.get_by_text(f"{len(visible.queries)} visible queries", exact=True).click()
    table = page.get_by_role("table").filter(has_text="retrieved")
    expect(table.get_by_role("row")).to_have_count(1 + len(visible.queries))
    page.get_by_text("As raw JSON").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download queries.json").click()
    records = json.loads(download.value.path().read_text("utf-8"))
    assert [each["id"] for each in records] == [each.id for each in visible.queries]
    shown = page.get_by_role("region", name="as raw JSON").inner_text()
    assert json.loads(shown) == records


# The keyboard


def test_the_keyboard_alone_is_enough(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page)
    code(page).focus()
    page.keyboard.press("Tab")
    expect(code(page)).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Submit", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Back to the stub")).to_be_focused()
    code(page).focus()
    page.keyboard.press("Control+Enter")
    expect(page).to_have_url(re.compile("/tries/"))
    code(page).focus()
    page.keyboard.press("Control+Shift+Enter")
    expect(page).to_have_url(re.compile("/submissions/"))


def test_without_scripts_the_tab_key_leads_from_the_code_to_the_buttons(new_page: NewPage) -> None:
    page = new_page(scripts=False)
    page.goto(PAGE)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    code(page).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Submit", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


# How it looks


@pytest.mark.parametrize(
    "kind",
    [{}, {"scripts": False}, {"width": 360}, {"width": 360, "dark": True}, {"dark": True}],
    ids=["wide", "no scripts", "phone", "phone dark", "dark"],
)
def test_every_page_of_writing_fits_and_can_be_used_by_everybody(
    new_page: NewPage, kind: dict[str, int]
) -> None:
    page = new_page(**kind, refusals="/draft")
    page.goto(PAGE)
    page.locator(".query-set > summary").click()
    page.get_by_text("As raw JSON").click()
    look(page)
    sign_up(page)
    other = another_tab(page)
    code(page).fill(LONG)
    press(page, "Submit")
    expect(page).to_have_url(re.compile("/submissions/"))
    code(other).fill("# another version")
    if kind.get("scripts", True):
        expect(conflict(other)).to_be_visible()
        look(other)
        press(other, "Decide later")
    press(other, "Run")
    expect(other).to_have_url(re.compile("/tries/"))
    other.goto(PAGE)
    expect(other.get_by_text("Another version of your code")).to_be_visible()
    look(other)
    other.get_by_role("link", name="Look at it").click()
    look(other)
    press(other, "Keep what is in the box")
    other.goto(f"{PAGE}/drafts")
    look(other)
    other.get_by_role("link", name="Put it into the box").click()
    expect(other.get_by_text("Attempt 1 is in the box.")).to_be_visible()
    other.get_by_text("An earlier attempt").click()
    look(other)
