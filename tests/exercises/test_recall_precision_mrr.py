"""The first lesson's reference holds against its conventions, other tools and other styles."""

import json
import random
import runpy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.exercises.recall_precision_mrr_styles import STYLES, Document, Metric, Style

LESSON = Path(__file__).parents[2] / "exercises/retrieval-evaluation/recall-precision-mrr"
REFERENCE = runpy.run_path(str(LESSON / "reference.py"))
CUTS = (1, 3, 5, 10)

recall_at_k: Metric = REFERENCE["recall_at_k"]
precision_at_k: Metric = REFERENCE["precision_at_k"]
reciprocal_rank: Metric = REFERENCE["reciprocal_rank"]


# The conventions of the lesson


@dataclass(frozen=True)
class Convention:
    """One awkward case at k = 3, unless it says another k, with the three right answers."""

    retrieved: list[Document]
    relevant: set[Document]
    recall: float
    precision: float
    rank: float
    k: int = 3


CONVENTIONS = {
    "nothing came back": Convention([], {"aa"}, 0, 0, 0),
    "nothing came back and nothing is relevant": Convention([], set(), 0, 0, 0),
    "nothing that came back is relevant": Convention(["xx", "yy", "zz"], {"aa"}, 0, 0, 0),
    "nothing is relevant": Convention(["xx", "yy", "zz"], set(), 0, 0, 0),
    "one of three came back": Convention(["aa"], {"aa"}, 1, 1 / 3, 1),
    "two of three came back": Convention(["xx", "aa"], {"aa", "bb"}, 1 / 2, 1 / 3, 1 / 2),
    "more relevant than k": Convention(
        ["aa", "bb", "cc"], {"aa", "bb", "cc", "dd", "ee"}, 3 / 5, 1, 1
    ),
    "a hit below the cut": Convention(["xx", "yy", "zz", "aa"], {"aa"}, 0, 0, 1 / 4),
    "a hit at the cut": Convention(["xx", "yy", "aa"], {"aa"}, 1, 1 / 3, 1 / 3),
    "a repeat counts once": Convention(["aa", "aa", "xx"], {"aa"}, 1, 1 / 3, 1),
    "a repeat keeps its place": Convention(["xx", "xx", "yy", "aa"], {"aa"}, 0, 0, 1 / 4),
    "a number is not its text": Convention([1, 2, 3], {"1", "2"}, 0, 0, 0),
    "text is not its number": Convention(["1", "2", "3"], {1, 2}, 0, 0, 0),
    "numbers are ids": Convention([20417, 20398], {20398}, 1, 1 / 3, 1 / 2),
    "one id begins another": Convention(["kb-10", "kb", "kb-1"], {"kb-1"}, 1, 1 / 3, 1 / 3),
    "k is larger than the list": Convention(["aa", "xx"], {"aa"}, 1, 1 / 10, 1, k=10),
    "k is one": Convention(["xx", "aa"], {"aa"}, 0, 0, 1 / 2, k=1),
}


@pytest.mark.parametrize("case", CONVENTIONS.values(), ids=CONVENTIONS)
def test_reference_keeps_the_conventions(case: Convention) -> None:
    assert recall_at_k(case.retrieved, case.relevant, case.k) == pytest.approx(case.recall)
    assert precision_at_k(case.retrieved, case.relevant, case.k) == pytest.approx(case.precision)
    assert reciprocal_rank(case.retrieved, case.relevant) == pytest.approx(case.rank)


# Other people's tools


@dataclass(frozen=True)
class Ranking:
    """One query as a retriever and its labels give it: text ids, no repeats, a strict order."""

    id: str
    retrieved: list[str]
    relevant: set[str]

    @property
    def scores(self) -> dict[str, float]:
        return {document: 100.0 - place for place, document in enumerate(self.retrieved)}

    @property
    def labels(self) -> dict[str, int]:
        return {"never-returned": 0} | dict.fromkeys(sorted(self.relevant), 1)


def _rankings(count: int) -> Iterator[Ranking]:
    """Rankings of 0 to 12 of 20 documents, in no order of id, against 0 to 8 relevant ones."""
    draw = random.Random(55)
    documents = [f"kb-{number}" for number in range(1, 21)]
    for number in range(count):
        retrieved = draw.sample(documents, draw.randint(0, 12))
        relevant = set(draw.sample(documents, draw.randint(0, 8)))
        yield Ranking(f"q{number}", retrieved, relevant)


RANKINGS = list(_rankings(400))


