# 4. Time and control flow. An unlucky learner.
# Tries: sleeping, which uses no CPU time at all.
# Must: the wall clock ends it; the first time-out is repeated once, since it looks like a busy
#   machine.
# expects: score = 66
import time


def reciprocal_rank(retrieved, relevant):
    time.sleep(86_400)
    return 0.0


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
