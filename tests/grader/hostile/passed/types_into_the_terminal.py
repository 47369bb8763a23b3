# 87. Network and kernel. An attack.
# Tries: typing into a terminal that it was started from, and other control calls on every
#   descriptor.
# Must: there is no terminal, and the calls are refused.
import errno
import fcntl
import os
import struct

TIOCSTI, TIOCLINUX, TIOCSCTTY, TIOCNOTTY, TIOCSETD, FIONBIO, FIONREAD, FIOASYNC = (
    0x5412, 0x541C, 0x540E, 0x5422, 0x5423, 0x5421, 0x541B, 0x5452)
SIOCGIFCONF, BLKGETSIZE, FS_IOC_SETFLAGS, NS_GET_USERNS, FICLONE = 0x8912, 0x1260, 0x40086602, 0xB701, 0x40049409

for descriptor in range(4):
    assert not os.isatty(descriptor), descriptor
    for request in (TIOCSTI, TIOCLINUX, TIOCSCTTY, TIOCNOTTY, TIOCSETD, FIONBIO, FIONREAD, FIOASYNC,
                    SIOCGIFCONF, BLKGETSIZE, FS_IOC_SETFLAGS, NS_GET_USERNS, FICLONE):
        for wide in (request, request | 0x7F << 32):
            try:
                fcntl.ioctl(descriptor, wide & 0xFFFFFFFF, struct.pack("q", 10))
            except OSError as error:
                assert error.errno in (errno.EPERM, errno.ENOSYS), (descriptor, hex(request), error)
                continue
            raise AssertionError(f"not refused: {request:#x} on {descriptor}")
try:
    os.open("/dev/tty", os.O_RDWR)
except OSError:
    pass
else:
    raise AssertionError("there is a terminal")


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
