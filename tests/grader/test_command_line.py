"""The grader's commands: what they print, and the exit codes that scripts rely on."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from grader.__main__ import command
from grader.answers import Answers
from grader.edition import Edition
from grader.grade import grade
from grader.result import learner_view
from grader.sandbox import Sandbox

pytestmark = pytest.mark.sandbox

HOUSE = Path(__file__).parents[2]


def run(*words: str | Path, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(command, [str(word) for word in words], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def document(*words: str | Path) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "solution.py"


def test_a_source_that_is_too_large_is_refused_with_the_sentence(
    shares_folder: Path, file: Path
) -> None:
    file.write_bytes(b"#" * 70_000)
    result = run("grade", shares_folder, file)
    assert result.exit_code == 2
    assert result.stderr.startswith("This file is too large: it has 70,000 bytes, and 64 KiB")
    assert result.stdout == ""


def test_what_is_not_there_is_named(shares_folder: Path, file: Path) -> None:
    missing = run("grade", shares_folder, file)
    assert (missing.exit_code, missing.stderr) == (2, f"{file}: No such file or directory\n")
    file.write_text("x = 1")
    nowhere = run("grade", file.parent / "nowhere", file)
    assert nowhere.exit_code == 2
    assert "nowhere" in nowhere.stderr
    assert run("grade", shares_folder).exit_code == 2
    assert run("grade", shares_folder, file, "--hidden").exit_code == 2


def test_wrong_content_is_told_with_file_and_line(shares_folder: Path, tmp_path: Path) -> None:
    lesson = tmp_path / "lesson"
    lesson.mkdir()
    (lesson / "lesson.toml").write_text("format = 1\ntitel = 'x'\n")
    result = run("grade", lesson, shares_folder / "reference.py")
    assert result.exit_code == 2
    assert f"{lesson / 'lesson.toml'}:2: " in result.stderr


def test_the_exit_code_is_0_whatever_the_score(shares_folder: Path, file: Path) -> None:
    file.write_bytes(b"def \0")
    result = run("grade", shares_folder, file)
    assert result.exit_code == 0
    assert "Score 0.00 of 100" in result.stdout
    assert "NUL" in result.stdout


def test_json_is_the_learners_view(
    shares_folder: Path, shares: Edition, sandbox: Sandbox, answers: Answers, file: Path
) -> None:
    source = (shares_folder / "mistakes" / "zero-for-bad.py").read_bytes()
    file.write_bytes(source)
    told = document("grade", shares_folder, file)
    view = learner_view(grade(source, shares, sandbox, answers=answers))
    assert told | {"queries": [], "scripts": []} == view.model_dump(mode="json") | {
        "queries": [],
        "scripts": [],
    }
    assert {each["set"] for each in told["queries"]} == {"visible"}
    assert (told["format"], told["score"], told["verdict"]) == (1, 75.0, "wrong_answer")
    assert set(told["digests"]) == {"source", "grader"}
    assert told["diagnosis"][0]["mistakes"] == ["zero-for-bad"]


def test_a_query_holds_what_scripts_read(shares_folder: Path, file: Path) -> None:
    file.write_text("def share(part, whole):\n    print('hello')\n    return 2\n")
    query = document("grade", shares_folder, file)["queries"][0]
    told = {name: query[name] for name in ("set", "id", "function", "check", "verdict")}
    assert told == {
        "set": "visible",
        "id": "v1",
        "function": "share",
        "check": "plain",
        "verdict": "wrong_answer",
    }
    assert (query["input"], query["returned"]) == ({"part": 1, "whole": 3}, "2")
    assert (query["expected"], query["printed"]) == ("0.3333333333333333", "hello\n")


def test_staff_see_hidden_queries_and_the_edition(
    shares_folder: Path, shares: Edition, file: Path
) -> None:
    file.write_text("def share(part, whole):\n    return part // whole\n")
    told = document("grade", shares_folder, file, "--staff")
    assert {each["set"] for each in told["queries"]} == {"visible", "hidden"}
    assert told["digests"]["edition"] == shares.digest
    assert told["cells"][0]["hidden"] == "wrong_answer"


def test_a_try_has_no_score(shares_folder: Path) -> None:
    told = document("grade", shares_folder, shares_folder / "reference.py", "--visible-only")
    assert (told["score"], told["core"], told["edge"]) == (None, None, None)
    assert {each["points"] for each in told["cells"]} == {None}
    assert {each["hidden"] for each in told["cells"]} == {None}
    shown = run("grade", shares_folder, shares_folder / "reference.py", "--visible-only")
    assert "no score" in shown.stdout


def test_a_person_reads_cells_points_and_the_cure(shares_folder: Path) -> None:
    shown = run("grade", shares_folder, shares_folder / "mistakes" / "zero-for-bad.py").stdout
    assert "Score 75.00 of 100: core 50.00, harder 25.00." in shown
    assert "harder  bad-whole   share       wrong_answer  wrong   0.00 of 25.00" in shown
    assert "This looks like returning 0 for a bad whole. Raise ValueError instead." in shown
    assert "visible v3: share(part=1, whole=0)" in shown
    assert "hidden h" not in shown


def test_a_terminal_gets_no_order_from_a_submission(shares_folder: Path, file: Path) -> None:
    file.write_text(
        "def share(part, whole):\n    print('\\x1b[2J\\x9b\\u202e\\u0007')\n    raise X\n"
    )
    shown = run("grade", shares_folder, file)
    raw = run("grade", shares_folder, file, "--json")
    for output in (shown.stdout, raw.stdout):
        assert not {"\x1b", "\x9b", "\u202e", "\x07"} & set(output)
    assert "\ufffd[2J" in shown.stdout


def test_a_source_may_come_by_standard_input(shares_folder: Path) -> None:
    source = (shares_folder / "reference.py").read_bytes()
    result = run("grade", shares_folder, "-", "--json", stdin=source)
    assert json.loads(result.stdout)["score"] == 100.0


def test_doctor_tells_what_refused_what() -> None:
    result = run("doctor", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == (0 if told["proved"] else 3)
    assert {"id", "seen", "refused_by", "ok"} <= set(told["findings"][0])
    assert "Ring 1" in run("doctor").stdout


def test_new_writes_a_lesson_that_verify_passes(tmp_path: Path) -> None:
    written = run("new", "course/my-lesson", "--root", tmp_path)
    assert written.exit_code == 0
    assert run("verify", tmp_path / "course" / "my-lesson").exit_code == 0
    again = run("new", "course/my-lesson", "--root", tmp_path)
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_verify_tells_every_problem_and_leaves_with_1(tmp_path: Path) -> None:
    run("new", "course/my-lesson", "--root", tmp_path)
    lesson = tmp_path / "course" / "my-lesson"
    (lesson / "reference.py").write_text("x = 1\n")
    (lesson / "lesson.md").write_bytes(b"\xff")
    result = run("verify", lesson)
    assert result.exit_code == 1
    assert "lesson.md" in result.stdout
    assert "problem" in result.stdout.splitlines()[-1]


def test_it_runs_as_a_module_in_any_locale(shares_folder: Path) -> None:
    words = ["grade", str(shares_folder), str(shares_folder / "stub.py")]
    done = subprocess.run(
        [sys.executable, "-m", "grader", *words],
        cwd=HOUSE,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert "“works on plain input”" in done.stdout.decode("utf-8")


def test_grading_is_off_exactly_where_doctor_says_so(shares_folder: Path) -> None:
    words = ["grade", str(shares_folder), str(shares_folder / "reference.py")]
    # Without bubblewrap some machines still prove the sandbox and some don't.
    doctor, graded = (
        subprocess.run(
            [sys.executable, "-m", "grader", *command_words],
            cwd=HOUSE,
            env={"PATH": "/nowhere"},
            capture_output=True,
            check=False,
        )
        for command_words in (["doctor"], words)
    )
    assert doctor.returncode in {0, 3}
    assert graded.returncode == doctor.returncode
    assert (b"Grading is off" in graded.stderr) == (doctor.returncode == 3)
    assert (b"Score 100.00" in graded.stdout) == (doctor.returncode == 0)
