# 25. Memory and interpreter. An unlucky learner.
# Tries: importing numpy, which is not offered.
# Must: it says which module there is not, and nothing crashes.
# expects: trouble = "ModuleNotFoundError"
# expects: says = ["numpy"]
import numpy as np


def reciprocal_rank(retrieved, relevant):
    hits = np.flatnonzero([document in relevant for document in retrieved])
    return 1 / (hits[0] + 1) if hits.size else 0.0


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
