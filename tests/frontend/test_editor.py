"""The editor over its textarea: typing, leaving, shortcuts, and the plain box by choice."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.frontend.standin import SOURCE, Site

pytestmark = pytest.mark.browser

MARK = "def f(x):\n    return 1 / x\n\n\nf(0)\n"


@pytest.fixture
def opened(page: Page, site: Site) -> Page:
    page.goto(site.origin)
    expect(code(page)).to_be_visible()
    return page


def code(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Your code, in Python")


def field(page: Page) -> str:
    return page.locator("#source").input_value()


def test_it_takes_the_focus_from_nobody(opened: Page) -> None:
    assert opened.evaluate("document.activeElement === document.body")


def test_without_scripts_there_is_the_plain_box(browser: Browser, site: Site) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site.origin)
        expect(page.locator("textarea")).to_be_visible()
        expect(page.locator("#editor-tab")).to_be_visible()
        page.get_by_role("button", name="Run").click()
        page.wait_for_url("**/tries")
    assert site.posted[0].fields["source"].replace("\r\n", "\n") == SOURCE


def test_an_old_browser_keeps_the_plain_box(page: Page, site: Site) -> None:
    page.add_init_script("delete Document.prototype.adoptedStyleSheets")
    page.goto(site.origin)
    expect(page.locator("textarea")).to_be_visible()
    expect(page.locator(".cm-editor")).to_have_count(0)


def test_without_storage_it_works_and_remembers_nothing(page: Page, site: Site) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off') } })"
    )
    page.goto(site.origin)
    page.get_by_role("button", name="Larger text").click()
    page.get_by_label("Plain text box").check()
    page.reload()
    expect(code(page)).to_have_class("cm-content")


def test_the_textarea_follows_every_key(opened: Page) -> None:
    code(opened).press("Control+Home")
    opened.keyboard.type("import math")
    assert field(opened) == "import math" + SOURCE
    opened.keyboard.press("Control+z")
    assert field(opened) == SOURCE


def test_what_is_typed_is_what_arrives(opened: Page, site: Site) -> None:
    code(opened).press("Control+End")
    opened.keyboard.type("x = 'ümlaut, 𝄞'")
    opened.get_by_role("button", name="Submit").click()
    opened.wait_for_url("**/submissions")
    assert site.posted[0].fields["source"].replace("\r\n", "\n") == SOURCE + "x = 'ümlaut, 𝄞'"


def test_what_was_typed_before_the_editor_came_is_kept(page: Page, site: Site) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/editor.*.js", hold)
    with page.expect_request("**/editor.*.js"):
        page.goto(site.origin, wait_until="commit")
    page.locator("textarea").press("Control+Home")
    page.keyboard.type("# early")
    held[0].continue_()
    expect(code(page)).to_have_class("cm-content")
    expect(code(page)).to_be_focused()
    page.keyboard.type(" and late\n")
    assert field(page) == "# early and late\n" + SOURCE


@pytest.mark.parametrize(("before", "after"), [("", "    "), ("x", "x   "), ("x = 1", "x = 1   ")])
def test_tab_indents_to_the_next_stop_of_four(opened: Page, before: str, after: str) -> None:
    code(opened).fill("")
    opened.keyboard.type(before)
    opened.keyboard.press("Tab")
    assert field(opened) == after


def test_tab_moves_selected_lines_and_shift_tab_moves_them_back(opened: Page) -> None:
    code(opened).fill("a\nb")
    opened.keyboard.press("Control+a")
    opened.keyboard.press("Tab")
    assert field(opened) == "    a\n    b"
    opened.keyboard.press("Shift+Tab")
    assert field(opened) == "a\nb"


@pytest.mark.parametrize("text", ["x", "two\nlines"])
def test_text_typed_over_lines_replaces_them(opened: Page, text: str) -> None:
    """The `page` fixture sees that the policy has nothing to block: Chromium would add a style."""
    code(opened).press("Control+a")
    opened.keyboard.insert_text(text)
    assert field(opened) == text
    opened.keyboard.type("!")
    assert field(opened) == f"{text}!"
    code(opened).press("Control+z")
    opened.keyboard.press("Control+z")
    assert field(opened) == SOURCE


def test_text_typed_over_a_part_of_a_line_replaces_it(opened: Page) -> None:
    code(opened).fill("# a comment")
    opened.keyboard.press("Control+a")
    opened.keyboard.insert_text("# another")
    assert field(opened) == "# another"
    opened.keyboard.press("Shift+Home")
    opened.keyboard.type("x = 1")
    assert field(opened) == "x = 1"


def test_enter_indents_after_a_colon(opened: Page) -> None:
    code(opened).fill("")
    opened.keyboard.type("def f():\nreturn 1")
    assert field(opened) == "def f():\n    return 1"


@pytest.mark.parametrize("key", ["Control+End", "Control+a"])
def test_escape_then_tab_leaves_however_late(opened: Page, key: str) -> None:
    code(opened).press(key)
    opened.keyboard.press("Escape")
    opened.evaluate("const now = Date.now; Date.now = () => now() + 3_600_000")
    opened.keyboard.press("Tab")
    expect(opened.get_by_role("button", name="Run")).to_be_focused()
    assert field(opened) == SOURCE
    opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")
    expect(code(opened)).to_be_focused()
    assert field(opened) != SOURCE


def test_a_key_after_escape_calls_leaving_off(opened: Page) -> None:
    code(opened).press("Control+End")
    for key in ("Escape", "x", "Tab"):
        opened.keyboard.press(key)
    expect(code(opened)).to_be_focused()
    assert field(opened) == SOURCE + "x   "


def test_it_is_named_and_described(opened: Page) -> None:
    expect(code(opened)).to_have_accessible_name("Your code, in Python")
    expect(code(opened)).to_have_accessible_description(
        "Tab indents. Press Esc, then Tab, to leave the editor."
        " Ctrl+Enter runs. Ctrl+Shift+Enter submits. Python, at most 64 KiB."
    )
    expect(opened.locator(".code-hint")).to_be_visible()
    expect(opened.locator("#editor-tab")).to_be_hidden()


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ("Control+Enter", "/tries"),
        ("Meta+Enter", "/tries"),
        ("Control+Shift+Enter", "/submissions"),
    ],
)
def test_shortcuts_press_the_buttons(
    opened: Page, site: Site, keys: str, path: str, plain: bool
) -> None:
    opened.get_by_label("Plain text box").set_checked(plain)
    code(opened).press("Control+End")
    opened.keyboard.type("x")
    opened.keyboard.press(keys)
    opened.wait_for_url(f"**{path}")
    assert [(each.path, each.fields["source"][-1]) for each in site.posted] == [(path, "x")]


def test_find_opens_in_the_editor_and_escape_closes_it(opened: Page) -> None:
    opened.get_by_role("button", name="Find", exact=True).click()
    opened.keyboard.type("relevant")
    expect(opened.locator(".cm-searchMatch").first).to_be_visible()
    opened.keyboard.press("Enter")
    expect(opened.locator(".cm-searchMatch-selected")).to_have_count(1)
    opened.keyboard.press("Escape")
    expect(opened.locator(".cm-search")).to_have_count(0)
    expect(code(opened)).to_be_focused()


def test_the_search_panel_is_no_part_of_the_form(opened: Page, site: Site) -> None:
    opened.get_by_role("button", name="Find", exact=True).click()
    opened.keyboard.type("k")
    opened.keyboard.press("Control+Enter")
    opened.wait_for_url("**/tries")
    assert [set(each.fields) for each in site.posted] == [{"source"}]


def test_a_bracket_shows_its_partner(opened: Page) -> None:
    code(opened).fill("f(1)")
    opened.keyboard.press("End")
    expect(opened.locator(".cm-matchingBracket")).to_have_count(2)


def test_the_plain_box_is_remembered_and_holds_the_same_text(opened: Page) -> None:
    code(opened).press("Control+Home")
    opened.keyboard.type("# 1\n")
    opened.get_by_label("Plain text box").check()
    expect(code(opened)).to_have_attribute("id", "source")
    assert opened.evaluate("document.querySelector('#source').selectionStart") == 4
    code(opened).press("Control+Home")
    opened.keyboard.type("# 2\n")
    opened.get_by_label("Plain text box").uncheck()
    expect(opened.locator(".cm-line").first).to_have_text("# 2")
    opened.get_by_label("Plain text box").check()
    opened.reload()
    expect(code(opened)).to_have_attribute("id", "source")
    expect(opened.get_by_role("button", name="Find")).to_be_hidden()
    expect(opened.locator(".code-hint")).to_contain_text("Tab moves on to the buttons")
    code(opened).press("Tab")
    expect(opened.get_by_role("button", name="Run")).to_be_focused()


def test_the_text_size_is_remembered_and_has_ends(opened: Page) -> None:
    larger = opened.get_by_role("button", name="Larger text")
    size = opened.locator("output")
    expect(size).to_have_text("15")
    larger.click()
    opened.reload()
    expect(size).to_have_text("16")
    expect(opened.locator(".cm-scroller")).to_have_css("font-size", "16px")
    for _ in range(12):
        larger.click()
    expect(size).to_have_text("32")
    for _ in range(12):
        opened.get_by_role("button", name="Smaller text").click()
    expect(size).to_have_text("12")


def test_the_label_leads_into_the_editor(opened: Page) -> None:
    opened.evaluate("document.querySelector('label[for=source]').click()")
    expect(code(opened)).to_be_focused()


def test_a_reset_form_shows_what_the_page_came_with(opened: Page) -> None:
    code(opened).fill("gone")
    opened.evaluate("document.querySelector('form').reset()")
    expect(opened.locator(".cm-line").first).to_have_text(SOURCE.splitlines()[0])
    assert field(opened) == SOURCE


@pytest.fixture
def failed(page: Page, site: Site) -> Page:
    site.source = MARK
    site.attributes = 'data-error-line="2" data-error-text="ZeroDivisionError: division by zero"'
    page.goto(site.origin)
    return page


def test_the_line_of_an_exception_is_marked_for_eyes_and_ears(failed: Page) -> None:
    expect(failed.locator(".code-marked-line")).to_have_text("    return 1 / x")
    expect(failed.locator(".code-mark")).to_have_text("2")
    note = "Line 2: ZeroDivisionError: division by zero"
    expect(failed.locator(".code-note")).to_contain_text(note)
    expect(code(failed)).to_have_accessible_description(re.compile(f"^{note} Tab indents"))
    failed.get_by_role("button", name="Go to line 2").click()
    failed.keyboard.type("# ")
    assert field(failed).splitlines()[1] == "#     return 1 / x"


def test_a_mark_moves_with_its_line_and_goes_with_it(failed: Page) -> None:
    code(failed).press("Control+Home")
    failed.keyboard.type("import math\n")
    expect(failed.locator(".code-note")).to_contain_text("Line 3: ")
    expect(failed.locator(".code-marked-line")).to_have_text("    return 1 / x")
    code(failed).fill("")
    expect(failed.locator(".code-note")).to_be_hidden()


def test_the_plain_box_has_the_note_too(failed: Page) -> None:
    failed.get_by_label("Plain text box").check()
    failed.get_by_role("button", name="Go to line 2").click()
    failed.keyboard.type("# ")
    assert field(failed).splitlines()[1] == "#     return 1 / x"


def test_marks_follow_the_attribute(failed: Page) -> None:
    failed.evaluate("document.querySelector('#source').dataset.errorLine = '5, 2'")
    expect(failed.locator(".code-marked-line")).to_have_text(["    return 1 / x", "f(0)"])
    expect(failed.locator(".code-note")).to_contain_text("Lines 2, 5: ")
    failed.evaluate("document.querySelector('#source').dataset.errorLine = '0 99 x'")
    expect(failed.locator(".code-marked-line")).to_have_count(0)
    expect(failed.locator(".code-note")).to_be_hidden()
