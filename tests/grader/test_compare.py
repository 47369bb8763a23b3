"""What counts as the same answer: numbers, kinds, order, and values made to trip a comparison."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.compare import compare, same
from grader.exercise import CompareRule, Function, ResultKind
from grader.sandbox.outcome import Opaque
from grader.verdict import Verdict

HUGE = 10**4299
NAN = float("nan")
INF = float("inf")


def verdict(
    returned: object,
    right: object,
    kind: ResultKind = ResultKind.NUMBER,
    rule: CompareRule = CompareRule.CLOSE,
) -> Verdict:
    return compare(Function("f", (), kind, rule), returned, right)[0]


def rounded(returned: object, right: object, kind: ResultKind = ResultKind.NUMBER) -> bool:
    return compare(Function("f", (), kind, CompareRule.CLOSE), returned, right)[1]


@pytest.mark.parametrize(
    "returned", [True, False, "0.5", "", None, [], [0.5], {}, b"", Opaque("X")]
)
def test_what_is_no_number_is_of_the_wrong_type(returned: object) -> None:
    assert verdict(returned, 0.5) is Verdict.WRONG_TYPE
    assert verdict(returned, 0) is Verdict.WRONG_TYPE


@pytest.mark.parametrize(
    "returned", [NAN, Decimal("NaN"), Decimal("sNaN"), -NAN, complex(0), HUGE, INF, -INF]
)
def test_what_is_not_the_number_is_refused(returned: object) -> None:
    assert verdict(returned, 0.5) is not Verdict.PASSED


@pytest.mark.parametrize("nan", [NAN, Decimal("NaN"), Decimal("-sNaN"), [NAN], {"a": (1, NAN)}])
def test_nan_is_a_wrong_answer_even_against_nan(nan: object) -> None:
    assert verdict(nan, 0.5) is Verdict.WRONG_ANSWER
    assert verdict(nan, nan, ResultKind.ANY) is Verdict.WRONG_ANSWER
    assert verdict(0.5, nan) is Verdict.WRONG_ANSWER


@pytest.mark.parametrize(
    "returned",
    [0.5, Fraction(1, 2), Decimal("0.5"), 0.5 + 9e-7, 0.5 - 9e-7, Decimal("0.50000000001")],
)
def test_every_kind_of_number_counts(returned: object) -> None:
    assert verdict(returned, 0.5) is Verdict.PASSED
    assert verdict(returned, Fraction(1, 2)) is Verdict.PASSED


@pytest.mark.parametrize(
    ("returned", "right"),
    [
        (0.5 + 2e-6, 0.5),
        (1e12 + 2000, 1e12),
        (HUGE, 1e308),
        (HUGE, HUGE + HUGE // 10**8),
        (INF, 1e308),
        (INF, -INF),
        (Decimal("1E+999999999"), 1.0),
        (Decimal("Infinity"), HUGE),
        (1e308, -1e308),
    ],
)
def test_numbers_too_far_apart_are_wrong(returned: object, right: object) -> None:
    assert verdict(returned, right) is Verdict.WRONG_ANSWER
    assert verdict(right, returned) is Verdict.WRONG_ANSWER


@pytest.mark.parametrize(
    ("returned", "right"),
    [
        (1e12 + 900, 1e12),
        (HUGE, HUGE),
        (HUGE, HUGE + 1),
        (INF, INF),
        (Decimal("Infinity"), INF),
        (Decimal("1E-999999999"), 0),
        (-0.0, 0),
    ],
)
def test_numbers_near_enough_pass(returned: object, right: object) -> None:
    assert verdict(returned, right) is Verdict.PASSED
    assert verdict(right, returned) is Verdict.PASSED


def test_another_kind_passes_only_where_it_is_the_right_answer() -> None:
    assert verdict(None, None) is Verdict.PASSED
    assert verdict(0, None) is Verdict.WRONG_ANSWER
    assert verdict(None, 0) is Verdict.WRONG_TYPE


@pytest.mark.parametrize(
    ("kind", "right", "wrong_type", "wrong_answer"),
    [
        (ResultKind.BOOL, True, 1, False),
        (ResultKind.TEXT, "1", 1, "2"),
        (ResultKind.LIST, [1], {1}, [2]),
        (ResultKind.DICT, {"a": 1}, [["a", 1]], {"a": 2}),
        (ResultKind.ANY, {1}, [1], {2}),
        (ResultKind.ANY, None, 0, None),
    ],
)
def test_each_kind_knows_its_type(
    kind: ResultKind, right: object, wrong_type: object, wrong_answer: object
) -> None:
    rule = CompareRule.EXACT
    assert verdict(right, right, kind, rule) is Verdict.PASSED
    assert verdict(wrong_type, right, kind, rule) is Verdict.WRONG_TYPE
    assert verdict(Opaque("generator"), right, kind, rule) is Verdict.WRONG_TYPE
    if wrong_answer is not None:
        assert verdict(wrong_answer, right, kind, rule) is Verdict.WRONG_ANSWER


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (0, False),
        (1, "1"),
        ("", None),
        ([1], [True]),
        ({1: "a"}, {True: "a"}),
        ({1: "a"}, {"1": "a"}),
        ({1}, {True}),
        (frozenset({"1"}), {1}),
        ([1, 2], [2, 1]),
        ([1, 2], [1, 2, 3]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ([], {}),
        ([], ""),
        ([[1, 2]], [[1, 3]]),
        (0.1 + 0.2, 0.3),
    ],
)
def test_exact_tells_these_apart(one: object, other: object) -> None:
    assert not same(one, other, CompareRule.EXACT)
    assert not same(other, one, CompareRule.EXACT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 2), [1, 2]),
        ([(1, "a")], [[1, "a"]]),
        (2.0, 2),
        (Fraction(4, 2), Decimal("2.00")),
        ({"a": (1,), "b": 2}, {"b": 2.0, "a": [1]}),
        ({1, 2}, frozenset({2.0, 1})),
        (NAN, Decimal("NaN")),
    ],
)
def test_exact_takes_these_for_the_same(one: object, other: object) -> None:
    assert same(one, other, CompareRule.EXACT)
    assert same(other, one, CompareRule.EXACT)


def test_close_reaches_numbers_at_any_depth() -> None:
    close = CompareRule.CLOSE
    assert same({"a": [0.1 + 0.2, {"b": 1}]}, {"a": (0.3, {"b": 1 + 1e-9})}, close)
    assert not same({"a": [0.31]}, {"a": [0.3]}, close)
    assert not same({0.3: "a"}, {0.1 + 0.2: "a"}, close)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ([3, 1, 2], (1, 2, 3), True),
        ([{"a": 1}, [2]], [[2], {"a": 1}], True),
        ([1, 1, 2], [1, 2, 2], False),
        ([1, 2], [1, 2, 2], False),
        ([1, "1", True], [True, 1, "1"], True),
        ([1, True], [1, 1], False),
        ([None, 0, ""], ["", None, 0], True),
        ([(0.3, "a"), (0.1 + 0.2, "b")], [(0.1 + 0.2, "a"), (0.3, "b")], True),
        ([[1, 2]], [[2, 1]], False),
    ],
)
def test_unordered_counts_elements(one: object, other: object, alike: bool) -> None:
    assert same(one, other, CompareRule.UNORDERED) is alike
    assert same(other, one, CompareRule.UNORDERED) is alike


def test_a_long_list_is_compared_without_trying_every_pair() -> None:
    numbers = [[number, "x"] for number in range(9_000)]
    assert same(numbers, numbers[::-1], CompareRule.UNORDERED)
    assert not same(numbers, [*numbers[1:], [0, "y"]], CompareRule.UNORDERED)


@pytest.mark.parametrize(
    ("returned", "right"),
    [(0.3, 1 / 3), (0.33, 1 / 3), (0.3333, 1 / 3), (0.67, 2 / 3), (Decimal("0.667"), 2 / 3)],
)
def test_a_rounded_answer_is_seen(returned: object, right: object) -> None:
    assert verdict(returned, right) is Verdict.WRONG_ANSWER
    assert rounded(returned, right)


@pytest.mark.parametrize(
    ("returned", "right"),
    [
        (0.34, 1 / 3),
        (0.0, 0.04),
        (0, 0.04),
        (0.66, 2 / 3),
        (1 / 3, 1 / 3),
        ("0.33", 1 / 3),
        (1, 0.2),
    ],
)
def test_not_every_wrong_number_is_a_rounded_one(returned: object, right: object) -> None:
    assert not rounded(returned, right)


def test_rounding_is_seen_inside_a_list() -> None:
    assert rounded([0.33, 0.67], [1 / 3, 2 / 3], ResultKind.LIST)
    assert not rounded([0.33, 0.7], [1 / 3, 2 / 3], ResultKind.LIST)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.fractions()
    | st.decimals()
    | st.builds(Opaque, st.text(max_size=3))
)
hashable = scalars.filter(lambda each: not (isinstance(each, Decimal) and each.is_snan()))
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.lists(inner, max_size=4).map(tuple)
        | st.frozensets(hashable, max_size=4)
        | st.dictionaries(hashable, inner, max_size=4)
    ),
    max_leaves=12,
)
rules = st.sampled_from(CompareRule)


@given(values, rules)
def test_a_value_is_the_same_as_itself(value: Any, rule: CompareRule) -> None:
    assert same(value, value, rule)


@given(values, values, rules)
def test_both_sides_agree(one: Any, other: Any, rule: CompareRule) -> None:
    assert same(one, other, rule) == same(other, one, rule)


@given(values, values)
def test_exact_is_the_strictest(one: Any, other: Any) -> None:
    if same(one, other, CompareRule.EXACT):
        assert same(one, other, CompareRule.CLOSE)
        assert same(one, other, CompareRule.UNORDERED)


@given(st.lists(values, max_size=6).flatmap(lambda v: st.tuples(st.just(v), st.permutations(v))))
def test_order_never_matters_to_unordered(lists: tuple[list[Any], list[Any]]) -> None:
    assert same(*lists, CompareRule.UNORDERED)


@given(values, values, st.sampled_from(ResultKind), rules)
def test_any_two_values_get_one_of_three_verdicts(
    returned: Any, right: Any, kind: ResultKind, rule: CompareRule
) -> None:
    found, is_rounded = compare(Function("f", (), kind, rule), returned, right)
    assert found in {Verdict.PASSED, Verdict.WRONG_ANSWER, Verdict.WRONG_TYPE}
    assert not (is_rounded and found is not Verdict.WRONG_ANSWER)


@given(st.floats(0.001, 1), st.integers(1, 4))
def test_rounding_is_passed_or_seen_or_zero(right: float, digits: int) -> None:
    returned = round(right, digits)
    found, is_rounded = compare(Function("f", ()), returned, right)
    assert found is Verdict.PASSED or is_rounded or returned == 0
