"""The warden: a small process inside the jail that forks one locked-down process per set of a
submission.

Runs inside the jail: the standard library only. It never reads a byte of source, query or answer:
freed bytes would stay in its memory and every later fork would inherit them. It is handed a
connection per process, forks, and closes its end; on its control socket travel only "start",
"kill", "cpu" and exit facts.
"""

import contextlib
import fcntl
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
import warnings
from base64 import b64decode
from dataclasses import dataclass
from typing import Any, NoReturn

from grader.sandbox import harness, lockdown, rehearsal, wire
from grader.sandbox.channel import Connection, Gone, Printed

CONTROL_BYTES = 65_536
CONNECTION_FD = 3
BELL_FD = 4
RULESET_FD = 5

# What learners import most: loaded once here, so that importing it costs a process nothing.
MODULES = """
abc array base64 bisect calendar cmath collections collections.abc contextlib copy csv ctypes
dataclasses datetime decimal difflib enum fractions functools hashlib heapq inspect io itertools
json math numbers operator os pathlib pprint random re statistics string struct sys textwrap time
traceback types typing unicodedata warnings weakref
""".split()


@dataclass(frozen=True)
class Start:
    """What the trusted side says of one process: its number, limits and descriptors."""

    number: int
    memory: int
    cpu_seconds: int
    connection: int
    printed: int
    bell: int


class Warden:
    """Forks and reaps, one control message at a time; it ends when the control socket does."""

    def __init__(self, control: socket.socket, setup: dict[str, Any]) -> None:
        self._control = control
        self._filter = lockdown.Filter(b64decode(setup["filter"]))
        self._ruleset = lockdown.landlock_ruleset(setup["readable"])
        self._null = os.open(os.devnull, os.O_RDWR)
        self._address_space = _address_space()
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._pids: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._killed: set[int] = set()
        self._last_pid = 0
        # In a namespace of its own, where nobody else takes process numbers.
        self._is_first = os.getpid() == 1

    def serve(self) -> None:
        """Answer control messages and report exits until the trusted side is gone."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor in self._numbers:
                    self._report_exit(descriptor)
                elif not self._obey():
                    return

    def _obey(self) -> bool:
        message, descriptors, _, _ = socket.recv_fds(self._control, CONTROL_BYTES, 3)
        if not message:
            return False
        verb, *words = message.decode().split()
        numbers = [int(word) for word in words]
        if verb == "start":
            self._start(Start(*numbers, *descriptors))
        elif verb == "kill":
            self._kill(numbers[0])
        elif verb == "cpu":
            self._tell_cpu(numbers[0])
        return True

    def _start(self, start: Start) -> None:
        pid = os.fork()
        if pid == 0:
            self._become(start)
        for descriptor in (start.connection, start.printed, start.bell):
            os.close(descriptor)
        if self._is_first and self._last_pid and pid != self._last_pid + 1:
            self._control.send(b"jumped %d" % start.number)
        self._last_pid = pid
        descriptor = os.pidfd_open(pid)
        self._poll.register(descriptor, select.POLLIN)
        self._numbers[descriptor] = start.number
        self._pids[start.number] = pid

    def _become(self, start: Start) -> NoReturn:
        """In the fork: lock this process down for good, then serve the one connection."""
        try:
            self._keep_only(start)
            # Made before the lock-down, since it asks the kernel what kind of socket it is.
            connection = Connection(CONNECTION_FD, BELL_FD)
            printed = Printed()
            rehearsal.rehearse(printed)
            self._lock_down(start)
            harness.serve(connection, printed)
        except Gone:
            os._exit(0)
        except BaseException as error:  # noqa: BLE001
            # Where this process stands before it serves, somebody has to be told why.
            with contextlib.suppress(BaseException):
                os.write(1, ascii(error).encode()[:500])
        finally:
            os._exit(70)

    def _keep_only(self, start: Start) -> None:
        # They may stand on each other's places: move them out of the way first.
        ruleset = self._null if self._ruleset is None else self._ruleset
        kept = [self._null, start.printed, start.printed, start.connection, start.bell, ruleset]
        high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 32) for descriptor in kept]
        for target, descriptor in enumerate(high):
            os.dup2(descriptor, target, inheritable=False)
        os.closerange(RULESET_FD + 1, lockdown.OPEN_FILES * 4)

    def _lock_down(self, start: Start) -> None:
        lockdown.die_with_parent()
        lockdown.limit(self._address_space + start.memory, start.cpu_seconds)
        has_ruleset = self._ruleset is not None
        if not has_ruleset:
            os.close(RULESET_FD)
        lockdown.lock_down(RULESET_FD if has_ruleset else None, self._filter)

    def _kill(self, number: int) -> None:
        """Stop the process, say so, and have it killed: it never runs again, and what it leaves
        behind in the kernel is cleared away while others work.
        """
        pid = self._pids.get(number)
        if pid is not None:
            os.kill(pid, signal.SIGSTOP)
            how = os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if how is not None and how.si_code == os.CLD_STOPPED:
                self._killed.add(pid)
            self._control.send(b"stopped %d" % number)
            os.kill(pid, signal.SIGKILL)

    def _tell_cpu(self, number: int) -> None:
        pid = self._pids.get(number)
        if pid is not None:
            # The clock of another process, as clock_getcpuclockid(3) makes it.
            used = time.clock_gettime_ns((~pid << 3) | 2)
            self._control.send(b"cpu %d %d %d" % (number, used, _threads(pid)))
        for other in self._pids.values():
            # Nobody looks at one that loads ahead of its turn.
            if other != pid and _threads(other) > wire.THREADS:
                os.kill(other, signal.SIGKILL)

    def _report_exit(self, descriptor: int) -> None:
        number = self._numbers.pop(descriptor)
        self._poll.unregister(descriptor)
        os.close(descriptor)
        pid = self._pids.pop(number)
        if pid in self._killed:
            # What it used is its own secret: it would stay in memory here, for the next one to see.
            self._killed.remove(pid)
            os.waitpid(pid, 0)
            self._control.send(b"exit %d %d 0 0" % (number, -signal.SIGKILL))
            return
        _, status, usage = os.wait4(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        used = int((usage.ru_utime + usage.ru_stime) * 1e9)
        self._control.send(b"exit %d %d %d %d" % (number, code, usage.ru_maxrss, used))


def _threads(pid: int) -> int:
    """How many threads a process has; 0 where that can't be read."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            return int(stat.read().rpartition(b")")[2].split()[17])
    except OSError:
        return 0


def _address_space() -> int:
    """Bytes of address space this process has now: the floor under a process's memory limit."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def main(control_descriptor: int) -> None:
    """Set up from the first control message, say "ready", and serve."""
    control = socket.socket(fileno=control_descriptor)
    setup = json.loads(control.recv(CONTROL_BYTES))
    lockdown.hide()
    os.chdir(setup["folder"])
    for name in set(os.environ) - {"PYTHONHASHSEED", "MALLOC_ARENA_MAX"}:
        del os.environ[name]
    for name in MODULES:
        importlib.import_module(name)
    # It would name a line of ours; that a coroutine came back is said by its verdict.
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    _forget_our_modules()
    warden = Warden(control, setup)
    gc.collect()
    gc.freeze()
    control.send(b"ready %d %d" % (lockdown.landlock_abi(), os.getuid()))
    warden.serve()


def _forget_our_modules() -> None:
    """Leave nothing of ours to be imported by name."""
    for name in [name for name in sys.modules if name.split(".")[0] == "grader"]:
        del sys.modules[name]
