# 70. Files. An attack.
# Tries: a file of a petabyte with nothing in it, 200 folders in each other, names of line breaks
#   and of bytes that are no text.
# Must: nothing is made, whatever its name; no open file can be made longer.
import ctypes
import os

NAMES = [b"hostile", b"hostile\nname", b"hostile\xff\xfe", b"h" * 255, b"hostile\x1b[31m", b"/".join([b"d"] * 200)]


def refused(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return
    raise AssertionError(f"not refused: {action.__name__} {arguments}")


for name in NAMES:
    refused(os.mkdir, name, 0)
    refused(os.makedirs, name)
    for folder in (b"", b"/tmp/", b"/dev/shm/", b"/var/tmp/", b"/run/"):
        refused(os.open, folder + name, os.O_RDWR | os.O_CREAT, 0o666)
        refused(os.open, folder or b".", os.O_RDWR | 0o20200000, 0o600)
for descriptor in range(5):
    refused(os.ftruncate, descriptor, 2**50)
    refused(os.posix_fallocate, descriptor, 0, 2**50)
    refused(os.fsync, descriptor)


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
