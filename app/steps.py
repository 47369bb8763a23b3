"""Which steps of a lesson are done, from what happened. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.store.progress import Happened
from grader import Done, Step, Verdict, View


@dataclass(frozen=True)
class StepShown:
    """One step; `done` is None for a reader of whom nothing is known."""

    html: Markup
    done: bool | None


def steps_shown(
    steps: Iterable[Step], happened: Happened | None, *, has_every_point: bool
) -> tuple[StepShown, ...]:
    """The steps of a lesson for one reader; `happened` is None for a visitor."""
    return tuple(
        StepShown(
            inline(step.text),
            None if happened is None else is_done(step, happened, has_every_point=has_every_point),
        )
        for step in steps
    )


def is_done(step: Step, happened: Happened, *, has_every_point: bool) -> bool:
    """Whether what happened ticks the step; a submission runs on the visible data as well."""
    match step.done:
        case Done.RAN:
            return happened.tried or happened.submitted
        case Done.SUBMITTED:
            return happened.submitted
        case Done.PASSED:
            return has_every_point
        case Done.CHECK:
            return step.check in happened.checks


def passed_checks(view: View) -> frozenset[str]:
    """The checks of which every function passed; one that no query asked about is none of them.

    Takes the learner's view, since a tick tells whoever sees it that the check passed.
    """
    checks = {cell.check for cell in view.cells}
    open_ones = {
        cell.check
        for cell in view.cells
        if cell.verdict != Verdict.PASSED or (cell.visible is None and cell.hidden is None)
    }
    return frozenset(checks - open_ones)
