# 54. Finding the answers. An attack.
# Tries: reading ahead, on its input and on every other descriptor, to know the queries to come.
# Must: the query that it was asked is all there is.
import os
import select


def waiting():
    poll = select.poll()
    for descriptor in range(64):
        poll.register(descriptor, select.POLLIN)
    return [descriptor for descriptor, event in poll.poll(0) if event & select.POLLIN and os.read(descriptor, 1)]


def reciprocal_rank(retrieved, relevant):
    # The last function of a query: whatever waits now is of a later one.
    assert not waiting(), "something is there to read"
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


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
