# 59. Finding the answers. An attack.
# Tries: putting the query it was given into the name, the message, the notes and the cause of an
#   exception, and into what it prints.
# Must: all of that is shown for visible data and none of it for hidden data.
# expects: says = ["track-parcel", "change-address"]
import sys


def recall_at_k(retrieved, relevant, k):
    told = f"{retrieved} {sorted(map(str, relevant))} {k}"
    print(told)
    print(told, file=sys.stderr)
    error = type(told, (ValueError,), {})(told)
    error.add_note(told)
    raise error from KeyError(told)


def precision_at_k(retrieved, relevant, k):
    return type(str(retrieved), (), {})()


def reciprocal_rank(retrieved, relevant):
    return [*retrieved, *relevant]


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
