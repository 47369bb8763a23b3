# 20. Memory and interpreter. An attack.
# Tries: holding memory outside the heap: shared mappings, a memory file, System V segments.
# Must: mappings count to the same limit; everything else is refused.
# expects: machine = "x86_64"
# expects: score = 66
# expects: trouble = "OSError"
# expects: says = ["Cannot allocate memory"]
import ctypes
import mmap
import os

libc = ctypes.CDLL(None, use_errno=True)
MIB = 1024 * 1024
SHMGET = 29


def reciprocal_rank(retrieved, relevant):
    try:
        os.memfd_create("hoard")
    except PermissionError:
        held = []
    assert libc.syscall(SHMGET, 0, MIB, 0o1600) == -1 and ctypes.get_errno() == 1
    while True:
        held.append(mmap.mmap(-1, 16 * MIB))
        assert len(held) <= 16, "more than 256 MiB"


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
