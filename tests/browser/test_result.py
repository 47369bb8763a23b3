"""Results in a real browser: they come by themselves, are read aloud, and fit every screen."""

import os
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select, update

from app.attempt import Kind
from app.clock import utc_now
from app.models import Person, Work
from app.site import Site
from app.store import submissions
from app.store.submissions import Order
from tests.app.people import LESSON
from tests.browser.conftest import NewPage
from tests.browser.learner import MILLISECONDS, code, graded, press, sign_up
from tests.frontend.conftest import axe_script

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

KEPT = Path(__file__).parent / "kept"
"""Trees that were read and found good; `KEEP_TREES=1` writes them anew, to be read again."""

VIEWS = pytest.mark.parametrize(
    "view",
    [{}, {"dark": True}, {"width": 360}, {"width": 360, "dark": True}],
    ids=["wide", "wide dark", "phone", "phone dark"],
)


@pytest.fixture
def learner(new_page: NewPage) -> Callable[..., Page]:
    """Makes a page of a new learner, at the lesson."""

    def make(**kind: object) -> Page:
        page = new_page(**kind)
        sign_up(page)
        return page

    return make


def submit(page: Page, source: str) -> None:
    code(page).fill(source)
    press(page, "Submit")
    graded(page)


def run(page: Page, source: str) -> None:
    code(page).fill(source)
    press(page, "Run")
    graded(page)


def broken(reference: str) -> str:
    """Divides by zero where nothing is relevant."""
    return reference.replace("    if not relevant:\n        return 0.0\n", "")


def line_of(source: str, text: str) -> int:
    return 1 + source[: source.index(text)].count("\n")


def waiting_for_ever(site: Site) -> str:
    """A submission of the newest learner that no grader takes; answers where it is shown."""
    with site.database.writing() as session:
        person_id = session.scalars(select(Person.id).order_by(Person.created_at.desc())).first()
        assert person_id is not None
        class_id = site.content.open_class
        order = Order(person_id, class_id, LESSON, b"x = 1", request_key=f"waits {utc_now()}")
        work_id = submissions.add(session, Kind.SUBMISSION, order, now=utc_now())
        later = utc_now() + timedelta(days=1)
        session.execute(update(Work).where(Work.id == work_id).values(not_before=later))
    return f"/submissions/{work_id}"


# It comes by itself


def test_a_page_that_waits_shows_the_grade_says_it_and_is_not_loaded_again(
    learner: Callable[..., Page], site: Site
) -> None:
    page = learner()
    path = waiting_for_ever(site)
    page.goto(path)
    result = page.locator("#result")
    expect(result).to_have_attribute("data-state", "queued")
    expect(result).to_contain_text("Place 1 in the queue")
    expect(page).to_have_title(re.compile("^Waiting: Attempt 1, "))
    page.evaluate("window.stillHere = true")
    with site.database.writing() as session:
        session.execute(
            update(Work).where(Work.id == int(path.split("/")[2])).values(not_before=None)
        )
    graded(page)
    assert page.evaluate("window.stillHere")
    said = page.locator(".visually-hidden[role=status]")
    expect(said).to_contain_text("Graded: 0 of 100 points.")
    expect(page).to_have_title(re.compile("^0 of 100: Attempt 1, "))
    expect(page.locator("[data-score]")).to_have_attribute("data-score", "0")
    expect(page.get_by_role("heading", name="About this grade")).to_be_visible()
    page.reload()
    graded(page)
    expect(page.locator("[data-poll]")).to_have_count(0)


def test_the_line_of_an_exception_is_marked_in_the_editor_when_it_comes(
    learner: Callable[..., Page], reference: str
) -> None:
    page = learner()
    source = broken(reference)
    run(page, source)
    line = line_of(source, "/ len(relevant)")
    expect(page.locator("#source")).to_have_attribute("data-error-line", str(line))
    expect(page.locator(".code-marked-line")).to_contain_text("/ len(relevant)")
    first = page.locator(".spot").first
    expect(first).to_contain_text(f"Line {line} of your code")
    expect(first.locator("mark")).to_contain_text("ZeroDivisionError: division by zero")
    run(page, reference)
    expect(page.locator("#result")).to_contain_text("18 of 18 visible queries right")
    expect(page.locator(".code-marked-line")).to_have_count(0)


def test_without_scripts_all_of_it_is_there_too(
    learner: Callable[..., Page], reference: str, mistake: str, tmp_path: Path
) -> None:
    page = learner(scripts=False)
    submit(page, mistake)
    expect(page.locator("#result")).to_contain_text("This looks like dividing precision")
    passed = page.get_by_role("region", name="What passed on visible data")
    passed.get_by_text("16 visible queries and the script right").click()
    expect(passed.get_by_text("v01", exact=True)).to_be_visible()
    submit(page, reference)
    expect(page.get_by_role("heading", name="The trusted solution")).to_be_visible()
    page.get_by_role("link", name="+10 points since attempt 1").click()
    expect(page.get_by_role("heading", name="What changed")).to_be_in_viewport()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Take it with you").click()
    saved.value.save_as(tmp_path / "taken.zip")
    assert zipfile.is_zipfile(tmp_path / "taken.zip")


