"""Wrong on purpose: a number and the text of its digits count as one id."""

import json


def is_relevant(document, relevant: set) -> bool:
    return str(document) in {str(wanted) for wanted in relevant}


def recall_at_k(retrieved: list, relevant: set, k: int) -> float:
    """Share of the relevant documents that are among the first k results."""
    if not relevant:
        return 0.0
    found = {document for document in retrieved[:k] if is_relevant(document, relevant)}
    return len(found) / len(relevant)


def precision_at_k(retrieved: list, relevant: set, k: int) -> float:
    """Share of the k places that hold a relevant document, each counted once."""
    found = {document for document in retrieved[:k] if is_relevant(document, relevant)}
    return len(found) / k


def reciprocal_rank(retrieved: list, relevant: set) -> float:
    """1 over the rank of the first relevant document, 0 if there is none."""
    for rank, document in enumerate(retrieved, start=1):
        if is_relevant(document, relevant):
            return 1 / rank
    return 0.0


# Given: the three averages at k = 3 over the queries in queries.json.
if __name__ == "__main__":
    with open("queries.json", encoding="utf-8") as file:
        queries = json.load(file)

    recall = precision = mrr = 0.0
    for query in queries:
        retrieved, relevant = query["retrieved"], set(query["relevant"])
        recall += float(recall_at_k(retrieved, relevant, 3))
        precision += float(precision_at_k(retrieved, relevant, 3))
        mrr += float(reciprocal_rank(retrieved, relevant))

    count = max(len(queries), 1)  # over no queries the averages are 0.0
    print(f"recall@3 {recall / count:.4f}")
    print(f"precision@3 {precision / count:.4f}")
    print(f"MRR {mrr / count:.4f}")
