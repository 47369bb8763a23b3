"""Scores over attempts as the geometry of a small picture; the template draws it."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST = 40
"""So many attempts are drawn, the newest of them; the table below has all."""

WIDTH, HEIGHT = 320, 130
LEFT, RIGHT, TOP, BOTTOM = 30, 312, 10, 106


@dataclass(frozen=True)
class Scored:
    """One graded attempt, as it is called and as its score is shown."""

    number: int
    score: float
    shown: str
    is_best: bool


@dataclass(frozen=True)
class Dot:
    """Where an attempt lies in the picture."""

    x: float
    y: float
    number: int
    is_best: bool


@dataclass(frozen=True)
class ScoreChart:
    """The picture in its own units; `title` says all of it to somebody who does not see it."""

    title: str
    dots: tuple[Dot, ...]
    left_out: int

    @property
    def path(self) -> str:
        """The dots in the notation of an SVG polyline."""
        return " ".join(f"{dot.x:g},{dot.y:g}" for dot in self.dots)


def score_chart(attempts: Sequence[Scored]) -> ScoreChart | None:
    """The picture of graded attempts, given oldest first; None when there is nothing to compare."""
    if len(attempts) < 2:
        return None
    drawn = attempts[-MOST:]
    dots = tuple(
        Dot(_across(place, len(drawn)), height(each.score), each.number, each.is_best)
        for place, each in enumerate(drawn)
    )
    return ScoreChart(_title(drawn), dots, len(attempts) - len(drawn))


def height(score: float) -> float:
    """Where a score lies in the picture, which counts from the top."""
    return round(BOTTOM - (BOTTOM - TOP) * score / 100, 1)


def _across(place: int, count: int) -> float:
    return round(LEFT + 12 + (RIGHT - LEFT - 24) * place / (count - 1), 1)


def _title(drawn: Sequence[Scored]) -> str:
    scores = ", ".join(each.shown for each in drawn)
    best = next((f"; the best is attempt {each.number}" for each in drawn if each.is_best), "")
    return f"Scores of attempts {drawn[0].number} to {drawn[-1].number}: {scores}{best}."
