# 83. Network and kernel. An attack.
# Tries: keys, io_uring, bpf, performance counters, page faults in user space, memory files,
#   files by handle, and other doors into the kernel.
# Must: each is refused with EPERM.
# expects: machine = "x86_64"
import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)


def refused(number, *arguments, by=errno.EPERM):
    result = libc.syscall(number, *(ctypes.c_long(each) for each in arguments))
    assert (result, ctypes.get_errno()) == (-1, by), (number, arguments, result)


DOORS = {
    "add_key": 248, "request_key": 249, "keyctl": 250, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "memfd_create": 319, "memfd_secret": 447, "finit_module": 313,
    "name_to_handle_at": 303, "open_by_handle_at": 304, "kexec_load": 246, "init_module": 175, "fanotify_init": 300,
    "inotify_init1": 294, "signalfd4": 289, "timerfd_create": 283, "iopl": 172, "ioperm": 173, "modify_ldt": 154, "reboot": 169,
    "swapon": 167, "acct": 163, "syslog": 103, "vhangup": 153, "move_pages": 279, "mbind": 237, "splice": 275, "vmsplice": 278,
    "landlock_create_ruleset": 444, "quotactl": 179, "remap_file_pages": 216, "lookup_dcookie": 212,
}
for number in DOORS.values():
    refused(number, 0, 0, 0, 0, 0, 0)
    refused(number, -1, -1, -1, -1, -1, -1)


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
