# 58. Finding the answers. An attack.
# Tries: looking for caches, histories and installed links on its module path, and for where its
#   own code came from.
# Must: the path is the standard library and no more; its own file has a fixed name and is
#   nowhere.
import os
import sys
import sysconfig

library = os.path.dirname(os.__file__)
places = [place for place in sys.path if not place.startswith(library) and not place.endswith(".zip")]
assert places == [], places
for place in sys.path:
    for name in (".git", "__pycache__", "__editable__.pth", "distutils-precedence.pth", "easy-install.pth"):
        found = os.path.join(place, name)
        try:
            found = os.listdir(found)
        except OSError:
            continue
        raise AssertionError(f"{place}/{name}: {found}")
assert __file__ == "solution.py" and not os.path.exists(__file__), __file__
assert sys.argv[1:] == [] or sys.argv[1:] == sys.argv[-1:], sys.argv
assert not sys.flags.dev_mode and sys.flags.no_site and sys.flags.safe_path, sys.flags


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
