"""Runs the site in this process until it is asked to stop."""

import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager

import uvicorn

from app.clock import utc_now
from app.connections import Impatient, make_room
from app.database import owner_of
from app.first_operator import first_operator_path
from app.main import create_app
from app.settings import Settings
from app.site import Site, open_site

GRACE_SECONDS = 10
"""How long open answers may take once the process is asked to stop."""


class AddressError(Exception):
    """The address cannot be listened on."""


def run_site(settings: Settings) -> None:
    """Serve and grade. Raises what `open_site` raises, DatabaseInUseError or AddressError."""
    with owner_of(settings.database_file), closing(_listening(settings)) as listening:
        make_room()
        site = open_site(settings)
        config = uvicorn.Config(
            create_app(site),
            http=Impatient,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        _Server(config, site).run(sockets=[listening])


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

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

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
            _say(f"Twofold listens on http://{shown}:{port}")
            self._invite_first(f"http://{shown}:{port}")

    def _invite_first(self, address: str) -> None:
        path = first_operator_path(self._site.database, now=utc_now())
        if path is not None:
            _say("Nobody runs this site yet. This link makes its first operator, once;")
            _say("until it is used, each start prints a new one in its place:")
            _say((self._site.settings.public_address or address) + path)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201
