"""What passed cells earn: exact points, 50 for each half. Pure; knows no query and no answer."""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from grader.exercise import SCRIPT, Cell, Check, Half

HALF_POINTS = Fraction(50)


@dataclass(frozen=True)
class Score:
    """The points of each cell; `needs_core` are the passed cells that earn nothing all the same.

    They are in the edge half, and their function passed no core cell that a constant would fail.
    """

    points: Mapping[Cell, Fraction]
    max_points: Mapping[Cell, Fraction]
    needs_core: frozenset[Cell]
    core: Fraction
    edge: Fraction

    @property
    def total(self) -> Fraction:
        """0 to 100; 100 exactly when every cell earned."""
        return self.core + self.edge


def score(checks: Iterable[Check], passed: Collection[Cell], telling: Collection[Cell]) -> Score:
    """The score of `passed`, where `telling` are the core cells with two different right answers.

    `checks` are all of the exercise, the script's two included. The script's edge cell needs its
    core cell instead of a telling one.
    """
    checks = tuple(checks)
    halves = {Cell(check.id, name): check.half for check in checks for name in check.functions}
    most = max_points(checks)
    core = {cell for cell in passed if halves.get(cell) is Half.CORE}
    ready = {cell.function for cell in core if cell in telling or cell.function == SCRIPT}
    needs_core = frozenset(
        cell for cell in passed if halves.get(cell) is Half.EDGE and cell.function not in ready
    )
    earned = set(passed) - needs_core
    points = {cell: all_of if cell in earned else Fraction(0) for cell, all_of in most.items()}
    return Score(
        points=points,
        max_points=most,
        needs_core=needs_core,
        core=_sum(points, halves, Half.CORE),
        edge=_sum(points, halves, Half.EDGE),
    )


def max_points(checks: Iterable[Check]) -> dict[Cell, Fraction]:
    """What each cell can earn: 50 × its weight ÷ the weights of all cells of its half."""
    weights = [
        (Cell(check.id, name), check.half, check.weight)
        for check in checks
        for name in check.functions
    ]
    sums = {half: sum(weight for _, each, weight in weights if each is half) for half in Half}
    return {cell: HALF_POINTS * weight / sums[half] for cell, half, weight in weights}


def _sum(points: Mapping[Cell, Fraction], halves: Mapping[Cell, Half], half: Half) -> Fraction:
    return sum((earned for cell, earned in points.items() if halves[cell] is half), Fraction(0))


def shown(points: Fraction) -> float:
    """Points as they are shown and written to JSON: rounded down to 2 decimals."""
    return math.floor(points * 100) / 100
