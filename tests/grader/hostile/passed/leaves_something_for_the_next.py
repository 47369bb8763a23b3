# 64. Finding the answers. An attack.
# Tries: leaving something that the next run can find: file locks, time stamps, names of sockets,
#   keys, shared memory, queues, attributes of files, leases, a changed offset of an
#   inherited file.
# Must: each is refused, and what a run before may have left is not there.
# expects: machine = "x86_64"
import ctypes
import errno
import fcntl
import os
import socket
import struct

libc = ctypes.CDLL(None, use_errno=True)
LIBRARY = os.__file__
SETXATTR, ADD_KEY, KEYCTL, MQ_OPEN, SHMGET, MSGGET, SEMGET, UTIMENSAT = 188, 248, 250, 240, 29, 68, 64, 280


def refused(action, *arguments):
    try:
        action(*arguments)
    except OSError as error:
        assert error.errno in (errno.EPERM, errno.ENOSYS), (action, arguments, error)
    else:
        raise AssertionError(f"not refused: {action} {arguments}")


def refused_call(number, *arguments):
    result = libc.syscall(number, *arguments)
    assert (result, ctypes.get_errno()) == (-1, errno.EPERM), (number, result, ctypes.get_errno())


library = os.open(LIBRARY, os.O_RDONLY)
for descriptor in (0, 1, 3, library):
    for lock in (fcntl.F_SETLK, fcntl.F_SETLKW, fcntl.F_GETLK, 36, 37, 38):
        refused(fcntl.fcntl, descriptor, lock, struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 1, 0))
    for kind in (fcntl.LOCK_SH, fcntl.LOCK_EX | fcntl.LOCK_NB):
        refused(fcntl.flock, descriptor, kind)
    refused(fcntl.fcntl, descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    refused(fcntl.fcntl, descriptor, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    refused(fcntl.fcntl, descriptor, fcntl.F_SETOWN, os.getpid())
    refused(fcntl.fcntl, descriptor, fcntl.F_SETFL, os.O_APPEND)
    refused(fcntl.fcntl, descriptor, fcntl.F_SETPIPE_SZ, 4096)
    refused(fcntl.fcntl, descriptor, 1036, struct.pack("Q", 5))
    refused(os.utime, descriptor, (1, 1))
refused(os.utime, LIBRARY, (1, 1))
refused_call(UTIMENSAT, -100, LIBRARY.encode(), None, 0)
refused_call(SETXATTR, LIBRARY.encode(), b"user.hostile", b"1", 1, 0)
refused_call(ADD_KEY, b"user", b"hostile", b"1", 1, -5)
refused_call(KEYCTL, 0, -5, 1)
refused_call(MQ_OPEN, b"/hostile", os.O_CREAT, 0o600, None)
for number in (SHMGET, MSGGET, SEMGET):
    refused_call(number, 0x7F0FD, 1, 0o1600)
refused(socket.socket, socket.AF_UNIX)
assert os.write(0, b"12345678") == 8 and os.lseek(0, 0, os.SEEK_CUR) == 0, "the inherited offset has moved"
before = os.stat(LIBRARY)
os.read(library, 100)
if os.statvfs(LIBRARY).f_flag & os.ST_RDONLY:  # only bubblewrap and a container can see to that
    assert os.stat(LIBRARY) == before, "reading leaves a time stamp"


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
