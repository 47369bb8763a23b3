"""Drafts: saved by themselves, never lost, and never one over the other silently."""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.frontend.standin import SOURCE, Draft, Site
from tests.frontend.until import until

pytestmark = pytest.mark.browser

KEY = "twofold.draft ada /draft"


@pytest.fixture(autouse=True)
def drafting(site: Site) -> None:
    site.attributes = (
        'data-draft-url="/draft" data-draft-owner="ada" data-draft-revision="{revision}"'
    )


@pytest.fixture
def opened(page: Page, site: Site) -> Page:
    page.goto(site.origin)
    return page


def add(page: Page, text: str) -> None:
    page.locator(".cm-content").press("Control+Home")
    page.keyboard.type(text)


def status(page: Page) -> Locator:
    return page.locator("[data-draft-status]")


def kept(page: Page) -> str | None:
    kept: str | None = page.evaluate("(key) => localStorage.getItem(key)", KEY)
    return kept


def leave(page: Page) -> None:
    """What the browser does when the learner looks at something else."""
    page.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
          delete document.hidden;
        }"""
    )


def conflict(page: Page, site: Site) -> Locator:
    """Another tab was faster."""
    site.draft = Draft(9, "# theirs\n" + SOURCE)
    add(page, "# mine\n")
    leave(page)
    return page.get_by_role("dialog", name="Two versions of your code")


def test_it_is_saved_two_seconds_after_the_last_key(opened: Page, site: Site) -> None:
    add(opened, "# one")
    assert site.posted == []
    assert kept(opened) is not None
    expect(status(opened)).to_have_text(re.compile(r"^saved \d\d:\d\d$"))
    assert site.draft.source == "# one" + SOURCE
    assert len(site.posted) == 1
    assert kept(opened) is None


def test_it_is_saved_when_the_learner_looks_away(opened: Page, site: Site) -> None:
    add(opened, "# one")
    with opened.expect_response("**/draft"):
        leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    add(opened, "# two ")
    with opened.expect_response("**/draft"):
        leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert [each.fields["revision"] for each in site.posted] == ["3", "4"]
    assert site.draft.revision == 5


def test_nothing_new_is_not_sent(opened: Page, site: Site) -> None:
    leave(opened)
    add(opened, "x")
    opened.keyboard.press("Backspace")
    leave(opened)
    opened.wait_for_load_state("networkidle")
    assert site.posted == []


def test_what_is_typed_during_a_save_is_saved_next(opened: Page, site: Site) -> None:
    def hold(route: object) -> None:
        add(opened, "# two ")
        route.continue_()  # type: ignore[attr-defined]

    opened.route("**/draft", hold, times=1)
    add(opened, "# one ")
    leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    until(opened, lambda: kept(opened) is None)
    assert site.draft.source == "# two # one " + SOURCE
    assert [each.fields["revision"] for each in site.posted] == ["3", "4"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (302, "signed out: kept in this browser until you sign in again"),
        (401, "signed out: kept in this browser until you sign in again"),
        (413, "not saved: longer than 64 KiB; kept in this browser"),
    ],
)
def test_a_refusal_says_why_and_keeps_the_text(
    opened: Page, site: Site, code: int, words: str
) -> None:
    site.draft.refuse = [code]
    add(opened, "# one")
    leave(opened)
    expect(status(opened)).to_have_text(words)
    expect(opened.locator(".visually-hidden[role=status]")).to_have_text(f"Draft {words}")
    assert "# one" in (kept(opened) or "")


def test_a_fault_or_no_connection_is_tried_again(opened: Page, site: Site) -> None:
    site.draft.refuse = [503]
    add(opened, "# one")
    leave(opened)
    expect(status(opened)).to_contain_text("trying again")
    opened.context.set_offline(True)
    opened.wait_for_event("requestfailed")
    opened.context.set_offline(False)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert site.draft.source == "# one" + SOURCE


def test_what_was_never_acknowledged_comes_back_and_is_saved(opened: Page, site: Site) -> None:
    site.draft.refuse = [401]
    add(opened, "# one")
    leave(opened)
    expect(status(opened)).to_contain_text("signed out")
    opened.reload()
    expect(opened.locator(".cm-line").first).to_contain_text("# one")
    expect(status(opened)).to_have_text("restored from this browser")
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert site.draft.source == "# one" + SOURCE


def test_nobody_gets_the_text_of_another_person(opened: Page, site: Site) -> None:
    site.draft.refuse = [401]
    add(opened, "# one")
    leave(opened)
    expect(status(opened)).to_contain_text("signed out")
    site.attributes = site.attributes.replace("ada", "ben")
    opened.reload()
    assert opened.locator("#source").input_value() == SOURCE


def test_a_copy_older_than_the_server_asks_first(opened: Page, site: Site) -> None:
    site.draft.refuse = [401]
    add(opened, "# mine")
    leave(opened)
    expect(status(opened)).to_contain_text("signed out")
    site.draft = Draft(9, "# theirs")
    site.source = "# theirs"
    opened.reload()
    dialog = opened.get_by_role("dialog")
    expect(dialog.locator("pre")).to_have_text(["# mine" + SOURCE, "# theirs"])
    dialog.get_by_role("button", name="Keep what is here").click()
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert (site.draft.revision, site.draft.source) == (10, "# mine" + SOURCE)


def test_a_conflict_shows_both_and_changes_neither(
    opened: Page,
    site: Site,
    axe: Callable[[Page], list[str]],
    picture: Callable[[str], None],
) -> None:
    dialog = conflict(opened, site)
    expect(dialog.locator("pre")).to_have_text(["# mine\n" + SOURCE, "# theirs\n" + SOURCE])
    expect(dialog.locator("mark")).to_have_text(["# mine", "# theirs"])
    expect(dialog).to_contain_text(re.compile(r"Saved \d\d:\d\d"))
    assert axe(opened) == []
    picture("conflict")
    opened.keyboard.type("meant for the code \n")
    expect(dialog).to_be_visible()
    assert site.draft.source == "# theirs\n" + SOURCE
    assert opened.locator("#source").input_value() == "# mine\n" + SOURCE


def test_keeping_mine_saves_it_over_theirs(opened: Page, site: Site) -> None:
    conflict(opened, site).get_by_role("button", name="Keep what is here").click()
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert (site.draft.revision, site.draft.source) == (10, "# mine\n" + SOURCE)


def test_taking_theirs_can_be_undone(opened: Page, site: Site) -> None:
    conflict(opened, site).get_by_role("button", name="Take the saved one").click()
    expect(opened.locator("#source")).to_have_value("# theirs\n" + SOURCE)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert kept(opened) is None
    opened.locator(".cm-content").press("Control+z")
    expect(opened.locator("#source")).to_have_value("# mine\n" + SOURCE)


def test_deciding_later_saves_nothing_until_then(opened: Page, site: Site) -> None:
    dialog = conflict(opened, site)
    expect(dialog).to_be_visible()
    opened.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    add(opened, "# more\n")
    leave(opened)
    expect(status(opened)).to_contain_text("not saved: there is another version")
    assert "# more" in (kept(opened) or "")
    assert len(site.posted) == 1
    opened.get_by_role("button", name="Compare").click()
    expect(dialog.locator("pre").first).to_contain_text("# more")
    dialog.get_by_role("button", name="Keep what is here").click()
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert site.draft.source == "# more\n# mine\n" + SOURCE


def test_the_same_text_is_no_conflict(opened: Page, site: Site) -> None:
    site.draft = Draft(9, "# mine\n" + SOURCE)
    add(opened, "# mine\n")
    leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    add(opened, "# more\n")
    leave(opened)
    until(opened, lambda: kept(opened) is None)
    assert site.draft.revision == 10


def test_handing_in_saves_the_draft_too(opened: Page, site: Site) -> None:
    add(opened, "# one\n")
    opened.get_by_role("button", name="Submit").click()
    opened.wait_for_url("**/submissions")
    opened.wait_for_load_state("networkidle")
    assert {each.path for each in site.posted} == {"/draft", "/submissions"}
    assert site.draft.source == "# one\n" + SOURCE


def test_a_long_text_is_saved_though_the_page_goes_away(opened: Page, site: Site) -> None:
    """The browser takes 64 KiB at most along, and the text grows when it is encoded."""
    long = "# " + "é" * 30_000 + "\n"
    assert len(quote(long)) > 100_000
    opened.locator(".cm-content").press("Control+Home")
    opened.keyboard.insert_text(long)
    leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert site.draft.source == long + SOURCE


def test_the_plain_box_is_saved_as_well(opened: Page, site: Site) -> None:
    opened.get_by_label("Plain text box").check()
    opened.locator("#source").press("Control+Home")
    opened.keyboard.type("# plain\n")
    leave(opened)
    expect(status(opened)).to_have_text(re.compile("^saved"))
    assert site.draft.source == "# plain\n" + SOURCE
