# 90. Output and pages. An attack.
# Tries: printing for ever, to both streams.
# Must: the time limit ends it; the beginning and the end of what it printed are kept, with a
#   notice between.
# expects: score = 66
# expects: says = ["the very beginning", "cut here"]
import sys


def reciprocal_rank(retrieved, relevant):
    print("the very beginning")
    while True:
        print("round and round", "again" * 100)
        print("and round", file=sys.stderr)


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
