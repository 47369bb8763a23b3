# 92. Output and pages. An attack.
# Tries: returning text with markup in it, and a dict whose keys are markup.
# Must: it is no number, and is shown as the literal it is.
# expects: says = ["<b>1.0</b>"]
def recall_at_k(retrieved, relevant, k):
    return "<b>1.0</b>"


def precision_at_k(retrieved, relevant, k):
    return {"<i>precision</i>": 1.0, "\x00\x1b[31m": "\ud800"}


def reciprocal_rank(retrieved, relevant):
    return b"<u>1.0</u>"


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
