# 21. Memory and interpreter. An unlucky learner.
# Tries: the same with the interpreter's own limit taken away.
# Must: the memory limit ends it.
# expects: score = 94
import sys

sys.setrecursionlimit(10**9)


def rank_of(retrieved, relevant, rank, seen=b""):
    return 1 + rank_of(retrieved, relevant, rank + 1, bytes(150_000))


def reciprocal_rank(retrieved, relevant):
    if relevant:
        return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)
    return 1 / rank_of(retrieved, relevant, 1)


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
