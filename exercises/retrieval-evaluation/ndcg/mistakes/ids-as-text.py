import json
import math

K = 5


def dcg_at_k(retrieved, graded, k):
    grades = {str(document): grade for document, grade in graded.items()}
    total = 0.0
    seen = set()
    for rank, document in enumerate(map(str, retrieved[:k]), start=1):
        if document not in seen:
            seen.add(document)
            gain = 2 ** grades.get(document, 0) - 1
            total += gain / math.log2(rank + 1)
    return total


def ndcg_at_k(retrieved, graded, k):
    best_first = sorted(graded, key=graded.get, reverse=True)
    ideal = dcg_at_k(best_first, graded, k)
    if ideal == 0:
        return 0.0
    return dcg_at_k(retrieved, graded, k) / ideal


# Given: the mean nDCG over the queries in queries.json.
if __name__ == "__main__":
    with open("queries.json", encoding="utf-8") as file:
        records = json.load(file)
    scores = []
    for record in records:
        graded = dict(record["graded"])
        k = record.get("k", K)
        scores.append(float(ndcg_at_k(record["retrieved"], graded, k)))
    mean = sum(scores) / len(scores) if scores else 0.0
    print(f"queries: {len(scores)}")
    print(f"mean nDCG@k: {mean:.4f}")
