"""What a process speaks through: frames to the trusted side, and its printed text.

Runs inside the jail: the standard library only. Names that a learner could replace are bound when
this module is loaded.
"""

import io
import json
import os
import socket
import sys
from typing import Any

from grader.sandbox import wire
from grader.sandbox.encode import TooLarge

encode_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_read, _write, _dup2, _close = os.read, os.write, os.dup2, os.close


class Gone(Exception):
    """The trusted side has closed the connection: there is nothing left to do."""


class Connection:
    """Frames to and from the trusted side, over one descriptor.

    `bell` is a pipe. It is rung when all that was asked is answered, not for every frame: so the
    trusted side sleeps through a query, and yet has each answer safe before the next call.
    """

    def __init__(self, descriptor: int, bell: int) -> None:
        self._descriptor = descriptor
        self._bell = bell
        self._socket = socket.socket(fileno=descriptor)

    def read(self) -> tuple[bytes, bytes]:
        """The next frame: its kind and its body."""
        (length,) = wire.LENGTH.unpack(self._exactly(wire.LENGTH.size))
        body = self._exactly(length)
        return body[:1], body[1:]

    def _exactly(self, count: int) -> bytes:
        parts = []
        while count:
            part = _read(self._descriptor, count)
            if not part:
                raise Gone
            parts.append(part)
            count -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def take_queries(self) -> None:
        """Receive the descriptor of the script's `queries.json`; put it where the link points."""
        _, descriptors, _, _ = socket.recv_fds(self._socket, 1, 1)
        _dup2(descriptors[0], wire.QUERIES_FD)
        _close(descriptors[0])

    def ring(self) -> None:
        """Say that all that was asked is answered."""
        _write(self._bell, b"!")

    def send(self, head: list[Any], arguments: bytes = b"") -> None:
        """Send one frame whole; raises TooLarge, and sends nothing, for more than is read."""
        text = encode_json(head).encode("ascii")
        if len(text) > wire.FRAME_BYTES:
            raise TooLarge
        data = memoryview(wire.LENGTHS.pack(len(text), len(arguments)) + text + arguments)
        while data:
            data = data[_write(self._descriptor, data) :]


class Printed:
    """The process's standard output and error, written through at every line so that nothing is
    lost in a crash, and counted so that each answer's text can be told from the next one's.
    """

    def __init__(self) -> None:
        self._raw = [_Counted(1, "w", closefd=False), _Counted(2, "w", closefd=False)]
        self._streams = [_stream(raw) for raw in self._raw]
        sys.stdout, sys.stderr = self._streams
        sys.__stdout__, sys.__stderr__ = self._streams  # type: ignore[misc]
        self._start = 0

    def start(self) -> None:
        """Count from here on."""
        self._start = 0
        self._start = self.flush()

    def flush(self) -> int:
        """Write out what waits; returns how many bytes were printed in all."""
        for stream in self._streams:
            try:
                stream.flush()
            except Exception:  # noqa: BLE001, S112
                # A stream that the learner broke has nothing to tell.
                continue
        return self._raw[0].count + self._raw[1].count - self._start


class _Counted(io.FileIO):
    """A descriptor that counts the bytes written to it."""

    count = 0

    def write(self, data: Any) -> int:
        written = super().write(data)
        self.count += written
        return written


def _stream(raw: io.RawIOBase) -> io.TextIOWrapper:
    buffered = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, "utf-8", "replace", newline="\n", line_buffering=True)
