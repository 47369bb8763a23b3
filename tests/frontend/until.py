"""Waiting for what no locator can see."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

DEADLINE = 20.0


def until(page: Page, happened: Callable[[], bool]) -> None:
    """Lets the page go on until it happened; fails after twenty seconds."""
    end = time.monotonic() + DEADLINE
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        page.wait_for_timeout(20)
