# 91. Output and pages. An attack.
# Tries: printing every byte there is, control sequences for terminals, and lines that look like
#   a log's.
# Must: it is readable text where it is shown, and costs nothing.
# expects: says = ["the sandbox has failed"]
import os

os.write(1, bytes(range(256)) * 4)
os.write(2, b"\x1b]0;owned\x07\x1b[2J\x1b[31m\xc0\x80\xed\xa0\x80\n")
os.write(1, b"2031-01-01T00:00:00Z [error] grader: the sandbox has failed\r\n")


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
