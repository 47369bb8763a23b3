"""Reads what a page shows: its part of lesson.toml, lesson.md, quiz.toml, interview.md."""

from collections.abc import Iterator
from pathlib import Path

from grader.folder.document import Document, check_format, read_toml, shaped
from grader.folder.exercise_rules import Fault, repeated
from grader.folder.exercise_tables import ExerciseTables
from grader.folder.lesson_tables import LessonTables, QuestionTable, QuizTables, StepTable
from grader.folder.lines import Loc
from grader.folder.problems import Problems, quoted, unknown
from grader.folder.sections import read_interview, read_sections
from grader.lesson import (
    Convention,
    Done,
    InterviewQuestion,
    Lesson,
    Option,
    Position,
    Question,
    QuestionKind,
    Section,
    Step,
    Why,
    Word,
)

CHECK = "check:"


def lesson_of(folder: Path, document: Document, problems: Problems) -> Lesson | None:
    """The lesson in `folder`, None when something in it is wrong."""
    before = len(problems)
    tables = shaped(LessonTables, document, problems, of=LessonTables.model_fields)
    sections = read_sections(folder, problems)
    quiz = _quiz(folder, problems)
    interview = read_interview(folder, problems)
    if tables is None:
        return None
    document.report(_step_faults(tables, _check_ids(document)), problems)
    if len(problems) > before:
        return None
    return _lesson(folder, tables, sections, quiz, interview)


def key_faults(document: Document) -> Iterator[Fault]:
    """The keys at the top of lesson.toml that belong neither to the page nor to the exercise."""
    known = {*LessonTables.model_fields, *ExerciseTables.model_fields}
    for key in document.data:
        if key not in known:
            yield (key,), unknown("key", key, known)


def _check_ids(document: Document) -> set[str]:
    """The ids of checks as they are written, even where something else in the exercise is wrong."""
    checks, script = document.data.get("checks"), document.data.get("script")
    tables = [*checks] if isinstance(checks, list) else []
    tables += [*script.values()] if isinstance(script, dict) else []
    return {str(table["id"]) for table in tables if isinstance(table, dict) and "id" in table}


def _step_faults(tables: LessonTables, checks: set[str]) -> Iterator[Fault]:
    ids: list[tuple[Loc, str]] = [
        (("steps", i, "id"), each.id) for i, each in enumerate(tables.steps)
    ]
    yield from repeated(ids, "step")
    valid = [done.value for done in Done if done is not Done.CHECK]
    for number, step in enumerate(tables.steps):
        loc: Loc = ("steps", number, "done")
        if step.done.startswith(CHECK):
            check = step.done.removeprefix(CHECK)
            if check not in checks:
                yield loc, unknown("check", check, checks)
        elif step.done not in valid:
            yield loc, unknown("value", step.done, [*valid, f"{CHECK}ID"])


def _quiz(folder: Path, problems: Problems) -> tuple[Question, ...]:
    document = read_toml(folder / "quiz.toml", folder, problems)
    if document is None:
        return ()
    check_format(document, problems)
    tables = shaped(QuizTables, document, problems, of={*document.data, "questions"})
    if tables is None:
        return ()
    ids = ((("questions", i, "id"), each.id) for i, each in enumerate(tables.questions))
    document.report(repeated(ids, "question"), problems)
    for number, table in enumerate(tables.questions):
        loc: Loc = ("questions", number)
        document.report((((*loc, key), text) for key, text in _question_faults(table)), problems)
    return tuple(map(_question, tables.questions))


def _question_faults(table: QuestionTable) -> Iterator[tuple[str, str]]:
    right = sum(option.right for option in table.options)
    if table.kind is QuestionKind.NUMBER:
        if table.answer is None:
            yield "id", 'a question of kind "number" needs an "answer"'
        if table.options:
            yield "options", 'a question of kind "number" has no options'
        return
    for key in ("answer", "tolerance"):
        if getattr(table, key) is not None:
            yield key, f'{quoted(key)} is only for a question of kind "number"'
    if len(table.options) < 2:
        yield "id", "a question needs at least two options"
    if table.kind is QuestionKind.ONE and right != 1:
        yield "options", f'{right} options are right; kind "one" has exactly one'
    if table.kind is QuestionKind.MANY and right == 0:
        yield "options", "no option is right"


def _question(table: QuestionTable) -> Question:
    return Question(
        id=table.id,
        kind=table.kind,
        text=table.text,
        why=table.why,
        options=tuple(Option(each.text, each.right, each.why) for each in table.options),
        answer=table.answer,
        tolerance=table.tolerance or 0.0,
    )


def _lesson(
    folder: Path,
    tables: LessonTables,
    sections: tuple[Section, ...],
    quiz: tuple[Question, ...],
    interview: tuple[InterviewQuestion, ...],
) -> Lesson:
    position = tables.position
    return Lesson(
        id=folder.name,
        title=tables.title,
        level=tables.level,
        minutes=tables.minutes,
        summary=tables.summary,
        subject=tables.subject,
        idea=tables.idea,
        why=Why(tables.why.title, tables.why.text),
        words=tuple(Word(each.word, each.meaning) for each in tables.words),
        steps=tuple(map(_step, tables.steps)),
        conventions=tuple(Convention(each.case, each.rule) for each in tables.conventions),
        position=None if position is None else Position(position.week, position.day),
        sections=sections,
        quiz=quiz,
        interview=interview,
        folder=folder,
    )


def _step(table: StepTable) -> Step:
    if table.done.startswith(CHECK):
        return Step(table.id, table.text, Done.CHECK, table.done.removeprefix(CHECK))
    return Step(table.id, table.text, Done(table.done))
