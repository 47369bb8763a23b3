"""The benchmark: it measures what it says, and its yardstick makes the very same calls."""

import json
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grader.__main__ import command
from grader.bare import bare_commands, write_bare
from grader.bench import compare_with_bare, sizes, soak
from grader.edition import Edition
from grader.folder import read_edition
from grader.plan import plan_set

HOUSE = Path(__file__).parent.parent.parent
LESSONS = sorted((HOUSE / "exercises" / "retrieval-evaluation").glob("*/lesson.toml"))


@pytest.fixture
def edition() -> Edition:
    return read_edition(HOUSE / "exercises" / "retrieval-evaluation" / "recall-precision-mrr")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_the_bare_file_makes_every_call_of_every_set(lesson: Path, tmp_path: Path) -> None:
    edition = read_edition(lesson.parent)
    write_bare(edition, tmp_path)
    steps = [step for each in edition.sets for step in plan_set(edition.exercise, each).steps]
    names = tuple(f"{function.name}(" for function in edition.exercise.functions)
    lines = (tmp_path / "solution.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.startswith(names)]) == len(steps) > 0


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_the_bare_file_runs_with_its_script(lesson: Path, tmp_path: Path) -> None:
    write_bare(read_edition(lesson.parent), tmp_path)
    for name, arguments in bare_commands(tmp_path).items():
        done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stderr}"
        assert bool(done.stdout) == (name != "start")


def test_a_wrong_call_would_be_noticed(edition: Edition, tmp_path: Path) -> None:
    write_bare(edition, tmp_path)
    file = tmp_path / "solution.py"
    file.write_text(file.read_text("utf-8") + "recall_at_k()\n", "utf-8")
    done = subprocess.run(
        bare_commands(tmp_path)["bare"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode != 0


@pytest.mark.sandbox
def test_the_ratios_are_of_the_medians_of_one_run(edition: Edition) -> None:
    compared = compare_with_bare(edition, rounds=2)
    assert compared.ratio_to_bare == compared.grade.median / compared.bare.median
    assert compared.calls == sum(
        len(plan_set(edition.exercise, each).steps) for each in edition.sets
    )
    assert compared.start.median < compared.bare.median


@pytest.mark.sandbox
def test_memory_is_sampled_over_the_grades(edition: Edition) -> None:
    samples = soak(edition, 4)
    assert [sample.grades for sample in samples] == [1, 2, 3, 4]
    assert all(sample.warden > 0 and sample.trusted > 0 for sample in samples)


@pytest.mark.sandbox
def test_larger_sets_ask_every_check(edition: Edition) -> None:
    found = sizes(edition, 60)
    assert [each.queries for each in found] == sorted(each.queries for each in found)
    assert found[-1].queries == 60 * len(edition.sets)


@pytest.mark.sandbox
def test_the_command_prints_one_document() -> None:
    done = CliRunner().invoke(command, ["bench", "--json", "--rounds", "2"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["format"] == 1
    assert document["ratio_to_bare"] > 0
    assert document["second_warden"] > 0
