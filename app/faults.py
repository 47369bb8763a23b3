"""What breaks on our side: logged whole, answered by a page that tells nothing of it."""

from collections.abc import Callable

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = structlog.get_logger()


class Faults:
    """Answers an exception that nothing else took, unless an answer has begun already.

    It sits inside the other middleware, so that this page carries the same headers as every other.
    """

    def __init__(self, app: ASGIApp, page: Callable[[Request], Response]) -> None:
        self._app = app
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        except Exception:
            log.exception("an answer broke", path=scope["path"])
            if begun:
                raise
            await self._page(Request(scope))(scope, receive, send)
