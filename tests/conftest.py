"""What every test shares: hypothesis, the driver of browsers, and what is told at the end."""

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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured, `record_property("printed", …)`, also where workers ran them."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "printed":
                terminalreporter.write_line(f"measured: {value}")
