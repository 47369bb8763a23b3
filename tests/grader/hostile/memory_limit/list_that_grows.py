# 17. Memory and interpreter. An unlucky learner.
# Tries: a list that grows for ever.
# Must: it is told as the memory limit, not as a crash.
# expects: score = 94
# expects: trouble = "MemoryError"
def reciprocal_rank(retrieved, relevant):
    if relevant:
        return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)
    hoard = []
    while True:
        hoard.append([0] * 100_000)


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
