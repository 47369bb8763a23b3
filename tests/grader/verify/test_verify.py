"""Each promise of a lesson, broken once: `verify` says so, where it stands, and nothing else."""

from pathlib import Path

import pytest

from grader.errors import Problem
from grader.new import new
from grader.sandbox import Sandbox
from grader.verify import verify
from tests.grader.folder.lesson import LessonOnDisk

pytestmark = pytest.mark.sandbox

TOML, MD, HIDDEN, VISIBLE = (
    "lesson.toml",
    "lesson.md",
    "queries/hidden.json",
    "queries/visible.json",
)
EMPTY_HIDDEN = ',\n    {"id": "h3", "check": "empty-list", "words": [], "wanted": "fail"}'
EMPTY_VISIBLE = (
    ',\n    {"id": "v3", "check": "empty-list", "words": [], "wanted": "pass", '
    '"note": "nothing to divide by"}'
)


@pytest.fixture
def problems(lesson: LessonOnDisk, sandbox: Sandbox) -> "Verified":
    return Verified(lesson, sandbox)


class Verified:
    """Verifies the lesson as it stands now."""

    def __init__(self, lesson: LessonOnDisk, sandbox: Sandbox) -> None:
        self.lesson = lesson
        self.sandbox = sandbox

    def all(self) -> tuple[Problem, ...]:
        return verify(self.lesson.folder, self.sandbox)

    def the_one(self, name: str, text: str) -> Problem:
        (problem,) = [each for each in self.all() if text in each.message]
        assert problem.path == self.lesson.folder / name
        return problem

    def only(self, name: str, text: str) -> Problem:
        assert len(self.all()) == 1, [*map(str, self.all())]
        return self.the_one(name, text)


def test_a_new_lesson_keeps_every_promise(problems: Verified) -> None:
    assert problems.all() == ()


def test_what_can_not_be_read_is_told_and_nothing_is_run(problems: Verified) -> None:
    line = problems.lesson.edit(TOML, "minutes = 10", "minute = 10")
    found = problems.all()
    assert {each.line for each in found} == {1, line}


def test_a_reference_that_does_not_load_is_told(problems: Verified) -> None:
    problems.lesson.write("reference.py", "def share_of(:\n")
    found = problems.all()
    assert {(each.path.name, each.line) for each in found} == {
        ("reference.py", 1),
        ("reference.py", None),
    }
    assert all("syntax_error" in each.message for each in found)


def test_a_reference_without_a_function_is_told(problems: Verified) -> None:
    problems.lesson.write("reference.py", "x = 1\n")
    assert any("share_of" in each.message for each in problems.all())


def test_a_reference_that_changes_with_every_call_is_told(problems: Verified) -> None:
    problems.lesson.write(
        "reference.py",
        "import time\n\n\ndef share_of(words, wanted):\n    return time.perf_counter() * 1e6 + 1\n",
    )
    assert any("the reference fails" in each.message for each in problems.all())


def test_a_stated_answer_must_agree_with_the_reference(problems: Verified) -> None:
    line = problems.lesson.edit(VISIBLE, '{"share_of": 0.5}', '{"share_of": 0.6}')
    assert problems.only(VISIBLE, "states 0.6 for share_of").line == line


def test_a_wrong_stated_answer_hides_nothing_else(problems: Verified) -> None:
    problems.lesson.edit(VISIBLE, '{"share_of": 0.5}', '{"share_of": 0.6}')
    problems.lesson.edit(TOML, '["counts/share_of"]', '["empty-list/share_of"]')
    assert {each.path.name for each in problems.all()} == {"lesson.toml", "visible.json"}


def test_a_stub_that_earns_points_is_told(problems: Verified) -> None:
    problems.lesson.write(
        "stub.py", problems.lesson.path("mistakes/divides-by-nothing.py").read_bytes()
    )
    problems.only("stub.py", "the stub earns 50.00 points for counts/share_of")


def test_a_core_check_with_one_right_answer_is_told(problems: Verified) -> None:
    for name, old, text in [
        (VISIBLE, '"wanted": "skip"}', '"wanted": "pass"}'),
        (HIDDEN, '["skip", "skip", "fail", "pass", "fail"], "wanted"', '["fail", "x"], "wanted"'),
        (HIDDEN, '["pass", "pass", "passed"]', '["pass", "passed"]'),
    ]:
        problems.lesson.edit(name, old, text)
    problems.the_one(TOML, "no core check has two different right answers for share_of")
    found = [each.message for each in problems.all() if "commonest" in each.message]
    commonest = "always gives the commonest right answer (share_of: return float('0.5'))"
    assert found == [f"counts/share_of pays a function that {commonest}"]


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("return 0", "always returns 0"),
        ("return int(wanted == 'pass')", ""),
        ("return wanted", "returns its argument 2"),
        ("raise ValueError", "always raises ValueError"),
        ("return None", "always returns None"),
        ("return {}", "always returns {}"),
    ],
)
def test_a_check_that_pays_for_a_constant_is_told(
    problems: Verified, reference: str, words: str
) -> None:
    problems.lesson.edit(TOML, 'result = "number"', 'result = "any"\ncompare = "exact"')
    problems.lesson.edit(VISIBLE, ', "expected": {"share_of": 0.5}', "")
    problems.lesson.write("reference.py", f"def share_of(words, wanted):\n    {reference}\n")
    found = [each.message for each in problems.all() if "pays a function" in each.message]
    assert any(words in message for message in found) is bool(words)


