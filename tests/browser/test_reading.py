"""Reading a lesson in a real browser: quiz, snippets and words, by mouse, by keyboard, on paper."""

import re
import unicodedata

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.people import LESSON
from tests.browser.conftest import NewPage
from tests.browser.learner import MILLISECONDS, code, fill_in_sign_up, look, sign_up, typed

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

KINDS = pytest.mark.parametrize(
    "kind",
    [{}, {"scripts": False}, {"width": 360}, {"dark": True}],
    ids=["wide", "no scripts", "phone", "dark"],
)
SNIPPET = "precision-run-1"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def question(page: Page, name: str) -> Locator:
    return page.locator(f"#quiz-{name}")


def check(page: Page, name: str) -> Locator:
    """Press the button of a question; what came of it, which is on the screen."""
    question(page, name).get_by_role("button", name="Check").click()
    outcome = question(page, name).locator("[data-outcome]")
    expect(outcome).to_be_in_viewport(timeout=MILLISECONDS)
    return outcome


def printed(page: Page, snippet: str = SNIPPET) -> Locator:
    """What running a snippet printed, once it is done."""
    shown = page.locator(f"#{snippet}-run-result pre")
    expect(shown).to_be_visible(timeout=MILLISECONDS)
    return shown


@KINDS
def test_the_pages_that_are_read_can_be_read_by_everybody(
    new_page: NewPage, kind: dict[str, bool | int]
) -> None:
    page = new_page(**kind)
    for path in ("/", f"/lessons/{LESSON}", "/lessons/ndcg", "/sign-in", "/sign-up"):
        page.goto(path)
        look(page)
    sign_up(page)
    page.goto("/")
    look(page)


@KINDS
def test_a_visitor_reads_answers_and_signs_in_to_run(
    new_page: NewPage, kind: dict[str, int]
) -> None:
    page = new_page(**kind)
    page.goto("/")
    page.get_by_role("link", name="Recall@k").click()
    code(page).fill("# half a thought")
    question(page, "other-order").get_by_label("Recall@3").check()
    if kind.get("scripts", True):
        expect(check(page, "other-order")).to_contain_text("Not right.")
        expect(page.locator("#quiz-progress")).to_contain_text("answers are not kept")
        question(page, "other-order").get_by_role("button", name="Answer again").click()
        question(page, "other-order").get_by_label("Reciprocal rank").check()
        expect(check(page, "other-order")).to_contain_text("Right.")

    page.locator(f"#{SNIPPET}").get_by_role("button", name="Run this snippet").click()
    page.get_by_role("link", name="Create one").click()
    fill_in_sign_up(page)
    expect(page).to_have_url(re.compile(f"/lessons/{LESSON}#{SNIPPET}$"))
    expect(typed(page)).to_have_value("# half a thought")
    page.locator(f"#{SNIPPET}").get_by_role("button", name="Run this snippet").click()
    expect(printed(page)).to_contain_text("by number returned 1.00, by k 0.33")
    expect(typed(page)).to_have_value("# half a thought")
    assert page.evaluate(OVERFLOW) == 0


@KINDS
def test_a_learner_answers_runs_and_finds_it_all_again(
    new_page: NewPage, kind: dict[str, int]
) -> None:
    page = new_page(**kind)
    sign_up(page)
    expect(check(page, "other-order")).to_have_text("Choose an answer first.")
    question(page, "precision-of-two").get_by_label("Your number").fill("20 %")
    expect(check(page, "precision-of-two")).to_contain_text("Right.")
    for option in ("when nothing came back", "when no document is relevant", "Precision@3"):
        question(page, "which-are-zero").get_by_label(option).check()
    expect(check(page, "which-are-zero")).to_contain_text("Right.")
    expect(page.locator("#quiz-progress")).to_contain_text("2 of 6 answered right")

    page.get_by_text("Change it and run yours").first.click()
    own = page.get_by_label("Your version of this snippet, in Python").first
    own.fill("print('mine')\nprint(1 / 0)\n")
    page.get_by_role("button", name="Run your version").first.click()
    expect(printed(page)).to_have_text("mine")
    expect(page.locator(f"#{SNIPPET}-run-result")).to_contain_text("ZeroDivisionError")
    expect(own).to_have_value("print('mine')\nprint(1 / 0)\n")
    assert page.evaluate(OVERFLOW) == 0

    page.goto("/")
    expect(page.get_by_text("Quiz questions right")).to_be_visible()
    page.get_by_role("link", name="Continue with Recall@k").click()
    expect(question(page, "which-are-zero")).to_contain_text("right, your answer")
    page.get_by_role("button", name="Take the quiz again").click()
    expect(question(page, "which-are-zero").locator("input").first).to_be_visible()
    expect(page.locator("#quiz-progress")).to_contain_text("2 of 6 answered right")


