# 10. Time and control flow. An attack.
# Tries: answering one query well, then ending the process at once.
# Must: the answer stands; the next query is a crash of its own, and the one after it starts
#   afresh.
# expects: score = 66
# expects: says = ["exit code 0"]
import os

answered = []


def reciprocal_rank(retrieved, relevant):
    if answered:
        os._exit(0)
    answered.append(1)
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


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
