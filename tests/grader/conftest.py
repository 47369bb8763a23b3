"""What tests of the grader share: one real sandbox, and a small lesson with one of everything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.folder import read_edition
from grader.sandbox import Sandbox

LESSONS = Path(__file__).parent / "lessons"
SHARES = LESSONS / "shares"


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The real sandbox; tests that take it are marked `sandbox`."""
    with Sandbox() as started:
        yield started


@pytest.fixture(scope="session")
def answers() -> Answers:
    return Answers()


@pytest.fixture(scope="session")
def shares() -> Edition:
    """The lesson in tests/grader/lessons/shares: three functions, one over a set, and a script."""
    return read_edition(SHARES)
