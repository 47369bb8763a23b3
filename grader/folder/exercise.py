"""Reads the exercise of a lesson folder: its part of lesson.toml, and all the sources."""

from dataclasses import fields
from pathlib import Path

from grader.exercise import (
    SCRIPT,
    Argument,
    Cell,
    Check,
    CompareRule,
    Exercise,
    Function,
    Half,
    Mistake,
    ResultKind,
    Script,
)
from grader.folder.document import Document, decoded, read_bytes, shaped
from grader.folder.exercise_rules import exercise_faults
from grader.folder.exercise_tables import (
    CheckTable,
    ExerciseTables,
    FunctionTable,
    MistakeTable,
    ScriptCheckTable,
)
from grader.folder.problems import Problems, quoted, unknown
from grader.limits import SOURCE_BYTES, Limits


def exercise_of(
    folder: Path, document: Document, problems: Problems, ceiling: Limits
) -> Exercise | None:
    """The exercise in `folder`, None when something in it is wrong."""
    before = len(problems)
    tables = shaped(ExerciseTables, document, problems, of=ExerciseTables.model_fields)
    stub = _source(folder / "stub.py", folder, problems)
    reference = _source(folder / "reference.py", folder, problems)
    if tables is None:
        return None
    document.report(exercise_faults(tables, ceiling), problems)
    mistakes = _mistakes(folder, document, tables, problems)
    if len(problems) > before or stub is None or reference is None:
        return None
    functions = tuple(map(_function, tables.functions))
    return Exercise(
        id=folder.name,
        functions=functions,
        checks=tuple(_check(check, functions) for check in tables.checks),
        script=_script(tables),
        constants=dict(tables.constants),
        limits=Limits(**{each.name: getattr(tables.limits, each.name) for each in fields(Limits)}),
        stub=stub,
        reference=reference,
        mistakes=mistakes,
        folder=folder,
    )


def _source(path: Path, folder: Path, problems: Problems) -> bytes | None:
    """A source as it would be graded: UTF-8, no byte order mark, every line ended by LF."""
    content = read_bytes(path, folder, problems, limit=SOURCE_BYTES)
    text = None if content is None else decoded(content, path, problems)
    return None if text is None else text.encode("utf-8")


def _mistakes(
    folder: Path, document: Document, tables: ExerciseTables, problems: Problems
) -> tuple[Mistake, ...]:
    declared = {mistake.id for mistake in tables.mistakes}
    for path in sorted((folder / "mistakes").glob("*")):
        if path.name == "__pycache__" or path.name.startswith("."):
            continue
        if path.suffix != ".py" or path.stem not in declared:
            problems.add(path, None, unknown("mistake", path.stem, declared))
    alike = _alike(tables)
    found: list[Mistake] = []
    for number, table in enumerate(tables.mistakes):
        path = folder / "mistakes" / f"{table.id}.py"
        if not path.exists():
            fault = f"the mistake {quoted(table.id)} has no file mistakes/{table.id}.py"
            document.report([(("mistakes", number, "id"), fault)], problems)
        elif (source := _source(path, folder, problems)) is not None:
            found.append(_mistake(table, source, alike[table.id]))
    return tuple(found)


def _alike(tables: ExerciseTables) -> dict[str, frozenset[str]]:
    """Who is alike whom: said by one of the two, it holds for both."""
    return {
        mistake.id: frozenset(mistake.alike)
        | {other.id for other in tables.mistakes if mistake.id in other.alike}
        for mistake in tables.mistakes
    }


def _mistake(table: MistakeTable, source: bytes, alike: frozenset[str]) -> Mistake:
    cells = [name.partition("/") for name in table.fails]
    return Mistake(
        id=table.id,
        title=table.title,
        cure=table.cure,
        fails=frozenset(Cell(check, function) for check, _, function in cells),
        source=source,
        alike=alike,
        common=table.common,
    )


def _function(table: FunctionTable) -> Function:
    close = table.result is ResultKind.NUMBER
    return Function(
        name=table.name,
        arguments=tuple(Argument(each.name, each.shape) for each in table.arguments),
        result=table.result,
        compare=table.compare or (CompareRule.CLOSE if close else CompareRule.EXACT),
        over_set=table.over == "set",
        record=tuple(table.record),
    )


def _check(table: CheckTable, functions: tuple[Function, ...]) -> Check:
    return Check(
        id=table.id,
        half=table.half,
        title=table.title,
        functions=tuple(table.functions or (function.name for function in functions)),
        weight=table.weight,
        hint=table.hint,
    )


def _script(tables: ExerciseTables) -> Script | None:
    if tables.script is None:
        return None
    return Script(
        core=_script_check(tables.script.core, Half.CORE),
        edge=_script_check(tables.script.edge, Half.EDGE),
    )


def _script_check(table: ScriptCheckTable, half: Half) -> Check:
    return Check(
        id=table.id,
        half=half,
        title=table.title,
        functions=(SCRIPT,),
        weight=table.weight,
        hint=table.hint,
    )
