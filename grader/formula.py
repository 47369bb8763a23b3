"""Turns LaTeX formulas into MathML that a page with a strict style policy can show."""

import re
from dataclasses import dataclass
from functools import lru_cache

from math_core import LatexError, LatexToMathML

# Coloured error messages are for terminals: `fancy_error` off gives "POSITION: sentence".
_CONVERTER = LatexToMathML(fancy_error=False, annotation=True)

_STYLE = re.compile(r'\sstyle="([^"]*)"')  # the blank keeps `displaystyle=` out of it

LONGEST = 2_000
"""Characters: what is nested thousands of times deep would end the whole process."""

CLASSES = {
    "text-align:left": "math-left",
    "text-align:center": "math-center",
    "text-align:right": "math-right",
    "padding-left:0": "math-flush-left",
    "padding-right:0": "math-flush-right",
    "padding-left:1em": "math-gap",
    "width:100%": "math-wide",
    "width:50%": "math-half",
}
"""What math-core styles in place, and the class that a style sheet gives the same look."""

_FOLDED = ("justify-items:",)  # follows from text-align


@dataclass(frozen=True)
class Formula:
    """A formula as MathML made here, or what is wrong with it."""

    mathml: str
    fault: str | None = None


@lru_cache(maxsize=2048)
def formula(latex: str, *, display: bool) -> Formula:
    """`latex` as MathML; `display` gives it a line of its own."""
    if len(latex) > LONGEST:
        return Formula("", f"no formula: longer than {LONGEST:,} characters")
    try:
        mathml = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError as error:
        place, _, sentence = str(error).partition(": ")
        return Formula("", f"no formula: {sentence or place} (character {place})")
    unknown = [
        declaration
        for style in _STYLE.findall(mathml)
        for declaration in _declarations(style)
        if declaration not in CLASSES and not declaration.startswith(_FOLDED)
    ]
    fault = f"a page can't show this formula's style {unknown[0]}" if unknown else None
    return Formula(_STYLE.sub(_classed, mathml), fault)


def _classed(match: re.Match[str]) -> str:
    names = [CLASSES[each] for each in _declarations(match[1]) if each in CLASSES]
    return f' class="{" ".join(names)}"' if names else ""


def _declarations(style: str) -> list[str]:
    return [each.replace(" ", "") for each in style.split(";") if each.strip()]
