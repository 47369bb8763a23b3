# 73. Files. An attack.
# Tries: planting modules that the next run would import: files on the path, caches of compiled
#   code, entries in import caches, preloaded modules that it changes.
# Must: files can't be made, and what is in memory dies with the process.
import collections
import importlib.util
import json
import os
import py_compile
import re
import sys

assert __name__ == "__main__" or not hasattr(json, "planted"), "planted by a run before"
for module in (json, re, collections, os, sys):
    module.planted = True
for folder in (".", os.path.dirname(os.__file__), *sys.path):
    for name in ("sitecustomize.py", "usercustomize.py", "hostile.pth", "json.py", "random.pyc"):
        path = os.path.join(folder, name)
        try:
            open(path, "x").close()
        except OSError:
            continue
        raise AssertionError(f"planted {path}")
for target in (importlib.util.cache_from_source(os.__file__), "/tmp/os.pyc"):
    try:
        py_compile.compile(os.__file__, cfile=target, doraise=True)
    except OSError:
        continue
    raise AssertionError(f"compiled into {target}")
sys.path.insert(0, "/tmp")
sys.path_importer_cache.clear()
sys.pycache_prefix = "/tmp"


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
