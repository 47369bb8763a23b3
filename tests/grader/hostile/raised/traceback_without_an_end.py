# 94. Output and pages. An attack.
# Tries: an exception that comes up through a hundred thousand calls.
# Must: the innermost lines of its own are told, and no more than a few.
# expects: score = 94
# expects: trouble = "LookupError"
# expects: says = ["at the bottom"]
import sys

sys.setrecursionlimit(200_000)


def down(depth):
    if depth == 0:
        raise LookupError("at the bottom")
    down(depth - 1)


def reciprocal_rank(retrieved, relevant):
    if relevant:
        return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)
    down(100_000)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
