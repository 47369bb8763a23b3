"""The yardstick of the benchmark: a lesson's calls written out, for a Python without a sandbox."""

import json
import shutil
from pathlib import Path

from grader.edition import Edition
from grader.exercise import Argument, Json, Shape
from grader.plan import SetPlan, Step, plan_set
from grader.sandbox.interpreter import find

_FILE = "solution.py"


def write_bare(edition: Edition, folder: Path) -> None:
    """Write the reference with every call of every set after it, and the script's queries.

    The calls have their arguments as literals, and come after the script, which runs since the
    file is the main one.
    """
    exercise = edition.exercise
    plans = [plan_set(exercise, each) for each in edition.sets]
    lines = [_call(step) for plan in plans for step in plan.steps]
    text = exercise.reference.decode("utf-8") + "\n" + "\n".join(lines) + "\n"
    (folder / _FILE).write_text(text, "utf-8")
    (folder / "queries.json").write_text(json.dumps(_records(plans)), "utf-8")


def _call(step: Step) -> str:
    arguments = (_literal(each, step.input[each.name]) for each in step.function.arguments)
    return f"{step.function.name}({', '.join(arguments)})"


def _literal(argument: Argument, value: Json) -> str:
    match argument.shape:
        case Shape.SET:
            return f"set({value!r})"
        case Shape.TUPLE:
            return f"tuple({value!r})"
        case Shape.DICT:
            return f"dict({value!r})"
        case Shape.ITERATOR:
            return f"iter({value!r})"
        case _:
            return repr(value)


def _records(plans: list[SetPlan]) -> list[Json]:
    """What the script reads: the queries of every set, as its last run on that set sees them."""
    return [record for plan in plans if plan.runs for record in json.loads(plan.runs[-1].queries)]


def bare_commands(folder: Path) -> dict[str, list[str]]:
    """Commands to run in `folder`: Python's start alone, the file, and the file in bubblewrap."""
    python = [find().program, "-I", "-S"]
    commands = {"start": [*python, "-c", "pass"], "bare": [*python, _FILE]}
    bubblewrap = shutil.which("bwrap")
    if bubblewrap:
        trees = [part for tree in find().trees for part in ("--ro-bind-try", tree, tree)]
        commands["wrapped"] = [
            *(bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", *trees),
            *("--proc", "/proc", "--ro-bind", str(folder), str(folder), "--chdir", str(folder)),
            *commands["bare"],
        ]
    return commands
