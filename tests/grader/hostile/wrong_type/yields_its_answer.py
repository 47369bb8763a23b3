# 50. Forging and false equality. An unlucky learner.
# Tries: a generator, with yield in the place of return.
# Must: a generator is no number, and is not run.
# expects: score = 66
# expects: says = ["generator"]
def reciprocal_rank(retrieved, relevant):
    for rank, document in enumerate(retrieved, 1):
        if document in relevant:
            yield 1 / rank
    while True:
        yield 0.0


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
