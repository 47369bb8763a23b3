"""Right answers to the exercise `ndcg`, each in its own style, for holding the reference to."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import reduce
from heapq import nlargest
from itertools import islice

Id = str | int
Graded = dict[Id, int]
Number = float | Decimal
Metric = Callable[[list[Id], Graded, int], Number]


def loop_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    total, paid = 0.0, []
    for index in range(min(k, len(retrieved))):
        document = retrieved[index]
        if document in paid or document not in graded:
            continue
        paid.append(document)
        total = total + (2 ** graded[document] - 1) / math.log2(index + 2)
    return total


def loop_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    order: list[Id] = []
    for grade in (3, 2, 1):
        order += [document for document in graded if graded[document] == grade]
    best = loop_dcg(order, graded, k)
    return 0 if best == 0 else loop_dcg(retrieved, graded, k) / best


def expression_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    return sum(
        (2.0 ** graded.get(document, 0) - 1) / math.log2(index + 2)
        for index, document in enumerate(retrieved[:k])
        if document not in retrieved[:index]
    )


def expression_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    best = expression_dcg(sorted(graded, key=lambda document: -graded[document]), graded, k)
    return expression_dcg(retrieved, graded, k) / (best or 1.0)


def from_the_labels_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    top = retrieved[:k]
    found = [
        (top.index(document) + 1, grade) for document, grade in graded.items() if document in top
    ]
    return math.fsum(((1 << grade) - 1) * math.log(2) / math.log(rank + 1) for rank, grade in found)


def from_the_labels_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    best = enumerate(nlargest(k, graded.values()), start=1)
    ideal = math.fsum(((1 << grade) - 1) * math.log(2) / math.log(rank + 1) for rank, grade in best)
    return from_the_labels_dcg(retrieved, graded, k) / ideal if ideal > 0 else 0.0


def used_up_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    left = graded.copy()
    return _of_grades(left.pop(document, 0) for document in islice(retrieved, k))


def used_up_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    try:
        ideal = _of_grades(sorted(graded.values(), reverse=True)[:k])
        return used_up_dcg(retrieved, graded, k) / ideal
    except ZeroDivisionError:
        return 0


def _of_grades(grades: Iterable[int]) -> float:
    return sum((0, 1, 3, 7)[grade] / math.log2(rank) for rank, grade in enumerate(grades, start=2))


def decimal_dcg(retrieved: list[Id], graded: Graded, k: int) -> Decimal:
    total, two = Decimal(0), Decimal(2)
    first_places = {document: rank for rank, document in reversed([*enumerate(retrieved[:k], 1)])}
    for document, rank in first_places.items():
        gain = two ** graded.get(document, 0) - 1
        total += gain * two.ln() / Decimal(rank + 1).ln()
    return total


def decimal_ndcg(retrieved: list[Id], graded: Graded, k: int) -> Decimal:
    best = [document for _, document in _by_grade(graded)]
    ideal = decimal_dcg(best, graded, k)
    return decimal_dcg(retrieved, graded, k) / ideal if ideal else Decimal(0)


def _by_grade(graded: Mapping[Id, int]) -> list[tuple[int, Id]]:
    pairs = [(grade, document) for document, grade in graded.items()]
    return sorted(pairs, key=lambda pair: pair[0], reverse=True)


def recursive_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    return _from_rank(1, retrieved[:k], graded, frozenset())


def recursive_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    ideal = recursive_dcg([document for _, document in _by_grade(graded)], graded, k)
    return recursive_dcg(retrieved, graded, k) / ideal if ideal else 0.0


def _from_rank(rank: int, rest: Sequence[Id], graded: Graded, seen: frozenset[Id]) -> float:
    if not rest:
        return 0.0
    document, *later = rest
    gain = 0 if document in seen else 2 ** graded.get(document, 0) - 1
    return gain / math.log2(1 + rank) + _from_rank(rank + 1, later, graded, seen | {document})


def folded_dcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    def add(state: tuple[int, float, list[Id]], document: Id) -> tuple[int, float, list[Id]]:
        rank, total, seen = state
        gain = 0.0 if document in seen else math.exp2(graded.get(document, 0)) - 1
        return rank + 1, total + gain / math.log2(rank + 1), [*seen, document]

    start: tuple[int, float, list[Id]] = (1, 0.0, [])
    return reduce(add, retrieved[:k], start)[1]


def folded_ndcg(retrieved: list[Id], graded: Graded, k: int) -> float:
    if not any(graded.values()):
        return 0.0
    best = nlargest(len(graded), graded, key=lambda document: graded[document])
    return folded_dcg(retrieved, graded, k) / folded_dcg(best, graded, k)


STYLES: dict[str, dict[str, Metric]] = {
    "loop": {"dcg_at_k": loop_dcg, "ndcg_at_k": loop_ndcg},
    "expression": {"dcg_at_k": expression_dcg, "ndcg_at_k": expression_ndcg},
    "from the labels": {"dcg_at_k": from_the_labels_dcg, "ndcg_at_k": from_the_labels_ndcg},
    "grades used up": {"dcg_at_k": used_up_dcg, "ndcg_at_k": used_up_ndcg},
    "decimal": {"dcg_at_k": decimal_dcg, "ndcg_at_k": decimal_ndcg},
    "recursive": {"dcg_at_k": recursive_dcg, "ndcg_at_k": recursive_ndcg},
    "folded": {"dcg_at_k": folded_dcg, "ndcg_at_k": folded_ndcg},
}
