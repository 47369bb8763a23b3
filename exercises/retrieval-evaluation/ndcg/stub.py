"""DCG and nDCG at k, each for one query with graded documents."""

import json
import math  # for math.log2

K = 5


def dcg_at_k(retrieved: list, graded: dict, k: int) -> float:
    """Gains of the first k results, each times the discount of its rank, added up."""
    raise NotImplementedError("dcg_at_k is not written yet")


def ndcg_at_k(retrieved: list, graded: dict, k: int) -> float:
    """DCG@k divided by the largest DCG@k that the graded documents allow."""
    raise NotImplementedError("ndcg_at_k is not written yet")


# Given: the mean nDCG over the queries in queries.json.
if __name__ == "__main__":
    with open("queries.json", encoding="utf-8") as file:
        records = json.load(file)
    scores = []
    for record in records:
        graded = dict(record["graded"])
        k = record.get("k", K)
        scores.append(float(ndcg_at_k(record["retrieved"], graded, k)))
    mean = sum(scores) / len(scores) if scores else 0.0
    print(f"queries: {len(scores)}")
    print(f"mean nDCG@k: {mean:.4f}")
