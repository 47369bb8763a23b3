"""Our end of a warden: starts and kills processes in it and collects the facts of their exits.

Runs outside the jail. What a warden says is believed about processes and clocks only.
"""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from grader.sandbox import jail
from grader.sandbox.fault import SandboxFault

READY_SECONDS = 30.0
ANSWER_SECONDS = 10.0
FORKS = 500
"""A warden is replaced after so many forks, so that nothing can pile up in it."""

_MESSAGE_BYTES = 4096


@dataclass(frozen=True)
class Exit:
    """How a process ended: `code` as in waitstatus_to_exitcode, memory in KiB, CPU in seconds."""

    code: int
    peak_kib: int
    cpu: float

    @property
    def reason(self) -> str:
        """The signal that ended the process, or its exit code, in words."""
        if self.code >= 0:
            return f"exit code {self.code}"
        with contextlib.suppress(ValueError):
            return signal.Signals(-self.code).name
        return f"signal {-self.code}"


@dataclass(frozen=True)
class Ends:
    """Our ends of one process's connection, of what it prints, and of its bell."""

    number: int
    connection: socket.socket
    printed: int
    bell: int


class Control:
    """One warden, seen from outside. Not thread-safe."""

    def __init__(self, chosen: jail.Jail, *, forks: int = FORKS) -> None:
        try:
            self._launched = jail.launch(chosen)
        except OSError as error:
            raise SandboxFault(f"the warden did not start: {error}") from error
        self._socket = self._launched.control
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        self._exits: dict[int, Exit] = {}
        self._cpu: dict[int, float] = {}
        self._threads: dict[int, int] = {}
        self._ours: set[int] = set()
        self._running: set[int] = set()
        self._stopped: set[int] = set()
        self._afterwards: dict[int, Callable[[], None]] = {}
        self.looks = 0
        """How often something was asked about a process: the answers went through the warden."""
        self._forks = 0
        self._most_forks = forks
        self._tainted = False
        self.landlock, self.user = self._ready()

    def _ready(self) -> tuple[int, int]:
        try:
            self._socket.settimeout(READY_SECONDS)
            words = self._socket.recv(_MESSAGE_BYTES).split()
        except OSError as error:
            words = [str(error).encode()]
        if len(words) != 3 or words[0] != b"ready":
            raise SandboxFault(f"the warden did not get ready: {self._last_words()}")
        self._socket.setblocking(False)
        return int(words[1]), int(words[2])

    def _last_words(self) -> str:
        self._launched.process.kill()
        _, said = self._launched.process.communicate(timeout=ANSWER_SECONDS)
        self.close()
        return said.decode("utf-8", "replace").strip()[-2000:] or "it said nothing"

    @property
    def worn(self) -> bool:
        """True when this warden has to be replaced before the next submission."""
        return self._tainted or self._forks >= self._most_forks

    @property
    def pid(self) -> int:
        """The process that holds the warden: bubblewrap's, or the warden's own."""
        return self._launched.process.pid

    def retire(self) -> None:
        """Have this warden replaced: it knows something that the next process must not learn."""
        self._tainted = True

    def fileno(self) -> int:
        """The descriptor that is readable when the warden has something to say: `pump` it."""
        return self._socket.fileno()

    def start(self, memory: int, cpu_seconds: int) -> Ends:
        """Have the warden fork a process; `memory` in bytes beyond what the interpreter takes."""
        self._forks += 1
        number = self._forks
        ours, theirs = socket.socketpair()
        printed, prints = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        os.set_blocking(prints, True)
        bell, rings = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        ours.setblocking(False)
        try:
            message = b"start %d %d %d" % (number, memory, cpu_seconds)
            self._send(message, [theirs.fileno(), prints, rings])
        except SandboxFault:
            ours.close()
            os.close(printed)
            os.close(bell)
            raise
        finally:
            theirs.close()
            os.close(prints)
            os.close(rings)
        self._running.add(number)
        return Ends(number, ours, printed, bell)

    def _send(self, message: bytes, descriptors: list[int]) -> None:
        try:
            socket.send_fds(self._socket, [message], descriptors)
        except OSError as error:
            raise SandboxFault(f"the warden is gone: {error}") from error

    def kill(self, number: int, afterwards: Callable[[], None] | None) -> None:
        """Have a process killed; `afterwards` is called when it can't run any more.

        A warden that is gone itself has taken its processes along.
        """
        if afterwards is not None:
            self._afterwards[number] = afterwards
        if number in self._running and number not in self._ours:
            self._ours.add(number)
            with contextlib.suppress(SandboxFault):
                self._send(b"kill %d" % number, [])
        if number in self._exits:
            self._stop(number)

    def _stop(self, number: int) -> None:
        self._stopped.add(number)
        afterwards = self._afterwards.pop(number, None)
        if afterwards is not None:
            afterwards()

    def cpu(self, number: int) -> float:
        """CPU seconds that a process has used so far."""
        self.looks += 1
        self._cpu.pop(number, None)
        self._send(b"cpu %d" % number, [])
        deadline = time.monotonic() + ANSWER_SECONDS
        while number not in self._cpu:
            if number in self._exits:
                return self._exits[number].cpu
            self._await(deadline)
        return self._cpu[number]

    def threads(self, number: int) -> int:
        """How many threads a process had when its CPU time was last asked for."""
        return self._threads.get(number, 1)

    def exit_of(self, number: int) -> Exit:
        """Wait until a process is gone, and say how it went."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while number not in self._exits:
            self._await(deadline)
        return self._exits[number]

    def exited(self, number: int) -> bool:
        """Whether the warden has already told of the process's exit."""
        return number in self._exits

    def settle(self) -> None:
        """Wait until no process that was killed can run any more."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while self._ours & self._running - self._stopped:
            self._await(deadline)

    def _await(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0 or not self._poll.poll(left * 1000):
            raise SandboxFault("the warden does not answer")
        self.pump()

    def pump(self) -> None:
        """Read what the warden has said; raises SandboxFault when it is gone."""
        while True:
            try:
                message = self._socket.recv(_MESSAGE_BYTES)
            except BlockingIOError:
                return
            except OSError as error:
                raise SandboxFault(f"the warden is gone: {error}") from error
            if not message:
                raise SandboxFault("the warden is gone")
            self._note(message)

    def _note(self, message: bytes) -> None:
        verb, *words = message.split()
        number, *facts = (int(word) for word in words)
        if verb == b"cpu":
            self._cpu[number] = facts[0] / 1e9
            self._threads[number] = facts[1]
        elif verb == b"jumped":
            self.retire()
        elif verb == b"stopped":
            self._stop(number)
        elif verb == b"exit":
            self._exits[number] = Exit(facts[0], facts[1], facts[2] / 1e9)
            self._running.discard(number)
            self._stop(number)
            killed_by_us = number in self._ours and facts[0] == -signal.SIGKILL
            self._tainted |= not killed_by_us

    def close(self) -> None:
        """End the warden and everything in it."""
        self._socket.close()
        for number in list(self._afterwards):
            self._stop(number)
        process = self._launched.process
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
        if self._launched.folder is not None:
            jail.remove_work_folder(self._launched.folder)
