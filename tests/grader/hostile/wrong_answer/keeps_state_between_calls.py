# 109. Source text. An unlucky learner.
# Tries: a list of results that is never emptied, as a default argument.
# Must: the queries of a set share a process, so it shows, every time in the same way.
# expects: score = 66
def reciprocal_rank(retrieved, relevant, ranks=[]):
    ranks += [n for n, document in enumerate(retrieved, 1) if document in relevant]
    return 1 / ranks[0] if ranks else 0.0


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
