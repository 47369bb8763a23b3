# 96. Output and pages. An unlucky learner.
# Tries: 5,000 lines of print, warnings, another locale, another time zone, other random numbers,
#   another precision.
# Must: it costs nothing, and nothing outside the run changes.
# expects: says = ["line 0", "line 4999", "deprecated", "shown"]
import decimal
import locale
import logging
import os
import random
import time
import warnings

for number in range(5000):
    print("line", number)
warnings.warn("this is deprecated")
logging.basicConfig(level=logging.DEBUG)
logging.debug("shown")
locale.setlocale(locale.LC_ALL, "C")
os.environ["TZ"] = "Asia/Tokyo"
time.tzset()
random.seed(12345)
decimal.getcontext().prec = 3


def recall_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / len(relevant) if relevant else 0.0


def precision_at_k(retrieved, relevant, k):
    return len(relevant.intersection(retrieved[:k])) / k


def reciprocal_rank(retrieved, relevant):
    hits = (1 / rank for rank, document in enumerate(retrieved, 1) if document in relevant)
    return next(hits, 0.0)


if __name__ == "__main__":
    import json

    queries = [(q["retrieved"], set(q["relevant"])) for q in json.load(open("queries.json"))]
    print(f"recall@3 {sum(recall_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"precision@3 {sum(precision_at_k(*q, 3) for q in queries) / len(queries):.4f}")
    print(f"MRR {sum(reciprocal_rank(*q) for q in queries) / len(queries):.4f}")
