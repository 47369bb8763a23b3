# 69. Files. An attack.
# Tries: moving, exchanging and removing files in a tight loop, to be faster than a check.
# Must: each call is refused before a path is looked at, so there is no race.
# expects: machine = "x86_64"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
RENAMEAT2, RENAME_EXCHANGE, AT_FDCWD = 316, 2, -100


def refused(action, *arguments):
    try:
        action(*arguments)
    except PermissionError:
        return
    raise AssertionError(f"not refused: {action.__name__} {arguments}")


for _ in range(500):
    refused(os.rename, "queries.json", "solution.py")
    refused(os.replace, "/etc/passwd", "queries.json")
    refused(os.unlink, "queries.json")
    refused(os.rmdir, "/work")
    exchanged = libc.syscall(RENAMEAT2, AT_FDCWD, b"queries.json", AT_FDCWD, b"/etc/passwd", RENAME_EXCHANGE)
    assert (exchanged, ctypes.get_errno()) == (-1, 1)


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
