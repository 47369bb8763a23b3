"""Results that come in while the page is open, and forms that are handed in once."""

from collections.abc import Callable
from http import HTTPStatus

import pytest
from playwright.sync_api import Page, expect

from tests.frontend.standin import Site
from tests.frontend.until import until

pytestmark = pytest.mark.browser


def fragment(state: str, words: str, *, extra: str = "") -> str:
    """What a server shows for a submission in this state."""
    return (
        f'<section id="result" data-state="{state}" data-poll="/result" data-announce="{words}">'
        f"<p>{words}</p>{extra}</section>"
    )


QUEUED = fragment("queued", "Waiting for a grader")
GRADING = fragment("grading", "Being graded now")
GRADED = fragment("graded", "Graded: 70 of 100 points")


def details(name: str) -> str:
    return f"<details><summary>{name}</summary>more about {name}</details>"


@pytest.fixture
def waiting(page: Page, site: Site) -> Callable[..., Page]:
    """Opens a page that waits, and gets these answers when it asks; the last one for ever."""

    def wait(*answers: tuple[int, str], first: str = QUEUED) -> Page:
        site.result = first
        site.answers = list(answers)
        page.goto(site.origin)
        return page

    return wait


def test_each_state_is_shown_and_announced_without_a_reload(
    waiting: Callable[..., Page], site: Site
) -> None:
    page = waiting((204, ""), (500, ""), (200, GRADING), (200, GRADED))
    page.evaluate("window.same = true")
    live = page.locator(".visually-hidden[role=status]")
    expect(live).to_have_text("Being graded now")
    expect(live).to_have_text("Graded: 70 of 100 points")
    expect(page.locator("#result")).to_have_attribute("data-state", "graded")
    assert page.evaluate("window.same")
    assert site.polls[0]["twofold-fragment"] == "result"
    assert [each["twofold-state"] for each in site.polls] == [*["queued"] * 3, "grading"]


def test_a_result_that_is_final_is_not_asked_for(page: Page, site: Site) -> None:
    site.result = GRADED
    site.answers = [(200, GRADED)]
    page.goto(site.origin)
    page.wait_for_load_state("networkidle")
    assert site.polls == []


def test_it_asks_less_and_less_often(waiting: Callable[..., Page], site: Site) -> None:
    page = waiting((204, ""))
    page.evaluate(
        """() => {
          window.waits = [];
          const later = window.setTimeout;
          window.setTimeout = (run, wait) => { waits.push(wait); return later(run, wait / 50); };
        }"""
    )
    until(page, lambda: page.evaluate("window.waits.length") > 8)
    waits = page.evaluate("window.waits")
    assert waits == sorted(waits)
    assert waits[-1] == 2000
    assert len(site.polls) > 5


def test_a_lost_connection_is_tried_again(waiting: Callable[..., Page], site: Site) -> None:
    page = waiting((204, ""))
    page.context.set_offline(True)
    page.wait_for_event("requestfailed")
    site.answers = [(200, GRADED)]
    page.context.set_offline(False)
    expect(page.locator("#result")).to_have_attribute("data-state", "graded")


@pytest.mark.parametrize("status", [401, 404, HTTPStatus.SEE_OTHER])
def test_signed_out_says_so_and_keeps_the_page(waiting: Callable[..., Page], status: int) -> None:
    page = waiting((status, ""))
    expect(page.locator("#result")).to_contain_text("Your code is stored")
    expect(page.locator("#source")).to_have_count(1)
    expect(page.get_by_role("button", name="Load the page again")).to_be_visible()


def test_what_the_reader_opened_stays_open(waiting: Callable[..., Page], site: Site) -> None:
    first = fragment("queued", "2 before you", extra=details("a") + details("b"))
    second = fragment("queued", "1 before you", extra=details("a") + details("b"))
    page = waiting((204, ""), first=first)
    page.get_by_text("b", exact=True).click()
    site.answers = [(200, second)]
    expect(page.locator("#result")).to_contain_text("1 before you")
    opened = page.locator("#result details").evaluate_all("all => all.map((each) => each.open)")
    assert opened == [False, True]


def test_the_focus_stays_where_it_was(waiting: Callable[..., Page], site: Site) -> None:
    button = "<button>inside</button>"
    page = waiting((204, ""), first=fragment("queued", "Waiting", extra=button))
    page.get_by_role("button", name="inside").focus()
    site.answers = [(200, GRADED)]
    expect(page.locator("#result")).to_have_attribute("data-state", "graded")
    expect(page.locator("#result")).to_be_focused()


def test_typing_goes_on_while_a_result_comes_in(waiting: Callable[..., Page], site: Site) -> None:
    page = waiting((204, ""))
    page.locator(".cm-content").press("Control+Home")
    page.keyboard.type("# one")
    site.answers = [(200, GRADED)]
    expect(page.locator("#result")).to_have_attribute("data-state", "graded")
    page.keyboard.type(" two")
    assert page.locator("#source").input_value().startswith("# one two")


def test_other_live_parts_and_the_title_come_with_a_whole_page(
    waiting: Callable[..., Page], site: Site
) -> None:
    scores = '<p id="scores" data-live>Best: {}</p>'
    page = waiting((204, ""), first=QUEUED + scores.format("none"))
    whole = f"<!doctype html><title>70 points</title>{GRADED}{scores.format(70)}"
    site.answers = [(200, whole)]
    expect(page.locator("#scores")).to_have_text("Best: 70")
    expect(page).to_have_title("70 points")


def test_a_result_marks_the_line_of_its_exception(waiting: Callable[..., Page]) -> None:
    mark = '<p data-error-for="source" data-error-line="8" data-error-text="KeyError: k"></p>'
    page = waiting((200, fragment("graded", "Done", extra=mark)))
    expect(page.locator(".code-note")).to_contain_text("Line 8: KeyError: k")
    expect(page.locator(".code-marked-line")).to_have_text("    return 0.0")


def test_markup_in_an_answer_runs_no_script(waiting: Callable[..., Page]) -> None:
    script = "<script>window.ran = true</script>"
    page = waiting((200, fragment("graded", "Done").replace("</section>", script + "</section>")))
    expect(page.locator("#result")).to_have_attribute("data-state", "graded")
    assert page.evaluate("window.ran") is None


def test_two_clicks_hand_in_once(page: Page, site: Site) -> None:
    page.goto(site.origin)
    page.evaluate(
        """() => {
          const submit = document.querySelector('[data-action=submit]');
          submit.click();
          submit.click();
          document.querySelector('[data-action=run]').click();
        }"""
    )
    page.wait_for_url("**/submissions")
    page.go_back()
    expect(page.locator("form")).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/tries")
    assert [each.path for each in site.posted] == ["/submissions", "/tries"]


@pytest.mark.parametrize("plain", [False, True])
def test_another_text_can_be_loaded_and_taken_back(page: Page, site: Site, plain: bool) -> None:
    page.goto(site.origin)
    page.get_by_label("Plain text box").set_checked(plain)
    field = page.locator("#source")
    mine = field.input_value()
    stub = page.get_by_role("button", name="Back to the stub")
    attempt = page.get_by_role("button", name="Code of attempt 1")
    stub.click()
    assert field.input_value().endswith("raise NotImplementedError\n")
    page.get_by_role("button", name="Undo: my code back").click()
    assert field.input_value() == mine
    expect(stub).to_be_visible()
    attempt.click()
    expect(field).to_have_value("# attempt 1\n")
    page.get_by_role("textbox", name="Your code").press("Control+z")
    expect(field).to_have_value(mine)
