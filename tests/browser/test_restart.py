"""The server goes away and comes back while somebody types and waits: nothing is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.learner import MILLISECONDS, code, graded, press, saved, sign_up, typed
from tests.browser.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.stop()


@pytest.fixture
def address(served: Served) -> str:
    return served.address


def test_what_is_typed_meanwhile_is_saved_once_the_server_is_back(
    new_page: NewPage, served: Served
) -> None:
    page = new_page(refusals="/draft")
    sign_up(page)
    expect(code(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    served.stop()
    code(page).fill("# typed while nobody listened")
    status = page.locator("[data-draft-status]")
    expect(status).to_have_text(re.compile("^not saved yet, kept in this browser"))
    served.start()
    saved(page)
    page.reload()
    expect(typed(page)).to_have_value("# typed while nobody listened")


def test_a_page_that_is_closed_meanwhile_has_lost_nothing_either(
    new_page: NewPage, served: Served
) -> None:
    page = new_page(refusals="/draft")
    sign_up(page)
    expect(code(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    address = page.url
    served.stop()
    code(page).fill("# typed while nobody listened")
    expect(page.locator("[data-draft-status]")).to_have_text(re.compile("^not saved yet"))
    context = page.context
    page.close()
    served.start()
    again = context.new_page()
    again.goto(address)
    expect(typed(again)).to_have_value("# typed while nobody listened")
    saved(again)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_result_that_waits_comes_after_the_restart(
    new_page: NewPage, served: Served, reference: str, scripts: bool
) -> None:
    page = new_page(scripts=scripts, refusals="/result")
    sign_up(page)
    code(page).fill(reference)
    press(page, "Submit")
    expect(page).to_have_url(re.compile("/submissions/1$"), timeout=MILLISECONDS)
    served.stop()
    served.start()
    if not scripts:
        page.goto(f"{served.address}/submissions/1")
    graded(page)
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "100")
