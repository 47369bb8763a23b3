"""What a learner reads of a grade, made by the real grader; refusals first."""

import json
import re

import pytest

from app.site import Site
from tests.app.people import LESSON, Person, box, data, without_code, words

pytestmark = [pytest.mark.sandbox, pytest.mark.usefixtures("grading")]

LEAKS = """

import atexit, sys

SEEN = []
_recall = recall_at_k


def recall_at_k(retrieved, relevant, k):
    SEEN.append((list(retrieved), sorted(map(str, relevant)), k))
    print("SEEN", SEEN)
    if len(SEEN) % 5 == 0:
        raise ValueError(f"SEEN {SEEN}")
    return _recall(retrieved, relevant, k)
"""


def hidden_ids(site: Site) -> set[str]:
    """The document ids that stand in hidden queries alone."""
    sets = site.content.live[LESSON].edition.sets
    texts = {True: "", False: ""}
    for query_set in sets:
        texts[query_set.visible] += json.dumps([dict(q.arguments) for q in query_set.queries])
    ids = [set(re.findall(r'"(\w+-[\w-]+)"', texts[visible])) for visible in (False, True)]
    return ids[0] - ids[1]


def test_hidden_queries_never_reach_a_page(ada: Person, site: Site, reference: str) -> None:
    secret = hidden_ids(site)
    assert len(secret) > 5
    handed_in = ada.submit(reference + LEAKS)
    page = ada.result(handed_in)
    assert "SEEN" in page  # so it does print, raise and reach the page from visible data
    shown = without_code(page)
    assert [each for each in secret if each in shown] == []
    assert site.content.live[LESSON].edition.digest not in page


def test_where_only_hidden_data_failed_a_mark_is_all_there_is(ada: Person, reference: str) -> None:
    lucky = reference + (
        "\n\n_right = reciprocal_rank\n\n\ndef reciprocal_rank(retrieved, relevant):\n"
        "    if not retrieved:\n        raise KeyError('nothing returned')\n"
        "    return _right(retrieved, relevant)\n"
    )
    page = ada.result(ada.submit(lucky))
    text = words(page)
    assert "reciprocal_rank: stopped on hidden data, 0 of" in text
    assert "KeyError" not in without_code(page)
    moments = re.findall(r'<time datetime="([^"]*)"', page)
    assert moments
    assert not any("." in each for each in moments), "finer than seconds, they tell of hidden data"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "The file is empty"),
        ("x = 1", "There is no function recall_at_k"),
        ("def recall_at_k(:\n    pass\n", "line 1"),
        ("1 / 0", "ZeroDivisionError"),
        ("while True:\n    pass\n", "Loading the file took longer than the limit"),
        ("import sys\nsys.exit()\n", "stopped while it was being loaded"),
        ('{"cells": [], "nbformat": 4}', "This is the JSON of a notebook"),
        ("(" * 100_0 + ")" * 100_0, "Python can't read this file"),
    ],
    ids=["empty", "no function", "syntax", "raises", "endless", "exit", "notebook", "nested"],
)
def test_bad_input_gets_a_plain_sentence_and_no_points(
    ada: Person, source: str, sentence: str
) -> None:
    page = ada.result(ada.submit(source))
    assert sentence in words(page)
    assert data(page, "score") == "0"
    assert "Traceback" not in page


@pytest.mark.parametrize("source", [b"source=%FF%FE", b"source=x%00y", b"source=caf%E9"])
def test_bytes_that_are_no_text_are_graded_too(ada: Person, source: bytes) -> None:
    page = ada.result(ada.post_bytes(f"/lessons/{LESSON}/submissions", source))
    assert data(page, "score") == "0"
    assert "UTF-8" in words(page)


def test_run_shows_each_visible_query_and_gives_no_score(
    ada: Person, site: Site, mistake: str
) -> None:
    page = ada.result(ada.run(mistake))
    text = words(page)
    (visible,) = [each for each in site.content.live[LESSON].edition.sets if each.visible]
    for query in visible.queries:
        assert f">{query.id}</span>" in page
    assert "data-score" not in page
    assert "of 100" not in text
    assert not re.search(r"\d points", text)
    assert "Your script printed" in text
    assert "This looks like" in text


def test_an_exception_is_shown_with_the_learners_own_line(ada: Person, reference: str) -> None:
    source = (
        reference + "\n\ndef precision_at_k(retrieved, relevant, k):\n    return retrieved[99]\n"
    )
    page = ada.result(ada.run(source))
    line = source.rstrip("\n").count("\n") + 1
    assert f'<mark class="row row-marked" data-line="{line}">    return retrieved[99]\n' in page
    assert f"Line {line} of your code:" in words(page)
    assert data(page, "error-line") == str(line)
    assert (data(page, "error-text") or "").startswith("IndexError: ")
    assert "IndexError" in page


def test_a_submission_shows_score_halves_matrix_and_cure(ada: Person, mistake: str) -> None:
    page = ada.result(ada.submit(mistake))
    text = words(page)
    assert data(page, "state") == "graded"
    assert data(page, "score") == data(page, "best-score")
    assert 0 < float(data(page, "score") or 0) < 100
    assert "This looks like dividing precision by the number returned." in text
    assert text.index("This looks like") < text.index("Check by check")
    assert "Core checks 50 of 50 points" in text
    both = "wrong answer on visible data, wrong on hidden data, 0 of"
    assert re.search(rf"precision_at_k: {both} \d", text)
    assert text.count("recall_at_k: passed, ") > 3
    opened = re.findall(r'<details class="query" open>', page)
    folded = re.findall(r'<details class="query">', page)
    assert len(opened) == 1 < len(folded)


def test_the_best_stays_and_the_latest_stands_beside_it(
    ada: Person, reference: str, mistake: str
) -> None:
    first = ada.result(ada.submit(mistake))
    low = data(first, "score")
    assert data(ada.result(ada.submit(reference)), "score") == "100"
    page = ada.result(ada.submit(mistake, key="again"))
    assert (data(page, "score"), data(page, "best-score")) == (low, "100")
    assert "Attempt 3" in page
    lesson = ada.get(f"/lessons/{LESSON}").text
    assert (data(lesson, "score"), data(lesson, "best-score")) == (low, "100")
    assert data(lesson, "state") == "graded"
    assert box(lesson) == mistake
    mine = words(ada.get("/me").text)
    assert mine.index("Attempt 3") < mine.index("Attempt 2") < mine.index("Attempt 1")
    assert "Attempt 2 100 best" in mine
    assert "Lessons done 1 of 2" in words(ada.get("/").text)
    assert "Everything passed." in words(ada.get("/submissions/2").text)


def test_what_a_learner_printed_is_text_and_never_markup(ada: Person, reference: str) -> None:
    evil = "<script>alert(1)</script>"
    source = reference.replace("def recall_at_k(", f"print({evil!r})\n\n\ndef recall_at_k(", 1) + (
        f"\n\ndef precision_at_k(retrieved, relevant, k):\n    print({evil!r})\n"
        f"    raise ValueError({evil!r})\n"
    )
    page = ada.result(ada.run(source))
    assert evil not in page
    assert page.count("&lt;script&gt;alert(1)") > 2
