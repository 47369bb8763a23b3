"""What a lesson weighs on its way to a browser, what is kept there, and how long a score takes."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.app.people import LESSON
from tests.browser.learner import code, graded, press, sign_up

pytestmark = pytest.mark.browser

KIB = 1024
ROUNDS = 5
Record = Callable[[str, object], None]


@pytest.fixture
def context(chromium: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser whose requests nobody stands in the way of, or it would keep nothing."""
    context = chromium.new_context(base_url=address)
    yield context
    context.close()


@dataclass
class Transfers:
    """What a page's files took, by their address, as they came over the wire."""

    page: Page
    sizes: dict[str, float] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        urls: dict[str, str] = {}
        network = self.page.context.new_cdp_session(self.page)
        network.on(
            "Network.requestWillBeSent",
            lambda event: urls.update({event["requestId"]: event["request"]["url"]}),
        )
        network.on(
            "Network.requestServedFromCache", lambda event: self.kept.add(urls[event["requestId"]])
        )
        network.on("Network.responseReceived", self._received)
        network.on(
            "Network.loadingFinished",
            lambda event: self.sizes.update({urls[event["requestId"]]: event["encodedDataLength"]}),
        )
        network.send("Network.enable")

    def _received(self, event: dict[str, dict[str, object]]) -> None:
        if event["response"]["fromDiskCache"]:
            self.kept.add(str(event["response"]["url"]))

    def open(self, path: str) -> None:
        """Open a page and wait for all that belongs to it."""
        self.sizes.clear()
        self.kept.clear()
        self.page.goto(path)
        self.page.wait_for_load_state("networkidle")

    def of(self, name: str) -> float:
        """The one file whose address has this in it."""
        (size,) = [size for url, size in self.sizes.items() if name in url]
        return size


def test_a_lesson_is_light_and_its_files_are_kept(
    context: BrowserContext, address: str, record_property: Record
) -> None:
    transfers = Transfers(context.new_page())
    transfers.open(f"/lessons/{LESSON}")
    assert [url for url in transfers.sizes if not url.startswith(f"{address}/")] == []
    editor = transfers.of("/static/editor.")
    rest = sum(transfers.sizes.values()) - editor
    record_property("printed", f"lesson page without the editor: {rest / KIB:.1f} KiB of 60")
    record_property("printed", f"editor, compressed: {editor / KIB:.1f} KiB of 200")
    assert rest <= 60 * KIB
    assert editor <= 200_000
    static = {url for url in transfers.sizes if "/static/" in url}
    transfers.open(f"/lessons/{LESSON}?again")
    again = sum(size for url, size in transfers.sizes.items() if url not in transfers.kept)
    record_property("printed", f"lesson page, opened again: {again / KIB:.1f} KiB")
    assert {url for url in static if not url.endswith(".svg")} <= transfers.kept


@pytest.mark.sandbox
def test_the_time_from_submit_to_score_is_told(
    context: BrowserContext, reference: str, record_property: Record
) -> None:
    page = context.new_page()
    sign_up(page)
    scores, bare = [], []
    for number in range(ROUNDS):
        code(page).fill(f"{reference}\n# {number}\n")
        started = time.monotonic()
        press(page, "Submit")
        page.wait_for_url(f"**/submissions/{number + 1}")
        graded(page)
        scores.append(time.monotonic() - started)
        bare.append(_bare())
    score, start = statistics.median(scores), statistics.median(bare)
    record_property(
        "printed",
        f"from Submit to score on the page: {1000 * score:.0f} ms,"
        f" {score / start:.1f} × python -I -S -c pass ({1000 * start:.1f} ms)",
    )
    assert page.locator("[data-score]").get_attribute("data-score") == "100"


def _bare() -> float:
    started = time.monotonic()
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    return time.monotonic() - started
