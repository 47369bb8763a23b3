"""Verdicts and marks in plain sentences: what happened, and what to do about it.

Sentences may quote text of a learner's process: escape them wherever they are shown.
"""

from grader.exercise import SCRIPT
from grader.hints import source_hint, trouble_hint
from grader.query_result import QueryResult, ScriptResult, Trouble
from grader.result import CellView, View
from grader.snippet_run import SnippetRun
from grader.verdict import Mark, Verdict

QUOTED = 200
"""The longest text quoted in a sentence, in characters."""

_VERDICTS = {
    Verdict.PASSED: "Passed.",
    Verdict.WRONG_ANSWER: "It returned another value than the right one.",
    Verdict.WRONG_TYPE: "It returned a value of the wrong kind.",
    Verdict.RAISED: "It raised an exception.",
    Verdict.TIME_LIMIT: "It took longer than the limit: look for a loop that never ends.",
    Verdict.MEMORY_LIMIT: "It used more memory than the limit: look for something that only grows.",
    Verdict.OUTPUT_LIMIT: "It returned far more than any right answer needs.",
    Verdict.CRASHED: "It ended the Python process instead of returning a value.",
    Verdict.CHANGED_INPUT: "The value is right, but it changed what it was given: work on a copy.",
    Verdict.MISSING_FUNCTION: "There is no function of that name: keep the names of the stub.",
    Verdict.NOT_RUN: "It was not run, because of what happened before.",
    Verdict.SYNTAX_ERROR: "Python can't read this file.",
    Verdict.LOAD_FAILED: "The code stopped while it was being loaded, before any query.",
}

_LOADING = {
    Verdict.TIME_LIMIT: (
        "Loading the file took longer than the limit. Move what runs long into a function, "
        'or under if __name__ == "__main__".'
    ),
    Verdict.MEMORY_LIMIT: "Loading the file used more memory than the limit.",
    Verdict.CRASHED: "The Python process ended while the file was being loaded.",
}

_MARKS = {
    Mark.PASSED: "Passed.",
    Mark.WRONG: "On hidden queries an answer is wrong.",
    Mark.STOPPED: "On hidden queries it did not come to an answer.",
    Mark.NOT_RUN: "It was not run on hidden queries, because of what happened before.",
}

_RETURNED = {
    "None": "It returned None: did you forget return?",
    "<generator object>": "It returned a generator: use return instead of yield.",
    "<coroutine object>": "It returned a coroutine: write def instead of async def.",
    "<function object>": "It returned a function: did you forget the brackets of a call?",
}


def about_mark(mark: Mark | Verdict) -> str:
    """The sentence for a mark, or for a verdict of which nothing more is known."""
    return _MARKS[mark] if isinstance(mark, Mark) else _VERDICTS[mark]


def about_query(result: QueryResult, source: bytes) -> str:
    """The sentence for one function on one visible query."""
    match result.verdict:
        case Verdict.WRONG_ANSWER if result.rounded:
            return "The value is right but rounded: do not round what you return."
        case Verdict.WRONG_TYPE | Verdict.WRONG_ANSWER if result.returned in _RETURNED:
            return _RETURNED[result.returned]
        case Verdict.MISSING_FUNCTION:
            return _missing(result)
        case Verdict.WRONG_ANSWER if result.returned is not None:
            return f"It returned {_quoted(result.returned)}{_instead(result.expected or '')}."
        case Verdict.WRONG_TYPE if result.returned is not None:
            return f"It returned {_quoted(result.returned)}, which is a value of the wrong kind."
        case Verdict.RAISED if result.trouble:
            return _raised("It raised", result.trouble, source)
    return _VERDICTS[result.verdict]


def _instead(expected: str) -> str:
    if expected.startswith("raises "):
        return f" and should have raised {_quoted(expected.removeprefix('raises '))}"
    return f", not {_quoted(expected)}"


def _missing(result: QueryResult) -> str:
    told = result.trouble.message if result.trouble else ""
    question = _quoted(told.partition("defined.")[2])
    return (
        f"There is no function {result.function}: keep the names of the stub. {question}".rstrip()
    )


def about_script(result: ScriptResult, source: bytes) -> str:
    """The sentence for one run of the script on visible data."""
    if result.verdict is Verdict.RAISED and result.trouble:
        return _raised("The script raised", result.trouble, source)
    if result.verdict is Verdict.WRONG_ANSWER and result.missing:
        cut = " It printed more than is kept." if result.cut else ""
        return f"The script did not print this line: {_quoted(result.missing[0])}.{cut}"
    if result.verdict is Verdict.PASSED:
        return "The script printed the right lines."
    return _VERDICTS[result.verdict].replace("It ", "The script ", 1)


def about_snippet(run: SnippetRun, source: bytes) -> str:
    """The sentence for one run of a snippet."""
    match run.verdict:
        case Verdict.PASSED:
            return "It ran to its end."
        case Verdict.CRASHED:
            return "It ended the Python process."
        case Verdict.SYNTAX_ERROR if hint := source_hint(source):
            return hint
        case Verdict.SYNTAX_ERROR if run.trouble:
            return _raised("Python can't read it", run.trouble, source, joint=": ")
        case _ if run.trouble and run.verdict in {Verdict.RAISED, Verdict.LOAD_FAILED}:
            return _raised("It stopped", run.trouble, source, joint=": ")
    return _VERDICTS[run.verdict]


def about_view(view: View, source: bytes) -> str:
    """The sentence for a whole submission or try."""
    if view.load is not None:
        return _about_load(view.load, view.trouble, source)
    if view.verdict == Verdict.PASSED:
        return "Everything passed." if view.score is not None else "All visible queries passed."
    cell = next(cell for cell in view.cells if cell.verdict == view.verdict)
    if cell.verdict is Verdict.MISSING_FUNCTION and (hint := source_hint(source)):
        return hint
    what = "The script" if cell.function == SCRIPT else cell.function
    return f"{what} does not pass “{cell.title}”. {_about_cell(cell, view, source)}"


def _about_load(load: Verdict, trouble: Trouble | None, source: bytes) -> str:
    if hint := source_hint(source):
        return hint if load is Verdict.SYNTAX_ERROR else f"{_VERDICTS[load]} {hint}"
    if load in _LOADING or trouble is None:
        return _LOADING.get(load, _VERDICTS[load])
    return _raised(_VERDICTS[load].removesuffix("."), trouble, source, joint=": ")


def _about_cell(cell: CellView, view: View, source: bytes) -> str:
    """The first visible failure of the cell, or else its mark."""
    for query in view.queries:
        if (query.check, query.function, query.verdict) == (*_place(cell), cell.verdict):
            return about_query(query, source)
    for script in view.scripts:
        if (script.check, script.verdict) == (cell.check, cell.verdict):
            return about_script(script, source)
    return about_mark(cell.verdict)


def _place(cell: CellView) -> tuple[str, str]:
    return cell.check, cell.function


def _raised(what: str, trouble: Trouble, source: bytes, *, joint: str = " ") -> str:
    line = trouble.line or (trouble.frames[-1][0] if trouble.frames else None)
    place = f" (line {line})" if line else ""
    message = f": {_quoted(trouble.message)}" if trouble.message else ""
    hint = trouble_hint(trouble, source)
    return f"{what}{joint}{_quoted(trouble.name)}{message}{place}. {hint or ''}".rstrip()


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else f"{line[:QUOTED]}…"
