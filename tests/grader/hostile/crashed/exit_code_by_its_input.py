# 62. Finding the answers. An attack.
# Tries: telling a query by the exit code of its process, its memory, its threads, what it
#   printed.
# Must: the exit code of a visible query is shown and no more; a hidden one is stopped, and that
#   is all.
# expects: score = 66
# expects: says = ["exit code"]
import os
import threading
import time


def reciprocal_rank(retrieved, relevant):
    bits = sum(str(retrieved).encode()) % 128
    held = bytearray(bits * 16 * 1024)
    for _ in range(bits % 8):
        threading.Thread(target=time.sleep, args=(9,)).start()
    os.write(1, b"x" * bits)
    os._exit(100 + bits)


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
