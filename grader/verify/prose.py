"""Whether every text of a lesson renders and every link leads somewhere; nothing is run here."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import Problem
from grader.folder.document import Document, read_toml
from grader.folder.lines import Lines, Loc
from grader.folder.problems import Problems, unknown
from grader.text import Rendered, rendered
from grader.verify.subject import Subject

OUTSIDE = ("https://", "http://", "mailto:")


@dataclass(frozen=True)
class Passage:
    """One text of a lesson: where it begins, and how it is rendered."""

    path: Path
    line: int
    rendered: Rendered

    def problem(self, line: int, message: str) -> Problem:
        """A problem on a line of the text, counted from 0."""
        return Problem(self.path, self.line + line, message)


def prose_problems(subject: Subject, lessons: Collection[str]) -> Iterator[Problem]:
    """What doesn't render, and links to nowhere; `lessons` are the ids that may be linked to."""
    passages = [*_markdown(subject), *_lesson_toml(subject), *_quiz(subject)]
    anchors = {section.id for section in subject.lesson.sections}
    anchors |= {anchor for each in passages for anchor in each.rendered.anchors}
    for passage in passages:
        for fault in passage.rendered.faults:
            yield passage.problem(fault.line, fault.message)
        for link in passage.rendered.links:
            if message := _link_fault(link.target, lessons, anchors):
                yield passage.problem(link.line, message)


def _link_fault(target: str, lessons: Iterable[str], anchors: Iterable[str]) -> str | None:
    kind, _, name = target.partition(":")
    if kind == "lesson":
        lesson = name.partition("#")[0]
        return None if lesson in lessons else unknown("lesson", lesson, lessons)
    if target.startswith("#"):
        return None if target[1:] in anchors else unknown("section", target[1:], anchors)
    if target.startswith(OUTSIDE):
        return None
    return f"the link {target!r} leads nowhere; a lesson is linked as lesson:ID"


def _markdown(subject: Subject) -> Iterator[Passage]:
    path = subject.lesson.folder / "lesson.md"
    for section in subject.lesson.sections:
        yield Passage(path, section.line - 1, rendered(section.title, inline=True))
        yield Passage(path, section.line, rendered(section.text))
    path = subject.lesson.folder / "interview.md"
    for question in subject.lesson.interview:
        yield Passage(path, question.line - 1, rendered(question.question, inline=True))
        yield Passage(path, question.line, rendered(question.answer))


def _lesson_toml(subject: Subject) -> Iterator[Passage]:
    lesson, exercise = subject.lesson, subject.exercise
    texts: list[tuple[Loc, str]] = [(("title",), lesson.title), (("summary",), lesson.summary)]
    texts += [(("idea",), lesson.idea), (("why", "text"), lesson.why.text)]
    for i, word in enumerate(lesson.words):
        texts += [(("words", i, "word"), word.word), (("words", i, "meaning"), word.meaning)]
    texts += [(("steps", i, "text"), step.text) for i, step in enumerate(lesson.steps)]
    for i, line in enumerate(lesson.conventions):
        texts += [(("conventions", i, "case"), line.case), (("conventions", i, "rule"), line.rule)]
    for i, check in enumerate(exercise.checks):
        texts += [(("checks", i, "title"), check.title), (("checks", i, "hint"), check.hint)]
    for i, mistake in enumerate(exercise.mistakes):
        texts += [
            (("mistakes", i, "title"), mistake.title),
            (("mistakes", i, "cure"), mistake.cure),
        ]
    if exercise.script:
        texts += [(("script", "core", "hint"), exercise.script.core.hint)]
        texts += [(("script", "edge", "hint"), exercise.script.edge.hint)]
    return _passages(subject.document.path, subject.document.lines, texts)


def _quiz(subject: Subject) -> Iterator[Passage]:
    document = _quiz_document(subject)
    texts: list[tuple[Loc, str]] = []
    for i, question in enumerate(subject.lesson.quiz):
        loc: Loc = ("questions", i)
        texts += [((*loc, "text"), question.text), ((*loc, "why"), question.why)]
        for j, option in enumerate(question.options):
            place: Loc = (*loc, "options", j)
            texts += [((*place, "text"), option.text), ((*place, "why"), option.why)]
    return _passages(document.path, document.lines, texts)


def _quiz_document(subject: Subject) -> Document:
    path = subject.lesson.folder / "quiz.toml"
    found = read_toml(path, subject.lesson.folder, Problems())
    return found or Document(path, {}, Lines())


def _passages(path: Path, lines: Lines, texts: Iterable[tuple[Loc, str]]) -> Iterator[Passage]:
    for loc, text in texts:
        yield Passage(path, lines.at(loc), rendered(text, inline=True))
