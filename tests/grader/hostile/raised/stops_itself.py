# 5. Time and control flow. An attack.
# Tries: stopping its own process, so that it neither runs nor ends.
# Must: signals are refused even to itself, by every call that sends one.
# expects: machine = "x86_64"
# expects: score = 66
# expects: trouble = "PermissionError"
import ctypes
import os
import signal
import threading

libc = ctypes.CDLL(None, use_errno=True)
TKILL, TGKILL, RT_SIGQUEUEINFO, PIDFD_SEND_SIGNAL = 200, 234, 129, 424


def refused(result):
    assert result == -1 and ctypes.get_errno() == 1, (result, ctypes.get_errno())


def reciprocal_rank(retrieved, relevant):
    me = os.getpid()
    refused(libc.syscall(TKILL, threading.get_native_id(), signal.SIGSTOP))
    refused(libc.syscall(TGKILL, me, threading.get_native_id(), signal.SIGSTOP))
    refused(libc.syscall(RT_SIGQUEUEINFO, me, signal.SIGSTOP, bytes(128)))
    refused(libc.syscall(PIDFD_SEND_SIGNAL, 0, signal.SIGSTOP, None, 0))
    os.kill(me, signal.SIGSTOP)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
