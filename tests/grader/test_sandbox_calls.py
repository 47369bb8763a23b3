"""Every system call that is not on the list of allowed ones is refused in a real process."""

import errno
import json
from collections.abc import Iterable

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox, seccomp
from grader.sandbox.outcome import Kind
from tests.grader.by_hand import QUICK, ask, call, observe

pytestmark = pytest.mark.sandbox

# Arguments that no call could make sense of, should one get past the filter.
CALLS = """
import ctypes, errno, json

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long

def met(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return errno.errorcode[ctypes.get_errno()] if result == -1 else f"returned {result}"

def nonsense(numbers):
    return [met(number, -1, -1, -1, -1, -1, -1) for number in numbers]

def with_arguments(number, lists):
    return [met(number, *arguments) for arguments in lists]
"""
BY_ARGUMENT = ("clone", "prlimit64", "fcntl", "ioctl", "prctl")


def number(name: str) -> int:
    found = seccomp.number(name)
    if found is None:
        pytest.skip(f"this architecture has no {name}")
    return found


def numbers(names: Iterable[str]) -> dict[str, int]:
    """The numbers of the calls that this architecture has."""
    return {name: found for name in names if (found := seccomp.number(name)) is not None}


def met(sandbox: Sandbox, name: str, lists: list[list[int]]) -> list[str]:
    """What one call meets with each list of arguments."""
    outcome = ask(sandbox, CALLS, "with_arguments", ("plain", number(name)), ("plain", lists))
    assert isinstance(outcome.value, list), outcome
    return outcome.value


def test_no_call_is_both_allowed_and_refused() -> None:
    assert set(seccomp.ALLOWED).isdisjoint(seccomp.REFUSED)
    assert len(seccomp.REFUSED) == len(set(seccomp.REFUSED))


def test_every_refused_call_is_refused_by_name(sandbox: Sandbox) -> None:
    refused = numbers(seccomp.REFUSED)
    assert len(refused) > 150
    outcome = ask(sandbox, CALLS, "nonsense", ("plain", list(refused.values())))
    assert isinstance(outcome.value, list), outcome
    seen = dict(zip(refused, outcome.value, strict=True))
    assert {name: each for name, each in seen.items() if each != "EPERM"} == {}


def test_every_call_on_no_list_does_not_exist(sandbox: Sandbox) -> None:
    known = set(numbers((*seccomp.ALLOWED, *seccomp.REFUSED, *BY_ARGUMENT)).values())
    # Between the two ranges the kernel has calls for itself that no filter is asked about.
    unlisted = [each for each in (*range(330), *range(424, 500)) if each not in known]
    assert len(unlisted) > 40
    outcome = ask(sandbox, CALLS, "nonsense", ("plain", unlisted))
    assert isinstance(outcome.value, list), outcome
    seen = dict(zip(unlisted, outcome.value, strict=True))
    assert {call: each for call, each in seen.items() if each != "ENOSYS"} == {}


def test_clone_makes_threads_only(sandbox: Sandbox) -> None:
    thread = seccomp.CLONE_THREAD_FLAGS
    flags = [0, 17, thread & ~0x10000, thread & ~0x800, thread & ~0x100, 0x4000 | 0x100 | 17]
    flags += [1 << bit | 17 for bit in range(8, 32)]
    flags += [flag | 1 << 40 for flag in flags]
    assert set(met(sandbox, "clone", [[flag, 0, 0, 0, 0] for flag in flags])) == {"EPERM"}


@pytest.mark.parametrize(
    ("name", "allowed", "others"),
    [
        ("fcntl", seccomp.FCNTL_COMMANDS, [*range(48), *range(1024, 1048)]),
        ("ioctl", seccomp.IOCTL_COMMANDS, [*range(0x5400, 0x5470), 0x8912, 0x40086602, 0xB701]),
        ("prctl", seccomp.PRCTL_OPTIONS, [*range(80), 0x59616D61]),
    ],
)
def test_commands_that_are_not_allowed_are_refused(
    name: str, allowed: dict[str, int], others: list[int], sandbox: Sandbox
) -> None:
    refused = [each for each in others if each not in allowed.values()]
    lists = [[each, 0] if name == "prctl" else [0, each, 0] for each in refused]
    seen = dict(zip(refused, met(sandbox, name, lists), strict=True))
    assert {each: said for each, said in seen.items() if said not in ("EPERM", "ENOSYS")} == {}


@pytest.mark.parametrize(
    "arguments", [[0, 9, 1, 0], [1, 9, 0, 0], [-1, 9, 0, 0], [1 << 32, 9, 0, 0]]
)
def test_nobodys_limits_can_be_set_or_read_but_ones_own(
    arguments: list[int], sandbox: Sandbox
) -> None:
    (said,) = met(sandbox, "prlimit64", [arguments])
    assert said in ("EPERM", "ENOSYS")


def test_the_clock_of_another_process_cannot_be_read(sandbox: Sandbox) -> None:
    others = [~pid << 3 | 2 for pid in (1, 2, 3)] + [~1 << 3 | 6, -2, -6]
    others += [clock & 0xFFFFFFFF for clock in others]
    for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        assert set(met(sandbox, name, [[clock, 0, 0, 0] for clock in others])) == {"ENOSYS"}


def test_what_honest_programs_need_is_allowed(sandbox: Sandbox) -> None:
    source = """
import fcntl, gc, json, os, resource, signal, threading, time

def works():
    fcntl.fcntl(0, fcntl.F_GETFL)
    os.close(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 10))
    os.set_inheritable(0, False)
    resource.getrlimit(resource.RLIMIT_AS)
    resource.getrusage(resource.RUSAGE_SELF)
    reads, writes = os.pipe()
    os.write(writes, b"x")
    time.sleep(0.001)
    for clock in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID):
        time.clock_gettime(clock)
        time.clock_getres(clock)
    time.thread_time()
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    thread = threading.Thread(target=gc.collect, name="worker")
    thread.start()
    thread.join()
    with open(json.__file__) as file:
        file.readline()
    return [os.read(reads, 1) == b"x", os.getpid() > 0, os.path.exists("/nowhere")]
"""
    roomy = Limits(cpu_seconds=10.0, wall_seconds=60.0, function_wall_seconds=60.0)
    (outcome,) = observe(sandbox, source, call(0, "works"), limits=roomy).outcomes
    assert (outcome.kind, outcome.value) == (Kind.VALUE, [True, True, False])


def test_a_refusal_is_an_ordinary_exception(sandbox: Sandbox) -> None:
    source = (
        "import os, socket\ndef f(): os.fork()\ndef g(): socket.socket()\ndef h(): os.kill(1, 9)"
    )
    asked = [call(0, name) for name in "fgh"]
    for outcome in observe(sandbox, source, *asked, limits=QUICK).outcomes:
        assert (outcome.kind, outcome.exception) == (Kind.RAISED, "PermissionError")
        assert outcome.trouble is not None
        assert json.dumps(errno.EPERM) in outcome.trouble.message
