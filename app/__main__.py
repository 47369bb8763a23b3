"""The command line of the web app: `python -m app serve`, and who may come in."""

import os
import sys
from typing import Annotated

import typer

from app.database import DatabaseInUseError
from app.link_commands import invite, reset_link
from app.log import configure_log
from app.migrate import SchemaError
from app.serve import AddressError, run_site
from app.settings import (
    SettingsError,
    file_url,
    read_settings,
    settings_table,
    unknown_settings,
)
from grader import ContentErrors

REFUSALS = (SettingsError, ContentErrors, SchemaError, DatabaseInUseError, AddressError)
"""What stops a start, with sentences for whoever runs the site."""


def _help_of_settings() -> str:
    paragraphs = [
        f"{name}: {meaning}." + (f" Default: {default}." if default else "")
        for name, default, meaning in settings_table()
    ]
    return "\n\n".join(["Settings in the environment; options go over them.", *paragraphs])


command = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@command.callback()
def _commands() -> None:
    """Twofold, the web app."""


@command.command(epilog=_help_of_settings())
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE, or just FILE.")] = None,
) -> None:
    """Serve the site and grade what is submitted, until the process is asked to stop."""
    for sentence in unknown_settings(os.environ):
        print(sentence, file=sys.stderr)
    try:
        chosen = read_settings(host=host, port=port, database_url=file_url(database))
        configure_log(chosen.log_format)
        run_site(chosen)
    except REFUSALS as refusal:
        print(refusal, file=sys.stderr)
        raise typer.Exit(2) from None


@command.command()
def settings() -> None:
    """Print every setting as the Markdown table that the README has."""
    print("| setting | meaning | default |")
    print("|---|---|---|")
    for name, default, meaning in settings_table():
        print(f"| `{name}` | {meaning} | {f'`{default}`' if default else ''} |")


command.command()(invite)
command.command()(reset_link)


if __name__ == "__main__":
    command()
