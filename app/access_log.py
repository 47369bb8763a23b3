"""One line in the log for each answer; never a query string, a form or a name."""

import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()


class AccessLog:
    """Measures each answer and writes the line when it is complete."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.monotonic()
        status = 500

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            milliseconds = round(1000 * (time.monotonic() - started), 1)
            log.info(
                "answered",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=milliseconds,
            )
