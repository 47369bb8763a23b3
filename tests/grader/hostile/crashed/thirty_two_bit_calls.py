# 86. Network and kernel. An attack.
# Tries: the numbers of 32-bit system calls, by the interrupt that they are made with, from
#   machine code of its own.
# Must: the process is killed: that door is not even open to harmless calls.
# expects: machine = "x86_64"
# expects: score = 66
# expects: says = ["SIGSYS"]
import ctypes
import mmap
import platform


def run(code):
    """Machine code, called as a function."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


def reciprocal_rank(retrieved, relevant):
    # mov eax, 20 (getpid); int 0x80; ret
    return 1 / run(bytes.fromhex("b814000000cd80c3"))


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
