# 53. Finding the answers. An attack.
# Tries: looking through every byte of its memory for words of the process before it: in a
#   visible run for a word of hidden data, and the other way round.
# Must: it finds the query that it was asked, so it can see; it finds no word of a process before
#   it.
# expects: says = ["found [", ", 0] in"]
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
libc.memmem.restype = libc.sbrk.restype = libc.getauxval.restype = ctypes.c_void_p
AT_PHDR = 3
PAGE, CHUNK, GAP, TAIL, KEY = 4096, 65_536, 8 * 1024 * 1024, 128, 0x5A
# Words in disguise, so that this text holds none of them: one of visible data, one of hidden data.
NEEDLES = ["39323b343d3f773b3e3e283f2929", "383b3431773e3f2e3b333629"]


def disclosed(disguised):
    """The word, made in the one place where it may be found."""
    word = (ctypes.c_ubyte * (len(disguised) // 2))()
    for place in range(len(word)):
        word[place] = int(disguised[2 * place : 2 * place + 2], 16) ^ KEY
    return word


class Memory:
    """All memory of this process, read through a pipe: the kernel says where there is none."""

    def __init__(self):
        self.reads, self.writes = os.pipe()
        self.chunk = (ctypes.c_ubyte * (CHUNK + PAGE))()
        self.seen = []
        self.size = 0

    def holders(self, words):
        """How often each word is found, not counting the place where it was made."""
        self.own = [(ctypes.addressof(each), ctypes.addressof(each) + len(each)) for each in (*words, self.chunk)]
        self.words, self.counts = words, [0] * len(words)
        for anchor in self.anchors():
            if not any(low <= anchor < high for low, high in self.seen):
                low = self.lowest(anchor)
                self.seen.append((low, self.search(low)))
        return self.counts

    def anchors(self):
        functions = (libc.memmem, libc.write, ctypes.pythonapi.Py_IsInitialized)
        yield from (ctypes.cast(each, ctypes.c_void_p).value & -PAGE for each in functions)
        yield ctypes.c_void_p.in_dll(ctypes.CDLL(None), "__libc_stack_end").value & -PAGE
        yield libc.sbrk(0) - PAGE & -PAGE
        yield libc.getauxval(AT_PHDR) & -PAGE
        yield from (id(each) & -PAGE for each in (None, int, object(), self, self.__dict__))

    def lowest(self, address):
        """The beginning of all memory below an address that has no long hole in it."""
        low, byte = address, ctypes.c_ulong(0)
        while low - address < GAP and address > PAGE:
            address -= PAGE
            if libc.write(self.writes, ctypes.c_void_p(address), 1) == 1:
                libc.read(self.reads, ctypes.byref(byte), 1)
                low = address
        return low

    def search(self, address):
        """Search memory from an address on, until there is none for a long way."""
        before, gap = 0, 0
        while gap < GAP:
            size = max(0, libc.write(self.writes, ctypes.c_void_p(address), CHUNK))
            if size:
                self.look(address, size, before)
            before, gap = size & -PAGE, 0 if size else gap + PAGE
            address += max(before, PAGE)
        return address

    def look(self, address, size, before):
        """Search what waits in the pipe, along with the end of the chunk before it."""
        start = ctypes.addressof(self.chunk) + PAGE
        ctypes.memmove(start - TAIL, start + before - TAIL, TAIL if before else 0)
        libc.read(self.reads, ctypes.c_void_p(start), size)
        self.size += size
        tail = TAIL if before else 0
        for place, word in enumerate(self.words):
            found = self.find(word, start - tail, size + tail)
            self.counts[place] += sum(not self.is_own(address - tail + each) for each in found)

    def find(self, word, start, size):
        place, end = start, start + size
        while found := libc.memmem(ctypes.c_void_p(place), ctypes.c_size_t(end - place), word, ctypes.c_size_t(len(word))):
            yield found - start
            place = found + 1

    def is_own(self, address):
        return any(low <= address < high for low, high in self.own)


scanned = []


def reciprocal_rank(retrieved, relevant):
    if __name__ != "__main__" and not scanned:
        memory = Memory()
        counts = memory.holders([disclosed(each) for each in NEEDLES])
        scanned.append(counts)
        print("found", counts, "in", memory.size // 2**20, "MiB")
        assert sorted(map(bool, counts)) == [False, True], counts
        assert memory.size > 8 * 2**20, memory.size
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


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
