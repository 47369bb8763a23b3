"""The lesson `ndcg`: a right reference, sets that tell right from wrong, true numbers in text."""

import json
import math
import random
import re
import tomllib
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.exercises.ndcg_styles import STYLES, Graded, Id

LESSON = Path(__file__).parents[2] / "exercises/retrieval-evaluation/ndcg"
DECLARED = tomllib.loads((LESSON / "lesson.toml").read_text("utf-8"))
TEXT = (LESSON / "lesson.md").read_text("utf-8")
FUNCTIONS = ("dcg_at_k", "ndcg_at_k")
SETS = ("visible", "hidden")
CUTS = (1, 3, 5, 10)

Functions = dict[str, Callable[[list[Id], Graded, int], Any]]


def load(path: Path) -> Functions:
    """The functions of a source of the lesson, which is trusted content."""
    names: dict[str, Any] = {"__name__": path.stem}
    exec(compile(path.read_text("utf-8"), path, "exec"), names)
    return {name: names[name] for name in FUNCTIONS}


REFERENCE = load(LESSON / "reference.py")
MISTAKES = {path.stem: load(path) for path in sorted((LESSON / "mistakes").glob("*.py"))}


def queries(set_id: str) -> Iterator[tuple[str, list[Id], Graded, int]]:
    """Check, results, grades and k of every query of a set."""
    document = json.loads((LESSON / f"queries/{set_id}.json").read_text("utf-8"))
    for query in document["queries"]:
        k = query.get("k", DECLARED["constants"]["k"])
        yield query["check"], query["retrieved"], dict(query["graded"]), k


def answer(function: Callable[..., Any], *arguments: Any) -> object:
    """What a function returns as a float, or the class of what it raises."""
    try:
        return float(function(*arguments))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return type(error)


def same(left: object, right: object) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-6)
    return left is right


def failed_cells(functions: Functions, set_id: str) -> set[str]:
    return {
        f"{check}/{name}"
        for check, *arguments in queries(set_id)
        for name in FUNCTIONS
        if not same(answer(functions[name], *arguments), answer(REFERENCE[name], *arguments))
    }


@pytest.mark.parametrize("set_id", SETS)
@pytest.mark.parametrize("mistake", DECLARED["mistakes"], ids=lambda mistake: mistake["id"])
def test_each_set_alone_catches_a_mistake_in_every_cell_it_asks_about(
    mistake: dict[str, Any], set_id: str
) -> None:
    asked = {check for check, *_ in queries(set_id)}
    cells = {cell for cell in mistake["fails"] if not cell.endswith("/script")}
    due = {cell for cell in cells if cell.split("/")[0] in asked}
    assert failed_cells(MISTAKES[mistake["id"]], set_id) == due


def test_every_mistake_is_declared_and_every_cell_is_failed_by_one() -> None:
    assert {mistake["id"] for mistake in DECLARED["mistakes"]} == set(MISTAKES)
    cells = {f"{check['id']}/{name}" for check in DECLARED["checks"] for name in FUNCTIONS}
    cells |= {f"{half['id']}/script" for half in DECLARED["script"].values()}
    assert {cell for mistake in DECLARED["mistakes"] for cell in mistake["fails"]} == cells


def test_only_the_announced_check_has_no_visible_query() -> None:
    declared = {check["id"] for check in DECLARED["checks"]}
    assert declared - {check for check, *_ in queries("visible")} == {"nothing-returned"}
    assert {check for check, *_ in queries("hidden")} == declared


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("set_id", SETS)
def test_right_solutions_of_every_style_agree_with_the_reference(
    style: str, name: str, set_id: str
) -> None:
    for check, retrieved, graded, k in queries(set_id):
        given = (list(retrieved), dict(graded))
        found = answer(STYLES[style][name], retrieved, graded, k)
        assert same(found, answer(REFERENCE[name], retrieved, graded, k)), check
        assert (retrieved, graded) == given


LOG3 = math.log2(3)
IDEAL_3_2_1 = 7 + 3 / LOG3 + 1 / 2
GRADED: Graded = {"cc": 1, "aa": 3, "bb": 2, "zz": 0}

CONVENTIONS: dict[str, tuple[list[Id], Graded, int, float, float]] = {
    "nothing returned": ([], GRADED, 5, 0, 0),
    "nothing judged": (["aa", "bb"], {}, 5, 0, 0),
    "nothing returned, nothing judged": ([], {}, 5, 0, 0),
    "only grade 0 judged": (["aa", "bb"], {"aa": 0, "bb": 0}, 5, 0, 0),
    "the best order": (["aa", "bb", "cc", "zz"], GRADED, 5, IDEAL_3_2_1, 1),
    "grade 0 and unjudged earn alike": (["zz", "aa"], GRADED, 5, 7 / LOG3, 7 / LOG3 / IDEAL_3_2_1),
    "unjudged keeps its slot": (["??", "aa"], GRADED, 5, 7 / LOG3, 7 / LOG3 / IDEAL_3_2_1),
    "shorter than k, full ideal": (["aa"], GRADED, 5, 7, 7 / IDEAL_3_2_1),
    "the ideal is cut at k": (["aa"], GRADED, 1, 7, 1),
    "what stands past k is not seen": (["zz", "aa"], GRADED, 1, 0, 0),
    "a repeat earns nothing": (["aa", "aa"], {"aa": 3}, 5, 7, 1),
    "a repeat keeps its slot": (["aa", "aa", "bb"], GRADED, 5, 8.5, 8.5 / IDEAL_3_2_1),
    "a repeat is not replaced from past k": (["aa", "aa", "bb"], GRADED, 2, 7, 7 / (7 + 3 / LOG3)),
    "text and number differ": ([7, "7"], {"7": 3}, 5, 7 / LOG3, 1 / LOG3),
    "one of five, k of ten": (["a1"], {f"a{n}": 3 for n in range(1, 6)}, 10, 7, 0.3391602052736161),
}


