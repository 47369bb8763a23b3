# 83. Network and kernel. An attack.
# Tries: undoing what confines it: the filter, no-new-privileges, dumpability, capabilities, its
#   user, its personality.
# Must: each is refused; what is there stays.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


PRCTL, SECCOMP, PERSONALITY, CAPSET, ARCH_PRCTL, PRLIMIT64 = 157, 317, 135, 126, 158, 302
SETUID, SETGID, SETREUID, SETRESUID, SETRESGID, SETGROUPS, SETFSUID = 105, 106, 113, 117, 119, 116, 122
SET_DUMPABLE, SET_SECCOMP, SET_KEEPCAPS, SET_PDEATHSIG, CAPBSET_DROP, SET_SECUREBITS, SET_PTRACER = (
    4, 22, 8, 1, 24, 28, 0x59616D61)
SET_NO_NEW_PRIVS, SET_CHILD_SUBREAPER, SET_MM, CAP_AMBIENT, SET_SPECULATION, SET_SYSCALL_USER_DISPATCH, SET_TSC = (
    38, 36, 35, 47, 53, 59, 26)

for option in (SET_DUMPABLE, SET_SECCOMP, SET_KEEPCAPS, SET_PDEATHSIG, CAPBSET_DROP, SET_SECUREBITS, SET_PTRACER,
               SET_NO_NEW_PRIVS, SET_CHILD_SUBREAPER, SET_MM, CAP_AMBIENT, SET_SPECULATION, SET_SYSCALL_USER_DISPATCH, SET_TSC):
    for value in (0, 1, 2):
        result = libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0)
        assert (result, ctypes.get_errno()) in ((-1, errno.EPERM), (-1, errno.ENOSYS)), (option, value, result)
for call in (SECCOMP, PERSONALITY, CAPSET, SETUID, SETGID, SETREUID, SETRESUID, SETRESGID, SETGROUPS, SETFSUID):
    refused(call, 0, 0, 0)
limits = ctypes.addressof((ctypes.c_ulong * 2)(2**64 - 1, 2**64 - 1))
for limit in range(16):
    result = libc.syscall(PRLIMIT64, 0, limit, ctypes.c_long(limits), 0)
    assert (result, ctypes.get_errno()) in ((-1, errno.EPERM), (-1, errno.ENOSYS)), (limit, result)


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
