# 88. Network and kernel. An attack.
# Tries: using descriptors that it inherited from whoever started it.
# Must: there are five: nothing to read, two to print to, one to answer on, one to ring.
import os
import stat

kinds = {}
for descriptor in range(4096):
    try:
        kinds[descriptor] = stat.S_IFMT(os.fstat(descriptor).st_mode)
    except OSError:
        continue
if __name__ == "__main__":
    queries = {descriptor for descriptor, kind in kinds.items() if kind == stat.S_IFREG}
    assert len(queries) == 1, "the script has its queries, and no other file"
    kinds.pop(queries.pop())
assert kinds == {0: stat.S_IFCHR, 1: stat.S_IFIFO, 2: stat.S_IFIFO, 3: stat.S_IFSOCK, 4: stat.S_IFIFO}, kinds
assert os.read(0, 1) == b""
try:
    os.read(4, 1)
except OSError as error:
    assert error.errno == 9, error


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
