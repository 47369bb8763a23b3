# 33. Processes. An attack.
# Tries: putting what it prints in the place of the connection, so that text is read as answers.
# Must: what it prints stays print, and the query has no answer.
# expects: score = 66
import os


def reciprocal_rank(retrieved, relevant):
    for descriptor in range(3, 64):
        try:
            os.dup2(1, descriptor)
        except OSError:
            pass
    os.write(3, b'[1,0,"value",["float","1.0"]]')
    return 1.0


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
