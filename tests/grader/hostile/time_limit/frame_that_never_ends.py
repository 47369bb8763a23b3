# 36. Forging and false equality. An attack.
# Tries: sending an answer one byte at a time, and never all of it.
# Must: each byte is taken, and the clock goes on: the time limit ends it.
# expects: score = 66
import os
import struct
import time


def reciprocal_rank(retrieved, relevant):
    os.write(3, struct.pack("<II", 100_000, 0))
    while True:
        os.write(3, b"[")
        time.sleep(0.001)


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
