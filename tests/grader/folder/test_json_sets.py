"""Query sets in JSON: every fault with its line, and what no text of JSON should hold."""

from pathlib import Path

import pytest

from grader.exercise import Exercise
from grader.folder import read_exercise, read_json_set, read_sets
from tests.grader.folder.lesson import LessonOnDisk, problems_of

HIDDEN = "queries/hidden.json"
FIRST = '{"id": "h1", "check": "counts"'

FAULTS = {
    "no such check": (
        '"h1", "check": "counts"',
        '"h1", "check": "count"',
        'unknown check "count"; did',
    ),
    "no check": ('"id": "h1", "check": "counts"', '"id": "h1"', '"check" is missing'),
    "no id": (FIRST, '{"check": "counts"', '"id" is missing'),
    "an id twice": ('"id": "h2"', '"id": "h1"', 'the id "h1" stands here a second time'),
    "an empty id": ('"id": "h1"', '"id": ""', "an id has 1 to 64 characters"),
    "an id that can't be seen": ('"id": "h1"', '"id": "\\u200b"', "can't be seen"),
    "a number for an id": ('"id": "h1"', '"id": 1', '"id" must be text'),
    "an argument misspelt": (
        '"fail"], "wanted"',
        '"fail"], "wantet"',
        'unknown key "wantet"; did you',
    ),
    "an argument missing": (
        ', "wanted": "pass"}',
        "}",
        '"wanted" is missing, which share_of needs',
    ),
    "a text for a list": ('["pass", "pass", "passed"]', '"pass"', '"words" must be a list'),
    "an answer of no function": (
        FIRST,
        FIRST + ', "expected": {"share": 1}',
        'unknown function "share"',
    ),
    "an answer that is no table": (FIRST, FIRST + ', "expected": 1', '"expected" must be a table'),
    "a segment that is no text": (FIRST, FIRST + ', "segment": 3', '"segment" must be text'),
    "NaN": (FIRST, FIRST + ', "expected": {"share_of": NaN}', "NaN is not a finite number"),
    "infinity": ('"skip", "skip"', '"skip", -Infinity', "-Infinity is not a finite number"),
    "a number beyond floats": ('"skip", "skip"', '"skip", 1e999', "1e999 is not a finite number"),
    "a number beyond Python": ('"skip", "skip"', f'"skip", {"1" * 5000}', "more than 4300 digits"),
    "half a surrogate": ('"skip", "skip"', '"skip", "\\ud800"', "half of a surrogate pair"),
    "a key twice": (FIRST, FIRST + ', "check": "counts"', 'the key "check" stands here twice'),
    "nested too deeply": (
        '"skip", "skip"',
        '"skip", ' + "[" * 30 + "]" * 30,
        "nested deeper than 20",
    ),
    "no JSON": (FIRST, FIRST + ",", "no JSON: "),
}


@pytest.mark.parametrize(("old", "text", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_its_line(
    lesson: LessonOnDisk, old: str, text: str, message: str
) -> None:
    line = lesson.edit(HIDDEN, old, text)
    exercise = read_exercise(lesson.folder)
    found = problems_of(lambda: read_sets(lesson.folder, exercise))
    (problem,) = [each for each in found if message in each.message]
    assert (problem.path, problem.line) == (lesson.folder / HIDDEN, line)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "must be an object"),
        ('{"name": "x", "queries": []}', '"format" is missing'),
        ('{"format": true, "name": "x", "queries": []}', "only 1 is known"),
        ('{"format": 1, "queries": []}', '"name" is missing'),
        ('{"format": 1, "name": "x", "queries": []}', '"queries"'),
        ('{"format": 1, "name": "x", "queries": [1]}', "must be a table"),
        ('{"format": 1, "name": "x", "query": []}', 'unknown key "query"; did you mean "queries"?'),
        ("[" * 100_000, "nested too deeply"),
        ("", "no JSON"),
    ],
)
def test_what_is_no_set_is_refused(lesson: LessonOnDisk, content: str, message: str) -> None:
    lesson.write(HIDDEN, content)
    exercise = read_exercise(lesson.folder)
    found = problems_of(lambda: read_sets(lesson.folder, exercise))
    assert any(message in problem.message for problem in found)


