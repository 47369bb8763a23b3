"""How much grader time each learner used lately, so that a busy one does not slow the others."""

import threading
import time

HALF_LIFE = 300.0
FORGOTTEN = 0.001
"""Seconds; what has faded below this is dropped."""


class GraderTime:
    """Seconds per person, halved every five minutes. May be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used: dict[str, float] = {}
        self._faded_at = time.monotonic()

    def charge(self, person_id: str, seconds: float) -> None:
        """Add what grading for this person took."""
        with self._lock:
            self._fade()
            self._used[person_id] = self._used.get(person_id, 0.0) + seconds

    def lately(self) -> dict[str, float]:
        """What everybody used lately; whoever is missing used nothing."""
        with self._lock:
            self._fade()
            return dict(self._used)

    def _fade(self) -> None:
        now = time.monotonic()
        left = 0.5 ** ((now - self._faded_at) / HALF_LIFE)
        self._faded_at = now
        faded = ((person, seconds * left) for person, seconds in self._used.items())
        self._used = {person: seconds for person, seconds in faded if seconds > FORGOTTEN}
