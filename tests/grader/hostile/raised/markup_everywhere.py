# 92. Output and pages. An attack.
# Tries: markup, template marks and links in the name of a class, its message, a function's name
#   and what is printed.
# Must: it is kept as the literal text that it is, for whoever shows it to escape.
# expects: score = 66
# expects: says = ["<script>alert(1)</script>{{ 7 * 7 }}"]
MARKUP = "<script>alert(1)</script>{{ 7 * 7 }}{% raw %}[link](javascript:alert(1))<svg onload=alert(1)>"


def reciprocal_rank(retrieved, relevant):
    print(MARKUP)
    raise type(MARKUP, (LookupError,), {"__module__": MARKUP, "__qualname__": MARKUP})(MARKUP)


reciprocal_rank.__name__ = reciprocal_rank.__qualname__ = MARKUP


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
