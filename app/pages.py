"""Turns templates into answers; a name that a template does not know is an error."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from app.assets import Assets

TEMPLATES = Path(__file__).parent.parent / "templates"


class Pages:
    """The templates, with what every one of them may use."""

    def __init__(self, *, site_name: str, assets: Assets, public_address: str = "") -> None:
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(
            site_name=site_name, asset=assets.path, public_address=public_address
        )
        self._environment.filters.update(moment=moment, plural=plural, points=points)

    def answer(
        self,
        template: str,
        context: Mapping[str, Any],
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> HTMLResponse:
        """The page as a response."""
        html = self._environment.get_template(template).render(context)
        return HTMLResponse(html, status_code=status, headers=headers)


def moment(time: datetime) -> Markup:
    """A moment for people and for machines, with its zone; in whole seconds, as all times shown."""
    shown = f"{time:%-d %B %Y, %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(time.isoformat(timespec="seconds"), shown)


def plural(number: int, one: str, many: str | None = None) -> str:
    """The number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def points(value: float | None) -> str:
    """Points as they are read: no trailing zeros, at most two decimals."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def signed(difference: float) -> str:
    """A difference of points with its sign, or that there is none."""
    if round(difference, 2) == 0:
        return "no change"
    return f"{'+' if difference > 0 else '−'}{points(abs(difference))}"
