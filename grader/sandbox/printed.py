"""Collects what a process prints, bounded: the beginning and the end are kept, the middle is
dropped.

Runs outside the jail.
"""

import os

_CHUNK = 65_536
_CUT = "\n… cut here: more was printed than is kept …\n"


class Printed:
    """The reading end of what one process prints."""

    def __init__(self, descriptor: int, keep: int) -> None:
        self.descriptor = descriptor
        self._half = keep // 2
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped = False

    def drain(self) -> bool:
        """Read what is waiting, at most one chunk, without blocking; False when nobody can print
        any more.
        """
        try:
            part = os.read(self.descriptor, _CHUNK)
        except BlockingIOError:
            return True
        self._keep(part)
        return bool(part)

    def _keep(self, part: bytes) -> None:
        room = self._half - len(self._head)
        self._head += part[:room]
        self._tail += part[room:] if room < len(part) else b""
        if len(self._tail) > self._half:
            del self._tail[: -self._half]
            self._dropped = True

    def take(self, room: int | None = None) -> tuple[bool, str]:
        """Whether the middle was cut, and what was printed since the last call.

        Decoded with replacement; at most about `room` bytes.
        """
        if not self._head:
            return False, ""
        if room is not None and len(self._head) + len(self._tail) > room:
            self._dropped = True
            self._tail = self._tail[-(room // 2) :] if room > 1 else bytearray()
            del self._head[room // 2 :]
        cut = self._dropped
        head, tail = (bytes(part).decode("utf-8", "replace") for part in (self._head, self._tail))
        self.forget()
        return cut, head + (_CUT if cut else "") + tail

    def forget(self) -> None:
        """Drop what was printed so far."""
        self._head.clear()
        self._tail.clear()
        self._dropped = False

    def close(self) -> None:
        """Close the reading end."""
        os.close(self.descriptor)
