# 42. Forging and false equality. An attack.
# Tries: an object that runs a program when it is unpickled, copied, or turned into JSON.
# Must: nothing is unpickled or copied anywhere: it is an object of a class, and no number.
# expects: score = 66
# expects: says = ["Bomb"]
import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/twofold-hostile",)

    __reduce_ex__ = lambda self, protocol: self.__reduce__()
    __copy__ = __deepcopy__ = __getstate__ = __json__ = __reduce__

    def __iter__(self):
        return iter(self.__reduce__())

    def keys(self):
        return ["format"]

    def __getitem__(self, key):
        return self.__reduce__()


def reciprocal_rank(retrieved, relevant):
    return Bomb()


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
