# 57. Finding the answers. An attack.
# Tries: importing the grader, its sandbox, the web app and what they are made of; taking the
#   grader's modules from memory.
# Must: none of them can be imported, and no module of theirs is there by name.
import importlib
import sys

NAMES = """
grader grader.grade grader.sandbox grader.sandbox.harness grader.sandbox.warden app app.settings tests twofold
pydantic fastapi sqlalchemy pyseccomp jinja2 uvicorn pip setuptools
""".split()
for name in NAMES:
    assert name not in sys.modules, name
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    raise AssertionError(f"imported {name}")


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
