"""Right solutions of the first lesson in five styles; each must agree with the reference."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

Document = str | int
Metric = Callable[..., float | Fraction]


@dataclass(frozen=True)
class Style:
    """The three functions of one right solution."""

    recall_at_k: Metric
    precision_at_k: Metric
    reciprocal_rank: Metric


def _loop_recall(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    found: list[Document] = []
    for place in range(len(retrieved)):
        if place < k and retrieved[place] in relevant and retrieved[place] not in found:
            found.append(retrieved[place])
    if len(relevant) > 0:
        return len(found) / len(relevant)
    return 0


def _loop_precision(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    hits = 0
    seen = set()
    for document in retrieved[:k]:
        if document in relevant and document not in seen:
            hits += 1
        seen.add(document)
    return hits / k


def _loop_rank(retrieved: list[Document], relevant: set[Document]) -> float:
    rank = 1
    while rank <= len(retrieved):
        if retrieved[rank - 1] in relevant:
            return 1 / rank
        rank += 1
    return 0


def _exact_recall(retrieved: list[Document], relevant: set[Document], k: int) -> Fraction:
    return Fraction(len(set(retrieved[:k]) & relevant), len(relevant) or 1)


def _exact_precision(retrieved: list[Document], relevant: set[Document], k: int) -> Fraction:
    return Fraction(len(set(retrieved[:k]) & relevant), k)


def _exact_rank(retrieved: list[Document], relevant: set[Document]) -> Fraction:
    ranks = (rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    rank = next(ranks, None)
    return Fraction(1, rank) if rank else Fraction(0)


def _backward_recall(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    try:
        return sum(document in retrieved[:k] for document in relevant) / len(relevant)
    except ZeroDivisionError:
        return 0.0


def _backward_precision(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    return sum(document in retrieved[:k] for document in relevant) / k


def _backward_rank(retrieved: list[Document], relevant: set[Document]) -> float:
    places = [retrieved.index(document) for document in relevant if document in retrieved]
    return 1 / (min(places) + 1) if places else 0.0


def _filter_recall(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    missed = relevant.difference(retrieved[:k])
    return 1 - len(missed) / len(relevant) if relevant else 0.0


def _padded_precision(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    places = (list(dict.fromkeys(retrieved[:k])) + [None] * k)[:k]
    return sum(1 / k for place in places if place in relevant)


def _best_rank(retrieved: list[Document], relevant: set[Document]) -> float:
    return max((1 / (retrieved.index(hit) + 1) for hit in {*retrieved} & relevant), default=0)


def _recursive_recall(retrieved: list[Document], relevant: set[Document], k: int) -> float:
    if not retrieved or not relevant or k == 0:
        return 0.0
    *others, last = retrieved[:k]
    new = last in relevant and last not in others
    return new / len(relevant) + _recursive_recall(others, relevant, len(others))


def _borrowed_precision(retrieved: list[Document], relevant: set[Document], k: int) -> Fraction:
    return _exact_recall(retrieved, relevant, k) * len(relevant) / k


def _recursive_rank(retrieved: list[Document], relevant: set[Document]) -> float:
    if relevant.isdisjoint(retrieved):
        return 0.0
    if retrieved[0] in relevant:
        return 1.0
    return 1 / (1 + 1 / _recursive_rank(retrieved[1:], relevant))


STYLES: dict[str, Style] = {
    "loops": Style(_loop_recall, _loop_precision, _loop_rank),
    "fractions": Style(_exact_recall, _exact_precision, _exact_rank),
    "from the relevant side": Style(_backward_recall, _backward_precision, _backward_rank),
    "what is missing, padding, max": Style(_filter_recall, _padded_precision, _best_rank),
    "recursion": Style(_recursive_recall, _borrowed_precision, _recursive_rank),
}
