# 84. Network and kernel. An attack.
# Tries: namespaces of its own, other people's namespaces, mounts, another root.
# Must: each is refused, hidden among the flags of a thread as well.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


import os

UNSHARE, SETNS, MOUNT, UMOUNT2, PIVOT_ROOT, CHROOT, CHDIR, FCHDIR, CLONE = 272, 308, 165, 166, 155, 161, 80, 81, 56
OPEN_TREE, MOVE_MOUNT, FSOPEN, MOUNT_SETATTR = 428, 429, 430, 442
SPACES = {"NEWTIME": 0x80, "NEWNS": 0x20000, "NEWCGROUP": 0x2000000, "NEWUTS": 0x4000000, "NEWIPC": 0x8000000,
          "NEWUSER": 0x10000000, "NEWPID": 0x20000000, "NEWNET": 0x40000000}
THREAD = 0x10000 | 0x800 | 0x100
path = ctypes.addressof(ctypes.create_string_buffer(b"/proc"))

for flag in SPACES.values():
    refused(UNSHARE, flag)
    refused(SETNS, 3, flag)
    refused(CLONE, flag | 17, 0, 0, 0, 0)
    if flag > 0xFF:  # below, it is the signal of a child that ends
        made = libc.syscall(CLONE, THREAD | flag, 0, 0, 0, 0)
        assert made == -1, (hex(flag), made)
for call in (MOUNT, UMOUNT2, PIVOT_ROOT, CHROOT, CHDIR, OPEN_TREE, MOVE_MOUNT, FSOPEN, MOUNT_SETATTR):
    refused(call, path, path, 0, 0, 0)
refused(FCHDIR, 0)
assert os.getuid() != 0 and os.getgid() != 0, (os.getuid(), os.getgid())


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
