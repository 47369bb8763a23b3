"""Renders the Markdown of authors to HTML that is safe on a page, and says what is wrong with it.

Only for text of a content folder, never for what a learner wrote. The order is what makes it safe:
formulas become MathML and are put aside, the rest becomes HTML and is sanitised without any math,
and then our own MathML takes its place.
"""

import re
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from grader.formula import formula
from grader.highlight import highlighted, is_language

LESSON_ADDRESS = "/lessons/"
"""Where `lesson:ID` leads."""

_ATTRIBUTES = {
    "*": {"class", "id"},
    "a": {"href", "title"},
    "div": {"aria-label", "role", "tabindex"},
    "pre": {"tabindex"},
    "ol": {"start"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope"},
}
_TAGS = set(nh3.ALLOWED_TAGS) - {"img", "map", "area", "center", "tt", "acronym", "strike"}
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes=_ATTRIBUTES,
    url_schemes={"http", "https", "mailto"},
    generic_attribute_prefixes=set(),
)
_TABLE = '<div aria-label="Table" class="table" role="group" tabindex="0">'
"""A table may be wider than a phone; then it scrolls in a box that the keyboard reaches."""

_HEADING_ID = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
_MATH = ("math_inline", "math_inline_double", "math_block", "math_block_label")


@dataclass(frozen=True)
class TextFault:
    """What is wrong with a text; `line` counts from 0 at its beginning."""

    line: int
    message: str


@dataclass(frozen=True)
class Link:
    """Where a text leads, as it is written; `line` as in `TextFault`."""

    line: int
    target: str


@dataclass(frozen=True)
class Rendered:
    """HTML, with all that was found on the way."""

    html: str
    faults: tuple[TextFault, ...]
    links: tuple[Link, ...]
    anchors: tuple[str, ...]


def render(text: str) -> str:
    """Markdown as HTML blocks. A formula that is none is shown as it is written."""
    return rendered(text).html


def render_inline(text: str) -> str:
    """Markdown of one line, or a few, as HTML without a paragraph around it."""
    return rendered(text, inline=True).html


@lru_cache(maxsize=2048)
def rendered(text: str, *, inline: bool = False) -> Rendered:
    """The HTML with the faults, links and anchors of the text."""
    page = _Page()
    # Our marks are characters of private use, so the text may have none.
    clean = re.sub("[\ue000-\uf8ff]", "\ufffd", text)
    tokens = _PARSER.parseInline(clean) if inline else _PARSER.parse(clean)
    page.take(tokens)
    html = _CLEANER.clean(_PARSER.renderer.render(tokens, _PARSER.options, {}))
    for mark, mathml in page.formulas.items():
        html = html.replace(mark, mathml)
    return Rendered(html, tuple(page.faults), tuple(page.links), tuple(page.anchors))


@dataclass
class _Page:
    """What is put aside and found while one text is rendered."""

    formulas: dict[str, str] = field(default_factory=dict)
    faults: list[TextFault] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    nonce: str = field(default_factory=lambda: secrets.token_hex(8))

    def take(self, tokens: list[Token]) -> None:
        """Look at every token and change those that a page shows in its own way."""
        for place, token in enumerate(tokens):
            line = token.map[0] if token.map else 0
            if token.type == "heading_open":
                self._anchor(token, tokens[place + 1])
            elif token.type == "fence":
                self._language(token, line)
            elif token.type in _MATH:
                self._formula(token, line)
            elif token.type in {"th_open", "td_open"} and "style" in token.attrs:
                # No style attribute gets past the cleaner: "text-align:right" becomes a class.
                token.attrs = {"class": f"align-{str(token.attrs['style']).partition(':')[2]}"}
            for child in token.children or ():
                self._child(child, token, line)

    def _child(self, child: Token, parent: Token, line: int) -> None:
        if child.type in _MATH:
            self._formula(child, line + _lines_before(child.content, parent.content))
        elif child.type == "link_open":
            target = str(child.attrs.get("href", ""))
            self.links.append(Link(line + _lines_before(target, parent.content), target))
            if target.startswith("lesson:"):
                child.attrs["href"] = LESSON_ADDRESS + target.removeprefix("lesson:")

    def _formula(self, token: Token, line: int) -> None:
        display = token.type != "math_inline"
        found = formula(token.content.strip(), display=display)
        if found.fault:
            self.faults.append(TextFault(line, found.fault))
        mark = f"\ue000{self.nonce}-{len(self.formulas)}\ue001"
        self.formulas[mark] = found.mathml or f"<code>{escape(token.content)}</code>"
        token.content = mark

    def _anchor(self, heading: Token, inline: Token) -> None:
        match = _HEADING_ID.search(inline.content)
        if match and inline.children:
            last = inline.children[-1]
            last.content = _HEADING_ID.sub("", last.content)
        words = re.sub(r"[^\w\s-]", "", inline.content.lower(), flags=re.ASCII).split()
        anchor = match[1] if match else "-".join(words)
        if anchor:
            heading.attrs["id"] = anchor
            self.anchors.append(anchor)

    def _language(self, fence: Token, line: int) -> None:
        name = fence.info.split()[0] if fence.info.split() else ""
        if not is_language(name):
            self.faults.append(TextFault(line, f"no language is called {name!r}"))


def _lines_before(part: str, whole: str) -> int:
    return whole.count("\n", 0, max(whole.find(part), 0))


def _render_fence(
    _renderer: Any, tokens: list[Token], place: int, _options: Any, _env: MutableMapping[str, Any]
) -> str:
    words = tokens[place].info.split()
    name, content = (words[0] if words else ""), tokens[place].content
    if name == "output":
        return f'<pre class="output" tabindex="0"><samp>{escape(content)}</samp></pre>\n'
    kind = "code run" if "run" in words[1:] else "code"
    code = f'<code class="language-{escape(name)}">{highlighted(content, name)}</code>'
    return f'<pre class="{kind}" tabindex="0">{code}</pre>\n'


def _render_mark(
    _renderer: Any, tokens: list[Token], place: int, _options: Any, _env: MutableMapping[str, Any]
) -> str:
    token = tokens[place]
    return f'<div class="formula">{token.content}</div>\n' if token.block else token.content


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": True, "alerts": True})
    parser.enable(["table", "strikethrough"])
    # Digits beside a dollar sign are money: "$5 and $6".
    dollarmath_plugin(parser, double_inline=True, allow_digits=False)
    parser.add_render_rule("fence", _render_fence)
    parser.add_render_rule("table_open", lambda *_: f"{_TABLE}<table>\n")
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    for name in _MATH:
        parser.add_render_rule(name, _render_mark)
    return parser


_PARSER = _parser()
