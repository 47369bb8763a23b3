"""The warden shows nothing of itself, dies with the trusted side, and is replaced when worn."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from grader.limits import Limits
from grader.sandbox import Sandbox, SandboxFault
from grader.sandbox.outcome import Call, Kind, Outcome, Plan
from tests.grader import elsewhere
from tests.grader.elsewhere import Machine

pytestmark = pytest.mark.sandbox

SOURCE = b"""
import ctypes, os


def honest():
    return 42


def environment():
    return dict(os.environ)


def fall():
    ctypes.string_at(0)


def loop():
    while True:
        pass
"""
NOBODY = 65_534
SHORT = Limits(cpu_seconds=0.1)

# A trusted side with processes that wait, and one that computes for ever.
TRUSTED_SIDE = """
from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Call, Plan
limits = Limits(cpu_seconds=600, wall_seconds=600, function_wall_seconds=600)
sandbox = Sandbox()
sandbox.prepare(limits)
source = b"def loop():\\n    while True: pass"
sandbox.run(Plan(source, ("loop",), (Call(0, "loop", b"[]"),), (), True), limits)
"""


def ask(sandbox: Sandbox, function: str) -> Outcome:
    """What calling one function in the sandbox comes to."""
    plan = Plan(SOURCE, (function,), (Call(0, function, b"[]"),), (), visible=True, repeats=False)
    (outcome,) = sandbox.run(plan, SHORT).outcomes
    return outcome


def warden_of(sandbox: Sandbox) -> int:
    """The process of a sandbox's warden, which is all of it that runs now but for bubblewrap."""
    before = elsewhere.children(os.getpid())
    sandbox.warm()
    (warden,) = {
        pid
        for pid in elsewhere.children(os.getpid()) - before
        if Path(f"/proc/{pid}/comm").read_text() != "bwrap\n"
    }
    return warden


def is_computing(trusted: int) -> bool:
    """Whether a process below a trusted side has begun to compute."""
    return any(cpu_seconds(pid) > 0.2 for pid in elsewhere.children(trusted))


@contextmanager
def at_work(*, bubblewrap: bool) -> Iterator[subprocess.Popen[bytes]]:
    """A trusted side whose processes wait and compute; killed at the end."""
    with ExitStack() as held:
        folder = held.enter_context(elsewhere.copied_room())
        machine = Machine(folder, elsewhere.shared_python(), bubblewrap=bubblewrap)
        trusted = held.enter_context(
            subprocess.Popen(machine.command(TRUSTED_SIDE), **machine.options())
        )
        try:
            until(lambda: trusted.poll() is not None or is_computing(trusted.pid))
            assert trusted.poll() is None
            yield trusted
        finally:
            trusted.kill()


@pytest.fixture(name="sandbox")
def _sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    "look",
    [["cat", "/proc/{}/environ"], ["cat", "/proc/{}/maps"], ["ls", "-lL", "/proc/{}/fd/0"]],
    ids=lambda look: str(look[-1]),
)
def test_without_bubblewrap_others_of_the_same_user_cannot_look_into_the_warden(
    look: list[str],
) -> None:
    """Behind bubblewrap the probe tries it from inside: see the rings without Landlock."""
    user = NOBODY if elsewhere.IS_ROOT else None
    other = subprocess.Popen(["cat"], stdin=subprocess.PIPE, **elsewhere.identity(user))
    with other as cat, at_work(bubblewrap=False) as trusted:
        inside = elsewhere.children(trusted.pid)
        until(lambda: Path(f"/proc/{cat.pid}/comm").read_text() == "cat\n")
        seen = {
            pid
            for pid in {cat.pid, *inside}
            if elsewhere.starts([part.format(pid) for part in look], user)
        }
    assert seen == {cat.pid}
    assert len(inside) >= 2


def test_the_environment_holds_two_names_and_nothing_of_the_trusted_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TWOFOLD_DATABASE_URL", "postgresql://secret")
    with Sandbox() as sandbox:
        warden = warden_of(sandbox)
        seen = ask(sandbox, "environment").value
        started = Path(f"/proc/{warden}/environ").read_bytes() if elsewhere.IS_ROOT else b""
    assert seen == {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}
    names = {each.partition(b"=")[0] for each in started.split(b"\0") if each}
    assert names <= {b"PYTHONHASHSEED", b"MALLOC_ARENA_MAX", b"PWD"}


@pytest.mark.kill
@pytest.mark.parametrize("bubblewrap", [True, False])
def test_nothing_of_the_sandbox_outlives_a_killed_trusted_side(bubblewrap: bool) -> None:
    if bubblewrap:
        elsewhere.need_bubblewrap(NOBODY if elsewhere.IS_ROOT else None)
    with at_work(bubblewrap=bubblewrap) as trusted:
        started = elsewhere.children(trusted.pid)
        trusted.send_signal(signal.SIGKILL)
    assert len(started) >= 2
    assert elsewhere.gone(started)


@pytest.mark.kill
def test_a_killed_warden_is_a_fault_and_then_another_one_works(sandbox: Sandbox) -> None:
    os.kill(warden_of(sandbox), signal.SIGKILL)
    with pytest.raises(SandboxFault):
        ask(sandbox, "honest")
    assert ask(sandbox, "honest").value == 42


def test_a_warden_is_replaced_after_its_forks() -> None:
    with Sandbox(forks=3) as sandbox:
        warden, control = warden_of(sandbox), sandbox.warm()
        assert [ask(sandbox, "honest").value for _ in range(2)] == [42, 42]
        assert sandbox.warm() is control
        assert ask(sandbox, "honest").value == 42
        assert sandbox.warm() is not control
        assert elsewhere.gone({warden})
        assert ask(sandbox, "honest").value == 42


def test_a_warden_is_replaced_after_a_death_by_signal(sandbox: Sandbox) -> None:
    control = sandbox.warm()
    assert ask(sandbox, "fall").kind is Kind.CRASHED
    assert sandbox.warm() is not control
    assert ask(sandbox, "honest").value == 42


def test_a_warden_stays_after_a_time_out(sandbox: Sandbox) -> None:
    control = sandbox.warm()
    assert ask(sandbox, "loop").kind is Kind.TIME_LIMIT
    assert ask(sandbox, "honest").value == 42
    assert sandbox.warm() is control
