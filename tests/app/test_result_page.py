"""What a page makes of a view: cells in words, changes, history, and what comes after 100."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from app.delta import Change
from app.main import create_app
from app.matrix import matrix
from app.query_page import MOST_PRINTED, visible_shown
from app.settings import SHIPPED_CONTENT, Settings
from app.site import Site, open_site
from grader import CellView, Half, Mark, ScriptResult, Verdict, View
from tests.app.people import LESSON, Person, data, words
from tests.app.test_delta import view
from tests.app.test_pages import Parts

SOLUTION = "The trusted solution"


def made(**changes: object) -> CellView:
    values: dict[str, object] = {
        "check": "empty",
        "half": Half.CORE,
        "title": "nothing *returned*",
        "hint": "",
        "function": "precision_at_k",
        "visible": Verdict.PASSED,
        "hidden": Mark.PASSED,
        "verdict": Verdict.PASSED,
        "points": 3.3,
        "max_points": 3.3,
        "needs_core": False,
    }
    return CellView.model_validate(values | changes)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (made(), "passed, 3.3 of 3.3 points"),
        (
            made(hidden=Mark.WRONG, verdict=Mark.WRONG, points=0.0),
            "wrong on hidden data, 0 of 3.3 points",
        ),
        (
            made(visible=Verdict.RAISED, hidden=Mark.STOPPED, verdict=Verdict.RAISED, points=0.0),
            "raised an exception on visible data, stopped on hidden data, 0 of 3.3 points",
        ),
        (
            made(visible=Verdict.WRONG_ANSWER, verdict=Verdict.WRONG_ANSWER, points=0.0),
            "wrong answer on visible data, 0 of 3.3 points",
        ),
        (
            made(visible=None, hidden=Mark.NOT_RUN, verdict=Mark.NOT_RUN, points=0.0),
            "not run on hidden data, 0 of 3.3 points",
        ),
        (
            made(visible=None, hidden=None, verdict=Verdict.NOT_RUN, points=0.0),
            "not run, 0 of 3.3 points",
        ),
        (
            made(points=0.0, needs_core=True),
            "passed, 0 of 3.3 points, earns nothing before a core check of this function passes",
        ),
        (made(points=None, hidden=None), "passed on visible data"),
    ],
)
def test_a_cell_says_all_of_it_in_words(cell: CellView, said: str) -> None:
    shown = matrix(view(cell), {})
    (function,) = shown.by_function
    (only,) = (*function.cells, *function.passed_cells)
    assert only.label == f"nothing returned, precision_at_k: {said}"
    (half,) = shown.halves
    assert [row.cells for row in (*half.rows, *half.passed_rows)] == [(only,)]


def test_a_cell_says_how_it_moved_and_the_script_has_a_name() -> None:
    script = made(check="script", function="script")
    shown = matrix(view(made(), script), {("empty", "precision_at_k"): Change.FIXED})
    labels = [cell.label for each in shown.by_function for cell in each.passed_cells]
    assert labels[0].endswith("3.3 of 3.3 points, fixed since the attempt before")
    assert labels[1].startswith("nothing returned, the script: passed")
    same = matrix(view(made()), {("empty", "precision_at_k"): Change.SAME})
    assert [each.change for each in same.by_function[0].passed_cells] == [None]


def test_what_passed_stands_apart_and_what_waits_for_its_core_does_not_pass() -> None:
    cells = (
        made(),
        made(function="recall_at_k", hidden=Mark.WRONG, verdict=Mark.WRONG, points=0.0),
        made(check="ids", half=Half.EDGE, points=0.0, needs_core=True),
        made(check="cut", half=Half.EDGE),
    )
    shown = matrix(view(*cells), {})
    assert shown.functions == ("precision_at_k", "recall_at_k")
    assert [[row.check for row in half.rows] for half in shown.halves] == [["empty"], ["ids"]]
    assert [[row.check for row in half.passed_rows] for half in shown.halves] == [[], ["cut"]]
    precision, recall = shown.by_function
    assert [len(precision.cells), len(precision.passed_cells)] == [1, 2]
    assert precision.points == "6.6 of 9.9 points"
    assert [len(recall.cells), len(recall.passed_cells)] == [1, 0]


def test_a_try_has_no_points_and_leaves_out_what_it_knows_nothing_of() -> None:
    unknown = made(check="hidden-only", visible=None, hidden=None, points=None)
    shown = matrix(view(made(points=None), unknown).model_copy(update={"core": None}), {})
    assert [[row.check for row in half.passed_rows] for half in shown.halves] == [["empty"]]
    assert [half.earned for half in shown.halves] == [None]
    assert [each.points for each in shown.by_function] == [""]


class Script(NamedTuple):
    expected: tuple[str, ...]
    missing: tuple[str, ...]
    found: list[bool]


@pytest.mark.parametrize(
    "script",
    [
        Script(("a", "b"), (), [True, True]),
        Script(("a", "b"), ("b",), [True, False]),
        Script(("a", "b", "a"), ("a",), [True, True, False]),
        Script(("a", "", "a"), ("a", "a"), [False, False]),
    ],
)
def test_the_last_of_equal_lines_are_those_not_found(site: Site, script: Script) -> None:
    run = ScriptResult(
        set="visible",
        visible=True,
        check="script",
        printed="x" * (MOST_PRINTED + 1),
        cut=True,
        expected=script.expected,
        missing=script.missing,
        verdict=Verdict.WRONG_ANSWER if script.missing else Verdict.PASSED,
    )
    with_script: View = view().model_copy(update={"scripts": (run,)})
    exercise = site.content.live[LESSON].edition.exercise
    shown = visible_shown(with_script, exercise, b"")
    (only,) = (*shown.scripts, *shown.passed_scripts)
    assert [line.found for line in only.expected] == script.found
    assert only.printed is not None
    assert len(only.printed.text) == MOST_PRINTED
    assert only.printed.notice.startswith("It printed more than is kept. Only the first 4,000 of")


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_three_attempts_say_what_each_one_changed(
    ada: Person, mistake: str, reference: str
) -> None:
    swapped = mistake.replace("start=1", "start=0").replace("1 / rank", "1 / (rank + 2)")
    pages = [ada.result(ada.submit(source)) for source in (mistake, swapped, reference)]
    first, second, third = map(words, pages)
    assert "What changed" not in first
    assert "Since attempt 1 , the attempt before and your best until then" in second
    assert re.search(r"−[\d.]+ points since attempt 1.*: 0 fixed, \d+ broken", second)
    assert "reciprocal_rank now: wrong answer" in second
    assert "3 still fail. What still fails same divides precision by k" in second
    assert "added" in second
    assert "removed" in second
    assert "Since attempt 2 , the attempt before" in third
    assert "Since attempt 1, your best until then" in third
    assert "+10 points since attempt 1 , your best until then: 3 fixed, 0 broken" in third
    assert "precision_at_k was: wrong answer" in third
    assert re.search(r"precision_at_k: passed, [\d.]+ of [\d.]+ points, fixed since", third)
    chart = re.findall(r'<title id="chart-title">([^<]+)</title>', pages[2])
    scores = f"90, {score_of(second)}, 100"
    assert chart == [f"Scores of attempts 1 to 3: {scores}; the best is attempt 3."]
    table = third[third.index("Your attempts") :]
    assert table.index("Attempt 3") < table.index("Attempt 2") < table.index("Attempt 1")
    assert "Attempt 3 100 best +" in table


def score_of(text: str) -> str:
    found = re.search(r"([\d.]+) of 100 points", text)
    assert found
    return found[1]


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_the_solution_is_shown_beside_ones_own_after_every_point_and_never_before(
    ada: Person, ben: Person, reference: str
) -> None:
    secret = "relevant.intersection(retrieved[:k])) / len(relevant)"
    stub_like = reference.replace(secret, "0)")
    before = ada.submit(stub_like)
    tried = ada.run(reference.replace("# Given", "# my own"))
    for page in (ada.result(before), ada.result(tried)):
        assert SOLUTION not in page
        assert "Take it with you" not in page
    assert secret not in ada.result(before)
    full = ada.result(ada.submit(reference.replace("# Given", "# my own")))
    assert SOLUTION in words(full)
    assert "# my own: the three averages" in full
    assert "# Given: the three averages" in full
    assert "/archive.zip" in full
    assert SOLUTION not in ada.result(before)
    assert SOLUTION not in ben.result(ben.submit(stub_like))


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_the_pages_of_results_hold_no_style_no_script_and_no_id_twice(
    ada: Person, mistake: str, reference: str
) -> None:
    pages = [ada.result(ada.submit(source)) for source in ("x = (", mistake, reference)]
    pages.append(ada.result(ada.run(mistake)))
    for page in pages:
        tags = Parts(page).tags
        ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
        assert sorted(map(str, ids)) == sorted(set(map(str, ids)))
        assert not [attributes for _, attributes in tags if "style" in attributes]
        assert "style" not in {tag for tag, _ in tags}
        assert all(attributes.get("src") for tag, attributes in tags if tag == "script")
        links = [attributes.get("href") or "" for tag, attributes in tags if tag == "a"]
        assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
        assert [tag for tag, _ in tags].count("h1") == 1


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_printed_text_is_capped_with_a_notice(ada: Person, reference: str) -> None:
    loud = reference.replace("    if not relevant", "    print('x' * 5000)\n    if not relevant", 1)
    page = ada.result(ada.run(loud))
    assert "Only the first 4,000 of 5,001 characters are shown here" in words(page)
    assert "x" * (MOST_PRINTED + 1) not in page


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_a_mistake_in_two_functions_is_told_once(ada: Person, lesson_folder: Path) -> None:
    swapped = (lesson_folder / "mistakes" / "swapped.py").read_text("utf-8")
    text = words(ada.result(ada.submit(swapped)))
    assert text.count("This looks like giving recall the denominator of precision") == 1
    assert "recall_at_k and precision_at_k This looks like" in text
    cure, hints, failed = map(text.index, ("This looks", "Where to look", "What failed on visible"))
    assert cure < hints < failed < text.index("Check by check")


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_code_that_is_no_python_shows_its_line_and_reaches_no_check(ada: Person) -> None:
    page = ada.result(ada.submit("x = 1\n\nif x\n    pass\n"))
    text = words(page)
    assert "No query was run" in text
    assert "No check was reached" in text
    assert "The line that begins a block ends in a colon." in text
    assert data(page, "error-line") == "3"
    assert "Where to look" not in text


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED_CONTENT, tmp_path / "content"))


class Served(NamedTuple):
    """A site that grades, and Ada in front of it."""

    site: Site
    ada: Person


@pytest.fixture
def served(tmp_path: Path, content: Path) -> Iterator[list[Served]]:
    """A site that can be started again on what its folders hold by then."""
    runs: list[Served] = []
    settings = Settings(data_folder=tmp_path / "data", content_folders=(content,), graders=1)
    yield start(runs, settings)
    runs[-1].site.database.close()


def start(runs: list[Served], settings: Settings) -> list[Served]:
    site = open_site(settings)
    runs.append(Served(site, Person(create_app(site), "Ada", "ada@example.org")))
    return runs


@pytest.mark.sandbox
def test_a_grade_of_an_earlier_edition_gives_nothing_of_the_new_one(
    served: list[Served], content: Path, reference: str
) -> None:
    ada = served[-1].ada
    ada.sign_up()
    with TestClient(ada.app):
        assert SOLUTION in words(ada.result(ada.submit(reference)))
    (file,) = content.glob(f"*/{LESSON}/queries/hidden.json")
    document = json.loads(file.read_text("utf-8"))
    document["queries"].pop()
    file.write_text(json.dumps(document), "utf-8")
    start(served, served[-1].site.settings)
    ada = served[-1].ada
    ada.sign_in()
    with TestClient(ada.app):
        old = words(ada.result("/submissions/1"))
        assert "against edition 1 of" in old
        assert SOLUTION not in old
        assert "The lesson has changed since this was graded." in old
        assert ada.get("/submissions/1/archive.zip").status_code == 404
        new = words(ada.result(ada.submit(reference)))
        assert SOLUTION in new
        assert "It was graded against edition 1 and this one against edition 2" in new