def test_with_scripts_the_page_is_never_left_and_the_focus_goes_to_the_answer(
    new_page: NewPage,
) -> None:
    page = new_page()
    sign_up(page)
    page.evaluate("window.stillHere = true")
    code(page).fill("# typed before")
    page.locator(f"#{SNIPPET}").get_by_role("button", name="Run this snippet").press("Enter")
    printed(page)
    expect(page.locator(f"#{SNIPPET}-run-result")).to_be_focused()
    question(page, "other-order").get_by_label("None of them").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(question(page, "other-order").locator("[data-outcome]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(question(page, "other-order").get_by_label("Recall@3")).to_be_focused()
    expect(typed(page)).to_have_value("# typed before")
    assert page.evaluate("window.stillHere")


def test_whoever_went_on_typing_is_left_where_they_are(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page)
    page.get_by_text("Change it and run yours").first.click()
    own = page.get_by_label("Your version of this snippet, in Python").first
    own.fill("import time\ntime.sleep(0.5)\nprint('slow')")
    page.get_by_role("button", name="Run your version").first.click()
    code(page).focus()
    printed(page)
    expect(page.locator(f"#{SNIPPET}-run-result")).not_to_be_focused()
    assert page.evaluate("document.querySelector('.editor').contains(document.activeElement)")


def test_a_signed_out_learner_keeps_the_own_version(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page)
    page.get_by_text("Change it and run yours").first.click()
    own = page.get_by_label("Your version of this snippet, in Python").first
    own.fill("print('mine')")
    page.context.clear_cookies()
    page.get_by_role("button", name="Run your version").first.click()
    expect(page.locator(f"#{SNIPPET}-run-result")).to_contain_text("You are signed out.")
    expect(own).to_have_value("print('mine')")


def test_a_word_tells_its_meaning_to_pointer_and_keyboard_until_escape(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/lessons/ndcg")
    word = page.locator(".word").first
    shown = "getComputedStyle(document.querySelector('.word'), '::after').content"
    assert page.evaluate(shown) == "none"
    word.hover()
    assert "normalised DCG" in page.evaluate(shown)
    page.keyboard.press("Escape")
    assert page.evaluate(shown) == "none"
    page.mouse.move(0, 0)
    page.get_by_role("link", name="Jump to practice").focus()
    while not word.evaluate("word => word === document.activeElement"):
        page.keyboard.press("Tab")
    assert "normalised DCG" in page.evaluate(shown)
    assert page.evaluate(OVERFLOW) == 0
    described = word.get_attribute("aria-describedby")
    expect(page.locator(f"#{described}")).to_contain_text("normalised DCG")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#word-ndcg-k$"))


COPIED = """(place) => {
  getSelection().selectAllChildren(document.querySelector(place));
  const clipboard = new DataTransfer();
  const kind = { clipboardData: clipboard, cancelable: true, bubbles: true };
  const event = new ClipboardEvent("copy", kind);
  document.body.dispatchEvent(event);
  return event.defaultPrevented ? clipboard.getData("text/plain") : getSelection().toString();
}"""


def test_a_formula_is_copied_as_latex_and_plain_text_as_it_is(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/lessons/ndcg")
    copied = page.evaluate(COPIED, "section[aria-labelledby=dcg]")
    assert "$$\\mathrm{DCG}@k = \\sum_{i=1}^{k} \\frac{2^{\\mathit{rel}_i} - 1}" in copied
    assert "Here $i$ is the rank, counted from 1, and $\\mathit{rel}_i$ is the grade" in copied
    assert copied.count("mathit{rel}_i") == 2
    assert "print(f" in copied
    assert page.evaluate(COPIED, "#words ~ .words div").startswith("grade\n")


def test_without_scripts_no_symbol_of_a_formula_is_copied_twice(new_page: NewPage) -> None:
    """The browser copies what it shows: the symbols of the formula, and none of its source."""
    page = new_page(scripts=False)
    page.goto("/lessons/ndcg")
    copied = page.evaluate(COPIED, "section[aria-labelledby=ratio] .formula")
    symbols = unicodedata.normalize("NFKC", "".join(copied.split()))
    assert symbols == "nDCG@k=DCG@kIDCG@k"


@pytest.mark.parametrize("dark", [False, True])
def test_on_paper_a_lesson_is_study_notes(new_page: NewPage, dark: bool) -> None:
    page = new_page(dark=dark)
    page.goto("/lessons/ndcg")
    page.emulate_media(media="print")
    for machinery in ("header", "footer", "#practice", ".snippet-bar", ".contents", ".neighbours"):
        for each in page.locator(machinery).all():
            expect(each).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    for notes in ("What counts as right", "Which metrics at k = 5", "That is what a reranker does"):
        expect(page.get_by_text(notes)).to_be_visible()
    expect(page.get_by_text("Say your answer aloud")).to_be_hidden()
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(20, 23, 30)"


def test_every_wide_part_scrolls_by_itself_and_by_keyboard(new_page: NewPage) -> None:
    page = new_page(width=360)
    for lesson in ("ndcg", LESSON):
        page.goto(f"/lessons/{lesson}")
        assert page.evaluate(OVERFLOW) == 0
        unreachable = page.evaluate(
            "[...document.querySelectorAll('main *')].filter((each) =>"
            " each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0"
            " && getComputedStyle(each).overflowX === 'auto' && each.tabIndex < 0"
            " && !each.closest('.cm-editor')).map((each) => each.outerHTML.slice(0, 80))"
        )
        assert unreachable == []
