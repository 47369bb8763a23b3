"""Connections that nobody uses harm nobody: there is room for many, and none of them stays long."""

import resource
from asyncio import Transport

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_SECONDS = 10.0
"""So long may the first request of a connection be in coming."""

MOST_FILES = 65_536
"""Connections, database and sandboxes together; the system's usual thousand is soon used up."""


def make_room() -> None:
    """Let this process have as many files and connections open as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class Impatient(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, which by itself waits for ever for a first request."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(PATIENCE_SECONDS, self._hang_up_unless_asked)

    def _hang_up_unless_asked(self) -> None:
        if getattr(self, "cycle", None) is None and not self.transport.is_closing():
            self.transport.close()
