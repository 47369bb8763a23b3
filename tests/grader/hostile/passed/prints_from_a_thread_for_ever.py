# 90. Output and pages. An attack.
# Tries: a thread that prints without an end while the functions do honest work.
# Must: what it prints is cut, and its answers stand.
# expects: says = ["cut here"]
import os
import threading
import time


def spam():
    while not enough.is_set():
        os.write(1, b"spam " * 200 + b"\n")


if __name__ != "__main__":
    enough = threading.Event()
    thread = threading.Thread(target=spam, daemon=True)
    thread.start()
    time.sleep(0.1)
else:  # the script's own lines would be lost in it
    import solution

    solution.enough.set()
    solution.thread.join()


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
