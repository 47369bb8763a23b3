# 54. Files. An attack.
# Tries: reading queries.json before the script is run, and writing into it, changing and keeping
#   it while the script runs.
# Must: it is not there before; while it is there it can only be read.
import fcntl
import mmap
import os


def refused(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        return
    raise AssertionError(f"not refused: {action.__name__} {arguments}")


def reciprocal_rank(retrieved, relevant):
    if __name__ != "__main__":
        assert not os.path.exists("queries.json"), "it is there before the script runs"
        refused(os.open, "queries.json", os.O_RDONLY)
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


if __name__ == "__main__":
    given = os.open("queries.json", os.O_RDONLY)
    before = os.fstat(given)
    content = os.pread(given, 1_000_000, 0)
    refused(os.open, "queries.json", os.O_RDONLY | os.O_TRUNC)
    refused(os.ftruncate, given, 0)
    refused(os.fchmod, given, 0o666)
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_RDWR | os.O_APPEND):
        try:
            opened = os.open("queries.json", flags)
        except OSError:
            continue
        refused(os.write, opened, b"[]")
        refused(os.pwrite, opened, b"[]", 0)
        refused(mmap.mmap, opened, 0)
        os.close(opened)
    refused(fcntl.fcntl, given, 1033, 0)
    assert (os.fstat(given), os.pread(given, 1_000_000, 0)) == (before, content)
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