def test_rankings_hold_the_awkward_cases() -> None:
    assert any(not ranking.retrieved for ranking in RANKINGS)
    assert any(not ranking.relevant for ranking in RANKINGS)
    assert any(0 < len(ranking.retrieved) < 3 for ranking in RANKINGS)
    assert any(len(ranking.relevant) > 5 for ranking in RANKINGS)


def test_reference_agrees_with_trec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="no wheel for this machine")
    cuts = ",".join(map(str, CUTS))
    evaluator = pytrec_eval.RelevanceEvaluator(
        {ranking.id: ranking.labels for ranking in RANKINGS},
        {f"recall.{cuts}", f"P.{cuts}", "recip_rank"},
    )
    measured = evaluator.evaluate({ranking.id: ranking.scores for ranking in RANKINGS})

    assert len(measured) == len(RANKINGS)
    for ranking in RANKINGS:
        row = measured[ranking.id]
        _assert_row(
            ranking,
            recalls={k: row[f"recall_{k}"] for k in CUTS},
            precisions={k: row[f"P_{k}"] for k in CUTS},
            rank=row["recip_rank"],
        )


@pytest.mark.slow
@pytest.mark.timeout(900)  # ranx compiles itself at its first use
@pytest.mark.filterwarnings("ignore:unsafe cast")
def test_reference_agrees_with_ranx() -> None:
    ranx = pytest.importorskip("ranx")
    names = [f"{name}@{k}" for name in ("recall", "precision") for k in CUTS] + ["mrr"]
    columns = ranx.evaluate(
        ranx.Qrels({ranking.id: ranking.labels for ranking in RANKINGS}),
        ranx.Run({ranking.id: ranking.scores for ranking in RANKINGS}),
        names,
        return_mean=False,
    )

    for place, ranking in enumerate(sorted(RANKINGS, key=lambda ranking: ranking.id)):
        row = {name: column[place] for name, column in columns.items()}
        _assert_row(
            ranking,
            recalls={k: row[f"recall@{k}"] for k in CUTS},
            precisions={k: row[f"precision@{k}"] for k in CUTS},
            rank=row["mrr"],
        )


def _assert_row(
    ranking: Ranking, *, recalls: dict[int, float], precisions: dict[int, float], rank: float
) -> None:
    for k in CUTS:
        ours = recall_at_k(ranking.retrieved, ranking.relevant, k)
        assert ours == pytest.approx(recalls[k]), (ranking, k)
        ours = precision_at_k(ranking.retrieved, ranking.relevant, k)
        assert ours == pytest.approx(precisions[k]), (ranking, k)
    ours = reciprocal_rank(ranking.retrieved, ranking.relevant)
    assert ours == pytest.approx(rank), ranking


def test_trec_eval_leaves_out_what_the_lesson_says() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="no wheel for this machine")
    evaluator = pytrec_eval.RelevanceEvaluator({"both": {"aa": 1}, "labels": {"aa": 1}}, {"P.3"})

    measured = evaluator.evaluate({"both": {"aa": 1.0}, "run": {"aa": 1.0}})

    assert list(measured) == ["both"]
    with pytest.raises(TypeError):
        pytrec_eval.RelevanceEvaluator({"q": {20417: 1}}, {"P.3"})


# Right solutions in other styles


def _queries(name: str) -> list[dict[str, Any]]:
    queries: list[dict[str, Any]] = json.loads((LESSON / "queries" / name).read_text())["queries"]
    return queries


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@pytest.mark.parametrize("name", ["visible.json", "hidden.json"])
def test_right_solutions_in_other_styles_agree(name: str, style: Style) -> None:
    for query in _queries(name):
        retrieved, relevant, k = query["retrieved"], set(query["relevant"]), query.get("k", 3)
        right = (
            recall_at_k(retrieved, relevant, k),
            precision_at_k(retrieved, relevant, k),
            reciprocal_rank(retrieved, relevant),
        )
        answers = (
            style.recall_at_k(retrieved, relevant, k),
            style.precision_at_k(retrieved, relevant, k),
            style.reciprocal_rank(retrieved, relevant),
        )
        assert tuple(map(float, answers)) == pytest.approx(right, rel=1e-9, abs=1e-9), query["id"]


# The query sets


@pytest.mark.parametrize("name", ["visible.json", "hidden.json"])
def test_ids_are_not_shared_objects_but_for_the_one_query_that_needs_it(name: str) -> None:
    """Python shares one-letter text and small numbers, so that `is` would pass on them."""
    small = [
        query["id"]
        for query in _queries(name)
        if any(
            len(document) < 2 if isinstance(document, str) else document < 10_000
            for document in query["retrieved"] + query["relevant"]
        )
    ]

    assert len(small) == 1
