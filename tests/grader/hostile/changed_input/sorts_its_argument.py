# 108. Source text. An unlucky learner.
# Tries: sorting, without repeats, the list that it was given, after it has its answer.
# Must: the value is right, and the list came back changed.
# expects: score = 75
def reciprocal_rank(retrieved, relevant):
    found = next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)
    retrieved[:] = sorted(map(str, set(retrieved)))
    return found


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
