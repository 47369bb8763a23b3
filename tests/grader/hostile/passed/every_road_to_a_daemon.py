# 28. Processes. An attack.
# Tries: a child by every system call that makes one, then a session of its own.
# Must: each is refused: EPERM, or ENOSYS where libraries must fall back.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


CLONE, FORK, VFORK, SETPGID, SETSID, CLONE3 = 56, 57, 58, 109, 112, 435
SIGCHLD = 17
CLONE_VM, CLONE_VFORK, CLONE_SIGHAND, CLONE_PARENT, CLONE_THREAD = 0x100, 0x4000, 0x800, 0x8000, 0x10000

refused(FORK)
refused(VFORK)
for flags in (0, CLONE_VM, CLONE_VM | CLONE_VFORK, CLONE_PARENT, CLONE_VM | CLONE_SIGHAND, CLONE_THREAD):
    refused(CLONE, flags | SIGCHLD, 0, 0, 0, 0)
space = ctypes.create_string_buffer(88)
refused(CLONE3, ctypes.addressof(space), 88, by=errno.ENOSYS)
refused(SETSID)
refused(SETPGID, 0, 0)


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
