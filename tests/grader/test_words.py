"""Every verdict and mark has a sentence, and common accidents have their own."""

import pytest

from grader.exercise import Half
from grader.query_result import QueryResult, ScriptResult, Trouble
from grader.result import CellView, View
from grader.verdict import Mark, Verdict
from grader.words import QUOTED, about_mark, about_query, about_script, about_view


def query(verdict: Verdict, returned: str | None = None, **others: object) -> QueryResult:
    values = {
        "set": "visible",
        "visible": True,
        "id": "v1",
        "check": "plain",
        "function": "share",
        "input": {"part": 1},
        "returned": returned,
        "expected": "0.5",
        "verdict": verdict,
    }
    return QueryResult.model_validate(values | others)


def script(verdict: Verdict, **others: object) -> ScriptResult:
    values = {"set": "visible", "visible": True, "check": "script", "verdict": verdict}
    return ScriptResult.model_validate(values | {"expected": (), "missing": ()} | others)


def view(verdict: Verdict | Mark, *, hidden: Mark | None = None, **others: object) -> View:
    cell = CellView(
        check="plain",
        half=Half.CORE,
        title="works",
        hint="",
        function="share",
        visible=verdict if isinstance(verdict, Verdict) else Verdict.PASSED,
        hidden=hidden,
        verdict=verdict,
        points=0.0,
        max_points=50.0,
        needs_core=False,
    )
    values: dict[str, object] = {
        "exercise": "shares",
        "verdict": verdict,
        "score": 0.0,
        "core": 0.0,
        "edge": 0.0,
        "cells": (cell,),
        "diagnosis": (),
        "queries": (),
        "scripts": (),
        "load": None,
        "trouble": None,
        "printed": "",
        "digests": {},
        "interpreter": "3.11",
    }
    return View.model_validate(values | others)


@pytest.mark.parametrize("verdict", [*Verdict, *Mark])
def test_every_verdict_and_mark_has_a_sentence(verdict: Verdict | Mark) -> None:
    assert about_mark(verdict).endswith(".")
    assert about_view(view(verdict), b"x = 1").endswith(".")


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_of_a_query_and_of_a_script_has_a_sentence(verdict: Verdict) -> None:
    assert about_query(query(verdict), b"").endswith(".")
    assert about_script(script(verdict), b"").endswith(".")


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        ("None", "did you forget return?"),
        ("<generator object>", "instead of yield"),
        ("<coroutine object>", "instead of async def"),
        ("'0.5'", "returned '0.5', which is a value of the wrong kind"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(returned: str, words: str) -> None:
    assert words in about_query(query(Verdict.WRONG_TYPE, returned), b"")


def test_wrong_rounded_and_missing_are_told_apart() -> None:
    assert about_query(query(Verdict.WRONG_ANSWER, "0.4"), b"") == "It returned 0.4, not 0.5."
    rounded = query(Verdict.WRONG_ANSWER, "0.3", rounded=True)
    assert "do not round" in about_query(rounded, b"")
    near = Trouble(name="NameError", message="name 'share' is not defined. Did you mean 'shar'?")
    missing = query(Verdict.MISSING_FUNCTION, trouble=near)
    assert "Did you mean 'shar'?" in about_query(missing, b"")


def test_an_answer_where_an_exception_is_right_says_which() -> None:
    answered = query(Verdict.WRONG_ANSWER, "0", expected="raises ValueError")
    assert about_query(answered, b"") == "It returned 0 and should have raised ValueError."


@pytest.mark.parametrize(
    ("trouble", "source", "words"),
    [
        (Trouble(name="EOFError", message="EOF when reading a line"), b"", "no keyboard"),
        (Trouble(name="SystemExit", message="0"), b"", "instead of calling exit()"),
        (Trouble(name="NotImplementedError", message=""), b"", "not written yet"),
        (Trouble(name="ModuleNotFoundError", message="No module"), b"", "standard library"),
        (
            Trouble(name="PermissionError", message="[Errno 1] Operation not permitted: 'ls'"),
            b"import subprocess",
            "Starting other programs is switched off here.",
        ),
        (
            Trouble(name="PermissionError", message="[Errno 1] Operation not permitted"),
            b"import socket",
            "The network is switched off",
        ),
        (
            Trouble(name="PermissionError", message="[Errno 13] Permission denied: '/etc'"),
            b"open('/etc')",
            "no files of its own",
        ),
        (
            Trouble(name="TypeError", message="share() takes 1 positional argument but 2 were"),
            b"",
            "keep its first line",
        ),
        (Trouble(name="NameError", message="name 'null' is not defined"), b"", "None, True"),
        (
            Trouble(name="FileNotFoundError", message="[Errno 2] No such file: 'queries.json'"),
            b"",
            "only for the script",
        ),
    ],
)
def test_what_was_raised_comes_with_what_to_do(trouble: Trouble, source: bytes, words: str) -> None:
    told = about_query(query(Verdict.RAISED, trouble=trouble), source)
    assert told.startswith(f"It raised {trouble.name}")
    assert words in told


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        ("a = 1".encode("utf-16"), "UTF-16"),
        (b"a = 1\0", "NUL"),
        (b"a = '\xe4'", "not UTF-8"),
        (b'{"cells": [], "metadata": {}, "nbformat": 4}', "notebook"),
        (b"PK\x03\x04word", "no text file"),
    ],
)
def test_a_file_that_is_no_source_has_its_own_sentence(source: bytes, words: str) -> None:
    for load in (Verdict.SYNTAX_ERROR, Verdict.LOAD_FAILED):
        assert words in about_view(view(load, load=load), source)
    assert words in about_view(view(Verdict.MISSING_FUNCTION), source)


