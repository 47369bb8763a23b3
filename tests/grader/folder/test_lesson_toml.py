"""Every fault of lesson.toml is told with its line and, for names, the nearest valid one."""

import pytest

from grader.exercise import CompareRule, Half, Shape
from grader.folder import read_course, read_exercise, read_lesson, read_lesson_folder
from grader.lesson import Done, Level
from grader.limits import Limits
from tests.grader.folder.lesson import LessonOnDisk, problems_of

TOML = "lesson.toml"

FAULTS = {
    "unknown key": (
        'title = "Share"',
        'titel = "Share"',
        'unknown key "titel"; did you mean "title"?',
    ),
    "missing key": ("minutes = 10\n", "", '"minutes" is missing'),
    "text for a number": ("minutes = 10", 'minutes = "10"', '"minutes" must be a whole number'),
    "number for text": ('title = "Share"', "title = 3", '"title" must be text'),
    "boolean for a number": ("minutes = 10", "minutes = true", '"minutes" must be a whole number'),
    "no such level": (
        '"beginner"',
        '"begginer"',
        'unknown value "begginer"; did you mean "beginner"?',
    ),
    "two lines": ('title = "Share"', 'title = "a\\nb"', '"title" must be one line of text'),
    "another format": ("format = 1", "format = 2", "format is 2; only 1 is known"),
    "no format": ("format = 1\n", "", '"format" is missing'),
    "unknown key of a function": (
        'result = "number"',
        'results = "number"',
        'unknown key "results"; did you mean "result"?',
    ),
    "no such shape": (
        'shape = "list"',
        'shape = "lists"',
        'unknown value "lists"; did you mean "list"?',
    ),
    "no such half": (
        'half = "core"',
        'half = "cores"',
        'unknown value "cores"; did you mean "core"?',
    ),
    "no such result": (
        'result = "number"',
        'result = "int"',
        'unknown value "int"; valid here: "any", "bool", "dict", "list", "number", "text"',
    ),
    "function of no check": (
        'title = "divides what is wanted by all there is"',
        'title = "t"\nfunctions = ["share_off"]',
        'unknown function "share_off"; did you mean "share_of"?',
    ),
    "check of no step": (
        '"check:counts"',
        '"check:count"',
        'unknown check "count"; did you mean "counts"?',
    ),
    "step done by nothing": (
        'done = "submitted"',
        'done = "submit"',
        'unknown value "submit"; did you mean "submitted"?',
    ),
    "cell of no mistake": (
        '["counts/share_of"]',
        '["counts/share"]',
        'unknown cell "counts/share"; did you mean "counts/share_of"?',
    ),
    "mistake that fails nothing": ('["counts/share_of"]', "[]", '"fails"'),
    "bad id": ('id = "counts"', 'id = "Counts"', "small letters, digits and hyphens"),
    "a check twice": (
        'id = "empty-list"',
        'id = "counts"',
        'the check "counts" stands here a second time',
    ),
    "a step twice": (
        'id = "nothing"',
        'id = "count"',
        'the step "count" stands here a second time',
    ),
    "weight of 0": ('half = "core"', 'half = "core"\nweight = 0', '"weight"'),
    "a keyword for a name": ('name = "share_of"', 'name = "lambda"', "it is a word of Python"),
    "a hidden name": ('name = "share_of"', 'name = "_share"', "it starts with an underscore"),
    "no identifier": ('name = "share_of"', 'name = "share-of"', "it is no ASCII identifier"),
    "a letter that only looks right": (
        'name = "share_of"',
        'name = "sh\u0430re_of"',
        "no ASCII identifier",
    ),
    "the script's name": ('name = "share_of"', 'name = "script"', "stands for the script"),
    "a reserved argument": (
        '{ name = "wanted" }',
        '{ name = "check" }',
        "a key that every query has",
    ),
    "an argument twice": ('{ name = "wanted" }', '{ name = "words" }', 'the argument "words"'),
    "no arguments' names": ('{ name = "wanted" }', '{ names = "wanted" }', 'did you mean "name"?'),
    "unordered number": (
        'result = "number"',
        'result = "number"\ncompare = "unordered"',
        '"unordered" is for lists',
    ),
    "close text": (
        'result = "number"',
        'result = "text"\ncompare = "close"',
        '"close" is for numbers',
    ),
    "record of a query": (
        'result = "number"',
        'result = "number"\nrecord = ["words"]',
        '"record" is only for a function with over = "set"',
    ),
    "over a set with two arguments": (
        'result = "number"',
        'result = "number"\nover = "set"',
        "a function over a set has one argument",
    ),
}


