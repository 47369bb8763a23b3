"""What every test shares: how hypothesis behaves, and the driver of browsers."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Playwright, sync_playwright

# A busy machine must not fail a property, so no example is timed.
settings.register_profile("twofold", deadline=None, print_blob=True)
settings.load_profile("twofold")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver, of which a process can have only one."""
    with sync_playwright() as playwright:
        yield playwright
