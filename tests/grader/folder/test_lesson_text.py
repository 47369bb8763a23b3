"""lesson.md, quiz.toml, interview.md, and the lines that positions are read from."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.folder import read_lesson
from grader.folder.json_lines import scan_json
from grader.folder.toml_lines import toml_lines
from grader.lesson import QuestionKind
from tests.grader.folder.lesson import LessonOnDisk, problems_of

MD, QUIZ, INTERVIEW = "lesson.md", "quiz.toml", "interview.md"

FAULTS = {
    "no id": (MD, "## How it works {#how-it-works}", "## How it works", "a section needs an id"),
    "a bad id": (MD, "{#how-it-works}", "{#How}", '"How" is no id'),
    "an id twice": (
        MD,
        "{#how-it-works}",
        "{#share}",
        'the section "share" stands here a second time',
    ),
    "no title": (MD, "## How it works {#how-it-works}", "## {#how-it-works}", "needs a title"),
    "text above": (
        MD,
        "## A part of the whole",
        "Text.\n\n## A part of the whole",
        "below a ## heading",
    ),
    "a question twice": (QUIZ, 'id = "compare"', 'id = "share-of-four"', "a second time"),
    "no answer": (QUIZ, "answer = 0.25\n", "", 'needs an "answer"'),
    "no kind": (QUIZ, 'kind = "one"', 'kind = "won"', 'unknown value "won"; did you mean "one"?'),
    "two right": (QUIZ, "right = false", "right = true", '2 options are right; kind "one" has'),
    "none right": (QUIZ, "right = true", "right = false", '0 options are right; kind "one" has'),
    "an option's key": (QUIZ, "right = true", "rigth = true", 'unknown key "rigth"; did you'),
    "answer of a choice": (
        QUIZ,
        'kind = "one"',
        'kind = "one"\nanswer = 1',
        '"answer" is only for',
    ),
    "options of a number": (
        QUIZ,
        "answer = 0.25",
        "answer = 1\noptions = [{}]",
        '"text" is missing',
    ),
    "infinite answer": (QUIZ, "answer = 0.25", "answer = inf", "must be a finite number"),
    "no answer below": (
        INTERVIEW,
        "## A dashboard",
        "## Why?\n\n## A dashboard",
        "no answer below it",
    ),
}


@pytest.mark.parametrize(("name", "old", "text", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_near_its_line(
    lesson: LessonOnDisk, name: str, old: str, text: str, message: str
) -> None:
    line = lesson.edit(name, old, text)
    found = [
        each for each in problems_of(lambda: read_lesson(lesson.folder)) if message in each.message
    ]
    assert [each.path for each in found] == [lesson.folder / name]
    assert abs((found[0].line or 0) - line) <= 6


def test_a_lesson_needs_its_task(lesson: LessonOnDisk) -> None:
    lesson.edit(MD, "{#task}", "{#tasks}")
    (problem,) = problems_of(lambda: read_lesson(lesson.folder))
    assert problem.message == "has no section ## Your task {#task}"


def test_sections_know_their_text_and_where_it_begins(lesson: LessonOnDisk) -> None:
    page = read_lesson(lesson.folder)
    assert [each.id for each in page.sections] == [
        "share",
        "task",
        "how-it-works",
        "assignment",
        "in-a-real-test-suite",
    ]
    rows = lesson.path(MD).read_text().split("\n")
    for section in page.sections:
        text = section.text.split("\n")
        assert rows[section.line - 1 : section.line - 1 + len(text)] == text
        assert section.title in rows[section.line - 2]
    assert page.section("task") is page.sections[1]
    assert page.section("nowhere") is None


def test_what_stands_in_a_fence_or_deeper_is_no_section(lesson: LessonOnDisk) -> None:
    lesson.append(MD, "\n```text\n## no heading\n```\n\n- ## nor this\n\n### nor this {#x}\n")
    assert len(read_lesson(lesson.folder).sections) == 5


def test_a_quiz_knows_what_is_right(lesson: LessonOnDisk) -> None:
    number, one = read_lesson(lesson.folder).quiz
    assert (number.kind, number.answer, number.tolerance) == (QuestionKind.NUMBER, 0.25, 0.001)
    assert one.is_right(frozenset({1}))
    assert not any(one.is_right(frozenset(chosen)) for chosen in [(), (0,), (0, 1), (2,)])


def test_an_interview_question_has_its_answer(lesson: LessonOnDisk) -> None:
    (question,) = read_lesson(lesson.folder).interview
    assert question.question.startswith("A dashboard shows")
    assert "That depends" in question.answer


TOML = '''\
# a comment with = and [
format = 1
"quoted key" = "a # b"
a.b.'c' = """
two ] lines \\""" still
"""
literal = \'\'\'
x = 1
\'\'\'
list = [
  1, # one
  [2,
   3], { deep = [
     4 ], other = "}" },
]

[table] # here
key = 2
when = 1979-05-27T07:32:00Z
[[tables]]
one = 1
[[tables]]
two = "]"
[tables.inner]
three = { four = 4, five = [5, 6] }
[[tables.many]]
six = 6
[[tables.many]]
seven = 7
'''


def test_every_toml_value_has_its_line() -> None:
    lines = toml_lines(TOML)
    assert {loc: lines.at(loc) for loc in EXPECTED} == EXPECTED


EXPECTED: dict[tuple[str | int, ...], int] = {
    ("format",): 2,
    ("quoted key",): 3,
    ("a", "b", "c"): 4,
    ("literal",): 7,
    ("list",): 10,
    ("list", 0): 11,
    ("list", 1, 0): 12,
    ("list", 1, 1): 13,
    ("list", 2, "deep"): 13,
    ("list", 2, "deep", 0): 14,
    ("list", 2, "other"): 14,
    ("table",): 17,
    ("table", "when"): 19,
    ("tables", 0): 20,
    ("tables", 1, "two"): 23,
    ("tables", 1, "inner", "three", "five", 1): 25,
    ("tables", 1, "many", 1, "seven"): 29,
    ("tables", 1, "many", 1, "not there"): 28,
    ("not there",): 1,
}


def test_every_value_of_the_sample_was_recorded() -> None:
    known = toml_lines(TOML).known

    def walk(value: object, loc: tuple[str | int, ...]) -> None:
        assert not loc or loc in known, loc
        if isinstance(value, dict):
            for key, each in value.items():
                walk(each, (*loc, key))
        elif isinstance(value, list):
            for number, each in enumerate(value):
                walk(each, (*loc, number))

    walk(tomllib.loads(TOML), ())


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), json_values, min_size=1, max_size=4))
def test_json_that_python_wrote_has_no_faults_and_exact_lines(value: dict[str, object]) -> None:
    text = json.dumps(value, indent=1)
    scan = scan_json(text)
    assert scan.faults == ()
    rows = text.split("\n")
    for key in value:
        row = rows[scan.lines.at((key,)) - 1]
        assert row.startswith(f" {json.dumps(key)}: ")


@given(st.dictionaries(st.text(), json_values, min_size=1, max_size=4))
def test_json_in_one_line_is_on_line_1(value: dict[str, object]) -> None:
    scan = scan_json(json.dumps(value))
    assert set(scan.lines.known.values()) == {1}
