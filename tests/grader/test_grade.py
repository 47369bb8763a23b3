"""A source is judged on every set, through the real sandbox."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.errors import SourceRefused
from grader.exercise import Half, Json
from grader.grade import grade
from grader.limits import SOURCE_BYTES, Limits
from grader.query_set import Query, QuerySet
from grader.result import CellResult, Grade, learner_view
from grader.sandbox import Sandbox
from grader.verdict import Mark, Verdict

pytestmark = pytest.mark.sandbox

Judge = Callable[..., Grade]
RIGHT = {
    "share": "if whole <= 0:\n        raise ValueError\n    return part / whole",
    "unique": "return list({name[:digits] for name in names})",
    "mean_share": 'return sum(q["part"] / q["whole"] for q in queries) / len(queries)',
}
QUICK = Limits(cpu_seconds=0.2, wall_seconds=0.4)


@pytest.fixture
def judge(shares: Edition, sandbox: Sandbox, answers: Answers) -> Judge:
    """Grades a source on the shares lesson, with some of its functions written anew."""

    def judge(source: bytes | None = None, *, edition: Edition = shares, **new: str) -> Grade:
        visible_only = new.pop("visible_only", "") == "yes"
        if source is None:
            source = solution(edition, **new)
        return grade(source, edition, sandbox, answers=answers, visible_only=visible_only)

    return judge


def solution(edition: Edition, **new: str) -> bytes:
    """The stub with its functions written; `new` replaces bodies."""
    text = edition.exercise.stub.decode()
    for body in (RIGHT | new).values():
        text = text.replace("raise NotImplementedError", body, 1)
    return text.encode()


def cell(graded: Grade, check: str, function: str) -> CellResult:
    return next(each for each in graded.cells if (each.check, each.function) == (check, function))


def hidden_set(name: str, *queries: Query) -> QuerySet:
    return QuerySet(name, name, visible=False, queries=queries)


def test_a_source_over_the_limit_is_refused(judge: Judge) -> None:
    with pytest.raises(SourceRefused):
        judge(b"#" * (SOURCE_BYTES + 1))


def test_the_reference_earns_all(judge: Judge, shares: Edition) -> None:
    graded = judge(shares.exercise.reference)
    assert [graded.score, graded.core, graded.edge] == [100, 50, 50]
    assert graded.verdict is Verdict.PASSED
    assert {each.verdict for each in graded.cells} == {Verdict.PASSED}
    assert graded.diagnosis == ()


def test_the_stub_earns_nothing(judge: Judge, shares: Edition) -> None:
    graded = judge(shares.exercise.stub)
    assert graded.score == 0
    assert graded.verdict is Verdict.RAISED


def test_line_ends_and_a_byte_order_mark_change_nothing(judge: Judge, shares: Edition) -> None:
    plain = solution(shares)
    odd = judge(b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n"))
    assert odd.score == 100
    assert odd.digests == judge(plain).digests


def test_an_error_while_loading_is_told_once_and_hidden_sets_are_not_run(judge: Judge) -> None:
    graded = judge(b"x = 1\nraise ValueError('here')\n")
    assert (graded.verdict, graded.load) == (Verdict.LOAD_FAILED, Verdict.LOAD_FAILED)
    assert graded.trouble is not None
    assert (graded.trouble.name, graded.trouble.line) == ("ValueError", 2)
    share = cell(graded, "plain", "share")
    assert (share.visible, share.hidden) == (Verdict.LOAD_FAILED, Verdict.NOT_RUN)
    assert cell(graded, "long-names", "unique").verdict is Verdict.NOT_RUN


def test_an_endless_import_is_a_time_limit_of_the_whole(judge: Judge, shares: Edition) -> None:
    exercise = replace(shares.exercise, limits=QUICK)
    graded = judge(b"while True: pass", edition=replace(shares, exercise=exercise))
    assert (graded.verdict, graded.load) == (Verdict.TIME_LIMIT, Verdict.TIME_LIMIT)
    assert learner_view(graded).verdict == Verdict.TIME_LIMIT
    assert cell(graded, "plain", "share").hidden is Verdict.NOT_RUN


def test_a_missing_function_is_named_with_the_one_that_was_meant(judge: Judge) -> None:
    graded = judge(b"def shares(part, whole):\n    return part / whole\n")
    query = next(each for each in graded.queries if each.function == "share")
    assert query.verdict is Verdict.MISSING_FUNCTION
    assert query.trouble is not None
    assert "Is it the one called 'shares'?" in query.trouble.message
    assert all(each.trouble is None for each in graded.queries if not each.visible)


def test_a_value_is_judged_before_changed_input(judge: Judge) -> None:
    right = judge(unique="names.sort()\n    return list({n[:digits] for n in names})")
    assert cell(right, "plain", "unique").verdict is Verdict.CHANGED_INPUT
    wrong = judge(unique="names.sort()\n    return names[:1]")
    assert cell(wrong, "plain", "unique").verdict is Verdict.WRONG_ANSWER


def test_an_exception_of_the_reference_is_the_right_answer(judge: Judge) -> None:
    wrong_class = judge(share="if whole <= 0: raise TypeError\n    return part / whole")
    assert cell(wrong_class, "bad-whole", "share").verdict is Verdict.RAISED
    value = judge(share="return part / (whole or 1)")
    assert cell(value, "bad-whole", "share").verdict is Verdict.WRONG_ANSWER
    expected = {each.expected for each in value.queries if each.check == "bad-whole"}
    assert expected == {"raises ValueError"}


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("return part / whole or 0.0, 1", Verdict.WRONG_TYPE),
        ("yield part / whole", Verdict.WRONG_TYPE),
        ("return str(part / whole)", Verdict.WRONG_TYPE),
        ("return None", Verdict.WRONG_TYPE),
        ("return float('nan')", Verdict.WRONG_ANSWER),
        ("return input()", Verdict.RAISED),
        ("import sys; sys.exit()", Verdict.RAISED),
        ("import os; os._exit(0)", Verdict.CRASHED),
        ("return [0] * 10**6", Verdict.OUTPUT_LIMIT),
        ("return bytearray(10**9)", Verdict.MEMORY_LIMIT),
    ],
)
def test_each_accident_has_its_verdict(judge: Judge, body: str, verdict: Verdict) -> None:
    graded = judge(share=body)
    assert cell(graded, "plain", "share").visible is verdict
    # One bad function takes nothing from the others.
    assert cell(graded, "plain", "unique").verdict is Verdict.PASSED


def test_a_constant_earns_nothing(judge: Judge) -> None:
    graded = judge(share="raise ValueError", unique="return []", mean_share="return 0.0")
    assert cell(graded, "bad-whole", "share").verdict is Verdict.PASSED
    assert cell(graded, "bad-whole", "share").needs_core
    assert graded.score == 0


def test_three_time_outs_over_all_sets_end_a_function_and_the_script(
    judge: Judge, shares: Edition
) -> None:
    exercise = replace(shares.exercise, limits=QUICK)
    query: dict[str, Json] = {"part": 1, "whole": 4, "names": ["a"]}
    more = hidden_set(
        "more", Query("m1", "plain", query, {}), Query("m2", "bad-whole", {**query, "whole": 0}, {})
    )
    edition = Edition(exercise, (*shares.sets, more))
    graded = judge(edition=edition, share="while True: pass")
    verdicts = [each.verdict for each in graded.queries if each.function == "share"]
    assert verdicts[:3] == [Verdict.TIME_LIMIT] * 3
    assert set(verdicts[3:]) == {Verdict.NOT_RUN}
    assert {each.verdict for each in graded.scripts if each.set == "more"} == {Verdict.NOT_RUN}
    assert cell(graded, "plain", "unique").verdict is Verdict.PASSED


def test_only_hidden_data_failing_is_a_mark_for_the_learner(judge: Judge) -> None:
    graded = judge(share="if whole == 5: return 7\n    " + RIGHT["share"])
    share = cell(graded, "plain", "share")
    assert (share.visible, share.hidden) == (Verdict.PASSED, Verdict.WRONG_ANSWER)
    view = learner_view(graded)
    assert view.verdict == Mark.WRONG
    assert all(each.verdict is Verdict.PASSED for each in view.queries)


def test_no_text_of_a_hidden_process_is_kept(judge: Judge) -> None:
    body = "print('SECRET', whole)\n    if whole == 5: raise KeyError('SECRET')\n    "
    graded = judge(share=body + RIGHT["share"])
    hidden = [each for each in graded.queries if not each.visible]
    assert cell(graded, "plain", "share").hidden is Verdict.RAISED
    assert all((each.printed, each.trouble, each.seconds) == ("", None, 0.0) for each in hidden)
    assert all(not each.printed for each in graded.scripts if not each.visible)
    assert any("SECRET" in each.printed for each in graded.queries if each.visible)


def test_the_script_may_print_more_but_not_less(judge: Judge, shares: Edition) -> None:
    more = solution(shares).replace(b"    good =", b"    print('debug')\n    good =")
    assert judge(more).score == 100
    less = judge(solution(shares).replace(b"    print(f", b"    str(f"))
    assert cell(less, "script", "script").verdict is Verdict.WRONG_ANSWER
    (core, _) = [each for each in less.scripts if each.visible]
    assert core.missing == ("mean share 0.542",)


def test_the_edge_script_needs_the_core_one(judge: Judge, shares: Edition) -> None:
    only_all = b"    if len(queries) < 3: raise SystemExit(1)\n    good ="
    graded = judge(solution(shares).replace(b"    good =", only_all))
    assert cell(graded, "script", "script").verdict is Verdict.WRONG_ANSWER
    edge = cell(graded, "script-all", "script")
    assert (edge.verdict, edge.needs_core) == (Verdict.PASSED, True)
    assert edge.points == 0


def test_a_try_runs_visible_data_only_and_earns_nothing(judge: Judge) -> None:
    graded = judge(visible_only="yes")
    assert graded.score == 0
    assert graded.verdict is Verdict.PASSED
    assert {each.points for each in graded.cells} == {0}
    assert all(each.visible for each in graded.queries)
    assert cell(graded, "long-names", "unique").hidden is None
    assert learner_view(graded).score is None


def test_a_known_mistake_is_recognised_from_hidden_data_too(judge: Judge) -> None:
    found = judge(share="return part // whole if whole > 0 else 0")
    assert found.diagnosis == ()
    (diagnosis,) = judge(share="return part / whole if whole > 0 else 0").diagnosis
    assert (diagnosis.function, diagnosis.mistakes) == ("share", ("zero-for-bad",))
    assert diagnosis.cures == ("Raise ValueError instead.",)


def test_every_mistake_fails_where_it_says_and_is_recognised(judge: Judge, shares: Edition) -> None:
    for mistake in shares.exercise.mistakes:
        graded = judge(mistake.source)
        failed = {
            (each.check, each.function)
            for each in graded.cells
            if each.verdict is not Verdict.PASSED
        }
        assert failed == {(each.check, each.function) for each in mistake.fails}
        assert [each.mistakes for each in graded.diagnosis] == [(mistake.id,)]


def test_the_same_source_is_graded_the_same(judge: Judge) -> None:
    body = "import random\n    return part / whole + random.random() + hash('a') % 7"
    one, other = judge(share=body), judge(share=body)
    assert one.cells == other.cells
    assert [each.returned for each in one.queries] == [each.returned for each in other.queries]
    assert one.digests == other.digests
    assert one.interpreter == other.interpreter


def test_rounding_is_named_on_visible_data_only(judge: Judge) -> None:
    graded = judge(share="if whole <= 0: raise ValueError\n    return round(part / whole, 2)")
    rounded = {each.id for each in graded.queries if each.rounded}
    assert rounded == {"v1"}


def test_cells_are_told_core_first_with_their_titles_and_hints(judge: Judge) -> None:
    graded = judge()
    halves = [each.half for each in graded.cells]
    assert halves == [Half.CORE] * 4 + [Half.EDGE] * 3
    assert cell(graded, "plain", "share").title == "works on plain input"
    assert cell(graded, "plain", "share").hint == "Divide the part by the whole."
