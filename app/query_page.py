"""Visible queries and runs of the script as a page shows them: what failed before the rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.arguments import written
from app.author_text import inline
from app.own_source import Spot, spot
from app.pages import plural
from app.tick import Tick, Tone, tick
from grader import (
    Exercise,
    Function,
    QueryResult,
    ScriptResult,
    Verdict,
    View,
    about_query,
    about_script,
)

MOST_PRINTED = 4_000
"""Characters of printed text on the page; the JSON file has all that was kept."""

Functions = Mapping[str, Function]
Titles = Mapping[str, Markup]


@dataclass(frozen=True)
class Printed:
    """Printed text, and what is to be said where it was cut."""

    text: str
    notice: str


@dataclass(frozen=True)
class CallShown:
    """One function on one visible query; `took` is empty unless it took long."""

    function: str
    returned: str | None
    expected: str | None
    tick: Tick
    sentence: str
    spot: Spot | None
    printed: Printed | None
    took: str


@dataclass(frozen=True)
class QueryShown:
    """One visible query with every function that was called on it."""

    id: str
    title: Markup
    arguments: list[tuple[str, str]]
    calls: tuple[CallShown, ...]
    tick: Tick
    count: str


@dataclass(frozen=True)
class LineShown:
    """A line of the reference, and whether the script printed it."""

    text: str
    found: bool


@dataclass(frozen=True)
class ScriptShown:
    """One run of the script on visible data."""

    title: Markup
    tick: Tick
    sentence: str
    printed: Printed | None
    expected: tuple[LineShown, ...]
    count: str
    spot: Spot | None


@dataclass(frozen=True)
class VisibleShown:
    """All that came of visible data; `passed` are both kinds that did well."""

    queries: tuple[QueryShown, ...]
    scripts: tuple[ScriptShown, ...]
    passed_queries: tuple[QueryShown, ...]
    passed_scripts: tuple[ScriptShown, ...]
    count: str

    @property
    def passed_count(self) -> str:
        """What is folded away, in words."""
        queries = plural(len(self.passed_queries), "visible query", "visible queries")
        script = " and the script" if self.passed_scripts else ""
        return f"{queries}{script} right" if self.passed_queries else "The script is right"


def visible_shown(view: View, exercise: Exercise, source: bytes) -> VisibleShown:
    """The visible part of a view; nothing of it where the source did not load."""
    if view.load is not None:
        return VisibleShown((), (), (), (), "")
    titles = {cell.check: inline(cell.title) for cell in view.cells}
    functions = {function.name: function for function in exercise.functions}
    queries = tuple(_query(each, functions, titles, source) for each in _by_query(view.queries))
    scripts = tuple(_script(each, titles, source) for each in view.scripts)
    passed = [each for each in queries if each.tick.tone is Tone.PASSED]
    return VisibleShown(
        queries=tuple(each for each in queries if each not in passed),
        scripts=tuple(each for each in scripts if each.tick.tone is not Tone.PASSED),
        passed_queries=tuple(passed),
        passed_scripts=tuple(each for each in scripts if each.tick.tone is Tone.PASSED),
        count=f"{len(passed)} of {plural(len(queries), 'visible query', 'visible queries')} right",
    )


def _by_query(results: Iterable[QueryResult]) -> Iterable[list[QueryResult]]:
    found: dict[tuple[str, str], list[QueryResult]] = {}
    for result in results:
        found.setdefault((result.set, result.id), []).append(result)
    return found.values()


def _query(
    results: Sequence[QueryResult], functions: Functions, titles: Titles, source: bytes
) -> QueryShown:
    calls = tuple(_call(result, source) for result in results)
    failed = [call.tick for call in calls if call.tick.tone is not Tone.PASSED]
    arguments = {
        name: text
        for result in results
        for name, text in written(functions.get(result.function), result.input)
    }
    return QueryShown(
        id=results[0].id,
        title=titles.get(results[0].check, Markup()),
        arguments=list(arguments.items()),
        calls=calls,
        tick=failed[0] if failed else calls[0].tick,
        count=f"{len(calls) - len(failed)} of {plural(len(calls), 'function')} right",
    )


def _call(result: QueryResult, source: bytes) -> CallShown:
    return CallShown(
        function=result.function,
        returned=result.returned,
        expected=result.expected,
        tick=tick(result.verdict),
        sentence=about_query(result, source),
        spot=spot(result.trouble, source),
        printed=printed(result.printed),
        took=f"took {result.seconds:g} seconds" if result.seconds > 1 else "",
    )


def _script(result: ScriptResult, titles: Titles, source: bytes) -> ScriptShown:
    lines = tuple(_lines(result))
    found = sum(line.found for line in lines)
    return ScriptShown(
        title=titles.get(result.check, Markup()),
        tick=tick(result.verdict),
        sentence=about_script(result, source),
        printed=printed(result.printed, cut=result.cut),
        expected=lines,
        count=f"{found} of {plural(len(lines), 'line')} found" if lines else "",
        spot=spot(result.trouble, source),
    )


def _lines(result: ScriptResult) -> list[LineShown]:
    """Of equal lines the last ones are those not found: lines are looked for in order."""
    missing = list(result.missing)
    lines = []
    for text in reversed([line for line in result.expected if line.strip()]):
        found = result.verdict is not Verdict.NOT_RUN and text not in missing
        if text in missing:
            missing.remove(text)
        lines.append(LineShown(text, found))
    return lines[::-1]


def printed(text: str, *, cut: bool = False) -> Printed | None:
    """What was printed, for the page; None where it was nothing."""
    if not text:
        return None
    notices = ["It printed more than is kept."] if cut else []
    if len(text) > MOST_PRINTED:
        notices.append(
            f"Only the first {MOST_PRINTED:,} of {len(text):,} characters are shown here;"
            " the JSON file has the rest."
        )
    return Printed(text[:MOST_PRINTED], " ".join(notices))
