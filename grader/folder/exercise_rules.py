"""What must hold between the tables of an exercise: names exist, ids are unique, halves pay."""

import keyword
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TypeAlias

from grader.exercise import SCRIPT, CompareRule, Half, ResultKind, Shape
from grader.folder.exercise_tables import ArgumentTable, ExerciseTables, FunctionTable, MistakeTable
from grader.folder.lines import Loc
from grader.folder.problems import quoted, unknown
from grader.folder.values import value_faults
from grader.limits import Limits

Fault: TypeAlias = tuple[Loc, str]

RESERVED = frozenset({"id", "check", "expected", "segment", "note"})
"""What a query has beside its arguments; no argument may be called so."""


def exercise_faults(tables: ExerciseTables, ceiling: Limits) -> Iterator[Fault]:
    """Everything that is wrong between the tables, each with the place that must change."""
    yield from _function_faults(tables)
    yield from _check_faults(tables)
    yield from _constant_faults(tables)
    yield from _mistake_faults(tables)
    yield from _limit_faults(tables, ceiling)


def repeated(ids: Iterable[tuple[Loc, str]], what: str) -> Iterator[Fault]:
    """A fault for each id that stands a second time."""
    seen: set[str] = set()
    for loc, each in ids:
        if each in seen:
            yield loc, f"the {what} {quoted(each)} stands here a second time"
        seen.add(each)


def name_fault(name: str, what: str) -> str | None:
    """Why `name` can't be the name of a function or an argument, None if it can."""
    if not (name.isascii() and name.isidentifier()):
        return f"{quoted(name)} can't be the name of {what}: it is no ASCII identifier"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return f"{quoted(name)} can't be the name of {what}: it is a word of Python"
    if name.startswith("_"):
        return f"{quoted(name)} can't be the name of {what}: it starts with an underscore"
    return None


def _function_faults(tables: ExerciseTables) -> Iterator[Fault]:
    named = [(("functions", i, "name"), each.name) for i, each in enumerate(tables.functions)]
    yield from repeated(named, "function")
    for i, function in enumerate(tables.functions):
        loc: Loc = ("functions", i)
        if fault := name_fault(function.name, "a function"):
            yield (*loc, "name"), fault
        if function.name == SCRIPT:
            yield (*loc, "name"), f"{quoted(SCRIPT)} stands for the script; rename the function"
        yield from _argument_faults(function, loc)
        yield from _result_faults(function, loc)


def _argument_faults(function: FunctionTable, loc: Loc) -> Iterator[Fault]:
    arguments: list[ArgumentTable] = function.arguments
    named = [((*loc, "arguments", i), each.name) for i, each in enumerate(arguments)]
    yield from repeated(named, "argument")
    records = [((*loc, "record", i), each) for i, each in enumerate(function.record)]
    yield from repeated(records, "key")
    for place, name in named + records:
        if fault := name_fault(name, "an argument"):
            yield place, fault
        elif name in RESERVED:
            yield place, f"{quoted(name)} is a key that every query has; rename the argument"
    if function.over == "set" and len(arguments) != 1:
        yield (*loc, "arguments"), "a function over a set has one argument: the list of queries"
    elif function.over == "set" and arguments[0].shape not in {Shape.PLAIN, Shape.LIST}:
        yield (*loc, "arguments"), "the argument of a function over a set is a list of queries"
    if function.over == "query" and function.record:
        yield (*loc, "record"), '"record" is only for a function with over = "set"'


def _result_faults(function: FunctionTable, loc: Loc) -> Iterator[Fault]:
    kind, rule = function.result, function.compare
    if rule is CompareRule.UNORDERED and kind not in {ResultKind.LIST, ResultKind.ANY}:
        yield (*loc, "compare"), f'"unordered" is for lists, and this function returns a {kind}'
    if rule is CompareRule.CLOSE and kind in {ResultKind.BOOL, ResultKind.TEXT}:
        yield (*loc, "compare"), f'"close" is for numbers, and this function returns a {kind}'


def _check_faults(tables: ExerciseTables) -> Iterator[Fault]:
    ids: list[Fault] = [(("checks", i, "id"), each.id) for i, each in enumerate(tables.checks)]
    if tables.script:
        ids += [(("script", "core", "id"), tables.script.core.id)]
        ids += [(("script", "edge", "id"), tables.script.edge.id)]
    yield from repeated(ids, "check")
    names = [function.name for function in tables.functions]
    for i, check in enumerate(tables.checks):
        listed = [
            (("checks", i, "functions", j), each) for j, each in enumerate(check.functions or ())
        ]
        yield from repeated(listed, "function")
        for loc, name in listed:
            if name not in names:
                yield loc, unknown("function", name, names)
    used = {name for check in tables.checks for name in check.functions or names}
    for i, name in enumerate(names):
        if name not in used:
            yield ("functions", i, "name"), f"no check calls the function {quoted(name)}"
    for half in Half:
        if not any(check.half is half for check in tables.checks):
            yield ("checks", 0), f"no check is in the {half} half, so its 50 points can't be earned"


def _constant_faults(tables: ExerciseTables) -> Iterator[Fault]:
    shapes = {
        argument.name: argument.shape
        for function in tables.functions
        for argument in function.arguments
        if function.over == "query"
    }
    for name, value in tables.constants.items():
        if name not in shapes:
            yield ("constants", name), unknown("argument", name, shapes)
            continue
        for fault in value_faults(shapes[name], value):
            yield ("constants", name), f"{quoted(name)} {fault}"


def _mistake_faults(tables: ExerciseTables) -> Iterator[Fault]:
    ids = [each.id for each in tables.mistakes]
    yield from repeated(((("mistakes", i, "id"), each) for i, each in enumerate(ids)), "mistake")
    cells = cell_names(tables)
    for i, mistake in enumerate(tables.mistakes):
        loc: Loc = ("mistakes", i)
        listed = [((*loc, "fails", j), each) for j, each in enumerate(mistake.fails)]
        yield from repeated(listed, "cell")
        for place, cell in listed:
            if cell not in cells:
                yield place, unknown("cell", cell, cells)
        yield from _alike_faults(mistake, ids, loc)


def _alike_faults(mistake: MistakeTable, ids: list[str], loc: Loc) -> Iterator[Fault]:
    others = [each for each in ids if each != mistake.id]
    for j, other in enumerate(mistake.alike):
        if other not in others:
            yield (*loc, "alike", j), unknown("other mistake", other, others)


def cell_names(tables: ExerciseTables) -> frozenset[str]:
    """Every cell, written as check/function."""
    names = [function.name for function in tables.functions]
    cells = {f"{check.id}/{name}" for check in tables.checks for name in check.functions or names}
    if tables.script:
        cells |= {f"{tables.script.core.id}/{SCRIPT}", f"{tables.script.edge.id}/{SCRIPT}"}
    return frozenset(cells)


def _limit_faults(tables: ExerciseTables, ceiling: Limits) -> Iterator[Fault]:
    limits = Limits(**{each.name: getattr(tables.limits, each.name) for each in fields(Limits)})
    for name in limits.above(ceiling):
        most = getattr(ceiling, name)
        yield ("limits", name), f"{quoted(name)} is {getattr(limits, name)}; at most {most} here"
    if limits.wall_seconds < limits.cpu_seconds:
        yield ("limits",), '"wall_seconds" is less than "cpu_seconds", which could never be used'
    if limits.function_wall_seconds < limits.wall_seconds:
        yield ("limits",), '"function_wall_seconds" is less than "wall_seconds" of one query'
