"""The zip that a learner takes along: never before 100, and its test passes on that very code."""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.settings import SHIPPED_CONTENT, Settings
from app.site import Site
from app.take_away_test import written_test
from grader import Exercise, QueryResult, Verdict
from grader.folder import read_edition
from tests.app.people import LESSON, Person
from tests.grader.golden_case import copied_lesson

LESSONS = [LESSON, "ndcg", "shares"]
FILES = {"README.md", "solution.py", "queries.json", "test_visible_queries.py"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The shipped lessons, and one with a set function, an exception and an unordered list."""
    content = tmp_path / "content"
    shutil.copytree(SHIPPED_CONTENT, content)
    (course,) = content.iterdir()
    folder = copied_lesson(course)
    for name in ("quiz.toml", "interview.md"):  # a page needs them, a grade does not
        shutil.copy(course / "ndcg" / name, folder)
    with (course / "course.toml").open("a") as file:
        file.write('\n[[modules]]\ntitle = "More"\nlessons = ["shares"]\n')
    return Settings(data_folder=tmp_path / "data", content_folders=(content,), graders=1)


def submitted(person: Person, lesson: str, source: str) -> str:
    """Submit on a lesson, and wait for the grade; answers where it is."""
    answer = person.post(f"/lessons/{lesson}/submissions", source=source)
    person.result(answer)
    return answer.headers["location"]


def reference_of(site: Site, lesson: str) -> str:
    return site.content.live[lesson].edition.exercise.reference.decode()


def unpacked(content: bytes, into: Path) -> Path:
    """The one folder of the zip."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        archive.extractall(into)
    (folder,) = into.iterdir()
    return folder


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_there_is_nothing_to_take_before_everything_passed(
    ada: Person, ben: Person, visitor: Person, mistake: str, reference: str
) -> None:
    almost = submitted(ada, LESSON, mistake)
    assert ada.get(f"{almost}/archive.zip").status_code == 404
    tried = ada.run(reference)
    ada.result(tried)
    assert ada.get(f"{tried.headers['location']}/archive.zip").status_code == 404
    full = submitted(ada, LESSON, reference)
    assert ada.get(f"{full}/archive.zip").status_code == 200
    assert ada.get(f"{almost}/archive.zip").status_code == 404
    assert ben.get(f"{full}/archive.zip").status_code == 404
    assert visitor.get(f"{full}/archive.zip").status_code == 303


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
@pytest.mark.parametrize("lesson", LESSONS)
def test_its_test_passes_on_the_code_and_fails_on_worse(
    ada: Person, site: Site, tmp_path: Path, lesson: str
) -> None:
    source = reference_of(site, lesson)
    path = submitted(ada, lesson, source)
    answer = ada.get(f"{path}/archive.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.content == ada.get(f"{path}/archive.zip").content
    folder = unpacked(answer.content, tmp_path / "taken")
    assert {file.name for file in folder.iterdir()} == FILES
    assert (folder / "solution.py").read_text("utf-8") == source
    good = run_pytest(folder)
    assert good.returncode == 0, good.stdout
    exercise = site.content.live[lesson].edition.exercise
    for mistake in exercise.mistakes:
        if any("script" not in cell.check for cell in mistake.fails):
            (folder / "solution.py").write_bytes(mistake.source)
            bad = run_pytest(folder)
            assert bad.returncode == 1, (mistake.id, bad.stdout)
            break
    (folder / "solution.py").write_text(source.replace("print(", "str("), "utf-8")
    silent = run_pytest(folder)
    assert silent.returncode == 1
    assert "FAILED test_visible_queries.py::test_script_prints_the_right_lines" in silent.stdout


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_it_says_what_it_is_and_holds_the_queries_that_the_script_reads(
    ada: Person, site: Site, tmp_path: Path
) -> None:
    path = submitted(ada, LESSON, reference_of(site, LESSON))
    folder = unpacked(ada.get(f"{path}/archive.zip").content, tmp_path / "taken")
    told = (folder / "README.md").read_text("utf-8")
    assert "# Recall@k, Precision@k and MRR by hand" in told
    assert "against edition 1" in told
    assert f"exercises/retrieval-evaluation/{LESSON} solution.py --visible-only --json" in told
    records = json.loads((folder / "queries.json").read_text("utf-8"))
    (visible,) = [each for each in site.content.live[LESSON].edition.sets if each.visible]
    assert [each["id"] for each in records] == [query.id for query in visible.queries]
    assert not any({"check", "expected", "note"} & set(each) for each in records)


def result(function: str, expected: str, given: dict[str, object], name: str) -> QueryResult:
    return QueryResult.model_validate(
        {
            "set": "visible",
            "visible": True,
            "id": name,
            "check": "plain",
            "function": function,
            "input": given,
            "returned": expected,
            "expected": expected,
            "verdict": Verdict.PASSED,
        }
    )


SOLUTION = """
from fractions import Fraction

def share(part, whole):
    if whole < 0:
        raise ValueError
    return ANSWERS[part]

def unique(names, digits):
    return list(names)[::-1]

ANSWERS = {
    0: Fraction(1, 3), 1: None, 2: "text", 3: True, 4: {"a": [1.0000001, (2,)]}, 5: {3, 1},
    6: set(), 7: -0.5, 8: 10**30,
}
"""
RIGHT = [
    *("Fraction(1, 3)", "None", "'text'", "True", "{'a': [1.0, [2]]}", "{1, 3}"),
    *("set()", "-0.5", "1000000000000000000000000000000"),
]


def all_kinds() -> Sequence[QueryResult]:
    found = [
        result("share", right, {"part": part, "whole": 1}, f"q{part}")
        for part, right in enumerate(RIGHT)
    ]
    names = {"names": ["b", "a", 'quote " and \\ and é'], "digits": 3}
    right = repr(names["names"])
    found.append(result("unique", right, names, 'odd "id" \\ {x}'))
    found.append(result("share", "raises ValueError", {"part": 0, "whole": -1}, "bad"))
    return found


@pytest.fixture
def shares(tmp_path: Path) -> Exercise:
    return read_edition(copied_lesson(tmp_path)).exercise


def test_every_kind_of_answer_can_be_written_down(shares: Exercise, tmp_path: Path) -> None:
    text = written_test('A "title" \\ {x}', shares, all_kinds(), (), code="solution.py")
    folder = tmp_path / "written"
    folder.mkdir()
    (folder / "test_it.py").write_text(text, "utf-8")
    (folder / "solution.py").write_text(SOLUTION, "utf-8")
    good = run_pytest(folder)
    assert good.returncode == 0, good.stdout
    assert f"{len(RIGHT) + 2} passed" in good.stdout
    assert "Left out" not in text
    for wrong in ('"text"', "10**30", "Fraction(1, 3)", "-0.5", "{3, 1}", "True", "(2,)", "[::-1]"):
        changed = SOLUTION.replace(wrong, "[9]" if wrong != "[::-1]" else "[1:]")
        assert changed != SOLUTION
        (folder / "solution.py").write_text(changed, "utf-8")
        assert "1 failed" in run_pytest(folder).stdout, wrong


@pytest.mark.parametrize(
    "expected",
    ["[1, 2… (4,000 characters)", "<thing object>", "nan", "raises OwnError", "raises exit"],
    ids=["cut", "object", "not a number", "own class", "no class"],
)
def test_what_cannot_be_written_down_is_left_out_and_counted(
    shares: Exercise, expected: str
) -> None:
    odd = result("share", expected, {"part": 7, "whole": 1}, "odd")
    text = written_test("Shares", shares, [*all_kinds(), odd], (), code="solution.py")
    assert "Left out: 1 of the calls" in text
    assert "odd-share" not in text
