# 43. Forging and false equality. An attack.
# Tries: texts, lists and dicts that say they are short, empty or something else.
# Must: what they hold is sent, whatever their methods say; it is no number.
# expects: says = ["really"]
class Text(str):
    def __len__(self):
        return 0

    def __str__(self):
        return "1.0"

    __repr__ = encode = __str__


class Items(list):
    def __len__(self):
        return 0

    def __iter__(self):
        return iter(())

    def __getitem__(self, place):
        raise IndexError(place)


class Pairs(dict):
    def items(self):
        raise SystemExit

    __iter__ = keys = values = __len__ = items


def recall_at_k(retrieved, relevant, k):
    return Text("really")


def precision_at_k(retrieved, relevant, k):
    return Items([Text("really"), Items([1, 2])])


def reciprocal_rank(retrieved, relevant):
    return Pairs({Text("really"): Pairs({1: 2})})


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
