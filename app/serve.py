"""Runs the site in this process until it is asked to stop."""

import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager

import uvicorn

from app.database import owner_of
from app.main import create_app
from app.settings import Settings
from app.site import open_site

GRACE_SECONDS = 10
"""How long open answers may take once the process is asked to stop."""


class AddressError(Exception):
    """The address cannot be listened on."""


def run_site(settings: Settings) -> None:
    """Serve and grade. Raises what `open_site` raises, DatabaseInUseError or AddressError."""
    with owner_of(settings.database_file), closing(_listening(settings)) as listening:
        config = uvicorn.Config(
            create_app(open_site(settings)),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        _Server(config).run(sockets=[listening])


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise AddressError(
            f"{settings.host}:{settings.port} cannot be listened on: {error.strerror}."
        ) from None


class _Server(uvicorn.Server):
    """Says where it listens, once it answers there; being asked to stop is a good end."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, self.handle_exit)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            host, port = each.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            print(f"Twofold listens on http://{shown}:{port}", flush=True)  # noqa: T201
