# 93. Output and pages. An attack.
# Tries: an exception that raises others whenever it is asked for anything.
# Must: it is named, by its class; nothing else is asked of it.
# expects: score = 66
# expects: trouble = "Touchy"
class Touchy(ValueError):
    def fail(self, *arguments):
        raise SystemExit

    __str__ = __repr__ = __eq__ = __hash__ = __getattr__ = __getattribute__ = __setattr__ = fail
    __traceback__ = __cause__ = __context__ = __notes__ = args = property(fail, fail)
    __class__ = SyntaxError


def reciprocal_rank(retrieved, relevant):
    raise Touchy


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
