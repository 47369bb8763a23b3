"""One sandbox process seen from outside: sends it frames, keeps the clock, and reads its answers.

Runs outside the jail.
"""

import contextlib
import fcntl
import os
import select
import socket
import time
from dataclasses import dataclass

from grader.sandbox import wire
from grader.sandbox.control import Control, Ends, Exit
from grader.sandbox.decode import Garbled
from grader.sandbox.fault import SandboxFault
from grader.sandbox.printed import Printed
from grader.sandbox.watch import SLICE, Allowance, NoAnswer, Stop, Watch, is_crowded

READY_SECONDS = 10.0
_CHUNK = 65_536
_MOMENT = 0.002
"""Seconds in which most answers come; so long, nothing that is printed wakes us."""


@dataclass(frozen=True)
class Answer:
    """One frame, how long it took, and the share of the allowance that was used."""

    head: bytes
    arguments: bytes
    seconds: float
    near: float


class Process:
    """One process of a warden. After a NoAnswer or Garbled it is of no more use: `end` it."""

    def __init__(self, control: Control, ends: Ends, keep: int) -> None:
        self._control = control
        self.number = ends.number
        self._connection = ends.connection
        self.printed = Printed(ends.printed, keep)
        self.begun: bytes | None = None
        self._is_ready = False
        self._waiting = b""
        self._start = 0
        self._looked_at = time.monotonic()
        self._open = True
        self._poll = select.poll()
        self._bell = ends.bell
        self._poll.register(self._bell, select.POLLIN)
        self._poll.register(self.printed.descriptor, select.POLLIN)
        self._poll.register(control, select.POLLIN)
        self._quiet_poll = select.poll()
        self._quiet_poll.register(self._bell, select.POLLIN)
        self._quiet_poll.register(control, select.POLLIN)

    def await_ready(self) -> None:
        """Wait until the process is locked down and serves; raises SandboxFault when it does not
        get there.
        """
        if self._is_ready:
            return
        answer = self.answer(Allowance(READY_SECONDS, READY_SECONDS))
        if isinstance(answer, NoAnswer) or answer.head != b'["ready"]':
            self.printed.drain()
            said = self.printed.take().text.strip()[-500:]
            raise SandboxFault(f"a process was not locked down: {said or answer}")
        self.printed.drain()
        self.printed.restart()
        self._looked_at = time.monotonic()
        self._is_ready = True

    def begin(self, source_frame: bytes, allowance: Allowance) -> bool:
        """Send the source, if the process is ready, and leave the answer for later."""
        self._receive()
        if len(self._waiting) == self._start and not self._is_ready:
            return False
        self.await_ready()
        self.send(wire.SOURCE, source_frame, allowance)
        self.begun = source_frame
        return True

    def send(self, kind: bytes, body: bytes, allowance: Allowance) -> None:
        """Send one frame. Bytes already waiting here were sent unasked: raises Garbled.

        A process that does not read for as long as its allowance is left to `answer` to give up.
        """
        self._receive()
        if len(self._waiting) > self._start:
            raise Garbled
        data = memoryview(wire.LENGTH.pack(len(kind) + len(body)) + kind + body)
        deadline = time.monotonic() + allowance.wall
        while data:
            try:
                data = data[self._connection.send(data) :]
            except BlockingIOError:
                waiting = select.poll()
                waiting.register(self._connection, select.POLLOUT)
                left = deadline - time.monotonic()
                if left <= 0 or not waiting.poll(left * 1000):
                    return
            except OSError:
                return

    def send_queries(self, content: bytes) -> None:
        """Hand the process a read-only file with the script's queries, as a descriptor."""
        descriptor = os.memfd_create("queries", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            with open(descriptor, "wb", closefd=False) as file:
                file.write(content)
            _seal(descriptor)
            with contextlib.suppress(OSError):
                socket.send_fds(self._connection, [b"."], [descriptor])
        finally:
            os.close(descriptor)

    def answer(self, allowance: Allowance) -> Answer | NoAnswer:
        """Wait for the next frame within the allowance; raises Garbled and SandboxFault."""
        start = time.monotonic()
        frame = self._take_frame()
        if frame is None and start - self._looked_at > SLICE:
            # Many short calls can leave as many threads behind as a long one.
            self._looked_at = start
            crowded = is_crowded(self._control, self.number)
            self._receive()
            frame = self._take_frame()
            if frame is None and crowded:
                return NoAnswer(Stop.THREADS, 0.0)
        if frame is None and self._open:
            self._wait(_MOMENT, self._quiet_poll)
            frame = self._take_frame()
            if frame is None and self._open:
                self._wait(min(SLICE, allowance.cpu / 10, allowance.wall), self._poll)
                frame = self._take_frame()
        if frame is not None:
            seconds = time.monotonic() - start
            return Answer(*frame, seconds, min(1.0, seconds / allowance.wall))
        return self._watched_answer(Watch(self._control, self.number, allowance, start))

    def _watched_answer(self, watch: Watch) -> Answer | NoAnswer:
        """The answer of a process that takes its time."""
        while True:
            frame = self._take_frame()
            if frame is not None:
                return Answer(*frame, watch.seconds(), watch.near())
            if not self._open:
                return NoAnswer(Stop.DIED, watch.seconds())
            self._wait(watch.until_look(), self._poll)
            if watch.until_look() <= 0:
                stop = watch.look()
                if stop is not None:
                    return self._late_answer(watch) or stop

    def _late_answer(self, watch: Watch) -> Answer | None:
        """The answer that was waiting after all when time was up."""
        self._receive()
        frame = self._take_frame()
        return Answer(*frame, watch.seconds(), 1.0) if frame else None

    def _wait(self, seconds: float, poll: select.poll) -> None:
        """Sleep until the bell, something printed, the process's end or the time; then receive."""
        for descriptor, _ in poll.poll(max(0.0, seconds) * 1000):
            if descriptor == self._bell:
                self._hear()
            elif descriptor == self.printed.descriptor:
                self._drain()
            else:
                self._control.pump()
        gone = self._control.exited(self.number)
        self._receive()
        if gone:
            self._open = False

    def _hear(self) -> None:
        if not os.read(self._bell, _CHUNK):
            # Nobody can ring it any more, and a pipe in this state would wake us for ever.
            self._poll.unregister(self._bell)
            self._quiet_poll.unregister(self._bell)

    def _drain(self) -> None:
        if not self.printed.drain():
            self._poll.unregister(self.printed.descriptor)

    def _receive(self) -> None:
        while len(self._waiting) <= wire.FRAME_BYTES * 2:
            try:
                part = self._connection.recv(_CHUNK)
            except BlockingIOError:
                return
            except OSError:
                part = b""
            if not part:
                self._open = False
                return
            self._waiting = self._waiting[self._start :] + part
            self._start = 0
            if len(part) < _CHUNK:
                return

    def _take_frame(self) -> tuple[bytes, bytes] | None:
        waiting, start = self._waiting, self._start + wire.LENGTHS.size
        if len(waiting) < start:
            return None
        head, arguments = wire.LENGTHS.unpack_from(waiting, self._start)
        if head > wire.FRAME_BYTES or arguments > wire.FRAME_BYTES:
            raise Garbled
        middle, end = start + head, start + head + arguments
        if len(waiting) < end:
            return None
        self._start = end
        return waiting[start:middle], waiting[middle:end]

    def kill(self) -> Exit:
        """Have the process killed, if it still runs, and wait until it is gone."""
        self._control.kill(self.number, None)
        return self._control.exit_of(self.number)

    def end(self) -> None:
        """Have the process killed and let go of it; the warden tells later when it is gone.

        Our ends stay open until it is stopped: it would notice, and begin to exit by itself.
        """
        self._control.kill(self.number, self._close)

    def _close(self) -> None:
        self._connection.close()
        self.printed.close()
        os.close(self._bell)


def _seal(descriptor: int) -> None:
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
