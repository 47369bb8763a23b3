"""Turns a query set into the calls and script runs of one sandbox plan; sees no answer."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.exercise import Check, Exercise, Function, Half, Json
from grader.query_set import Query, QuerySet
from grader.sandbox.outcome import Call, Plan


@dataclass(frozen=True)
class Step:
    """One call and what it is about; `id` is the query's, or the check's for one over a set."""

    id: str
    check: str
    function: Function
    input: dict[str, Json]
    call: Call


@dataclass(frozen=True)
class ScriptRun:
    """One run of the script for the cell of `check`, beside `queries` as its `queries.json`."""

    check: str
    queries: bytes


@dataclass(frozen=True)
class SetPlan:
    """All that is asked of a source on one set, core before edge."""

    set: QuerySet
    functions: tuple[str, ...]
    steps: tuple[Step, ...]
    runs: tuple[ScriptRun, ...]

    def of(
        self, source: bytes, *, timeouts: Mapping[str, int] | None = None, repeats: bool = True
    ) -> Plan:
        """The plan for one source; `timeouts` and `repeats` are what the sets before left."""
        return Plan(
            source=source,
            functions=self.functions,
            calls=tuple(step.call for step in self.steps),
            scripts=tuple(run.queries for run in self.runs),
            visible=self.set.visible,
            timeouts=timeouts or {},
            repeats=repeats,
        )


def plan_set(exercise: Exercise, query_set: QuerySet) -> SetPlan:
    """What `query_set` asks of every source; without core queries it runs no core script."""
    return SetPlan(
        set=query_set,
        functions=tuple(function.name for function in exercise.functions),
        steps=tuple(_steps(exercise, query_set)),
        runs=tuple(_runs(exercise, query_set)),
    )


def _steps(exercise: Exercise, query_set: QuerySet) -> Iterator[Step]:
    for half in Half:
        checks = {check.id: check for check in exercise.checks if check.half is half}
        for number, query in enumerate(query_set.queries):
            if query.check in checks:
                yield from _query_steps(exercise, checks[query.check], number, query)
        for place, check in enumerate(exercise.checks):
            if check.id in checks:
                yield from _set_steps(exercise, check, len(query_set.queries) + place, query_set)


def _query_steps(exercise: Exercise, check: Check, number: int, query: Query) -> Iterator[Step]:
    for name in check.functions:
        function = exercise.function(name)
        if not function.over_set:
            values = {**exercise.constants, **query.arguments}
            yield _step(
                query.id,
                check,
                function,
                number,
                [values[argument.name] for argument in function.arguments],
            )


def _set_steps(
    exercise: Exercise, check: Check, number: int, query_set: QuerySet
) -> Iterator[Step]:
    records: list[Json] = [_record(query) for query in query_set.queries if query.check == check.id]
    for name in check.functions:
        function = exercise.function(name)
        if function.over_set and records:
            yield _step(check.id, check, function, number, [records])


def _step(step_id: str, check: Check, function: Function, number: int, values: list[Json]) -> Step:
    pairs = [
        [argument.shape, value] for argument, value in zip(function.arguments, values, strict=True)
    ]
    call = Call(query=number, function=function.name, arguments=_json(pairs))
    shown = {
        argument.name: value for argument, value in zip(function.arguments, values, strict=True)
    }
    return Step(id=step_id, check=check.id, function=function, input=shown, call=call)


def _runs(exercise: Exercise, query_set: QuerySet) -> Iterator[ScriptRun]:
    if exercise.script is None:
        return
    core = [query for query in query_set.queries if exercise.check(query.check).half is Half.CORE]
    if core:
        yield ScriptRun(exercise.script.core.id, _json([_record(query) for query in core]))
    if query_set.queries:
        yield ScriptRun(exercise.script.edge.id, queries_file(query_set))


def queries_file(query_set: QuerySet) -> bytes:
    """The `queries.json` of a script that runs on the whole set."""
    return _json([_record(query) for query in query_set.queries])


def _record(query: Query) -> dict[str, Json]:
    segment = {} if query.segment is None else {"segment": query.segment}
    return {"id": query.id, **segment, **query.arguments}


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")
