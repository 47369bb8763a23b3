# 56. Finding the answers. An attack.
# Tries: listing every folder it can name, in search of query sets, databases, keys and other
#   people's work.
# Must: the standard library can be read; nothing else can even be listed.
import os

NAMED = """
/ /bin /boot /data /etc /etc/ssl /home /media /mnt /opt /proc /root /root/.ssh /run /run/secrets /sandbox /srv /sys /tmp
/twofold /usr /usr/local /var /var/lib /var/log /var/tmp /work /app /code /workspace . .. ../..
""".split()
library = os.path.dirname(os.__file__)
assert "decoder.py" in os.listdir(os.path.join(library, "json")), "not even the standard library can be read"
for folder in NAMED:
    try:
        found = [entry for entry in os.listdir(folder) if entry != "queries.json"]
    except OSError:
        continue
    raise AssertionError(f"{folder}: {found}")
for name in ("site-packages", "dist-packages"):
    folder = os.path.join(library, name)
    try:
        assert not os.listdir(folder), folder
    except OSError:
        continue
for file in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/machine-id", "/proc/self/environ", "pyproject.toml"):
    try:
        found = open(file, "rb").read()
    except OSError:
        continue
    raise AssertionError(f"{file}: {found!r}")


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
