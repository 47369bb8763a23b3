"""Shares."""

import json


def share(part, whole):
    """The part as a share of the whole; ValueError for a whole of 0 or less."""
    if whole <= 0:
        raise ValueError("a whole is more than 0")
    return part / whole


def unique(names, digits):
    """The different names, each cut to so many characters."""
    return sorted({name[:digits] for name in names})


def mean_share(queries):
    """The mean share over a list of records."""
    return sum(query["part"] / query["whole"] for query in queries) / len(queries)


if __name__ == "__main__":
    with open("queries.json", encoding="utf-8") as file:
        queries = json.load(file)
    good = [query for query in queries if query["whole"] > 0]
    print(f"mean share {sum(share(each['part'], each['whole']) for each in good) / len(good):.3f}")
