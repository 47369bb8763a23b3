# 40. Forging and false equality. An attack.
# Tries: an object that is equal to everything, larger and smaller, and every number at once.
# Must: nothing of it is asked: it is no number. Its class is named, and that is all.
# expects: says = ["Anything"]
class Anything:
    def __eq__(self, other):
        return True

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __contains__ = __eq__

    def __hash__(self):
        return 0

    def __sub__(self, other):
        return 0.0

    __rsub__ = __abs__ = __float__ = __sub__

    def __repr__(self):
        return "1.0"


def recall_at_k(retrieved, relevant, k):
    return Anything()


precision_at_k = recall_at_k


def reciprocal_rank(retrieved, relevant):
    return Anything()


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
