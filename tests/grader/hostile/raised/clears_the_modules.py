# 26. Memory and interpreter. An attack.
# Tries: forgetting every module, freezing the collector, never switching threads.
# Must: the harness has bound what it needs before, so the functions are right; the script finds
#   no module to import.
# expects: score = 91
import gc
import sys

gc.freeze()
gc.disable()
sys.setswitchinterval(1e9)
sys.path.clear()
sys.meta_path.clear()
sys.modules.clear()


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
