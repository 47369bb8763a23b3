"""Writes plain values as bounded text in Python's notation, the same on every run."""

from decimal import Decimal
from fractions import Fraction

from grader.sandbox.outcome import Opaque

SHOWN = 1_000
"""The longest text of one value, in characters."""


def notation(value: object) -> str:
    """The value as a learner would type it, cut with a mark where it is long.

    Printable ASCII and letters only: control characters come out escaped.
    """
    text = _write(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}… ({len(text):,} characters)"


def _write(value: object) -> str:
    match value:
        case Opaque():
            return f"<{value.name} object>"
        case frozenset() | set():
            # Hash order differs between runs, so sets are shown sorted.
            return f"{{{', '.join(sorted(map(_write, value)))}}}" if value else "set()"
        case dict():
            pairs = (f"{_write(key)}: {_write(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case list():
            return f"[{', '.join(map(_write, value))}]"
        case tuple():
            inside = ", ".join(map(_write, value))
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case Decimal():
            return f"Decimal('{value}')"
        case _:
            return repr(value)
