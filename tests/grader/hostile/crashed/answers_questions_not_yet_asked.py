# 36. Forging and false equality. An attack.
# Tries: answering the queries to come beforehand, with numbers that it has guessed.
# Must: an answer that is there before its question ends the process.
# expects: score = 66
import json
import struct


def frame(head, arguments=b""):
    text = json.dumps(head).encode()
    return struct.pack("<II", len(text), len(arguments)) + text + arguments


import os


def reciprocal_rank(retrieved, relevant):
    ahead = (frame([number, call, "value", ["float", "1.0"]]) for number in range(200) for call in range(3))
    os.write(3, b"".join(ahead))
    return 1.0


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
