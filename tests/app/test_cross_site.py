"""Forms that another site makes a browser send do nothing."""

import pytest

from tests.app.people import PASSWORD, Person

FORM = {"email": "vera@example.org", "name": "Vera", "password": PASSWORD}


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
        {"origin": "https://evil.example"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "http://testserver:8001"},
        {"origin": "null"},
        {"origin": "http://[testserver"},
        {"origin": ""},
        {"origin": "", "host": ""},
    ],
)
def test_a_post_from_elsewhere_is_refused(visitor: Person, headers: dict[str, str]) -> None:
    answer = visitor.client.post("/sign-up", data=FORM, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert visitor.sign_in().status_code == 422  # no account was made


def test_signing_out_from_elsewhere_does_nothing(ada: Person) -> None:
    answer = ada.client.post("/sign-out", headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert ada.get("/me").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://testserver"},
    ],
)
def test_a_post_from_here_and_from_no_browser_is_taken(
    visitor: Person, headers: dict[str, str]
) -> None:
    assert visitor.client.post("/sign-up", data=FORM, headers=headers).status_code == 303


@pytest.mark.parametrize("referer", ["http://[testserver", "http://elsewhere.example/me", ""])
def test_a_page_that_is_none_of_ours_is_not_come_back_to(visitor: Person, referer: str) -> None:
    answer = visitor.client.post("/account/name", data=FORM, headers={"referer": referer})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/")


def test_reading_is_free_from_anywhere(visitor: Person) -> None:
    assert visitor.get("/", **{"sec-fetch-site": "cross-site"}).status_code == 200
