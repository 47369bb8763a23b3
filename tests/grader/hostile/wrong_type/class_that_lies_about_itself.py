# 43. Forging and false equality. An attack.
# Tries: a class whose class lies about its name, its bases, its hash and what it is equal to.
# Must: classes are told apart by what they are, and named by their real name.
# expects: score = 66
# expects: says = ["Really"]
class Lies(type):
    __name__ = "float"
    __mro__ = property(lambda cls: (float, object))
    __bases__ = property(lambda cls: (float,))

    def mro(cls):
        return [cls, *type.mro(cls)[1:]]

    def __hash__(cls):
        return hash(float)

    def __eq__(cls, other):
        return True

    def __instancecheck__(cls, instance):
        return True

    __subclasscheck__ = __instancecheck__


class Really(metaclass=Lies):
    __class__ = float

    def __getattribute__(self, name):
        raise SystemExit


def reciprocal_rank(retrieved, relevant):
    return Really()


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
