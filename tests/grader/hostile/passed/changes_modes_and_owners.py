# 68. Files. An attack.
# Tries: changing modes, owners, times and attributes of every file it can read, by path and by
#   descriptor.
# Must: each is refused, and the files are as they were.
import os

library = os.path.dirname(os.__file__)
FILES = [os.path.join(library, "json", name) for name in os.listdir(os.path.join(library, "json"))]
FILES += ["queries.json", "/dev/null", "/dev/urandom", "/proc/self/stat", ".", "/", "/etc/ld.so.cache"]


def refused(action, *arguments, **named):
    try:
        action(*arguments, **named)
    except PermissionError:
        return
    raise AssertionError(f"not refused: {action.__name__} {arguments}")


for file in FILES:
    before = os.stat(file, follow_symlinks=False)
    refused(os.chmod, file, 0o777)
    refused(os.chown, file, 0, 0)
    refused(os.lchown, file, 0, 0)
    refused(os.utime, file)
    refused(os.utime, file, (1, 1), follow_symlinks=False)
    refused(os.setxattr, file, "user.hostile", b"1")
    refused(os.truncate, file, 0)
    assert os.stat(file, follow_symlinks=False) == before, file
for descriptor in (0, 1, 2, 3, os.open(os.__file__, os.O_RDONLY)):
    refused(os.fchmod, descriptor, 0o777)
    refused(os.fchown, descriptor, 0, 0)
    refused(os.utime, descriptor)


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
