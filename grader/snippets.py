"""Finds the runnable snippets of a Markdown text, each with the output it promises."""

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark")


@dataclass(frozen=True)
class Snippet:
    """A `python run` fence; `output` is None where no `output` fence follows at once.

    `line` is the fence's own, counted from 0 at the beginning of the text.
    """

    source: str
    output: str | None
    line: int


def snippets(text: str) -> Iterator[Snippet]:
    """The snippets of a text, in order."""
    tokens = _PARSER.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "fence" and token.info.split()[:2] == ["python", "run"]:
            after = tokens[place + 1] if place + 1 < len(tokens) else None
            follows = (
                after is not None and after.type == "fence" and after.info.split() == ["output"]
            )
            output = after.content if follows and after is not None else None
            yield Snippet(token.content, output, token.map[0] if token.map else 0)
