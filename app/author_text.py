"""Text of lesson authors as markup; what learners wrote never goes through here."""

from functools import lru_cache

from markupsafe import Markup

from grader import render, render_inline


def blocks(text: str) -> Markup:
    """Markdown of several lines."""
    return Markup(render(text))  # noqa: S704 - sanitised by the renderer


@lru_cache(maxsize=4096)
def inline(text: str) -> Markup:
    """Markdown within a line."""
    return Markup(render_inline(text))  # noqa: S704 - sanitised by the renderer