@pytest.mark.parametrize(("old", "text", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_where_it_stands(
    lesson: LessonOnDisk, old: str, text: str, message: str
) -> None:
    line = lesson.edit(TOML, old, text)
    found = problems_of(lambda: read_lesson_folder(lesson.folder))
    (problem,) = [each for each in found if message in each.message]
    assert problem.path == lesson.folder / TOML
    assert abs((problem.line or 0) - line) <= 3
    assert str(problem).startswith(f"{problem.path}:{problem.line}: ")


def test_the_line_is_exact(lesson: LessonOnDisk) -> None:
    line = lesson.edit(
        TOML, '["empty-list/share_of"]', '[\n  "counts/share_of",\n  "nope/share_of",\n]'
    )
    (problem,) = problems_of(lambda: read_lesson_folder(lesson.folder))
    assert problem.line == line + 2


def test_all_faults_are_told_at_once(lesson: LessonOnDisk) -> None:
    lesson.edit(TOML, "minutes = 10", "minutes = 0\nhours = 1")
    lesson.edit(TOML, 'half = "core"', 'half = "top"')
    lesson.write("quiz.toml", "format = 1\n")
    lesson.path("interview.md").unlink()
    lesson.edit("lesson.md", "{#task}", "")
    lesson.edit("queries/hidden.json", '"Hidden queries"', "7")
    lesson.edit("../course.toml", 'audience = "For whoever wants to try it."\n', "")
    found = problems_of(lambda: read_course(lesson.course))
    names = {each.path.name for each in found}
    assert names == {
        "lesson.toml",
        "quiz.toml",
        "interview.md",
        "lesson.md",
        "hidden.json",
        "course.toml",
    }
    assert len(found) >= 8


@pytest.mark.parametrize("old", ["[[functions]]", "[why]", 'title = "Share"'])
def test_no_toml_is_told_with_the_line(lesson: LessonOnDisk, old: str) -> None:
    line = lesson.edit(TOML, old, "title = = 3")
    (problem,) = problems_of(lambda: read_exercise(lesson.folder))
    assert problem.line == line
    assert problem.message.startswith("no TOML: ")


@pytest.mark.parametrize(
    "constant",
    [
        "wanted = 1979-05-27",
        "wanted = nan",
        "wanted = inf",
        "wanted = [[1, inf]]",
        "words = 'one two'",
        "k = 3",
    ],
)
def test_a_constant_must_be_a_value_that_an_argument_can_have(
    lesson: LessonOnDisk, constant: str
) -> None:
    line = lesson.append(TOML, f"\n[constants]\n{constant}\n")
    (problem,) = problems_of(lambda: read_exercise(lesson.folder))
    assert problem.line == line + 2


def test_limits_stay_below_the_ceiling(lesson: LessonOnDisk) -> None:
    lesson.append(TOML, "\n[limits]\ncpu_seconds = 3.0\nwall_seconds = 4\n")
    assert read_exercise(lesson.folder).limits == Limits(cpu_seconds=3.0, wall_seconds=4.0)
    (problem,) = problems_of(lambda: read_exercise(lesson.folder, ceiling=Limits(wall_seconds=4)))
    assert '"cpu_seconds" is 3.0; at most 1.0 here' in problem.message


@pytest.mark.parametrize(
    "limit", ["cpu_seconds = 0", "wall_seconds = nan", "memory_mib = -1", "cpu_seconds = 3"]
)
def test_limits_that_make_no_sense_are_refused(lesson: LessonOnDisk, limit: str) -> None:
    lesson.append(TOML, f"\n[limits]\n{limit}\n")
    assert problems_of(lambda: read_exercise(lesson.folder))


@pytest.mark.parametrize("half", ["core", "edge"])
def test_a_half_without_checks_is_refused(lesson: LessonOnDisk, half: str) -> None:
    other = "edge" if half == "core" else "core"
    lesson.edit(TOML, f'half = "{half}"', f'half = "{other}"')
    (problem,) = problems_of(lambda: read_exercise(lesson.folder))
    assert f"no check is in the {half} half" in problem.message


def test_a_function_that_no_check_calls_is_refused(lesson: LessonOnDisk) -> None:
    lesson.edit(TOML, 'id = "counts"', 'id = "counts"\nfunctions = ["share_of"]')
    lesson.edit(TOML, 'id = "empty-list"', 'id = "empty-list"\nfunctions = ["share_of"]')
    lesson.append(TOML, '\n[[functions]]\nname = "count_of"\narguments = [{ name = "words" }]\n')
    (problem,) = problems_of(lambda: read_exercise(lesson.folder))
    assert 'no check calls the function "count_of"' in problem.message


def test_a_mistake_needs_its_file_and_a_file_its_mistake(lesson: LessonOnDisk) -> None:
    lesson.path("mistakes/count-only.py").rename(lesson.path("mistakes/counts-only.py"))
    found = [each.message for each in problems_of(lambda: read_exercise(lesson.folder))]
    assert any("has no file mistakes/count-only.py" in message for message in found)
    assert 'unknown mistake "counts-only"; did you mean "count-only"?' in found


def test_an_alike_mistake_must_be_another_one(lesson: LessonOnDisk) -> None:
    for other in ("count-only", "count"):
        lesson.edit(
            TOML,
            'title = "returning the count"',
            f'title = "returning the count"\nalike = ["{other}"]',
        )
        (problem,) = problems_of(lambda: read_exercise(lesson.folder))
        assert f'unknown other mistake "{other}"' in problem.message
        lesson.edit(TOML, f'\nalike = ["{other}"]', "")


def test_alike_holds_both_ways(lesson: LessonOnDisk) -> None:
    lesson.edit(TOML, 'id = "count-only"', 'id = "count-only"\nalike = ["divides-by-nothing"]')
    first, second = read_exercise(lesson.folder).mistakes
    assert [*first.alike, *second.alike] == ["divides-by-nothing", "count-only"]


def test_a_good_folder_becomes_its_values(lesson: LessonOnDisk) -> None:
    exercise, page = read_exercise(lesson.folder), read_lesson(lesson.folder)
    (function,) = exercise.functions
    assert [(each.name, each.shape) for each in function.arguments] == [
        ("words", Shape.LIST),
        ("wanted", Shape.PLAIN),
    ]
    assert function.compare is CompareRule.CLOSE
    assert [(check.id, check.half) for check in exercise.checks] == [
        ("counts", Half.CORE),
        ("empty-list", Half.EDGE),
    ]
    assert [str(cell) for cell in exercise.cells] == ["counts/share_of", "empty-list/share_of"]
    assert exercise.stub == lesson.path("stub.py").read_bytes()
    assert (page.id, page.title, page.level) == ("share", "Share", Level.BEGINNER)
    assert [(step.done, step.check) for step in page.steps] == [
        (Done.CHECK, "counts"),
        (Done.CHECK, "empty-list"),
        (Done.SUBMITTED, None),
    ]


def test_compare_follows_from_the_result_unless_it_is_said(lesson: LessonOnDisk) -> None:
    lesson.edit(TOML, 'result = "number"', 'result = "list"')
    assert read_exercise(lesson.folder).functions[0].compare is CompareRule.EXACT
    lesson.edit(TOML, 'result = "list"', 'result = "list"\ncompare = "unordered"')
    assert read_exercise(lesson.folder).functions[0].compare is CompareRule.UNORDERED


def test_a_script_has_two_cells(lesson: LessonOnDisk) -> None:
    lesson.append(
        TOML,
        '\n[script]\ncore = { id = "script", title = "prints" }\n'
        'edge = { id = "script-all", title = "prints all", weight = 2, hint = "h" }\n',
    )
    exercise = read_exercise(lesson.folder)
    assert [str(cell) for cell in exercise.cells] == [
        "counts/share_of",
        "script/script",
        "empty-list/share_of",
        "script-all/script",
    ]
    assert exercise.check("script-all").weight == 2
