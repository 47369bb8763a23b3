# 1a. Time and control flow. An unlucky learner.
# Tries: setting a timer whose signal it does not handle.
# Must: the signal ends that query's process only, and is named.
# expects: score = 66
# expects: says = ["SIGALRM"]
import signal
import time


def reciprocal_rank(retrieved, relevant):
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    time.sleep(60)


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
