# 75. Files. An unlucky learner.
# Tries: keeping a note in a temporary file.
# Must: a plain exception: there is no folder to write to.
# expects: score = 66
# expects: trouble = "FileNotFoundError"
import tempfile


def reciprocal_rank(retrieved, relevant):
    with tempfile.TemporaryFile("w+") as file:
        file.writelines(f"{document}\n" for document in retrieved)
        file.seek(0)
        lines = [line.strip() in relevant for line in file]
    return 1 / (lines.index(True) + 1) if True in lines else 0.0


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