@pytest.mark.parametrize("case", CONVENTIONS)
def test_the_reference_keeps_the_conventions(case: str) -> None:
    retrieved, graded, k, dcg, ndcg = CONVENTIONS[case]
    assert REFERENCE["dcg_at_k"](retrieved, graded, k) == pytest.approx(dcg, abs=1e-12)
    assert REFERENCE["ndcg_at_k"](retrieved, graded, k) == pytest.approx(ndcg, abs=1e-12)


def generated() -> dict[str, tuple[list[Id], Graded]]:
    """Three hundred questions with text ids, no repeats, at least one result and one judgment."""
    chance = random.Random(11)
    pool = [f"page-{number}" for number in range(1, 31)]
    asked: dict[str, tuple[list[Id], Graded]] = {}
    for number in range(300):
        judged = chance.sample(pool, chance.randint(1, 14))
        grades: Graded = {document: chance.choice((0, 0, 1, 2, 3)) for document in judged}
        asked[f"q{number:03}"] = ([*chance.sample(pool, chance.randint(1, 15))], grades)
    return asked


RANKINGS = generated()
SCORED = {
    query: {str(document): float(-rank) for rank, document in enumerate(retrieved, 1)}
    for query, (retrieved, _) in RANKINGS.items()
}


def expected(name: str, k: int) -> dict[str, float]:
    return {query: REFERENCE[name](*asked, k) for query, asked in RANKINGS.items()}


@pytest.mark.slow
@pytest.mark.timeout(900)  # ranx compiles itself at its first use
def test_the_reference_agrees_with_the_exponential_gain_of_ranx() -> None:
    from ranx import Qrels, Run, evaluate

    names = {"dcg_at_k": "dcg_burges", "ndcg_at_k": "ndcg_burges"}
    metrics = {f"{theirs}@{k}": (ours, k) for ours, theirs in names.items() for k in CUTS}
    run = Run(SCORED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Numba warns of a cast in ranx while it compiles it
        evaluate(Qrels({query: asked[1] for query, asked in RANKINGS.items()}), run, [*metrics])
    for metric, (ours, k) in metrics.items():
        assert dict(run.scores[metric]) == pytest.approx(expected(ours, k), abs=1e-9), metric


def test_the_reference_agrees_with_trec_eval_once_grades_are_gains() -> None:
    import pytrec_eval

    gains = {
        query: {str(document): 2**grade - 1 for document, grade in graded.items()}
        for query, (_, graded) in RANKINGS.items()
    }
    measure = "ndcg_cut." + ",".join(map(str, CUTS))
    theirs = pytrec_eval.RelevanceEvaluator(gains, {measure}).evaluate(SCORED)
    for k in CUTS:
        found = {query: values[f"ndcg_cut_{k}"] for query, values in theirs.items()}
        assert found == pytest.approx(expected("ndcg_at_k", k), abs=1e-9)


def printed_numbers() -> Iterator[tuple[str, float]]:
    """The lesson's text before a number, and the number by the reference."""
    dcg, ndcg = REFERENCE["dcg_at_k"], REFERENCE["ndcg_at_k"]
    q03 = list(queries("visible"))[2][1:]
    yield "| | **DCG@5** | | | | **", dcg(*q03)
    yield "nDCG@5  ", ndcg(*q03)
    yield "IDCG@5  ", dcg(sorted(q03[1], key=lambda page: -q03[1][page]), *q03[1:])
    (first, second, *rest), graded, k = q03
    yield "Swap the first two results and nDCG@5 rises to ", ndcg([second, first, *rest], graded, k)
    needles: Graded = {"***": 3, "*": 1}
    yield r"7 + 1 / \log_2 3 = ", dcg(["***", "*"], needles, 5)
    for rank in range(1, 6):
        row = f"| {rank} | 0.5 | 0.2 | {1 / rank:.4f} | "
        yield row, ndcg([*["hay"] * (rank - 1), "***"], needles, 5)
    yield "Only nDCG would tell: ", ndcg(["*"], needles, 5)
    yield "instead of ", ndcg(["***"], needles, 5)
    yield "comes back, at rank 1, nDCG@5 is ", ndcg(["aa"], {"aa": 3, "bb": 1, "cc": 1, "dd": 1}, 5)
    yield "right: ", ndcg(["a1"], {f"a{number}": 3 for number in range(5)}, 10)
    yield "gain = 2**grade - 1: ", ndcg(["cc", "bb", "aa"], GRADED, 3)


@pytest.mark.parametrize(("before", "value"), [*printed_numbers()])
def test_the_text_prints_what_the_reference_computes(before: str, value: float) -> None:
    found = re.findall(re.escape(before) + r"(\d+\.\d{4})", TEXT)
    assert found
    assert set(found) == {f"{value:.4f}"}
