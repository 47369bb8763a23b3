"""Cuts a Markdown text at its `##` headings; what stands in a fence or a list is no heading."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

from grader.folder.document import read_text
from grader.folder.exercise_rules import repeated
from grader.folder.problems import Problems, quoted
from grader.lesson import InterviewQuestion, Section

_PARSER = MarkdownIt("commonmark")
_ID = re.compile(r"\{#([^{}]*)\}$")


@dataclass(frozen=True)
class _Part:
    """A heading and all that stands below it; lines are 1-based."""

    heading: str
    heading_line: int
    text: str
    line: int


def read_sections(folder: Path, problems: Problems) -> tuple[Section, ...]:
    """The sections of lesson.md, in order; each heading must end in `{#id}`."""
    path = folder / "lesson.md"
    text = read_text(path, folder, problems)
    sections: list[Section] = []
    for part in () if text is None else _parts(text, path, problems):
        match = _ID.search(part.heading)
        if match is None:
            fault = f"a section needs an id: ## {part.heading} {{#some-id}}"
            problems.add(path, part.heading_line, fault)
        elif not re.fullmatch("[a-z0-9-]+", match[1]):
            fault = f"{quoted(match[1])} is no id: small letters, digits, hyphens"
            problems.add(path, part.heading_line, fault)
        else:
            title = part.heading[: match.start()].strip()
            sections.append(Section(match[1], title, part.text, part.line))
            if not title:
                problems.add(path, part.heading_line, "a section needs a title before its id")
    ids = (((section.line,), section.id) for section in sections)
    for (line,), message in repeated(ids, "section"):
        problems.add(path, int(line), message)
    if text is not None and not any(section.id == "task" for section in sections):
        problems.add(path, None, "has no section ## Your task {#task}")
    return tuple(sections)


def read_interview(folder: Path, problems: Problems) -> tuple[InterviewQuestion, ...]:
    """The questions of interview.md, each with its answer."""
    path = folder / "interview.md"
    text = read_text(path, folder, problems)
    questions: list[InterviewQuestion] = []
    for part in () if text is None else _parts(text, path, problems):
        if not part.text.strip():
            problems.add(path, part.heading_line, "this question has no answer below it")
        questions.append(InterviewQuestion(part.heading, part.text, part.line))
    if text is not None and not questions:
        problems.add(path, None, "has no question: each is a ## heading")
    return tuple(questions)


def _parts(text: str, path: Path, problems: Problems) -> Iterator[_Part]:
    rows = text.split("\n")
    headings = list(_headings(text))
    first = headings[0][0] if headings else len(rows)
    for number, row in enumerate(rows[:first]):
        if row.strip():
            problems.add(path, number + 1, "text must stand below a ## heading")
            break
    ends = [start for start, _, _ in headings[1:]] + [len(rows)]
    for (start, below, heading), end in zip(headings, ends, strict=True):
        yield _Part(heading, start + 1, "\n".join(rows[below:end]), below + 1)


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """The first row of each heading, the row below it, and its text; rows from 0."""
    tokens = _PARSER.parse(text)
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag == "h2" and opening.level == 0:
            start, below = opening.map or (0, 1)
            yield start, below, inline.content.strip()
