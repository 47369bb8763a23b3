"""What the editor looks like: readable colours in both schemes, and nothing for axe to find."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.frontend.standin import Site

pytestmark = pytest.mark.browser

AA = 4.5
INKS = ["ink", "keyword", "string", "number", "comment", "name", "wrong"]
PAPERS = ["paper", "marked"]
PIXEL = """
(name) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}
"""


def contrast(one: list[int], other: list[int]) -> float:
    """The ratio that WCAG defines for two opaque colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(pixel: list[int]) -> float:
    assert pixel[3] == 255
    parts = [part / 255 for part in pixel[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_what_the_guideline_says() -> None:
    assert contrast([0, 0, 0, 255], [255, 255, 255, 255]) == pytest.approx(21)
    assert contrast([118, 118, 118, 255], [255, 255, 255, 255]) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_code_is_readable_on_every_paper(page: Page, site: Site, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(site.origin)
    colour = {name: page.evaluate(PIXEL, f"--code-{name}") for name in [*INKS, *PAPERS]}
    pale = {
        f"{ink} on {paper}: {ratio:.2f}"
        for paper in PAPERS
        for ink in INKS
        if (ratio := contrast(colour[ink], colour[paper])) < AA
    }
    assert pale == set()


def test_the_editor_follows_the_colour_scheme_while_it_is_open(page: Page, site: Site) -> None:
    def papers() -> list[str]:
        selectors = [".cm-editor", ".cm-gutters", ".cm-panels"]
        ask = "(s) => getComputedStyle(document.querySelector(s)).backgroundColor"
        return [page.evaluate(ask, selector) for selector in selectors]

    page.emulate_media(color_scheme="light")
    page.goto(site.origin)
    page.get_by_role("button", name="Find", exact=True).click()
    light = papers()
    page.emulate_media(color_scheme="dark")
    assert all(one != other for one, other in zip(light, papers(), strict=True))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 360])
def test_axe_finds_nothing(
    page: Page,
    site: Site,
    axe: Callable[[Page], list[str]],
    picture: Callable[[str], None],
    scheme: str,
    width: int,
) -> None:
    site.attributes = 'data-error-line="4" data-error-text="ZeroDivisionError: division by zero"'
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site.origin)
    assert axe(page) == []
    picture(f"editor-{scheme}-{width}")

    page.get_by_role("button", name="Find", exact=True).click()
    page.keyboard.type("relevant")
    expect(page.locator(".cm-searchMatch").first).to_be_visible()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(f"find-{scheme}-{width}")

    page.keyboard.press("Escape")
    page.get_by_label("Plain text box").check()
    assert axe(page) == []
    picture(f"plain-{scheme}-{width}")


def test_axe_can_fail(page: Page, site: Site, axe: Callable[[Page], list[str]]) -> None:
    page.goto(site.origin)
    page.evaluate(
        "document.querySelector('.code-plain').replaceWith(document.createElement('input'))"
    )
    assert [each.partition(":")[0] for each in axe(page)] == ["critical label"]
