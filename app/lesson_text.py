"""Adds to the rendered text of a lesson where its links lead and what its words mean.

Works on HTML that the renderer made and sanitised, and passes all of it through as it is.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

from markupsafe import Markup, escape

from app.author_text import inline
from app.content import Place
from grader import Lesson

LESSONS = "/lessons/"
QUIET = {"a", "code", "pre", "samp", "kbd", "math", "th", "h1", "h2", "h3", "h4", "h5", "h6"}
"""Where a word of the glossary is not marked."""


@dataclass(frozen=True)
class WordShown:
    """A word of the glossary with its anchor."""

    id: str
    word: Markup
    meaning: Markup


@dataclass(frozen=True)
class LessonText:
    """Dresses the texts of one lesson."""

    words: tuple[WordShown, ...]
    course: str
    places: Mapping[str, Place]

    def dressed(self, html: Markup) -> Markup:
        """The text with links to lessons named, and each word marked where it comes first."""
        dresser = _Dresser(self)
        dresser.feed(html)
        dresser.close()
        return Markup("".join(dresser.out))  # noqa: S704 - sanitised before, and escaped here

    def name_of(self, lesson: str) -> str:
        """The number and title of another lesson, as they are now."""
        place = self.places[lesson]
        elsewhere = "" if place.course.id == self.course else f" of {place.course.title}"
        return f"lesson {place.number}{elsewhere}: {place.lesson.title}"


def words_shown(lesson: Lesson) -> tuple[WordShown, ...]:
    """The glossary of a lesson, in the author's order."""
    return tuple(
        WordShown(f"word-{_slug(word.word)}", inline(word.word), inline(word.meaning))
        for word in lesson.words
    )


def _slug(word: str) -> str:
    return "-".join(re.findall(r"[^\W_]+", word.lower()))


class _Dresser(HTMLParser):
    """Copies markup and changes text and links on the way."""

    def __init__(self, text: LessonText) -> None:
        super().__init__(convert_charrefs=False)
        self.out: list[str] = []
        self._text = text
        self._words = {_stem(word): word for word in text.words}
        self._pattern = _pattern(self._words)
        self._seen: set[str] = set()
        self._quiet = 0
        self._leads_to: str | None = None
        self._link_text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.out.append(self.get_starttag_text() or "")
        self._quiet += tag in QUIET
        if tag == "a":
            lesson = (dict(attrs).get("href") or "").removeprefix(LESSONS).partition("#")[0]
            self._leads_to = lesson if lesson in self._text.places else None
            self._link_text = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._leads_to is not None:
            self.out.append(self._named(self._leads_to))
            self._leads_to = None
        self._quiet -= tag in QUIET
        self.out.append(f"</{tag}>")

    def _named(self, lesson: str) -> str:
        name = self._text.name_of(lesson)
        said = " ".join(self._link_text.split())
        title = self._text.places[lesson].lesson.title
        if not said:
            return str(escape(name))
        if said.casefold() == title.casefold():
            name = name.removesuffix(f": {title}")
        return f' <span class="lesson-name">({escape(name)})</span>'

    def handle_data(self, data: str) -> None:
        self._link_text += data
        self.out.append(data if self._quiet or not self._words else self._marked(data))

    def _marked(self, data: str) -> str:
        return self._pattern.sub(self._mark, data)

    def _mark(self, found: re.Match[str]) -> str:
        stem = found["stem"].casefold()
        if stem in self._seen:
            return found[0]
        self._seen.add(stem)
        word = self._words[stem]
        return (
            f'<a class="word" href="#{word.id}" aria-describedby="{word.id}-meaning"'
            f' data-meaning="{escape(word.meaning.striptags())}">{found[0]}</a>'
        )

    def handle_entityref(self, name: str) -> None:
        self.out.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.out.append(f"&#{name};")


def _stem(word: WordShown) -> str:
    """A word without its cut: recall@k is also spoken of as recall, and as recall@5."""
    return word.word.striptags().removesuffix("@k").casefold()


def _pattern(stems: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(stems, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w@])(?P<stem>{either})(?:@(?:k|\d+))?s?(?![\w@])", re.IGNORECASE)
