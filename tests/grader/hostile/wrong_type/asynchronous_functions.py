# 107. Forging and false equality. An unlucky learner.
# Tries: functions that are written with async def.
# Must: a coroutine is no number, and is named as what it is.
# expects: says = ["coroutine"]
async def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


async def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


async def reciprocal_rank(retrieved, relevant):
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
