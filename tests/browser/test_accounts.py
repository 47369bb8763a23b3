"""An account in a real browser: the way in, the operator's page, and the end of it."""

import itertools
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.clock import utc_now
from app.links import Purpose, address_of
from app.roles import Role
from app.site import Site
from app.store import links
from tests.app.people import PASSWORD
from tests.browser.conftest import NewPage
from tests.browser.learner import look

pytestmark = pytest.mark.browser

NUMBERS = itertools.count(1)
NEW = "a new and better password"
KINDS = pytest.mark.parametrize(
    "kind",
    [{}, {"scripts": False}, {"width": 360}, {"dark": True}],
    ids=["wide", "no scripts", "phone", "dark"],
)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def sign_up(page: Page, name: str) -> str:
    email = f"somebody{next(NUMBERS)}@example.org"
    page.get_by_label("Your name").fill(name)
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Create the account")
    return email


def operate(page: Page, site: Site) -> None:
    """Come in by an invitation, as an operator."""
    with site.database.writing() as session:
        token = links.make_invitation(session, Role.OPERATOR, made_by=None, now=utc_now())
    page.goto(address_of(Purpose.INVITATION, token))
    page.get_by_role("link", name="Create an account").last.click()
    sign_up(page, "Ольга")
    press(page, "Accept as Ольга")
    expect(page.get_by_role("heading", level=1)).to_have_text("Operator")


@KINDS
def test_a_learner_who_forgot_is_let_in_again_by_the_operator(
    new_page: NewPage, site: Site, kind: dict[str, int]
) -> None:
    learner, operator = new_page(**kind), new_page(**kind)
    learner.goto("/sign-up")
    email = sign_up(learner, "Ada \u202eLovelace")
    operate(operator, site)

    operator.get_by_label("Name or e-mail address").fill(email.upper())
    press(operator, "Find")
    press(operator, "Make a reset link for Ada Lovelace")
    link = operator.locator("[data-link]").inner_text()
    learner.goto(link)
    learner.get_by_label("The new password").fill(NEW)
    press(learner, "Set the password")
    expect(learner.locator(".notice")).to_contain_text("Your new password is set")
    learner.get_by_label("E-mail address").fill(email)
    learner.get_by_label("Password").fill(NEW)
    press(learner, "Sign in")
    expect(learner.get_by_role("link", name="Ada Lovelace")).to_be_visible()


@KINDS
def test_an_account_is_changed_taken_along_and_deleted(
    new_page: NewPage, kind: dict[str, int], tmp_path: Path
) -> None:
    page = new_page(**kind)
    page.goto("/sign-up?next=/me")
    sign_up(page, "Ada")
    page.get_by_role("link", name="Account").click()

    page.get_by_label("Your name").fill("Ada King")
    press(page, "Change the name")
    expect(page.locator(".notice")).to_contain_text("by your new name")
    page.get_by_label("Your password now").fill(PASSWORD)
    page.get_by_label("The new one").fill(NEW)
    press(page, "Change the password")
    expect(page.locator(".notice")).to_contain_text("Your new password is set")

    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    download.value.save_as(tmp_path / "own.json")
    assert json.loads((tmp_path / "own.json").read_bytes())["account"]["name"] == "Ada King"

    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Your password").fill(NEW)
    press(page, "Delete my account for good")
    expect(page.locator(".notice")).to_contain_text("Your account is deleted.")
    page.goto("/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize(
    "kind", [{}, {"width": 360}, {"dark": True}], ids=["wide", "phone", "dark"]
)
def test_every_page_can_be_used_by_everybody(
    new_page: NewPage, site: Site, kind: dict[str, int]
) -> None:
    page, other = new_page(**kind), new_page(**kind)
    operate(page, site)
    look(page)
    for path in ("/account", "/account?done=name", "/account/delete", "/operator?q=nobody"):
        page.goto(path)
        look(page)
    page.goto("/operator")
    press(page, "Make an invitation")
    look(page)
    invitation = page.locator("[data-link]").inner_text()
    page.goto(invitation)
    look(page)
    page.goto("/operator")
    press(page, "Make a reset link")
    look(page)
    reset = page.locator("[data-link]").inner_text()
    for path in (invitation, reset, "/sign-in?done=reset", "/sign-up"):
        other.goto(path)
        look(other)
