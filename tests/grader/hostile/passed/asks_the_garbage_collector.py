# 52. Finding the answers. An attack.
# Tries: going through every object that the collector knows, and through what those refer to.
# Must: nothing there knows a check, an expected value or another query.
import gc

# In two parts, so that this text is not what it finds.
WORDS = ["".join(parts) for parts in (("several", "-hits"), ("nothing", "-returned"), ("expec", "ted\""))]


def texts():
    for holder in gc.get_objects():
        for value in (holder, *gc.get_referents(holder)):
            if type(value) is str:
                yield value
            elif type(value) in (bytes, bytearray):
                yield bytes(value).decode("latin-1")


gc.unfreeze()
seen = 0
for text in texts():
    seen += 1
    assert text in WORDS or not [word for word in WORDS if word in text], text
assert seen > 10_000, seen


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
