# 23. Memory and interpreter. An attack.
# Tries: writing a shared library of its own and loading it.
# Must: nothing can be written, so there is nothing to load.
# expects: score = 66
# expects: trouble = "OSError"
# expects: says = ["hostile.so"]
import base64
import ctypes
import os

LIBRARY = base64.b64decode("f0VMRgIBAQAAAAAAAAAAAAMAPgABAAAA")


def reciprocal_rank(retrieved, relevant):
    for folder in (".", "/tmp", "/dev/shm", "/work", os.path.expanduser("~")):
        try:
            with open(f"{folder}/hostile.so", "wb") as file:
                file.write(LIBRARY)
        except OSError:
            continue
        raise AssertionError(f"written into {folder}")
    return ctypes.CDLL("./hostile.so").rank()


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
