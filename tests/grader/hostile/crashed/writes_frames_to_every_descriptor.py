# 36. Forging and false equality. An attack.
# Tries: writing frames that say all is well to every descriptor, while it is loaded.
# Must: frames that nobody asked for end the process: nothing is earned by them.
import json
import struct


def frame(head, arguments=b""):
    text = json.dumps(head).encode()
    return struct.pack("<II", len(text), len(arguments)) + text + arguments


import os

for descriptor in range(64):
    for head in (["loaded", [], []], [1, 0, "value", ["float", "1.0"]], ["passed", 100]):
        try:
            os.write(descriptor, frame(head))
        except OSError:
            continue


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
