# 51. Finding the answers. An attack.
# Tries: walking up the frames that called it, looking for right answers in all that they hold.
# Must: there is the harness and the warden's empty hands, and no answer.
import sys

# In two parts, so that this text is not what it finds.
WORDS = ["".join(parts) for parts in (("several", "-hits"), ("nothing", "-returned"), ("expec", "ted"), ("ver", "dict"))]


def reciprocal_rank(retrieved, relevant):
    frame, seen = sys._getframe(), 0
    while frame.f_back is not None and __name__ != "__main__":
        frame, seen = frame.f_back, seen + 1
        for name, value in {**frame.f_globals, **frame.f_locals}.items():
            told = f"{name} {value!r} {getattr(value, '__dict__', '')!r}"
            assert not [word for word in WORDS if word in told], (name, told)
    assert seen > 3 or __name__ == "__main__", "no frames were seen"
    return next((1 / n for n, document in enumerate(retrieved, 1) if document in relevant), 0.0)


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
