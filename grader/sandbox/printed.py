"""Collects what a process prints, bounded: beginning and end are kept, the middle is dropped.

Runs outside the jail.
"""

import os
from dataclasses import dataclass

_CHUNK = 65_536
_CUT = "\n… cut here: more was printed than is kept …\n"


@dataclass(frozen=True)
class Text:
    """Printed text, decoded with replacement; `cut` when its middle was dropped."""

    text: str = ""
    cut: bool = False


NOTHING = Text()


class Printed:
    """The reading end of what one process prints; keeps about `keep` bytes that are not taken."""

    def __init__(self, descriptor: int, keep: int) -> None:
        self.descriptor = descriptor
        self._half = keep // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._seen = 0
        self._taken = 0
        self._dropped = False

    def drain(self) -> bool:
        """Read what is waiting, at most one chunk; False when nobody can print any more."""
        try:
            part = os.read(self.descriptor, _CHUNK)
        except BlockingIOError:
            return True
        self._seen += len(part)
        room = self._half - len(self._head)
        self._head += part[:room]
        if room < len(part):
            self._tail += part[room:]
            if len(self._tail) > self._half:
                del self._tail[: -self._half]
                self._dropped = True
        return bool(part)

    def take(self, until: int | None = None) -> Text:
        """What was printed since the last call, up to a byte count that the process told of.

        When something was dropped in between, everything is taken.
        """
        if not self._head:
            return NOTHING
        if until is not None and not self._dropped and until < self._seen:
            return self._take_first(max(0, until - self._taken))
        cut = self._dropped
        head, tail = (bytes(part).decode("utf-8", "replace") for part in (self._head, self._tail))
        self.forget()
        return Text(head + (_CUT if cut else "") + tail, cut)

    def _take_first(self, count: int) -> Text:
        kept = self._head + self._tail
        text = bytes(kept[:count]).decode("utf-8", "replace")
        rest = kept[count:]
        self._head, self._tail = rest[: self._half], rest[self._half :]
        self._taken += count
        return Text(text)

    def forget(self) -> None:
        """Drop what was printed so far."""
        self._head.clear()
        self._tail.clear()
        self._taken = self._seen
        self._dropped = False

    def restart(self) -> None:
        """Drop what was printed so far, and count from here on."""
        self.forget()
        self._taken = self._seen = 0

    def close(self) -> None:
        """Close the reading end."""
        os.close(self.descriptor)
