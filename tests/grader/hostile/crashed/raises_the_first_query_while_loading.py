# 36. Forging and false equality. An attack.
# Tries: forging the frame that says it is loaded, reading the first query itself and raising
#   that as its import error, so that hidden data comes out as the text of a load error.
# Must: text about loading is believed only as the answer to the source; no hidden word comes
#   out.
import json
import struct


def frame(head, arguments=b""):
    text = json.dumps(head).encode()
    return struct.pack("<II", len(text), len(arguments)) + text + arguments


import os

os.write(3, frame(["loaded", [], []]))
raise ImportError(os.read(3, 65_536).decode("latin-1"))


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
