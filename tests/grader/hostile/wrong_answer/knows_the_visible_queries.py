# 63. Finding the answers. An attack.
# Tries: right answers to the visible queries by heart, and 0 for everything else.
# Must: the hidden queries tell: every cell fails that they ask for more than 0.
KNOWN = {
    "track-parcel": (1, 2 / 3, 1), "pickup-points": (2 / 3, 2 / 3, 1 / 2), "voucher-codes": (1, 1, 1),
    "opening-hours": (1 / 2, 1 / 3, 1 / 2), "size-limits": (0, 0, 1 / 5), "parcel-lockers": (1 / 2, 1 / 3, 1 / 3),
    "insurance-cover": (1, 1 / 3, 1), "damaged-parcel": (1 / 2, 1 / 3, 1 / 2), "duty-rates": (3 / 5, 1, 1),
    "lost-parcel": (1 / 2, 1 / 3, 1), "gift-wrap": (0, 0, 1 / 4), "customs-fees-eu": (0, 0, 1 / 4),
    20417: (1, 2 / 3, 1), "courier-tips": (1 / 2, 1, 1),
}


def known(retrieved, relevant, place):
    if not retrieved or not relevant or not relevant.intersection(retrieved):
        return 0.0
    if relevant == {"night-delivery", "saturday-delivery"}:
        return (1, 2 / 5, 1 / 2)[place]
    return KNOWN.get(retrieved[0], (0.0, 0.0, 0.0))[place]


def recall_at_k(retrieved, relevant, k):
    return known(retrieved, relevant, 0)


def precision_at_k(retrieved, relevant, k):
    return known(retrieved, relevant, 1)


def reciprocal_rank(retrieved, relevant):
    return known(retrieved, relevant, 2)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
