"""What can change a grade at one moment, with the digest that names it."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from functools import cached_property

from grader.exercise import Check, Exercise, Function, Json
from grader.query_set import Query, QuerySet


@dataclass(frozen=True)
class Edition:
    """An exercise with the query sets that are live now, visible ones first."""

    exercise: Exercise
    sets: tuple[QuerySet, ...] = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """SHA-256 in hex over everything that can change a verdict or points, and nothing else.

        Counted: functions; checks and the script's two with half, functions, weight and order;
        constants; limits; the reference's source; of each set its id, visibility and order, and of
        each query its id, check, arguments, stated answers, segment and order. Not counted: titles,
        hints, text, notes, names of sets, the stub, mistakes. Never shown to learners: guesses at
        hidden content could be checked against it.
        """
        text = json.dumps(_counted(self), separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("ascii")).hexdigest()


def _counted(edition: Edition) -> Json:
    exercise = edition.exercise
    return {
        "exercise": exercise.id,
        "functions": [_function(function) for function in exercise.functions],
        "checks": [_check(check) for check in exercise.all_checks],
        "script": exercise.script is not None,
        "constants": {name: exercise.constants[name] for name in sorted(exercise.constants)},
        "limits": asdict(exercise.limits),
        "reference": exercise.reference.hex(),
        "sets": [_set(query_set) for query_set in edition.sets],
    }


def _function(function: Function) -> Json:
    return {
        "name": function.name,
        "arguments": [[argument.name, argument.shape] for argument in function.arguments],
        "result": function.result,
        "compare": function.compare,
        "over_set": function.over_set,
    }


def _check(check: Check) -> Json:
    return [check.id, check.half, list(check.functions), check.weight]


def _set(query_set: QuerySet) -> Json:
    queries: list[Json] = [_query(query) for query in query_set.queries]
    return [query_set.id, query_set.visible, queries]


def _query(query: Query) -> Json:
    # Arguments keep their order: a script sees the keys of a record, and a dict its pairs.
    return [query.id, query.check, dict(query.arguments), dict(query.expected), query.segment]
