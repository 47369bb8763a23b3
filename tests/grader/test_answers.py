"""Right answers come from the reference, once; content that has none is refused."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.errors import ContentErrors
from grader.exercise import Cell
from grader.query_set import QuerySet
from grader.sandbox import Sandbox

pytestmark = pytest.mark.sandbox


def with_reference(shares: Edition, old: str, new: str) -> Edition:
    source = shares.exercise.reference.replace(old.encode(), new.encode())
    assert source != shares.exercise.reference
    return replace(shares, exercise=replace(shares.exercise, reference=source))


def with_query(shares: Edition, place: int, query: int, **changes: Any) -> Edition:
    sets = list(shares.sets)
    queries = list(sets[place].queries)
    queries[query] = replace(queries[query], **changes)
    sets[place] = replace(sets[place], queries=tuple(queries))
    return replace(shares, sets=tuple(sets))


def problems(edition: Edition, sandbox: Sandbox) -> list[str]:
    with pytest.raises(ContentErrors) as caught:
        Answers().expected(edition, sandbox)
    folder = edition.exercise.folder
    return [
        f"{each.path.relative_to(folder)}:{each.line}: {each.message}"
        for each in caught.value.problems
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("def share", "def shares", "there is no function 'share'"),
        ("return part / whole", "return object()", "share returns <object object>"),
        ("return part / whole", "return float('nan')", "share returns nan"),
        ("return part / whole", "import os; os._exit(0)", "share ends the process"),
        ("return sorted", "names.sort(); return sorted", "unique changes its arguments"),
        ("print(", "str(", "the script prints nothing: script on visible"),
        ("print(", "raise KeyError(", "the script raises an exception"),
        ("import json", "import jsom", "(ModuleNotFoundError"),
    ],
)
def test_a_reference_that_gives_no_right_answer_is_refused(
    shares: Edition, sandbox: Sandbox, old: str, new: str, problem: str
) -> None:
    found = problems(with_reference(shares, old, new), sandbox)
    assert all(each.startswith("reference.py:") for each in found)
    assert any(problem in each for each in found), found


def test_a_reference_that_does_not_load_is_refused_with_its_line(
    shares: Edition, sandbox: Sandbox
) -> None:
    found = problems(with_reference(shares, "import json", "import json ="), sandbox)
    assert any(
        each.startswith("reference.py:3: loading it for visible ended in syntax_error (Syntax")
        for each in found
    )


def test_text_of_a_hidden_run_stays_out_of_the_problems(shares: Edition, sandbox: Sandbox) -> None:
    broken = "print({1: 'a'}[sum(each['part'] == 2 for each in good) and 'SECRET' or 1]"
    found = problems(with_reference(shares, "print(f", f"{broken}, f"), sandbox)
    assert found == [
        f"reference.py:None: the script raises an exception: {check} on hidden"
        for check in ("script", "script-all")
    ]


def test_a_stated_answer_must_agree(shares: Edition, sandbox: Sandbox) -> None:
    edition = with_query(shares, 0, 1, expected={"share": 0.76})
    stated = "queries/visible.json:6: query 'v2' states 0.76 for share"
    assert problems(edition, sandbox) == [f"{stated}, and the reference returns 0.75"]
    edition = with_query(shares, 0, 2, expected={"share": 0})
    stated = "queries/visible.json:7: query 'v3' states 0 for share"
    assert problems(edition, sandbox) == [f"{stated}, and the reference raises ValueError"]


def test_a_stated_answer_agrees_by_the_compare_rule(shares: Edition, sandbox: Sandbox) -> None:
    stated = {"share": 0.3333333, "unique": ["bob", "ann"]}
    Answers().expected(with_query(shares, 0, 0, expected=stated), sandbox)


def test_a_cell_that_no_set_asks_about_is_refused(shares: Edition, sandbox: Sandbox) -> None:
    edition = replace(shares, sets=shares.sets[:1])
    assert problems(edition, sandbox) == [
        "queries:None: no live set has a query of long-names/unique"
    ]


def test_telling_cells_hold_two_right_answers_over_all_sets(
    shares: Edition, sandbox: Sandbox
) -> None:
    plain = {Cell("plain", name) for name in ("share", "unique", "mean_share")}
    assert Answers().expected(shares, sandbox).telling == plain
    # An edge cell never is one, whatever it holds.
    varied = with_query(shares, 1, 1, arguments={"part": 1, "whole": 4})
    assert Answers().expected(varied, sandbox).telling == plain
    # The same answer in every set is no telling cell, however many queries there are.
    query = shares.sets[0].queries[0]
    same = QuerySet("one", "One", visible=True, queries=(query, replace(query, id="again")))
    rest = replace(shares.sets[1], queries=shares.sets[1].queries[1:])
    edition = replace(shares, sets=(same, rest))
    assert Answers().expected(edition, sandbox).telling == frozenset()


def test_right_answers_are_computed_once_for_all_threads(shares: Edition, sandbox: Sandbox) -> None:
    answers = Answers()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: answers.expected(shares, sandbox), range(16)))
    assert all(each is found[0] for each in found)


def test_another_edition_has_its_own_and_the_oldest_is_forgotten(
    shares: Edition, sandbox: Sandbox
) -> None:
    answers = Answers(editions=1)
    first = answers.expected(shares, sandbox)
    other = with_query(shares, 0, 0, id="renamed")
    assert answers.expected(other, sandbox) is not first
    assert answers.expected(shares, sandbox) is not first


def test_refused_content_is_read_anew(shares: Edition, sandbox: Sandbox) -> None:
    answers = Answers()
    wrong = with_query(shares, 0, 1, expected={"share": 0.76})
    for _ in range(2):
        with pytest.raises(ContentErrors):
            answers.expected(wrong, sandbox)


def test_a_changed_mistake_is_run_anew_though_the_edition_is_the_same(
    shares: Edition, sandbox: Sandbox
) -> None:
    answers = Answers()
    ((before, old), *_) = answers.mistakes(shares, sandbox)
    changed = replace(before, title="new title", source=before.source.replace(b"//", b"*"))
    edition = replace(shares, exercise=replace(shares.exercise, mistakes=(changed,)))
    assert edition.digest == shares.digest
    ((after, new),) = answers.mistakes(edition, sandbox)
    assert after.title == "new title"
    assert new != old
