import json
import math

K = 5


def dcg_at_k(retrieved, graded, k):
    """The discounted cumulative gain of the first k results.

    retrieved: list of document ids, best first. graded: dict, document id -> grade 0..3.
    """
    # For each of the first k results: gain 2**grade - 1, divided by log2(rank + 1).
    return 0.0


def ndcg_at_k(retrieved, graded, k):
    """dcg_at_k of the results, divided by the best DCG that the graded documents allow."""
    # The ideal ranking comes from `graded`, not from `retrieved`.
    return 0.0


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
