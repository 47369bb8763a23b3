# 107. Source text. An unlucky learner.
# Tries: a lambda, a partial, an object that can be called, a decorated function and a bound
#   method.
# Must: whatever can be called is a function.
import functools


class Metric:
    def __call__(self, retrieved, relevant, k):
        return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0

    @functools.lru_cache
    def rank(self, retrieved, relevant):
        return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


def share(of, retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


metric = Metric()
recall_at_k = metric
precision_at_k = functools.partial(share, metric)
reciprocal_rank = lambda retrieved, relevant: metric.rank(tuple(retrieved), frozenset(relevant))


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
