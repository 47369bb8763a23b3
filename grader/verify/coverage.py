"""Whether the sets ask about every cell, hidden and announced; nothing is run here."""

import re
from collections.abc import Iterator

from grader.errors import Problem
from grader.exercise import SCRIPT, Check, Half
from grader.query_set import QuerySet
from grader.score import HALF_POINTS, max_points
from grader.verify.subject import Subject

SCRIPT_SHARE = HALF_POINTS / 10
"""The most that one of the script's cells may earn."""


def coverage_problems(subject: Subject) -> Iterator[Problem]:
    """Cells without a hidden query, checks that nobody hears of, scripts that pay too much."""
    task = subject.lesson.section("task")
    text = task.text if task else ""
    for check in subject.exercise.checks:
        if not any(_asks(each, check) for each in subject.hidden):
            yield subject.at_check(check.id, f"no hidden set has a query of the check {check.id!r}")
        shown = any(each.visible and _asks(each, check) for each in subject.edition.sets)
        if not shown and not _names(text, check):
            message = (
                f"no visible query shows the check {check.id!r}, so the task must name it, "
                f"as {check.id!r} or as {check.title!r}"
            )
            yield subject.at_check(check.id, message)
    yield from _script_problems(subject)


def _asks(query_set: QuerySet, check: Check) -> bool:
    return any(query.check == check.id for query in query_set.queries)


def _names(text: str, check: Check) -> bool:
    """Whether a text says the check's id as it is, or its title in the same words."""
    return check.id in re.findall("[a-z0-9-]+", text) or _plain(check.title) in _plain(text)


def _plain(text: str) -> str:
    """Words only: marks of Markdown, capitals and line ends make no difference."""
    return " ".join("".join(each if each.isalnum() else " " for each in text.lower()).split())


def _script_problems(subject: Subject) -> Iterator[Problem]:
    if subject.exercise.script is None:
        return
    core = {check.id for check in subject.exercise.checks if check.half is Half.CORE}
    if not any(query.check in core for each in subject.hidden for query in each.queries):
        yield subject.at(("script",), "no hidden set has a core query, so the script is not tried")
    for cell, points in max_points(subject.exercise.all_checks).items():
        if cell.function == SCRIPT and points > SCRIPT_SHARE:
            message = f"{cell} earns {float(points):.2f} points; at most {float(SCRIPT_SHARE)}"
            yield subject.at_check(cell.check, message)
