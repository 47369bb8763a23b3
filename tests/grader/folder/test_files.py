"""Files that are missing, too large, not text, or not in their folder."""

import os
from pathlib import Path

import pytest

from grader.folder import read_course, read_courses, read_exercise, read_lesson_folder
from grader.limits import SOURCE_BYTES
from grader.new import new
from tests.grader.folder.lesson import LessonOnDisk, problems_of

FILES = [
    "lesson.toml",
    "lesson.md",
    "stub.py",
    "reference.py",
    "queries/visible.json",
    "queries/hidden.json",
    "quiz.toml",
    "interview.md",
]


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(lesson: LessonOnDisk, name: str) -> None:
    lesson.path(name).unlink()
    (problem,) = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert (problem.path, problem.line) == (lesson.folder / name, None)
    assert problem.message == "is missing"


@pytest.mark.parametrize("name", FILES)
def test_a_link_that_leads_to_itself_is_named(lesson: LessonOnDisk, name: str) -> None:
    lesson.path(name).unlink()
    lesson.path(name).symlink_to(lesson.path(name).name)
    (problem,) = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert (problem.path, problem.line) == (lesson.folder / name, None)
    assert problem.message == "is a link that leads back to itself"


@pytest.mark.parametrize("name", [*FILES, "mistakes/count-only.py"])
def test_bad_utf_8_is_named_with_its_line(lesson: LessonOnDisk, name: str) -> None:
    lesson.write(name, b"# one\n# two\n\xff\n")
    found = problems_of(lambda: read_lesson_folder(lesson.folder))
    (problem,) = [each for each in found if "UTF-8" in each.message]
    assert (problem.path, problem.line) == (lesson.folder / name, 3)


@pytest.mark.parametrize("name", ["stub.py", "lesson.md", "queries/hidden.json"])
def test_a_nul_character_is_refused(lesson: LessonOnDisk, name: str) -> None:
    lesson.write(name, "one\n\0")
    found = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert any(each.line == 2 and "NUL" in each.message for each in found)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("stub.py", SOURCE_BYTES + 1),
        ("reference.py", SOURCE_BYTES + 1),
        ("mistakes/count-only.py", SOURCE_BYTES + 1),
        ("lesson.md", 2**20 + 1),
        ("queries/hidden.json", 2**23 + 1),
    ],
)
def test_a_file_over_its_size_is_refused(lesson: LessonOnDisk, name: str, size: int) -> None:
    lesson.write(name, b" " * size)
    found = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert any(each.path == lesson.folder / name and "bytes" in each.message for each in found)


@pytest.mark.parametrize("name", ["reference.py", "mistakes/count-only.py", "queries/hidden.json"])
def test_a_link_that_leads_out_of_the_folder_is_refused(
    lesson: LessonOnDisk, tmp_path: Path, name: str
) -> None:
    outside = tmp_path / "outside"
    lesson.path(name).rename(outside)
    (lesson.folder / name).symlink_to(outside)
    (problem,) = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert problem.path == lesson.folder / name
    assert "leads out of its folder" in problem.message


def test_a_link_inside_the_folder_is_a_file_like_any_other(lesson: LessonOnDisk) -> None:
    lesson.path("reference.py").rename(lesson.folder / "solution.py")
    (lesson.folder / "reference.py").symlink_to("solution.py")
    assert read_exercise(lesson.folder).reference


def test_what_is_no_file_is_refused(lesson: LessonOnDisk) -> None:
    lesson.path("stub.py").unlink()
    os.mkfifo(lesson.folder / "stub.py")
    (problem,) = problems_of(lambda: read_exercise(lesson.folder))
    assert problem.message == "is not a file"


def test_a_byte_order_mark_and_crlf_are_dropped(lesson: LessonOnDisk) -> None:
    before = read_lesson_folder(lesson.folder)
    for name in FILES:
        content = lesson.path(name).read_bytes().replace(b"\n", b"\r\n")
        lesson.write(name, b"\xef\xbb\xbf" + content)
    page, edition = read_lesson_folder(lesson.folder)
    assert page == before[0]
    assert edition.digest == before[1].digest


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (problem,) = problems_of(lambda: read_exercise(tmp_path / "nowhere"))
    assert problem.message == "is not a folder"
    (problem,) = problems_of(lambda: read_courses([tmp_path / "nowhere"]))
    assert problem.message == "is not a folder"


def test_a_lesson_that_is_not_there_gets_the_nearest_name(lesson: LessonOnDisk) -> None:
    line = lesson.edit("../course.toml", '["share"]', '[\n    "share",\n    "shares",\n]')
    (problem,) = problems_of(lambda: read_course(lesson.course))
    assert problem.line == line + 2
    assert problem.message == 'unknown lesson "shares"; did you mean "share"?'


def test_a_lesson_in_no_module_or_in_two_is_refused(lesson: LessonOnDisk) -> None:
    new("trial/other", lesson.root)
    lesson.edit("../course.toml", '"share", "other"', '"share", "share"')
    found = [each.message for each in problems_of(lambda: read_course(lesson.course))]
    assert 'the lesson "share" stands here a second time' in found
    assert 'the lesson "other" is in this folder and in no module' in found


@pytest.mark.usefixtures("lesson")
def test_lesson_ids_are_unique_over_all_courses(tmp_path: Path) -> None:
    new("second/share", tmp_path)
    new("third/other", tmp_path / "more")
    (problem,) = problems_of(lambda: read_courses([tmp_path, tmp_path / "more"]))
    assert problem.message.startswith('the lesson id "share" is taken by ')


@pytest.mark.usefixtures("lesson")
def test_course_ids_are_unique_over_all_folders(tmp_path: Path) -> None:
    new("trial/other", tmp_path / "more")
    (problem,) = problems_of(lambda: read_courses([tmp_path, tmp_path / "more"]))
    assert problem.message.startswith('the course id "trial" is taken by ')


@pytest.mark.usefixtures("lesson")
def test_courses_are_read_with_their_editions(tmp_path: Path) -> None:
    new("trial/other", tmp_path)
    new("another/one", tmp_path)
    another, trial = read_courses([tmp_path])
    assert [each.id for each in trial.lessons] == ["share", "other"]
    assert list(trial.editions) == ["share", "other"]
    assert [each.id for each in another.lessons] == ["one"]
    assert [each.visible for each in trial.editions["share"].sets] == [True, False]


def test_the_shipped_courses_are_good() -> None:
    exercises = Path(__file__).parents[3] / "exercises"
    (course,) = read_courses([exercises])
    assert [lesson.id for lesson in course.lessons] == ["recall-precision-mrr", "ndcg"]
