# 11. Time and control flow. An unlucky learner.
# Tries: prints when it is imported, and never ends when it is run as a script.
# Must: the functions are imported, so only the script's cells are lost.
# expects: score = 91
# expects: says = ["imported"]
print("imported")


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    while True:
        pass
