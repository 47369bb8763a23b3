"""The part of lesson.toml that can change a grade, in the shape in which it is written."""

from typing import Annotated, Any, Literal

from pydantic import Field

from grader.exercise import CompareRule, Half, ResultKind, Shape
from grader.folder.shape import Id, Line, Table, Text
from grader.limits import Limits

# TOML has no enumerations: here, and only here, text becomes one.
LooseShape = Annotated[Shape, Field(strict=False)]
LooseResult = Annotated[ResultKind, Field(strict=False)]
LooseRule = Annotated[CompareRule, Field(strict=False)]
LooseHalf = Annotated[Half, Field(strict=False)]

Weight = Annotated[int, Field(ge=1, le=1000)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Amount = Annotated[int, Field(ge=1)]


class ArgumentTable(Table):
    """One of a function's arguments."""

    name: str
    shape: LooseShape = Shape.PLAIN


class FunctionTable(Table):
    """One of `[[functions]]`; `record` as in `Function`."""

    name: str
    arguments: list[ArgumentTable]
    result: LooseResult = ResultKind.NUMBER
    compare: LooseRule | None = None
    over: Literal["query", "set"] = "query"
    record: list[str] = Field(default_factory=list)


class CheckTable(Table):
    """One of `[[checks]]`; `functions` None means all."""

    id: Id
    half: LooseHalf
    title: Line
    functions: Annotated[list[str], Field(min_length=1)] | None = None
    weight: Weight = 1
    hint: Text = Field(default="")


class ScriptCheckTable(Table):
    """One of the two checks of `[script]`."""

    id: Id
    title: Line
    weight: Weight = 1
    hint: Text = Field(default="")


class ScriptTable(Table):
    """`[script]`."""

    core: ScriptCheckTable
    edge: ScriptCheckTable


class MistakeTable(Table):
    """One of `[[mistakes]]`; `fails` are written as check/function."""

    id: Id
    title: Line
    cure: Text
    fails: Annotated[list[str], Field(min_length=1)]
    alike: list[str] = Field(default_factory=list)
    common: bool = False


class LimitsTable(Table):
    """`[limits]`; what is not said stays at the default."""

    cpu_seconds: Seconds = Limits.cpu_seconds
    wall_seconds: Seconds = Limits.wall_seconds
    function_wall_seconds: Seconds = Limits.function_wall_seconds
    memory_mib: Amount = Limits.memory_mib
    printed_kib: Amount = Limits.printed_kib


class ExerciseTables(Table):
    """All of lesson.toml that makes the exercise."""

    constants: dict[str, Any] = Field(default_factory=dict)
    functions: Annotated[list[FunctionTable], Field(min_length=1)]
    checks: Annotated[list[CheckTable], Field(min_length=1)]
    script: ScriptTable | None = None
    mistakes: list[MistakeTable] = Field(default_factory=list)
    limits: LimitsTable = Field(default_factory=LimitsTable)
