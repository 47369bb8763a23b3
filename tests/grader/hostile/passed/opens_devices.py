# 70. Files. An attack.
# Tries: opening terminals, memory, disks, logs and other devices.
# Must: there are three harmless ones, for reading only.
import os

REFUSED = """
console fuse full hpet kmsg kvm loop0 loop-control mapper/control mem net/tun nvme0 port ptmx pts/0 ram0 random rtc0
sda shm tty tty0 vda vhost-net vsock watchdog
""".split()
for name in ("null", "zero", "urandom"):
    with open(f"/dev/{name}", "rb", buffering=0) as device:
        assert len(device.read(8)) == (0 if name == "null" else 8), name
for name in REFUSED:
    for flags in (os.O_RDONLY, os.O_WRONLY, os.O_RDWR):
        try:
            os.open(f"/dev/{name}", flags | os.O_NONBLOCK)
        except OSError:
            continue
        raise AssertionError(f"opened {name}")


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
