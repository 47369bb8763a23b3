"""What an exercise is: functions, checks, weights and limits as values; reads no files."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from grader.limits import Limits

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

SCRIPT = "script"
"""The name that stands for the function in a script's cells."""


class Half(StrEnum):
    """The two halves of a score, 50 points each."""

    CORE = "core"
    EDGE = "edge"


class Shape(StrEnum):
    """How the harness builds an argument from JSON; `dict` is carried as pairs."""

    PLAIN = "plain"
    LIST = "list"
    SET = "set"
    TUPLE = "tuple"
    DICT = "dict"
    ITERATOR = "iterator"


class ResultKind(StrEnum):
    """What a function returns; a value of another kind is `wrong_type`."""

    NUMBER = "number"
    BOOL = "bool"
    TEXT = "text"
    LIST = "list"
    DICT = "dict"
    ANY = "any"


class CompareRule(StrEnum):
    """How a returned value is held against the right one."""

    CLOSE = "close"
    EXACT = "exact"
    UNORDERED = "unordered"


@dataclass(frozen=True)
class Argument:
    """One argument of a function, and the shape it arrives in."""

    name: str
    shape: Shape = Shape.PLAIN


@dataclass(frozen=True)
class Function:
    """A function that the learner writes.

    `over_set`: it takes the list of one check's queries, and is called once for each set and check.
    `record` are the keys that each of those queries must have beside id and segment.
    """

    name: str
    arguments: tuple[Argument, ...]
    result: ResultKind = ResultKind.NUMBER
    compare: CompareRule = CompareRule.CLOSE
    over_set: bool = False
    record: tuple[str, ...] = ()


@dataclass(frozen=True)
class Check:
    """A named behaviour in one half; its cells are the check with each of its functions."""

    id: str
    half: Half
    title: str
    functions: tuple[str, ...]
    weight: int = 1
    hint: str = ""


@dataclass(frozen=True)
class Script:
    """The part of the stub that prints; two checks whose only function is `SCRIPT`."""

    core: Check
    edge: Check


@dataclass(frozen=True, order=True)
class Cell:
    """Check × function: the smallest thing that earns points."""

    check: str
    function: str

    def __str__(self) -> str:
        return f"{self.check}/{self.function}"


@dataclass(frozen=True)
class Mistake:
    """A known wrong solution with its cure, and exactly the cells that it must fail."""

    id: str
    title: str
    cure: str
    fails: frozenset[Cell]
    source: bytes
    alike: frozenset[str] = frozenset()
    common: bool = False


@dataclass(frozen=True)
class Exercise:
    """Everything about an exercise that can change a grade, except its query sets.

    `stub` is what the learner starts from, and `reference` is the trusted solution; neither is ever
    run outside the sandbox.
    """

    id: str
    functions: tuple[Function, ...]
    checks: tuple[Check, ...]
    script: Script | None
    constants: Mapping[str, Json]
    limits: Limits
    stub: bytes
    reference: bytes
    mistakes: tuple[Mistake, ...]
    folder: Path

    @property
    def all_checks(self) -> tuple[Check, ...]:
        """The declared checks and then the script's two, each half in its declared order."""
        script = (self.script.core, self.script.edge) if self.script else ()
        return self.checks + script

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, core before edge, in declared order."""
        ordered = sorted(self.all_checks, key=lambda check: check.half is Half.EDGE)
        return tuple(Cell(check.id, name) for check in ordered for name in check.functions)

    def function(self, name: str) -> Function:
        """The function called `name`; KeyError when the exercise has none."""
        return next(function for function in self.functions if function.name == name)

    @property
    def argument_names(self) -> tuple[str, ...]:
        """Every key that a query may have as an argument, in declared order, each once."""
        names: dict[str, None] = {}
        for function in self.functions:
            own = () if function.over_set else (argument.name for argument in function.arguments)
            names |= dict.fromkeys((*own, *function.record))
        return tuple(names)

    def check(self, check_id: str) -> Check:
        """The check called `check_id`; KeyError when the exercise has none."""
        return next(check for check in self.all_checks if check.id == check_id)
