# 35. Processes. An unlucky learner.
# Tries: a pool of processes, to be faster.
# Must: a plain exception, since no process can be started here.
# expects: score = 66
import multiprocessing


def rank(pair):
    return next((1 / n for n, document in enumerate(pair[0], 1) if document in pair[1]), 0.0)


def reciprocal_rank(retrieved, relevant):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        return pool.map(rank, [(retrieved, relevant)])[0]


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
