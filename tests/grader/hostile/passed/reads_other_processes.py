# 55. Finding the answers. An attack.
# Tries: reading environments, command lines, memory, maps, descriptors and keys below /proc, its
#   own as well.
# Must: nothing below /proc can be opened, and its environment holds nothing.
import os

PLACES = "environ cmdline mem maps smaps pagemap stack status stat auxv fd fdinfo ns root task io"

for process in ("self", "thread-self", "1", str(os.getppid()), str(os.getpid())):
    for place in PLACES.split():
        path = f"/proc/{process}/{place}"
        for look in (lambda: open(path, "rb").read(64), lambda: os.listdir(path)):
            try:
                found = look()
            except OSError:
                continue
            raise AssertionError(f"{path}: {found!r}")
for path in ("/proc", "/proc/keys", "/proc/key-users", "/proc/locks", "/proc/net/unix", "/proc/mounts", "/proc/kmsg",
             "/proc/loadavg", "/proc/meminfo", "/proc/stat", "/proc/sysvipc/shm", "/proc/timer_list"):
    assert not os.access(path, os.W_OK), path
    try:
        found = os.listdir(path) if path == "/proc" else open(path, "rb").read(64)
    except OSError:
        continue
    raise AssertionError(f"{path}: {found!r}")
assert set(os.environ) <= {"PYTHONHASHSEED", "MALLOC_ARENA_MAX"}, os.environ


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
