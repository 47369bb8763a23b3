"""The command line of the web app: `python -m app serve`."""

import os
import socket
import sys
from contextlib import ExitStack
from datetime import timedelta
from typing import Annotated

import typer
import uvicorn

from app.database import DatabaseInUseError, owner_of
from app.log import configure_log
from app.main import create_app
from app.migrate import SchemaError
from app.settings import (
    Settings,
    SettingsError,
    read_settings,
    settings_table,
    unknown_settings,
)
from app.site import open_site
from grader import ContentErrors

GRACE = timedelta(seconds=10)
"""How long open answers may take when the process is asked to stop."""


def _help_of_settings() -> str:
    lines = (f"{name}  {meaning} [{default}]" for name, default, meaning in settings_table())
    return "Every setting, in the environment:\n\n" + "\n\n".join(lines)


command = typer.Typer(
    help="Twofold, the web app.",
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
        settings = read_settings(host=host, port=port, database_url=_url(database))
        configure_log(settings.log_format)
        with ExitStack() as stack:
            stack.enter_context(owner_of(settings.database_file))
            _serve(settings)
    except (SettingsError, ContentErrors, SchemaError, DatabaseInUseError) as problem:
        print(problem, file=sys.stderr)
        raise typer.Exit(2) from None


def _url(database: str | None) -> str | None:
    return f"sqlite:///{database}" if database and "://" not in database else database


def _serve(settings: Settings) -> None:
    app = create_app(open_site(settings))
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=int(GRACE.total_seconds()),
    )
    _Server(config).run()


class _Server(uvicorn.Server):
    """Says where it listens, once it really does."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers if self.started else ():
            for each in server.sockets:
                host, port = each.getsockname()[:2]
                shown = f"[{host}]" if ":" in host else host
                print(f"Twofold listens on http://{shown}:{port}", flush=True)


if __name__ == "__main__":
    command()
