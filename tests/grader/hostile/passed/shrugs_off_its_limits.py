# 15. Time and control flow. An attack.
# Tries: handling SIGXCPU, a better priority, other processors, higher and lower limits.
# Must: all of it but the handler is refused, and the handler changes nothing.
import errno
import os
import resource
import signal

signal.signal(signal.SIGXCPU, signal.SIG_IGN)


def refused(action, *arguments):
    try:
        action(*arguments)
    except OSError as error:
        assert error.errno in (errno.EPERM, errno.ENOSYS), error
    else:
        raise AssertionError(f"not refused: {action.__name__}")


refused(os.nice, -5)
refused(os.nice, 5)
refused(os.setpriority, os.PRIO_PROCESS, 0, -5)
refused(os.sched_setaffinity, 0, {0})
refused(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
for limit in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
    soft, hard = resource.getrlimit(limit)
    assert soft == hard != resource.RLIM_INFINITY, limit
    refused(resource.setrlimit, limit, (soft, hard))
    refused(resource.prlimit, os.getppid(), limit)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
