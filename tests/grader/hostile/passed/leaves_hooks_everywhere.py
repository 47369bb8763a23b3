# 39. Forging and false equality. An attack.
# Tries: import hooks, audit hooks, trace and profile functions, hooks for errors, all of them
#   failing.
# Must: none of them meets an answer: its own honest answers stand.
import sys
import threading


def fail(*arguments, **named):
    raise RuntimeError("caught you")


class Finder:
    find_spec = fail


def audit(event, arguments):
    if event in ("compile", "pickle.find_class", "os.system"):
        fail()


sys.meta_path.insert(0, Finder())
sys.path_hooks.insert(0, fail)
sys.addaudithook(audit)
sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = fail
threading.settrace(fail)
threading.setprofile(fail)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    sys.meta_path.pop(0)
    sys.path_hooks.pop(0)
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
