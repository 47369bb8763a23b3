# 41. Forging and false equality. An attack.
# Tries: a float that says in every method that it is what is wanted.
# Must: it is taken for the float that it is.
# expects: score = 0
class Liar(float):
    def __eq__(self, other):
        return True

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __sub__(self, other):
        return 0.0

    __add__ = __radd__ = __rsub__ = __mul__ = __truediv__ = __abs__ = __sub__

    def __float__(self):
        return 1.0

    def __repr__(self):
        return "1.0"

    __str__ = __format__ = hex = __repr__
    __hash__ = float.__hash__

    def as_integer_ratio(self):
        return 1, 1

    def __getattribute__(self, name):
        return lambda *arguments: 1.0

    def __reduce_ex__(self, protocol):
        return float, (1.0,)


def recall_at_k(retrieved, relevant, k):
    return Liar(0.015625)


def precision_at_k(retrieved, relevant, k):
    return Liar(0.015625)


def reciprocal_rank(retrieved, relevant):
    return Liar(0.015625)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
