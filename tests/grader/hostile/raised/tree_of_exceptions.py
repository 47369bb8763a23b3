# 94. Output and pages. An attack.
# Tries: a tree of a thousand exceptions in groups, each with a cause that has a cause.
# Must: the group is named with its message; the tree is not walked.
# expects: score = 66
# expects: trouble = "ExceptionGroup"
# expects: says = ["group 999"]
def chain(length):
    error = None
    for number in range(length):
        try:
            raise ValueError(number) from error
        except ValueError as next_error:
            error = next_error
    return error


def reciprocal_rank(retrieved, relevant):
    tree = chain(1000)
    for number in range(1000):
        tree = ExceptionGroup(f"group {number}", [tree, chain(1)])
    tree.__cause__ = tree
    raise tree


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
