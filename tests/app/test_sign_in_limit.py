"""Guessing passwords is slowed down; a class behind one address is not."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from fastapi import FastAPI

from app import rules
from app.site import Site
from app.store import people
from tests.app.conftest import Clock
from tests.app.people import PASSWORD, Person


def test_after_ten_wrong_passwords_the_right_one_has_to_wait(
    ada: Person, visitor: Person, clock: Clock
) -> None:
    for _ in range(rules.FAILURES_PER_PAIR):
        assert visitor.sign_in(email=ada.email, password="wrong").status_code == 422
    answer = visitor.sign_in(email=ada.email)
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 15 * 60
    clock.move(timedelta(minutes=15, seconds=1))
    assert visitor.sign_in(email=ada.email).status_code == 303


def test_the_limit_of_one_account_is_not_that_of_another(
    ada: Person, ben: Person, visitor: Person
) -> None:
    for _ in range(rules.FAILURES_PER_PAIR):
        visitor.sign_in(email=ada.email, password="wrong")
    assert visitor.sign_in(email=ada.email).status_code == 429
    assert visitor.sign_in(email=ben.email).status_code == 303


def test_unknown_addresses_are_limited_alike(visitor: Person) -> None:
    answers = [
        visitor.sign_in(email="nobody@example.org") for _ in range(rules.FAILURES_PER_PAIR + 1)
    ]
    assert [each.status_code for each in answers] == [422] * rules.FAILURES_PER_PAIR + [429]


def test_signing_in_forgets_the_failures(ada: Person, visitor: Person) -> None:
    for _ in range(3):
        for _ in range(rules.FAILURES_PER_PAIR - 1):
            assert visitor.sign_in(email=ada.email, password="wrong").status_code == 422
        assert visitor.sign_in(email=ada.email).status_code == 303


def test_many_passwords_at_the_same_moment_are_no_more_than_one_after_the_other(
    app: FastAPI, ada: Person
) -> None:
    person = Person(app, ada.name, ada.email)
    guesses = rules.FAILURES_PER_PAIR + 6
    together = Barrier(guesses)

    def guess(_: int) -> int:
        together.wait()
        return person.sign_in(password="wrong").status_code

    with ThreadPoolExecutor(guesses) as pool:
        statuses = list(pool.map(guess, range(guesses)))
    assert statuses.count(422) == rules.FAILURES_PER_PAIR
    assert person.sign_in().status_code == 429


@pytest.mark.slow
def test_three_hundred_learners_sign_in_from_one_address_within_five_minutes(
    app: FastAPI, site: Site, clock: Clock
) -> None:
    """While some mistype, and somebody among them guesses the password of another one."""
    password_hash = site.passwords.hash(PASSWORD)
    learners = [Person(app, "L", f"learner{number}@example.org") for number in range(300)]
    with site.database.writing() as session:
        for each in learners:
            people.add_account(
                session, email=each.email, name="L", password_hash=password_hash, now=clock.now
            )
    guesser, *others = learners
    guesses = []
    for number, each in enumerate(others):
        if number % 10 == 0:
            assert each.sign_in(password="mistyped").status_code == 422
            guesses.append(guesser.sign_in(password="a guess").status_code)
        assert each.sign_in().status_code == 303
        clock.move(timedelta(seconds=1))
    assert guesses == [422] * rules.FAILURES_PER_PAIR + [429] * 20
    assert all(each.get("/me").status_code == 200 for each in others[::50])
