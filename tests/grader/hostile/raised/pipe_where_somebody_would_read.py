# 67. Files. An attack.
# Tries: a named pipe and a device in places where a reader would wait for ever.
# Must: nothing can be made, so nobody waits.
# expects: score = 66
# expects: trouble = "PermissionError"
import os
import stat


def reciprocal_rank(retrieved, relevant):
    for kind in (stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK, stat.S_IFREG):
        try:
            os.mknod("hostile", kind | 0o666, os.makedev(1, 5))
        except PermissionError:
            continue
        raise AssertionError(f"made a file of kind {kind:o}")
    os.mkfifo("queries.json.pipe")


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
