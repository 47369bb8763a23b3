"""Addresses that nobody was given lead nowhere, and break nothing."""

import pytest

from tests.app.people import LESSON, Person

NUMBERS = ["9" * 18, str(2**63 - 1), str(2**63), "9" * 40, "9" * 5_000, "-1", "1.0", "\u0663"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{number[:20]}-{len(number)}")
def test_a_number_that_no_work_has_is_not_found(ada: Person, visitor: Person, number: str) -> None:
    for place in ("submissions", "tries", "snippet-runs", f"lessons/{LESSON}/drafts"):
        assert ada.get(f"/{place}/{number}").status_code == 404
        assert visitor.get(f"/{place}/{number}").status_code in (303, 404)