def test_a_mistake_must_fail_just_what_it_says(problems: Verified) -> None:
    line = problems.lesson.edit(TOML, '["counts/share_of"]', '["empty-list/share_of"]')
    messages = {each.message for each in problems.all() if each.line == line}
    assert messages == {
        "the mistake 'count-only' passes empty-list/share_of, which it must fail",
        "the mistake 'count-only' fails counts/share_of (wrong_answer), which is not declared",
    }


def test_a_mistake_that_is_none_is_told(problems: Verified) -> None:
    problems.lesson.write(
        "mistakes/count-only.py", problems.lesson.path("reference.py").read_bytes()
    )
    found = [each.message for each in problems.all()]
    assert "the mistake 'count-only' passes counts/share_of, which it must fail" in found
    assert "the mistake 'count-only' is not recognised by its own answers" in found


def test_a_mistake_without_answers_is_not_recognised(problems: Verified) -> None:
    problems.lesson.write(
        "mistakes/count-only.py", "import os\n\n\ndef share_of(w, x):\n    os._exit(1)\n"
    )
    problems.lesson.edit(TOML, '["counts/share_of"]', '["counts/share_of", "empty-list/share_of"]')
    problem = problems.only(TOML, "the mistake 'count-only' is not recognised")
    assert problem.line


def test_mistakes_with_equal_answers_are_declared_alike(problems: Verified) -> None:
    problems.lesson.write(
        "mistakes/again.py", problems.lesson.path("mistakes/count-only.py").read_bytes()
    )
    declared = (
        '\n[[mistakes]]\nid = "again"\ntitle = "t"\ncure = "c"\nfails = ["counts/share_of"]\n'
    )
    line = problems.lesson.append(TOML, declared)
    assert problems.only(TOML, "'count-only' and 'again' give equal answers").line == line + 2
    problems.lesson.append(TOML, 'alike = ["count-only"]\n')
    assert problems.all() == ()


def test_mistakes_that_are_declared_alike_are_alike(problems: Verified) -> None:
    problems.lesson.append(TOML, 'alike = ["count-only"]\n')
    problems.only(TOML, "are declared alike, and their answers differ")


def test_every_check_has_a_hidden_query(problems: Verified) -> None:
    problems.lesson.edit(HIDDEN, EMPTY_HIDDEN, "")
    problems.only(TOML, "no hidden set has a query of the check 'empty-list'")


def test_a_check_that_nobody_sees_is_named_in_the_task(problems: Verified) -> None:
    problems.lesson.edit(VISIBLE, EMPTY_VISIBLE, "")
    problem = problems.only(TOML, "no visible query shows the check 'empty-list'")
    assert problem.line
    problems.lesson.edit(
        MD, "An empty list has the share 0.", "Hidden: it *scores\nan empty list* 0."
    )
    assert problems.all() == ()


def test_a_check_without_any_query_is_told(problems: Verified) -> None:
    problems.lesson.edit(HIDDEN, EMPTY_HIDDEN, "")
    problems.lesson.edit(VISIBLE, EMPTY_VISIBLE, "")
    found = [each.message for each in problems.all()]
    assert any("no hidden set has a query" in message for message in found)
    assert any("no visible query shows" in message for message in found)


SCRIPT = (
    '\n\nif __name__ == "__main__":\n'
    "    import json\n\n"
    '    with open("queries.json") as file:\n'
    "        queries = json.load(file)\n"
    '    print("mean", sum(share_of(q["words"], q["wanted"]) for q in queries) / len(queries))\n'
)


def test_the_script_earns_at_most_a_tenth_of_a_half(problems: Verified) -> None:
    lesson = problems.lesson
    for name in ("stub.py", "reference.py"):
        lesson.append(name, SCRIPT)
    for name in ("count-only", "divides-by-nothing"):
        lesson.append(f"mistakes/{name}.py", SCRIPT)
    lesson.edit(
        TOML, '["counts/share_of"]', '["counts/share_of", "script/script", "script-all/script"]'
    )
    lesson.edit(TOML, '["empty-list/share_of"]', '["empty-list/share_of", "script-all/script"]')
    lesson.edit(TOML, 'half = "core"', 'half = "core"\nweight = 9')
    lesson.append(
        TOML,
        '\n[script]\ncore = { id = "script", title = "prints" }\n'
        'edge = { id = "script-all", title = "prints all" }\n',
    )
    problem = problems.only(TOML, "script-all/script earns 25.00 points; at most 5.0")
    assert problem.line
    lesson.edit(TOML, 'half = "edge"', 'half = "edge"\nweight = 9')
    assert problems.all() == ()


