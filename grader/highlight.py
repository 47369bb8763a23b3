"""Colours code by classes, for a page whose style sheet names them."""

from html import escape
from typing import Any

from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.util import ClassNotFound  # type: ignore[import-untyped]

_PLAIN = frozenset({"", "text", "output"})
_FORMATTER = HtmlFormatter(nowrap=True, classprefix="tok-")


def highlighted(code: str, language: str) -> str:
    """The code as HTML, in spans of class `tok-…` where the language is known."""
    lexer = _lexer(language)
    return escape(code) if lexer is None else str(highlight(code, lexer, _FORMATTER))


def is_language(name: str) -> bool:
    """Whether a fence may name this language; no name at all is one."""
    return name in _PLAIN or _lexer(name) is not None


def _lexer(language: str) -> Any:
    if language in _PLAIN:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return None
