"""The lesson whose promises the tests of this folder break."""

from pathlib import Path

import pytest

from tests.grader.folder.lesson import LessonOnDisk


@pytest.fixture
def lesson(tmp_path: Path) -> LessonOnDisk:
    return LessonOnDisk(tmp_path)
