# 79. Network and kernel. An attack.
# Tries: sending a question about a name out by UDP, through the system's resolver.
# Must: the resolver can't make a socket, and says so at once.
# expects: score = 66
# expects: trouble = "gaierror"
import socket


def reciprocal_rank(retrieved, relevant):
    addresses = socket.getaddrinfo(f"{len(retrieved)}.example.org", 53)
    return 1 / len(addresses)


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
