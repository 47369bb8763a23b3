# 30. Processes. An attack.
# Tries: tracing its parent, reading and writing its memory, holding it by a descriptor.
# Must: each is refused, for its parent, for the first process and for itself.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


import os

PTRACE, PROCESS_VM_READV, PROCESS_VM_WRITEV, KCMP = 101, 310, 311, 312
PIDFD_OPEN, PIDFD_GETFD, PROCESS_MADVISE = 434, 438, 440
PTRACE_TRACEME, PTRACE_ATTACH, PTRACE_SEIZE = 0, 16, 0x4206

for process in (os.getppid(), 1, os.getpid()):
    refused(PTRACE, PTRACE_ATTACH, process, 0, 0)
    refused(PTRACE, PTRACE_SEIZE, process, 0, 0)
    refused(PROCESS_VM_READV, process, 0, 0, 0, 0, 0)
    refused(PROCESS_VM_WRITEV, process, 0, 0, 0, 0, 0)
    refused(KCMP, os.getpid(), process, 0, 0, 0)
    refused(PIDFD_OPEN, process, 0)
refused(PTRACE, PTRACE_TRACEME, 0, 0, 0)
refused(PIDFD_GETFD, 3, 0, 0)
refused(PROCESS_MADVISE, 3, 0, 0, 0, 0)


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
