# 82. Network and kernel. An attack.
# Tries: a socket of every family and every kind, pairs of them, and every other call on sockets.
# Must: each is refused with EPERM, the families that nobody has heard of as well.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


SOCKET, SOCKETPAIR = 41, 53
CONNECT, ACCEPT, SENDTO, RECVFROM, SENDMSG, SHUTDOWN, BIND, LISTEN = 42, 43, 44, 45, 46, 48, 49, 50
NAME, PEER, SETSOCKOPT, GETSOCKOPT, ACCEPT4, RECVMMSG, SENDMMSG = 51, 52, 54, 55, 288, 299, 307

pair = ctypes.addressof((ctypes.c_int * 2)())
for family in [*range(48), -1, 255, 65_535]:
    for kind in (1, 2, 3, 4, 5, 6, 10, 1 | 0o2000000, 2 | 0o4000):
        refused(SOCKET, family, kind, 0)
        refused(SOCKETPAIR, family, kind, 0, pair)
for descriptor in (0, 1, 3):
    for call in (CONNECT, ACCEPT, SENDTO, RECVFROM, SENDMSG, SHUTDOWN, BIND, LISTEN):
        refused(call, descriptor, 0, 0, 0, 0, 0)
    for call in (NAME, PEER, SETSOCKOPT, GETSOCKOPT, ACCEPT4, RECVMMSG, SENDMMSG):
        refused(call, descriptor, 0, 0, 0, 0, 0)


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
