# 47. Forging and false equality. An unlucky learner.
# Tries: exact results: Fraction, Decimal and int.
# Must: they are numbers like any other.
from decimal import Decimal
from fractions import Fraction


def recall_at_k(retrieved, relevant, k):
    return Fraction(len(relevant.intersection(retrieved[:k])), len(relevant)) if relevant else 0


def precision_at_k(retrieved, relevant, k):
    return Decimal(len(relevant.intersection(retrieved[:k]))) / k


def reciprocal_rank(retrieved, relevant):
    hits = (Fraction(1, n) for n, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, Decimal("-0.0"))


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {float(sum(recall_at_k(*q, 3) for q in queries) / len(queries)):.4f}")
    print(f"precision@3 {float(sum(precision_at_k(*q, 3) for q in queries) / len(queries)):.4f}")
    print(f"MRR {sum(float(reciprocal_rank(*q)) for q in queries) / len(queries):.4f}")
