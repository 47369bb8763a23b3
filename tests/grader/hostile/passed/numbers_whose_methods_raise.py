# 41. Forging and false equality. An attack.
# Tries: right numbers of classes of its own, in which every method raises an error.
# Must: a subclass counts as its base, and none of its methods is called.
from decimal import Decimal
from fractions import Fraction


def touchy(base):
    """A subclass of `base` that can only be made."""

    def fail(self, *arguments, **named):
        raise RuntimeError("don't touch me")

    keep = {"__new__", "__init__", "__class__", "__init_subclass__", "__subclasshook__", "__slots__"}
    return type("Touchy", (base,), {name: fail for name in dir(base) if name not in keep and callable(getattr(base, name))})


REAL, WHOLE = touchy(float), touchy(int)


def whole_or_real(value):
    return WHOLE(value) if value in (0, 1) else REAL(value)


def recall_at_k(retrieved, relevant, k):
    found = len(relevant.intersection(retrieved[:k]))
    return whole_or_real(found / len(relevant) if relevant else 0.0)


def precision_at_k(retrieved, relevant, k):
    return whole_or_real(len(relevant.intersection(retrieved[:k])) / k)


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return whole_or_real(next(hits, 0.0))


if __name__ == "__main__":
    whole_or_real = float
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
