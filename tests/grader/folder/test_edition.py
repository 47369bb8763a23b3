"""A new digest exactly where a grade could change."""

import pytest

from grader.folder import read_edition
from tests.grader.folder.lesson import LessonOnDisk

SCRIPT = (
    '\n[script]\ncore = { id = "script", title = "prints" }\n'
    'edge = { id = "script-all", title = "prints all" }\n'
)

CHANGES = {
    "a weight": ("lesson.toml", 'half = "edge"', 'half = "edge"\nweight = 2'),
    "a shape": ("lesson.toml", 'shape = "list"', 'shape = "tuple"'),
    "the compare rule": (
        "lesson.toml",
        'result = "number"',
        'result = "number"\ncompare = "exact"',
    ),
    "the result": ("lesson.toml", 'result = "number"', 'result = "any"\ncompare = "close"'),
    "the order of arguments": (
        "lesson.toml",
        '{ name = "words", shape = "list" }, { name = "wanted" }',
        '{ name = "wanted" }, { name = "words", shape = "list" }',
    ),
    "the reference": ("reference.py", "return 0.0", "return 0"),
    "an argument of a query": ("queries/hidden.json", '"passed"]', '"passes"]'),
    "the type of a value": ("queries/hidden.json", '"passed"]', "1]"),
    "a query's id": ("queries/hidden.json", '"h1"', '"h9"'),
    "a query's check": (
        "queries/hidden.json",
        '"h2", "check": "counts"',
        '"h2", "check": "empty-list"',
    ),
    "a stated answer": ("queries/visible.json", '{"share_of": 0.5}', '{"share_of": 0.50000001}'),
    "a segment": ("queries/hidden.json", '"id": "h1"', '"id": "h1", "segment": "short"'),
}


@pytest.mark.parametrize(("name", "old", "text"), CHANGES.values(), ids=CHANGES.keys())
def test_what_can_change_a_grade_makes_a_new_edition(
    lesson: LessonOnDisk, name: str, old: str, text: str
) -> None:
    before = read_edition(lesson.folder).digest
    lesson.edit(name, old, text)
    assert read_edition(lesson.folder).digest != before


@pytest.mark.parametrize(
    "text", ["\n[constants]\nwanted = 1\n", "\n[limits]\nmemory_mib = 512\n", SCRIPT]
)
def test_an_added_table_makes_a_new_edition(lesson: LessonOnDisk, text: str) -> None:
    before = read_edition(lesson.folder).digest
    lesson.append("lesson.toml", text)
    assert read_edition(lesson.folder).digest != before


def test_another_set_makes_a_new_edition(lesson: LessonOnDisk) -> None:
    before = read_edition(lesson.folder).digest
    lesson.write("queries/more.json", lesson.path("queries/hidden.json").read_bytes())
    assert read_edition(lesson.folder).digest != before


WORDS = {
    "a title": ("lesson.toml", '"divides what is wanted by all there is"', '"divides"'),
    "a hint": ("lesson.toml", "Look at that case", "Look at this case"),
    "a summary": ("lesson.toml", "Count how much", "Count what part"),
    "the text": ("lesson.md", "Two words of five", "Two of five words"),
    "the stub": ("stub.py", "is not written yet", "is missing"),
    "a mistake": ("mistakes/count-only.py", "Returns the count.", "Counts."),
    "a note": ("queries/visible.json", "nothing to divide by", "nothing"),
    "a set's name": ("queries/hidden.json", "Hidden queries", "More queries"),
    "a quiz": ("quiz.toml", "Half of its tests failed.", "Half failed."),
    "white space": ("queries/hidden.json", '"wanted": "pass"', '"wanted":"pass"'),
}


@pytest.mark.parametrize(("name", "old", "text"), WORDS.values(), ids=WORDS.keys())
def test_a_typo_makes_no_new_edition(lesson: LessonOnDisk, name: str, old: str, text: str) -> None:
    before = read_edition(lesson.folder).digest
    lesson.edit(name, old, text)
    assert read_edition(lesson.folder).digest == before


def test_the_digest_is_the_same_wherever_the_folder_stands(lesson: LessonOnDisk) -> None:
    edition = read_edition(lesson.folder)
    moved = lesson.root / "elsewhere" / "share"
    moved.parent.mkdir()
    lesson.folder.rename(moved)
    assert read_edition(moved).digest == edition.digest
    assert len(edition.digest) == 64


def test_an_edition_does_not_print_its_queries(lesson: LessonOnDisk) -> None:
    assert "h1" not in repr(read_edition(lesson.folder))
