# 2. Time and control flow. An unlucky learner.
# Tries: one call into C that holds the interpreter's lock and never comes back, with an alarm of
#   its own that never gets to run.
# Must: the time limit is kept from outside, where nobody needs the interpreter's lock.
# expects: score = 66
import itertools
import signal


def alarm(number, frame):
    raise TimeoutError("the interpreter was free after all")


signal.signal(signal.SIGALRM, alarm)


def reciprocal_rank(retrieved, relevant):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return sum(itertools.repeat(0))


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
