# 64. Finding the answers. An attack.
# Tries: keeping every query it is given wherever Python keeps anything, and printing what it
#   finds there when it starts.
# Must: a process has nothing of a process before it: what is printed is of visible data only.
# expects: says = ["found [] None None"]
import builtins
import copyreg
import gc
import os
import sys
import warnings

stash = getattr(builtins, "stash", [])
print("found", stash, os.environ.get("STASH"), sys.modules.get("stash"), warnings.filters[0], copyreg.dispatch_table.get(Ellipsis))


def keep(query):
    stash.append(query)
    builtins.stash = stash
    os.environ["STASH"] = str(stash)
    sys.modules["stash"] = stash
    sys.intern(str(query))
    warnings.filters.insert(0, query)
    copyreg.dispatch_table[Ellipsis] = stash
    gc.freeze()


def recall_at_k(retrieved, relevant, k):
    keep((retrieved[:], set(relevant), k))
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
