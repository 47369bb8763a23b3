# 106. Source text. An unlucky learner.
# Tries: a function whose name is one letter off.
# Must: it is missing, and the name that is near is suggested.
# expects: score = 66
# expects: says = ["reciprocal_rnak"]
def reciprocal_rnak(retrieved, relevant):
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k
