"""A section of a lesson's text as its page shows it, with its snippets ready to be run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import blocks, inline
from app.lesson_text import LessonText
from grader import Section, Snippet, snippets

_SHOWN = re.compile(
    r'(<pre class="code run" [^>]*>.*?</pre>)(?:\s*(<pre class="output" [^>]*>.*?</pre>))?',
    re.DOTALL,
)


@dataclass(frozen=True)
class SnippetShown:
    """A runnable snippet; `id` is its anchor and its name in addresses."""

    id: str
    number: int
    code: Markup
    output: Markup
    source: str
    rows: int


@dataclass(frozen=True)
class Part:
    """A stretch of text, and the snippet that follows it where one does."""

    html: Markup
    snippet: SnippetShown | None


@dataclass(frozen=True)
class SectionShown:
    """A section with its anchor; `number` counts those of the text, None for the others."""

    id: str
    title: Markup
    parts: tuple[Part, ...]
    number: int | None = None

    @property
    def snippets(self) -> tuple[SnippetShown, ...]:
        """The snippets of the section, in order."""
        return tuple(part.snippet for part in self.parts if part.snippet)


def section_shown(section: Section, text: LessonText, *, number: int | None = None) -> SectionShown:
    """The section, rendered and dressed."""
    parts = tuple(_parts(section, text.dressed(blocks(section.text))))
    return SectionShown(section.id, inline(section.title), parts, number)


def _parts(section: Section, html: Markup) -> Iterator[Part]:
    """The text cut at its snippets; where the two do not fit together nothing can be run."""
    found = list(snippets(section.text))
    shown = list(_SHOWN.finditer(html))
    if len(found) != len(shown):
        yield Part(html, None)
        return
    end = 0
    for number, (snippet, place) in enumerate(zip(found, shown, strict=True), 1):
        yield Part(html[end : place.start()], _snippet(section.id, number, snippet, place))
        end = place.end()
    yield Part(html[end:], None)


def _snippet(section: str, number: int, snippet: Snippet, place: re.Match[str]) -> SnippetShown:
    code, output = place.groups(default="")
    return SnippetShown(
        id=f"{section}-run-{number}",
        number=number,
        code=Markup(code),  # noqa: S704 - parts of sanitised markup
        output=Markup(output),  # noqa: S704
        source=snippet.source,
        rows=snippet.source.count("\n") + 1,
    )
