"""Runs the sandbox as it would run elsewhere: as another user, on another Python, with less on the
machine. Everything is real; only what the process can see and do is different.
"""

import functools
import json
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pyseccomp
import pytest

import grader
from grader.sandbox import lockdown

SOMEBODY = 54_321
"""A user that nobody has heard of: no name, no home."""

ROOM = Path(grader.__file__).parent
BUBBLEWRAP = shutil.which("bwrap")
IS_ROOT = os.geteuid() == 0

# Makes the kernel look like one without Landlock to everything that is started from here.
_FORGET_LANDLOCK = """
import errno, pyseccomp
rules = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)
rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "landlock_create_ruleset")
rules.load()
"""

_EXAMINE = """
import json
from grader.doctor import as_document, as_text
from grader.sandbox.probe import examine
findings = examine()
print(json.dumps({**as_document(findings), "text": as_text(findings)}))
"""

_ASK = """
import json, sys
from grader.limits import Limits
from grader.sandbox import Sandbox
from grader.sandbox.outcome import Call, Plan
source, calls = json.load(sys.stdin)
names = tuple(name for name, _ in calls)
asked = tuple(
    Call(number, name, json.dumps([["plain", each] for each in arguments]).encode())
    for number, (name, arguments) in enumerate(calls)
)
with Sandbox() as sandbox:
    observation = sandbox.run(Plan(source.encode(), names, asked, (), True), Limits())
outcomes = observation.outcomes
print(json.dumps([each.value if each.kind == "value" else each.kind for each in outcomes]))
"""


@dataclass(frozen=True)
class Machine:
    """A way to run Python with the sandbox: by which interpreter, as whom, with what beside it.

    `folder` holds a copy of the grader's sandbox that everybody can read. Without `bubblewrap` it
    is on no path, without `landlock` the kernel denies that it has any, and `path` is where
    programs are looked for instead.
    """

    folder: Path
    python: str
    user: int | None = None
    bubblewrap: bool = True
    landlock: bool = True
    path: Path | None = None

    def examine(self) -> dict[str, Any]:
        """What the probe finds, as `doctor --json` says it, and its `text`."""
        found: dict[str, Any] = json.loads(self.run(_EXAMINE))
        return found

    def ask(self, source: str, *calls: tuple[str, list[Any]]) -> list[Any]:
        """The values that functions of a source return, or the kind of what happened instead."""
        values: list[Any] = json.loads(self.run(_ASK, given=json.dumps([source, calls])))
        return values

    def run(self, script: str, *, given: str = "") -> str:
        """What a Python script prints that can import the grader's sandbox."""
        return printed_by(self.command(script), given, **self.options())

    def command(self, script: str) -> list[str]:
        return [self.python, "-c", script if self.landlock else _FORGET_LANDLOCK + script]

    def options(self) -> dict[str, Any]:
        """What subprocess needs to know to start something on this machine."""
        beside = Path(BUBBLEWRAP).parent if BUBBLEWRAP and self.bubblewrap else self.folder / "none"
        environment = {
            "PATH": str(self.path or beside),
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TMPDIR": str(self.folder / "tmp"),
        }
        return {"env": environment, "cwd": "/", **identity(self.user)}


def printed_by(command: list[str], given: str, **options: Any) -> str:
    """What a command prints that must come to a good end."""
    done = subprocess.run(
        command, check=False, input=given.encode(), capture_output=True, timeout=90, **options
    )
    assert done.returncode == 0, done.stderr.decode()
    return str(done.stdout, "utf-8")


def identity(user: int | None) -> dict[str, Any]:
    """What subprocess needs to know to start something as another user."""
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


@contextmanager
def copied_room() -> Iterator[Path]:
    """A folder that everybody can read, with a copy of the sandbox and the one thing it needs."""
    folder = Path(mkdtemp(prefix="twofold-elsewhere-"))
    try:
        room = folder / "grader"
        shutil.copytree(
            ROOM / "sandbox", room / "sandbox", ignore=shutil.ignore_patterns("__pycache__")
        )
        for name in ("limits.py", "errors.py", "doctor.py"):
            shutil.copy(ROOM / name, room)
        (room / "__init__.py").touch()
        shutil.copy(str(pyseccomp.__file__), folder)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        (folder / "tmp").mkdir()
        (folder / "tmp").chmod(0o1777)
        yield folder
    finally:
        for path in (folder / "tmp").glob("*/"):
            path.chmod(0o700)
        shutil.rmtree(folder)


def starts(command: list[str], user: int | None) -> bool:
    """Whether a command runs to a good end as the given user."""
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, timeout=30, cwd="/", **identity(user)
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


@functools.cache
def shared_python() -> str:
    """A Python that everybody on this machine can start, or a skipped test."""
    user = SOMEBODY if IS_ROOT else None
    check = "import ctypes, sys; sys.exit(sys.version_info < (3, 11))"
    for python in (_own_python(), "/usr/bin/python3"):
        if starts([python, "-c", check], user):
            return python
    pytest.skip("no Python 3.11 on this machine that everybody can start")


@contextmanager
def private_python() -> Iterator[str]:
    """A Python that only root can start."""
    own = _own_python()
    if not starts([own, "-c", ""], SOMEBODY):
        yield own
        return
    folder = Path(mkdtemp(prefix="twofold-private-"))
    try:
        (folder / "bin").mkdir()
        (folder / "lib").mkdir()
        python = shutil.copy(own, folder / "bin" / Path(own).name)
        library = Path(os.__file__).parent
        (folder / "lib" / library.name).symlink_to(library)
        yield str(python)
    finally:
        shutil.rmtree(folder)


def _own_python() -> str:
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


@contextmanager
def set_uid_bubblewrap() -> Iterator[Path]:
    """A folder with a bubblewrap in it that is set-uid."""
    assert BUBBLEWRAP is not None
    folder = Path(mkdtemp(prefix="twofold-set-uid-"))
    try:
        folder.chmod(0o755)
        copy = Path(shutil.copy(BUBBLEWRAP, folder))
        copy.chmod(0o755 | stat.S_ISUID)
        yield folder
    finally:
        shutil.rmtree(folder)


def need_root() -> None:
    """Skip the test where it does not run as root."""
    if not IS_ROOT:
        pytest.skip("only root can become somebody else")


def need_bubblewrap(user: int | None) -> None:
    """Skip the test where bubblewrap does not start for a user, whatever the sandbox thinks."""
    wrap = [BUBBLEWRAP or "bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc"]
    if not starts([*wrap, "true"], user):
        pytest.skip("bubblewrap does not start here for this user")


def need_landlock() -> None:
    """Skip the test where the kernel has no Landlock."""
    if lockdown.landlock_abi() == 0:
        pytest.skip("this kernel has no Landlock")


def children(pid: int) -> set[int]:
    """The processes that were started by a process, and by those."""
    parents = {int(folder.name): _parent(folder) for folder in Path("/proc").glob("[0-9]*")}
    found = {pid}
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def gone(pids: set[int], seconds: float = 20.0) -> bool:
    """Wait until processes are gone, zombies included among the gone; False when some stay."""
    deadline = time.monotonic() + seconds
    while any(map(is_alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_alive(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        state = (
            Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
        )
    except OSError:
        return False
    return state not in ("Z", "X")