def test_faults_of_all_sets_are_told_at_once(lesson: LessonOnDisk) -> None:
    lesson.edit(HIDDEN, '"h1"', '"h2"')
    lesson.write("queries/more.json", "{}")
    lesson.write("queries/More Still.json", "{}")
    lesson.write("queries/hidden.jsno", "{}")
    exercise = read_exercise(lesson.folder)
    found = problems_of(lambda: read_sets(lesson.folder, exercise))
    assert {problem.path.name for problem in found} == {
        "hidden.json",
        "more.json",
        "More Still.json",
        "hidden.jsno",
    }


def test_sets_come_visible_first_then_by_id(lesson: LessonOnDisk) -> None:
    for name in ("zebra", "apple"):
        lesson.write(f"queries/{name}.json", lesson.path(HIDDEN).read_bytes())
    sets = read_sets(lesson.folder, read_exercise(lesson.folder))
    assert [(each.id, each.visible) for each in sets] == [
        ("visible", True),
        ("apple", False),
        ("hidden", False),
        ("zebra", False),
    ]


def test_a_key_in_the_query_beats_a_constant(lesson: LessonOnDisk) -> None:
    lesson.append("lesson.toml", '\n[constants]\nwanted = "pass"\n')
    lesson.edit(HIDDEN, ', "wanted": "pass"}', "}")
    hidden = read_sets(lesson.folder, read_exercise(lesson.folder))[1]
    assert [dict(query.arguments).get("wanted") for query in hidden.queries] == [
        "fail",
        None,
        "fail",
    ]


def shaped(lesson: LessonOnDisk, shape: str) -> Exercise:
    lesson.edit("lesson.toml", 'shape = "list"', f'shape = "{shape}"')
    return read_exercise(lesson.folder)


@pytest.mark.parametrize(
    ("shape", "value", "message"),
    [
        ("set", "{}", "must be a list; the set is made from it"),
        ("set", '["a", "a"]', "element 2 is in the set already: 'a'"),
        ("set", "[[1]]", "element 1 can't be in a set"),
        ("dict", '{"a": 1}', "must be a list of pairs"),
        ("dict", "[[1, 2, 3]]", "element 1 must be a pair"),
        ("dict", '[["a", 1], ["a", 2]]', "element 2 repeats the key 'a'"),
        ("dict", "[[[1], 2]]", "element 1 can't be a key"),
        ("tuple", '"abc"', "must be a list; the tuple is made from it"),
        ("iterator", "3", "must be a list; the iterator is made from it"),
    ],
)
def test_a_value_must_fit_its_shape(
    lesson: LessonOnDisk, shape: str, value: str, message: str
) -> None:
    exercise = shaped(lesson, shape)
    content = (
        '{"format": 1, "name": "x", "queries": '
        f'[{{"id": "q", "check": "counts", "words": {value}, "wanted": 1}}]}}'
    )
    (problem,) = problems_of(
        lambda: read_json_set(
            content.encode(), exercise, set_id="s", visible=False, path=Path("sent")
        )
    )
    assert message in problem.message
    assert str(problem).startswith("sent:1: ")


def test_a_set_that_was_sent_in_is_read_like_a_file(lesson: LessonOnDisk) -> None:
    exercise = read_exercise(lesson.folder)
    content = lesson.path(HIDDEN).read_bytes()
    sent = read_json_set(content, exercise, set_id="hidden", visible=False, path=Path("sent"))
    assert sent == read_sets(lesson.folder, exercise)[1]


OVER_SET = """
[[functions]]
name = "mean_share"
arguments = [{ name = "queries" }]
over = "set"
record = ["words", "segments"]
"""


def test_a_function_over_a_set_says_which_keys_its_queries_have(lesson: LessonOnDisk) -> None:
    lesson.append("lesson.toml", OVER_SET)
    exercise = read_exercise(lesson.folder)
    assert exercise.argument_names == ("words", "wanted", "segments")
    found = problems_of(lambda: read_sets(lesson.folder, exercise))
    assert {each.message for each in found} == {'"segments" is missing, which mean_share needs'}
