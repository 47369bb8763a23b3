"""A grade as its page shows it, made from the learner's view alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.arguments import written
from app.author_text import inline
from app.matrix import Matrix, matrix
from app.pages import plural, points
from app.tick import Tick, Tone, tick
from grader import (
    Diagnosis,
    Exercise,
    Function,
    QueryResult,
    ScriptResult,
    Trouble,
    Verdict,
    View,
    about_query,
    about_script,
    about_view,
)

Functions = Mapping[str, Function]
Titles = Mapping[str, Markup]


@dataclass(frozen=True)
class OwnLine:
    """A line of the learner's own source, and the function it stands in where that is known."""

    number: int
    code: str
    function: str


@dataclass(frozen=True)
class CallShown:
    """One function on one visible query."""

    function: str
    arguments: list[tuple[str, str]]
    returned: str | None
    expected: str | None
    tick: Tick
    sentence: str
    lines: tuple[OwnLine, ...]
    printed: str


@dataclass(frozen=True)
class QueryShown:
    """One visible query with every function that was called on it."""

    id: str
    title: Markup
    arguments: list[tuple[str, str]]
    calls: tuple[CallShown, ...]
    passed: bool
    count: str


@dataclass(frozen=True)
class ScriptShown:
    """One run of the script on visible data."""

    title: Markup
    tick: Tick
    sentence: str
    printed: str
    cut: bool
    expected: tuple[tuple[str, bool], ...]
    lines: tuple[OwnLine, ...]


@dataclass(frozen=True)
class Cure:
    """What a function's answers look like, and what to do; more than one when nobody can tell."""

    function: str
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
    queries: tuple[QueryShown, ...]
    queries_passed: str
    scripts: tuple[ScriptShown, ...]
    loaded: bool
    lines: tuple[OwnLine, ...]
    printed: str
    interpreter: str
    source_digest: str


def result_shown(view: View, exercise: Exercise, source: bytes) -> ResultShown:
    """The view of a grade of this source, ready for a template."""
    titles = {cell.check: inline(cell.title) for cell in view.cells}
    functions = {function.name: function for function in exercise.functions}
    queries = _queries(view.queries, functions, titles, source)
    return ResultShown(
        tick=tick(view.verdict),
        sentence=about_view(view, source),
        score=None if view.score is None else points(view.score),
        matrix=matrix(view),
        cures=tuple(map(_cure, view.diagnosis)),
        hints=tuple(_hints(view)),
        queries=queries,
        queries_passed=_queries_passed(queries),
        scripts=tuple(_script(each, titles, source) for each in view.scripts),
        loaded=view.load is None,
        lines=_own_lines(view.trouble, source),
        printed=view.printed,
        interpreter=view.interpreter,
        source_digest=view.digests["source"],
    )


def _queries_passed(queries: tuple[QueryShown, ...]) -> str:
    passed = sum(query.passed for query in queries)
    return f"{passed} of {plural(len(queries), 'visible query', 'visible queries')} right"


def _cure(diagnosis: Diagnosis) -> Cure:
    mistakes = zip(map(inline, diagnosis.titles), map(inline, diagnosis.cures), strict=True)
    return Cure(diagnosis.function, tuple(mistakes))


def _hints(view: View) -> Iterable[Hint]:
    """One for each check that did not pass, in order."""
    seen: set[str] = set()
    for cell in view.cells if view.load is None else ():
        known = cell.visible is not None or cell.hidden is not None
        if known and cell.verdict != Verdict.PASSED and cell.hint and cell.check not in seen:
            seen.add(cell.check)
            yield Hint(inline(cell.title), inline(cell.hint))


def _queries(
    results: tuple[QueryResult, ...], functions: Functions, titles: Titles, source: bytes
) -> tuple[QueryShown, ...]:
    by_query: dict[tuple[str, str], list[QueryResult]] = {}
    for result in results:
        by_query.setdefault((result.set, result.id), []).append(result)
    return tuple(_query(each, functions, titles, source) for each in by_query.values())


def _query(
    results: list[QueryResult], functions: Functions, titles: Titles, source: bytes
) -> QueryShown:
    calls = tuple(_call(result, functions, source) for result in results)
    passed = sum(call.tick.tone is Tone.PASSED for call in calls)
    arguments = {name: text for call in calls for name, text in call.arguments}
    return QueryShown(
        id=results[0].id,
        title=titles.get(results[0].check, Markup()),
        arguments=list(arguments.items()),
        calls=calls,
        passed=passed == len(calls),
        count=f"{passed} of {plural(len(calls), 'function')} right",
    )


def _call(result: QueryResult, functions: Functions, source: bytes) -> CallShown:
    return CallShown(
        function=result.function,
        arguments=written(functions.get(result.function), result.input),
        returned=result.returned,
        expected=result.expected,
        tick=tick(result.verdict),
        sentence=about_query(result, source),
        lines=_own_lines(result.trouble, source),
        printed=result.printed,
    )


def _script(result: ScriptResult, titles: Titles, source: bytes) -> ScriptShown:
    missing = list(result.missing)
    expected = []
    for line in result.expected:
        found = line not in missing
        if not found:
            missing.remove(line)
        expected.append((line, found))
    return ScriptShown(
        title=titles.get(result.check, Markup()),
        tick=tick(result.verdict),
        sentence=about_script(result, source),
        printed=result.printed,
        cut=result.cut,
        expected=tuple(expected),
        lines=_own_lines(result.trouble, source),
    )


def _own_lines(trouble: Trouble | None, source: bytes) -> tuple[OwnLine, ...]:
    """The lines of the learner's own source that a trouble names, innermost last."""
    if trouble is None:
        return ()
    frames = trouble.frames or (((trouble.line, ""),) if trouble.line else ())
    lines = source.decode("utf-8", "replace").split("\n")
    return tuple(
        OwnLine(number, lines[number - 1].strip(), function)
        for number, function in frames
        if 1 <= number <= len(lines)
    )
