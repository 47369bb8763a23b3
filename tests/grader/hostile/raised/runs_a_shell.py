# 29. Processes. An attack.
# Tries: becoming a shell, or having one started.
# Must: no program can be started, by any of the ways to start one.
# expects: score = 66
# expects: trouble = "PermissionError"
import os

SHELL = ["/bin/sh", "-c", "id; sudo -n id; su -c id"]


def reciprocal_rank(retrieved, relevant):
    assert os.system("exit 0") != 0
    for start in (os.posix_spawn, os.posix_spawnp):
        try:
            start(SHELL[0], SHELL, {})
        except PermissionError:
            continue
        raise AssertionError("a shell was started")
    os.execve(SHELL[0], SHELL, {})


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
