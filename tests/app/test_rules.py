"""Decisions, apart from everything that asks for them."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from app import rules
from app.attempt import Attempt, State, Waiting
from app.attempts_page import attempts_shown
from app.roles import Role, Roles

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def attempt(number: int, score: str | None, state: State = State.GRADED) -> Attempt:
    counted = None if state is State.FAILED else number
    exact = None if score is None else Fraction(score)
    return Attempt(id=number, number=counted, state=state, created_at=NOON, score=exact)


def test_without_a_grade_there_is_no_best() -> None:
    assert rules.best([]) is None
    assert rules.best([attempt(1, None, State.QUEUED), attempt(2, None, State.FAILED)]) is None
    assert rules.latest([attempt(1, None, State.FAILED)]) is None


def test_the_newest_of_equal_scores_is_the_best() -> None:
    first, second, third = attempt(1, "100"), attempt(2, "100"), attempt(3, "40")
    assert rules.best([first, second, third]) is second
    assert rules.latest([first, second, third]) is third


def test_scores_are_compared_exactly_and_shown_rounded_down() -> None:
    nearly, less = attempt(1, "99999/1000"), attempt(2, "99998/1000")
    shown = attempts_shown([nearly, less])
    assert rules.best([nearly, less]) is nearly
    assert (shown.best, shown.latest) == ("99.99", "99.99")
    assert [row.is_best for row in shown.rows] == [False, True]


def test_what_we_failed_to_grade_is_no_attempt() -> None:
    shown = attempts_shown([attempt(1, "50"), attempt(2, None, State.FAILED)])
    assert shown.latest == "50"
    assert [row.name for row in shown.rows] == ["Not an attempt", "Attempt 1"]


def test_nobody_but_the_owner_gets_a_view() -> None:
    assert not rules.may_read("ben", "ada")
    assert rules.may_read("ada", "ada")


def test_the_pace_frees_one_place_at_a_time() -> None:
    times = [NOON + timedelta(minutes=number) for number in range(3)]
    now = NOON + timedelta(minutes=10)
    assert rules.may_continue_at(times, per_hour=4, now=now) is None
    assert rules.may_continue_at(times, per_hour=3, now=now) == NOON + timedelta(hours=1)
    assert rules.may_continue_at(times, per_hour=2, now=now) == times[1] + timedelta(hours=1)
    assert rules.may_continue_at(times, per_hour=0, now=now) is None
    an_hour_later = NOON + timedelta(hours=1)
    assert rules.may_continue_at(times, per_hour=3, now=an_hour_later) is None


def test_the_learner_who_used_least_is_next_and_then_the_oldest() -> None:
    busy, idle, new = Waiting(1, "busy"), Waiting(7, "idle"), Waiting(9, "new")
    used = {"busy": 3.0, "idle": 0.5}
    assert rules.next_in_turn([], used) is None
    assert rules.next_in_turn([busy, idle], used) is idle
    assert rules.next_in_turn([busy, idle, new], used) is new
    assert rules.next_in_turn([new, busy, idle], {}) is busy


@pytest.mark.parametrize(
    ("failures", "state", "pause"),
    [(1, State.QUEUED, 2), (2, State.QUEUED, 4), (3, State.FAILED, 8)],
)
def test_after_three_failures_of_ours_we_stop_trying(
    failures: int, state: State, pause: int
) -> None:
    assert rules.after_failure(failures, now=NOON) == (state, NOON + timedelta(seconds=pause))


LEARNER: Roles = frozenset()
TUTOR = frozenset({Role.TUTOR})
INSTRUCTOR = frozenset({Role.INSTRUCTOR})
OPERATOR = frozenset({Role.OPERATOR})


@pytest.mark.parametrize("maker", [LEARNER, TUTOR])
@pytest.mark.parametrize("about", [LEARNER, TUTOR, INSTRUCTOR, OPERATOR])
@pytest.mark.parametrize("teaches", [True, False])
def test_learners_and_tutors_reset_nobodys_password(
    maker: Roles, about: Roles, teaches: bool
) -> None:
    assert not rules.may_reset_password(maker, about, teaches=teaches)


def test_an_instructor_resets_passwords_of_own_learners_and_of_nobody_with_a_role() -> None:
    assert not rules.may_reset_password(INSTRUCTOR, LEARNER, teaches=False)
    assert rules.may_reset_password(INSTRUCTOR, LEARNER, teaches=True)
    for about in (TUTOR, INSTRUCTOR, OPERATOR):
        assert not rules.may_reset_password(INSTRUCTOR, about, teaches=True)


def test_an_operator_lets_anybody_in_again_and_nobody_else_runs_the_site() -> None:
    for about in (LEARNER, TUTOR, INSTRUCTOR, OPERATOR):
        assert rules.may_reset_password(OPERATOR, about, teaches=False)
    assert [rules.may_operate(each) for each in (LEARNER, TUTOR, INSTRUCTOR, OPERATOR)] == [
        *[False] * 3,
        True,
    ]


def test_a_session_is_noted_at_most_once_an_hour() -> None:
    almost = NOON + timedelta(minutes=59)
    assert not rules.is_worth_noting(NOON, now=almost)
    assert rules.is_worth_noting(NOON, now=NOON + timedelta(hours=1))
