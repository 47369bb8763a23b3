"""`new` writes a lesson that reads well, and never over something that is there."""

from pathlib import Path

import pytest

from grader.errors import ContentErrors
from grader.folder import read_course
from grader.new import new


@pytest.mark.parametrize(
    "path",
    ["lesson", "course/", "/lesson", "Course/lesson", "course/a b", "a/b/c", "../up/x", "a/..", ""],
)
def test_what_is_no_name_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(ContentErrors, match="COURSE/NAME"):
        new(path, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    folder = new("course/lesson", tmp_path)
    (folder / "lesson.md").write_text("mine")
    with pytest.raises(ContentErrors, match="is there already"):
        new("course/lesson", tmp_path)
    assert (folder / "lesson.md").read_text() == "mine"


def test_a_course_that_is_no_toml_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "course.toml").write_text("title = =\n")
    with pytest.raises(ContentErrors, match="can't be read"):
        new("course/lesson", tmp_path)
    assert [path.name for path in (tmp_path / "course").iterdir()] == ["course.toml"]


def test_a_new_course_and_lesson_read_well(tmp_path: Path) -> None:
    folder = new("my-course/first-one", tmp_path)
    course = read_course(tmp_path / "my-course")
    (lesson,) = course.lessons
    assert folder == lesson.folder == tmp_path / "my-course" / "first-one"
    assert (course.title, lesson.title) == ("My course", "First one")


@pytest.mark.parametrize(
    "lessons",
    [
        'lessons = ["one"]',
        'lessons = [ "one", ]',
        'lessons = [\n    "one",\n]',
        'lessons = [\n    "one"\n]\n# done',
        'lessons = ["one"] # ] and [',
        'lessons = [\n    "one", # the ] first\n]',
        'lessons = ["one"]\n\n[[modules]]\ntitle = "More"\nlessons = []',
    ],
)
def test_a_course_keeps_its_text_and_gains_the_lesson(tmp_path: Path, lessons: str) -> None:
    new("course/one", tmp_path)
    file = tmp_path / "course" / "course.toml"
    before = file.read_text().replace('lessons = ["one"]', lessons)
    file.write_text(before)
    new("course/two", tmp_path)
    assert [lesson.id for lesson in read_course(tmp_path / "course").lessons] == ["one", "two"]
    assert all(row in file.read_text() for row in before.split("\n")[:6])
