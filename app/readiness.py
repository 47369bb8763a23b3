"""Whether the sandbox has been proved, and so whether anything is graded."""

import threading
from collections.abc import Callable
from enum import StrEnum

import structlog

log = structlog.get_logger()


class Grading(StrEnum):
    """Whether grading is on; `CHECKING` is before the first proof is done."""

    CHECKING = "checking"
    ON = "on"
    OFF = "off"


class Readiness:
    """What the last proof of the sandbox said. May be used from several threads."""

    def __init__(self, prove: Callable[[], bool]) -> None:
        self._prove = prove
        self._lock = threading.Lock()
        self.grading = Grading.CHECKING

    def examine(self) -> None:
        """Prove the sandbox again; blocks while it does. A proof that breaks is a failed one."""
        with self._lock:
            try:
                proved = self._prove()
            except Exception:
                log.exception("the sandbox could not be examined")
                proved = False
            self.grading = Grading.ON if proved else Grading.OFF
        if not proved:
            log.error("grading is off: run `python -m grader doctor` to see why")