@pytest.mark.parametrize(
    ("line", "message", "words"),
    [
        ("print(“hi”)", "invalid character '“' (U+201C)", "curly quotes"),
        (">>> a = 1", "invalid syntax", "pasted session"),
        ("```python", "invalid syntax", "Leave out the lines"),
        ("((((((", "too many nested parentheses", "too deeply"),
    ],
)
def test_a_syntax_error_comes_with_its_line_and_a_hint(line: str, message: str, words: str) -> None:
    trouble = Trouble(name="SyntaxError", message=message, line=3, text=line)
    told = about_view(view(Verdict.SYNTAX_ERROR, load=Verdict.SYNTAX_ERROR, trouble=trouble), b"x")
    assert "line 3" in told
    assert words in told


def test_a_doctest_in_a_good_file_is_no_pasted_session() -> None:
    trouble = Trouble(name="SyntaxError", message="invalid syntax", line=9, text="x = = 1")
    source = b'"""\n>>> share(1, 2)\n"""\nx = = 1\n'
    loaded = view(Verdict.SYNTAX_ERROR, load=Verdict.SYNTAX_ERROR, trouble=trouble)
    assert "session" not in about_view(loaded, source)


def test_an_endless_import_says_that_it_was_loading() -> None:
    told = about_view(view(Verdict.TIME_LIMIT, load=Verdict.TIME_LIMIT), b"while 1: pass")
    assert told.startswith("Loading the file took longer than the limit")


def test_a_script_says_which_line_is_missing() -> None:
    told = about_script(script(Verdict.WRONG_ANSWER, missing=("mean share 0.5",), cut=True), b"")
    assert told == (
        "The script did not print this line: mean share 0.5. It printed more than is kept."
    )


def test_quoted_text_is_one_short_line() -> None:
    trouble = Trouble(name="ValueError", message="a\n\tb" + "x" * 5000)
    told = about_query(query(Verdict.RAISED, trouble=trouble), b"")
    assert "\n" not in told
    assert len(told) < QUOTED + 100


def test_everything_passed_is_said_and_a_try_says_what_it_was() -> None:
    assert about_view(view(Verdict.PASSED), b"x") == "Everything passed."
    assert "visible" in about_view(view(Verdict.PASSED, score=None), b"x")
