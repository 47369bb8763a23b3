# 66. Files. An attack.
# Tries: links to the host's files, named like the files that a grader might open.
# Must: no link can be made, under any name; nothing here is opened by name by anybody else.
# expects: score = 66
# expects: trouble = "PermissionError"
import os


def reciprocal_rank(retrieved, relevant):
    for name in ("solution.py", "result.json", "stdout", "/tmp/twofold-hostile", "queries.json.new"):
        for target in ("/etc/passwd", "/proc/self/environ", "/"):
            for link in (os.symlink, lambda *both: os.symlink(*both, dir_fd=None), os.link):
                try:
                    link(target, name)
                except PermissionError:
                    continue
                raise AssertionError(f"a link to {target} was made at {name}")
    os.symlink("/etc/passwd", "queries.json")


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
