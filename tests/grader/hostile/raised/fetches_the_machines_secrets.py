# 77. Network and kernel. An attack.
# Tries: fetching a page from a public address, and secrets of the machine from the address that
#   clouds give them at.
# Must: an exception, at once: there is no network.
# expects: score = 66
# expects: trouble = "URLError"
import urllib.request


def reciprocal_rank(retrieved, relevant):
    with urllib.request.urlopen("http://169.254.169.254/latest/meta-data/", timeout=5) as page:
        return 1 / len(page.read())


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