@pytest.mark.parametrize(
    ("name", "old", "text", "message"),
    [
        (MD, "\\frac{2}{5}", "\\frak{2", "no formula: "),
        (
            MD,
            "One function, a few lines.",
            "See [it](lesson:shar).",
            'unknown lesson "shar"; did you',
        ),
        (MD, "One function, a few lines.", "See [it](#tsk).", 'unknown section "tsk"; did you'),
        (MD, "One function, a few lines.", "See [it](other.md).", "leads nowhere"),
        (MD, "```python run", "```pyhton run", "no language is called 'pyhton'"),
        (MD, "{#assignment}", "$\\nope$ {#assignment}", "no formula: "),
        (TOML, 'cure = "Divide the count', 'cure = "Divide $\\\\nope$ the count', "no formula: "),
        (TOML, 'rule = "The share is 0."', 'rule = "See [it](lesson:x)."', 'unknown lesson "x"'),
        (
            "quiz.toml",
            'why = "One part of four',
            'why = "$\\\\nope$ One part of four',
            "no formula: ",
        ),
        (
            "quiz.toml",
            'why = "It has the larger',
            'why = "$\\\\nope$ It has the larger',
            "no formula: ",
        ),
        ("interview.md", "That depends on", "$\\nope$ That depends on", "no formula: "),
    ],
)
def test_texts_render_and_links_lead_somewhere(
    problems: Verified, name: str, old: str, text: str, message: str
) -> None:
    line = problems.lesson.edit(name, old, text)
    problem = problems.the_one(name, message)
    assert abs((problem.line or 0) - line) <= 2


def test_links_to_lessons_and_sections_that_are_there_are_good(problems: Verified) -> None:
    new("another/lesson", problems.lesson.root)
    problems.lesson.edit(
        MD,
        "One function, a few lines.",
        "[a](lesson:share) [b](lesson:lesson#task) [c](#task) [d](#more) "
        "[e](https://example.org)\n\n### More",
    )
    assert problems.all() == ()


@pytest.mark.parametrize(
    ("old", "text", "message"),
    [
        ("```output\n0.4", "```output\n0.5", "line 1 of this snippet's output is '0.4'"),
        (
            "```output\n0.4",
            "```output\n0.4\n0.4",
            "line 2 of this snippet's output is 'nothing more'",
        ),
        ("```output\n0.4\n```\n", "", "prints 1 lines, and no output block follows it"),
        ('words.count("pass")', "count", "this snippet stops (load_failed): NameError: "),
        ('words.count("pass")', "1 +", "this snippet stops (syntax_error): SyntaxError: "),
        (
            'words.count("pass")',
            'open("/etc/passwd").read()',
            "this snippet stops (load_failed): ",
        ),
    ],
)
def test_a_snippet_prints_what_the_text_says(
    problems: Verified, old: str, text: str, message: str
) -> None:
    problems.lesson.edit(MD, old, text)
    problem = problems.only(MD, message)
    rows = problems.lesson.path(MD).read_text().split("\n")
    assert rows[(problem.line or 0) - 1] == "```python run"


def test_a_snippet_that_prints_nothing_needs_no_output(problems: Verified) -> None:
    problems.lesson.append(MD, "\n```python run\nx = 1\n```\n")
    assert problems.all() == ()


def test_all_broken_promises_are_told_at_once(problems: Verified) -> None:
    lesson = problems.lesson
    lesson.edit(HIDDEN, EMPTY_HIDDEN, "")
    lesson.edit(MD, "\\frac{2}{5}", "\\nope")
    lesson.edit(MD, "```output\n0.4", "```output\n0.5")
    lesson.edit(TOML, '["counts/share_of"]', '["empty-list/share_of"]')
    lesson.write("stub.py", lesson.path("reference.py").read_bytes())
    found = problems.all()
    assert len(found) >= 6
    assert list(found) == sorted(found, key=lambda each: (str(each.path), each.line or 0))


def test_a_course_is_verified_with_all_its_lessons(lesson: LessonOnDisk, sandbox: Sandbox) -> None:
    second = new("trial/second", lesson.root)
    assert verify(lesson.course, sandbox) == ()
    (second / "interview.md").unlink()
    lesson.edit(MD, "\\frac{2}{5}", "\\nope")
    lesson.edit("../course.toml", 'title = "Lessons"', 'titel = "Lessons"')
    found = verify(lesson.course, sandbox)
    assert {each.path.name for each in found} == {"interview.md", "lesson.md", "course.toml"}
    assert found == verify(lesson.root, sandbox)


def test_ids_are_unique_over_the_courses_of_a_folder(
    lesson: LessonOnDisk, sandbox: Sandbox
) -> None:
    new("other/share", lesson.root)
    (problem,) = verify(lesson.root, sandbox)
    assert 'the lesson id "share" is taken by ' in problem.message


def test_what_is_no_folder_is_told(tmp_path: Path, sandbox: Sandbox) -> None:
    (problem,) = verify(tmp_path / "nowhere", sandbox)
    assert problem.message == "is not a folder"


@pytest.mark.slow
def test_the_shipped_courses_keep_every_promise(sandbox: Sandbox) -> None:
    exercises = Path(__file__).parents[3] / "exercises"
    assert [*map(str, verify(exercises, sandbox))] == []
