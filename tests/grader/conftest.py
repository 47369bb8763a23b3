"""What tests of the grader share: one real sandbox, and a small lesson with one of everything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.folder import read_edition
from grader.sandbox import Sandbox
from tests.grader.golden_case import copied_lesson


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The real sandbox; tests that take it are marked `sandbox`."""
    with Sandbox() as started:
        yield started


@pytest.fixture(scope="session")
def answers() -> Answers:
    return Answers()


@pytest.fixture(scope="session")
def shares_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shares lesson: three functions, one of them over a set, and a script."""
    return copied_lesson(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="session")
def shares(shares_folder: Path) -> Edition:
    return read_edition(shares_folder)
