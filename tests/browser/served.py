"""A site that is served on one port and can be stopped and started again on the same file."""

import threading
import time
from pathlib import Path

import uvicorn

from app.main import create_app
from app.settings import Settings
from app.site import open_site
from tests.app.people import PATIENCE


class Served:
    """The whole product in a thread, with its graders at work."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Open the file and serve it, the first time on a free port."""
        site = open_site(Settings(data_folder=self._folder, graders=1))
        config = uvicorn.Config(create_app(site), port=self._port, log_config=None)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        (self._port,) = {each.getsockname()[1] for each in self._server.servers[0].sockets}

    def stop(self) -> None:
        """Stop as the process does when it is asked to."""
        self._server.should_exit = True
        self._thread.join()
