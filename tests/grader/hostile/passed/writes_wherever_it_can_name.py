# 71. Files. An attack.
# Tries: writing a file into every folder that it can name, and over every file that it can read.
# Must: there is no place to write to.
import os
import sys
import tempfile

library = os.path.dirname(os.__file__)
FOLDERS = """
. / /bin /dev /dev/mqueue /dev/shm /etc /home /lib /lib64 /opt /proc /proc/self /root /run /run/user/0 /srv /sys /tmp /usr
/usr/lib /usr/local /usr/share/zoneinfo /var /var/lock /var/run /var/tmp /work
""".split()
FOLDERS += [library, os.path.expanduser("~"), os.path.dirname(sys.executable) or "/", *sys.path]
FOLDERS += [os.path.join(library, name) for name in ("json", "lib-dynload", "site-packages", "__pycache__")]
FILES = [os.__file__, "queries.json", "solution.py", "/dev/null", "/dev/zero", "/dev/urandom", "/etc/passwd", sys.executable]
FILES += ["/proc/self/comm", "/proc/self/oom_score_adj", "/proc/self/fd/0", "/proc/self/mem", "/proc/self/clear_refs"]

for path in [os.path.join(folder, "twofold-hostile") for folder in FOLDERS] + FILES:
    for mode in ("w", "a", "x", "r+"):
        try:
            with open(path, mode) as file:
                file.write("here I was")
        except OSError:
            continue
        raise AssertionError(f"written with {mode}: {path}")
try:
    tempfile.gettempdir()
except FileNotFoundError:
    pass
else:
    raise AssertionError("there is a folder for temporary files")


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
