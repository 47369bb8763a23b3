"""A known mistake is named only where the answers say so, and never for a function that passed."""

from grader.answer import Answer, Given
from grader.diagnose import diagnose
from grader.exercise import Argument, CompareRule, Function, Mistake
from grader.sandbox.outcome import Opaque
from grader.verdict import Verdict

SHARE = Function("share", (Argument("part"), Argument("whole")))


def mistake(name: str) -> Mistake:
    return Mistake(
        id=name,
        title=f"title of {name}",
        cure=f"cure of {name}",
        fails=frozenset(),
        source=b"",
    )


def right(value: object) -> Given:
    return Given(Answer(value), Verdict.PASSED)


def wrong(value: object) -> Given:
    return Given(Answer(value), Verdict.WRONG_ANSWER)


def raised(name: str) -> Given:
    return Given(Answer(exception=name), Verdict.RAISED)


def changed(value: object) -> Given:
    return Given(Answer(value, changed=True), Verdict.CHANGED_INPUT)


NOTHING = Given(None, Verdict.TIME_LIMIT)


def named(learner: list[Given], **mistakes: list[Given]) -> tuple[str, ...]:
    found = diagnose(SHARE, learner, [(mistake(name), each) for name, each in mistakes.items()])
    return found.mistakes if found else ()


def test_a_function_that_passed_is_never_flagged() -> None:
    assert named([right(1.0), right(0.5)], a=[right(1.0), right(0.5)]) == ()
    # Not even where the mistake is just as near to the learner's answer as the right one is.
    assert named([right(0.9e-6)], a=[wrong(1.5e-6)]) == ()


def test_another_answer_where_either_is_wrong_is_another_mistake() -> None:
    assert named([wrong(0.25), wrong(2.0)], a=[wrong(0.25), wrong(3.0)]) == ()
    assert named([wrong(0.25), right(1.0)], a=[wrong(0.25), wrong(2.0)]) == ()
    assert named([wrong(0.25), wrong(2.0)], a=[wrong(0.25), right(1.0)]) == ()


def test_one_zero_none_or_empty_answer_says_too_little() -> None:
    empties: list[object] = [0, 0.0, None, "", [], {}, False]
    for empty in empties:
        assert named([wrong(empty), right(1.0)], a=[wrong(empty), right(1.0)]) == ()
        assert named([wrong(empty), wrong(empty)], a=[wrong(empty), wrong(empty)]) == ("a",)


def test_one_answer_that_says_something_is_enough() -> None:
    assert named([wrong(0.25), right(1.0)], a=[wrong(0.25), right(1.0)]) == ("a",)


def test_an_exception_is_an_answer_and_says_something() -> None:
    assert named([raised("KeyError")], a=[raised("KeyError")]) == ("a",)
    assert named([raised("KeyError")], a=[raised("IndexError")]) == ()
    assert named([raised("KeyError")], a=[wrong(None)]) == ()


def test_a_query_without_an_answer_agrees_with_nothing() -> None:
    assert named([wrong(0.25), NOTHING], a=[wrong(0.25), NOTHING]) == ()
    assert named([NOTHING], a=[NOTHING]) == ()


def test_changed_arguments_are_part_of_the_answer() -> None:
    assert named([changed(0.5)], a=[changed(0.5)], b=[wrong(0.5)]) == ("a",)
    assert named([wrong(0.5)], a=[changed(0.5)]) == ()


def test_answers_agree_by_the_compare_rule() -> None:
    assert named([wrong(0.3333333333333333)], a=[wrong(1 / 3 + 1e-9)]) == ("a",)
    assert named([wrong(True)], a=[wrong(1)]) == ()
    assert named([wrong(Opaque("generator"))], a=[wrong(Opaque("generator"))]) == ("a",)
    lists = Function("unique", (Argument("names"),), compare=CompareRule.UNORDERED)
    found = diagnose(lists, [wrong(["a", "b"])], [(mistake("a"), [wrong(["b", "a"])])])
    assert found is not None


def test_all_that_cannot_be_told_apart_are_named() -> None:
    found = diagnose(
        SHARE,
        [wrong(2.0)],
        [
            (mistake("a"), [wrong(2.0)]),
            (mistake("b"), [wrong(3.0)]),
            (mistake("c"), [wrong(2.0)]),
        ],
    )
    assert found is not None
    assert found.function == "share"
    assert found.mistakes == ("a", "c")
    assert found.titles == ("title of a", "title of c")
    assert found.cures == ("cure of a", "cure of c")
