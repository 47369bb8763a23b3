"""Looks for the reference's printed lines in what a script printed. Pure, in bounded time."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

COMPARISONS = 200_000
"""So many lines are held against each other at most; what is not found by then is missing."""

GUESSES = 20
"""So many lines more than are asked for may have the same words, the last ones: a script that
prints every number there is has not found one.
"""

# A number stands by itself: the 3 of recall@3 and of q3, and the parts of 1.2.3, belong to words.
# Every repeat is bounded, so no line can keep the search busy.
_NUMBER = re.compile(
    r"(?<![\w@#.])[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?"
    r"(?!\w|\.[0-9])"
)
_PLACE = " \0 "


@dataclass(frozen=True)
class _Line:
    """A line in two parts: its words, with a mark where each number stood, and its numbers."""

    words: str
    numbers: tuple[str, ...]


def missing_lines(printed: Sequence[str], expected: Sequence[str]) -> tuple[str, ...]:
    """The lines of `expected` that `printed` does not have in this order; none: it is right.

    Words must be equal, and each number within half a unit of the last digit that `expected` shows.
    Other printed lines, and spaces, do not matter, as long as they are no guesses. Blank expected
    lines are never missing.
    """
    lines, all_wanted = [_line(text) for text in printed], [_line(text) for text in expected]
    places = _places(lines, Counter(wanted.words for wanted in all_wanted))
    missing: list[str] = []
    start, left = 0, COMPARISONS
    for text, wanted in zip(expected, all_wanted, strict=True):
        if not wanted.words:
            continue
        candidates = places[wanted.words]
        first = bisect_left(candidates, start)
        allowed = candidates[first : first + left]
        found = next((place for place in allowed if _near(lines[place], wanted)), None)
        left -= len(allowed) if found is None else candidates.index(found, first) - first + 1
        if found is None:
            missing.append(text)
        else:
            start = found + 1
    return tuple(missing)


def _places(lines: Sequence[_Line], asked: Counter[str]) -> dict[str, list[int]]:
    """Where the lines with the words of each expected line stand, as far as they count."""
    places: dict[str, list[int]] = {words: [] for words in asked}
    for place, line in enumerate(lines):
        if line.words in places:
            places[line.words].append(place)
    return {words: found[-asked[words] - GUESSES :] for words, found in places.items()}


def _line(text: str) -> _Line:
    words = _NUMBER.sub(_PLACE, text.replace("\0", "\ufffd"))
    return _Line(" ".join(words.split()), tuple(_NUMBER.findall(text)))


def _near(line: _Line, wanted: _Line) -> bool:
    pairs = zip(line.numbers, wanted.numbers, strict=True)
    return all(abs(Fraction(ours) - Fraction(right)) <= _half_unit(right) for ours, right in pairs)


def _half_unit(number: str) -> Fraction:
    """Half of what one more in the last shown digit would add."""
    digits, _, exponent = number.lower().partition("e")
    decimals = len(digits.partition(".")[2])
    return Fraction(1, 2) * Fraction(10) ** (int(exponent or 0) - decimals)
