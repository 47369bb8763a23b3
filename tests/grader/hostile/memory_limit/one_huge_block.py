# 18. Memory and interpreter. An unlucky learner.
# Tries: one block of a terabyte.
# Must: MemoryError for this query, and the next one goes on in the same process.
# expects: score = 66
# expects: trouble = "MemoryError"
def reciprocal_rank(retrieved, relevant):
    seen = bytes(10**12)
    return 1.0 if retrieved[0] in seen else 0.0


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