# It can be read


def test_every_cell_says_all_of_it(learner: Callable[..., Page], mistake: str) -> None:
    page = learner()
    submit(page, mistake)
    name = (
        "divides precision by k when fewer came back, precision_at_k: wrong answer on visible"
        " data, wrong on hidden data, 0 of 4 points"
    )
    expect(page.get_by_role("cell", name=name)).to_be_visible()
    expect(page.get_by_role("img", name="Scores of attempts")).to_have_count(0)
    submit(page, mistake + "\n# again")
    picture = page.get_by_role("img", name="Scores of attempts 1 to 2: 90, 90")
    expect(picture).to_be_visible()
    expect(page.get_by_role("row", name="Attempt 2 90 best no change")).to_be_visible()


def test_what_failed_first_is_open_and_the_rest_folded(
    learner: Callable[..., Page], mistake: str
) -> None:
    page = learner()
    submit(page, mistake)
    failed = page.get_by_role("region", name="What failed on visible data").locator("details")
    assert [each.get_attribute("open") for each in failed.all()] == ["", None, None]
    passed = page.get_by_role("region", name="What passed on visible data")
    expect(passed.get_by_text("16 visible queries and the script right")).to_be_visible()
    expect(passed.get_by_text("v01", exact=True)).to_be_hidden()
    expect(page.get_by_text("4 checks passed, all of them").first).to_be_visible()


@pytest.mark.parametrize(("width", "table"), [(360, False), (1366, True)])
def test_a_phone_gets_a_list_for_each_function_instead_of_the_matrix(
    learner: Callable[..., Page], mistake: str, width: int, table: bool
) -> None:
    page = learner(width=width)
    submit(page, mistake)
    matrix = page.locator(".half-edge .matrix").first
    functions = page.get_by_role("region", name="precision_at_k")
    expect(matrix).to_be_visible(visible=table)
    expect(functions).to_be_visible(visible=not table)
    if not table:
        item = functions.get_by_role("listitem").first
        expect(item).to_contain_text("wrong answer on visible data, wrong on hidden data, 0 of 4")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def tree_of(part: Locator) -> str:
    """What the browser tells assistive technology, without what differs from run to run."""
    tree = part.aria_snapshot()
    tree = re.sub(r"\d+ \w+ \d{4}, \d\d:\d\d UTC", "(moment)", tree)
    tree = re.sub(r"with Python [\d.]+", "with Python (version)", tree)
    return re.sub(r"\b[0-9a-f]{64}\b", "(digest)", tree) + "\n"


@pytest.mark.parametrize("width", [360, 1366])
def test_the_tree_for_assistive_technology_is_the_one_that_was_kept(
    learner: Callable[..., Page], reference: str, mistake: str, width: int
) -> None:
    page = learner(width=width)
    submit(page, broken(reference))
    submit(page, mistake)
    for details in page.locator("#result details.folded:not([open]) > summary").all():
        if details.is_visible():
            details.click()
    found = tree_of(page.locator("#result")) + tree_of(page.locator("#result-more"))
    found = re.sub(r"/submissions/\d+", "/submissions/(number)", found)
    found = re.sub(r"#since-\d+", "#since-(number)", found)
    file = KEPT / f"result-{width}.yaml"
    if os.environ.get("KEEP_TREES"):
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")


# Nothing stands in anybody's way


@VIEWS
def test_axe_finds_nothing_on_any_page_of_a_result(
    learner: Callable[..., Page],
    site: Site,
    reference: str,
    mistake: str,
    view: dict[str, object],
) -> None:
    script = axe_script()
    if script is None:
        pytest.skip("no axe-core: run `npm ci` in frontend/")
    page = learner(**view)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true })"
        )
        page.evaluate(script.read_text("utf-8"))
        violations = page.evaluate("axe.run().then((found) => found.violations)")
        found[name] = [
            f"{each['id']}: {node['html']}" for each in violations for node in each["nodes"]
        ]
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)

    run(page, broken(reference))
    look("run")
    submit(page, "x = (")
    look("not loaded")
    submit(page, mistake)
    look("graded")
    submit(page, reference)
    look("every point")
    page.goto(f"/lessons/{LESSON}")
    page.goto(waiting_for_ever(site))
    expect(page.locator("#result")).to_have_attribute("data-state", "queued", timeout=MILLISECONDS)
    look("waiting")
    assert found == {name: [] for name in found}
