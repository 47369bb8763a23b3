# 48. Forging and false equality. An unlucky learner.
# Tries: -0.0 for 0, whole numbers for 1.0, sums that are a little off, numbers almost 0.
# Must: they are close enough, by the rule that is stated.
def recall_at_k(retrieved, relevant, k):
    share = 1 / len(relevant) if relevant else 0.0
    return sum(share for _ in relevant.intersection(retrieved[:k])) or -0.0


def precision_at_k(retrieved, relevant, k):
    found = len(relevant.intersection(retrieved[:k]))
    return found // k if found % k == 0 else found / k + 1e-12


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 1e-320)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
