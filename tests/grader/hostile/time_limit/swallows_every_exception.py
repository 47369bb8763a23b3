# 6. Time and control flow. An attack.
# Tries: catching whatever could end its loop, its own exits included.
# Must: SIGKILL from outside ends it; no exception is needed.
# expects: score = 66
import sys


def reciprocal_rank(retrieved, relevant):
    while True:
        try:
            sys.exit("never mind")
        except BaseException:
            continue


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
