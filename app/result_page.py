"""A grade as its page shows it, made from the learner's view alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.attempt import State
from app.author_text import inline
from app.changes_page import ComparisonShown
from app.matrix import Matrix, matrix
from app.own_source import Listing, Marks, Spot, listing, marks, spot
from app.pages import points
from app.query_page import Printed, VisibleShown, printed, visible_shown
from app.tick import Tick, tick
from grader import Diagnosis, Exercise, Verdict, View, about_view


@dataclass(frozen=True)
class Cure:
    """What some functions' answers look like, and what to do; several when nobody can tell."""

    functions: tuple[str, ...]
    mistakes: tuple[tuple[Markup, Markup], ...]


@dataclass(frozen=True)
class Hint:
    """The author's word on a check that did not pass."""

    title: Markup
    text: Markup


@dataclass(frozen=True)
class ResultShown:
    """Everything a result page shows of one grade."""

    tick: Tick
    sentence: str
    score: str | None
    matrix: Matrix
    cures: tuple[Cure, ...]
    hints: tuple[Hint, ...]
    visible: VisibleShown
    loaded: bool
    spot: Spot | None
    printed: Printed | None
    marks: Marks
    listing: Listing
    interpreter: str
    source_digest: str

    @property
    def announcement(self) -> str:
        """How it came out, to be read aloud."""
        if self.score is None:
            return f"The run is done: {self.visible.count or self.sentence}"
        halves = (f"{half.title} {half.earned}" for half in self.matrix.halves)
        return f"Graded: {self.score} of 100 points. {', '.join(halves)}. {self.sentence}"


def result_shown(
    view: View, exercise: Exercise, source: bytes, comparisons: Sequence[ComparisonShown] = ()
) -> ResultShown:
    """The view of a grade of this source, ready for a template.

    The first of `comparisons`, where there is one, is with the attempt before.
    """
    return ResultShown(
        tick=tick(view.verdict),
        sentence=about_view(view, source),
        score=None if view.score is None else points(view.score),
        matrix=matrix(view, comparisons[0].delta.changes if comparisons else {}),
        cures=tuple(_cures(view.diagnosis)),
        hints=tuple(_hints(view)),
        visible=visible_shown(view, exercise, source),
        loaded=view.load is None,
        spot=spot(view.trouble, source),
        printed=printed(view.printed),
        marks=marks(view, source),
        listing=listing(source, view),
        interpreter=view.interpreter,
        source_digest=view.digests["source"],
    )


def waiting_words(state: State, ahead: int) -> str:
    """Where something is that has no grade, to be read aloud."""
    if state is State.FAILED:
        return "This is our fault; your work is safe. It could not be graded."
    if state is State.GRADING:
        return "Being graded now"
    return f"Waiting for a grader, place {ahead + 1} in the queue"


def _cures(diagnoses: Iterable[Diagnosis]) -> Iterable[Cure]:
    """Functions that look like the same mistakes are told so once."""
    alike: dict[tuple[str, ...], list[Diagnosis]] = {}
    for each in diagnoses:
        alike.setdefault(each.mistakes, []).append(each)
    for first, *others in alike.values():
        functions = tuple(each.function for each in (first, *others))
        mistakes = zip(map(inline, first.titles), map(inline, first.cures), strict=True)
        yield Cure(functions, tuple(mistakes))


def _hints(view: View) -> Iterable[Hint]:
    """One for each check that did not pass, in order."""
    seen: set[str] = set()
    for cell in view.cells if view.load is None else ():
        known = cell.visible is not None or cell.hidden is not None
        if known and cell.verdict != Verdict.PASSED and cell.hint and cell.check not in seen:
            seen.add(cell.check)
            yield Hint(inline(cell.title), inline(cell.hint))
