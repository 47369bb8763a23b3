# 105. Source text. An unlucky learner.
# Tries: quotation marks from a text processor.
# Must: the character is named.
# expects: says = ["U+201C"]
name = “recall”


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
