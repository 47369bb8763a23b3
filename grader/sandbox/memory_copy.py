"""A copy in memory of the files that stand in the jail, so that looking at one leaves no mark.

A page that was read from a disk comes quicker the next time, and so does a name that was looked for
and is not there. A process could leave what it knows in them, bit by bit, and a later one could
read it with a clock. In memory every page is always there, and missing names are not remembered.

Runs outside the jail.
"""

import fcntl
import functools
import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox import interpreter
from grader.sandbox.interpreter import Interpreter

# Left out, since nothing in the jail asks for them.
_TESTS = {"test", "tests"}
_OPTIMISED = (".opt-1.pyc", ".opt-2.pyc")

NAME = "twofold"
MEMORY = Path("/dev/shm")  # noqa: S108 - only a folder of our own in it is believed
_MOUNTS = Path("/proc/self/mounts")
_OPEN = 0o755
"""Whatever the umask: root becomes nobody before it looks in here."""

_TWICE = 2
"""So many times the size of the copy must be free before it is made."""


def folder() -> Path | None:
    """Where the copy lies, each file below it under its own path; None where none can be made.

    It is made once and used by all processes of this user until the interpreter changes, and again
    where somebody has cleared it away, as a login manager does when its user logs out.
    """
    if not is_there():
        _copy_of.cache_clear()
    copy = _copy_of(interpreter.find(), NAME)
    return None if copy is None else copy.folder


def is_there() -> bool:
    """Whether the copy that was last used, if any, still stands, and no other in its place."""
    copy = _copy_of(interpreter.find(), NAME)
    return copy is None or _identity(copy.program) == copy.identity


@dataclass(frozen=True)
class _Copy:
    """A copy, and by what its program is known to be the same one."""

    folder: Path
    program: str
    identity: int | None


@functools.cache
def _copy_of(python: Interpreter, name: str) -> _Copy | None:
    try:
        found = made(python, MEMORY / f"{name}-{os.geteuid()}") if _holds_programs(MEMORY) else None
    except OSError:
        return None
    if found is None:
        return None
    program = f"{found}{python.program}"
    return _Copy(found, program, _identity(program))


def _identity(path: str) -> int | None:
    try:
        return os.stat(path).st_ino
    except OSError:
        return None


def source_of(path: str) -> str:
    """Where what stands at `path` in the jail is taken from."""
    copy = folder()
    return path if copy is None else f"{copy}{path}"


def _holds_programs(place: Path) -> bool:
    """Whether files there lie in memory and can be run."""
    for line in _MOUNTS.read_text("utf-8", "replace").splitlines():
        _, where, kind, options, *_ = line.split()
        if where == str(place):
            return kind == "tmpfs" and not {"noexec", "ro"} & set(options.split(","))
    return False


def made(python: Interpreter, base: Path) -> Path | None:
    """The copy below `base`, made now if it is not there; None where it can't be trusted there."""
    with suppress(FileExistsError):
        base.mkdir()
        base.chmod(_OPEN)
    seen = base.lstat()
    mine = stat.S_ISDIR(seen.st_mode) and seen.st_uid == os.geteuid()
    if not mine or seen.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return None
    files = list(_files(python))
    copy = base / _key(files)
    with _held(base / "lock", fcntl.LOCK_EX):
        _remove_unused(base, but=copy)
        if not os.path.exists(f"{copy}{python.program}"):
            shutil.rmtree(copy, ignore_errors=True)
            if sum(os.stat(path).st_size for path in files) * _TWICE > shutil.disk_usage(base).free:
                return None
            _copy(files, python.hidden, copy)
        # Held for as long as this process lives, so that nobody takes the copy away.
        fcntl.flock(_open_lock(_lock_of(copy)), fcntl.LOCK_SH)
    return copy


def _files(python: Interpreter) -> Iterator[str]:
    """Every file of the interpreter that stands in the jail."""
    for tree in python.trees:
        if not os.path.isdir(tree):
            if os.path.isfile(tree):
                yield tree
            continue
        for place, folders, names in os.walk(tree):
            hidden = {name for name in folders if os.path.join(place, name) in python.hidden}
            folders[:] = sorted(set(folders) - hidden - _TESTS)
            wanted = (name for name in names if not name.endswith(_OPTIMISED))
            yield from filter(os.path.isfile, (os.path.join(place, name) for name in wanted))


def _key(files: list[str]) -> str:
    """A name that is another one as soon as any of the files is."""
    digest = hashlib.sha256()
    for path in sorted(files):
        seen = os.stat(path)
        digest.update(f"{path}\0{seen.st_size}\0{seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:32]


def _copy(files: list[str], empty: Iterable[str], copy: Path) -> None:
    half_made = copy.with_name(f"new-{secrets.token_hex(8)}")
    for path in files:
        target = Path(f"{half_made}{path}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    for place in empty:
        Path(f"{half_made}{place}").mkdir(parents=True, exist_ok=True)
    for place, _, _ in os.walk(half_made):
        os.chmod(place, _OPEN)
    half_made.rename(copy)


def _remove_unused(base: Path, *, but: Path) -> None:
    """Take away what was begun and never finished, and copies that no process uses any more."""
    for each in base.iterdir():
        if each.is_dir() and each != but and _is_unused(_lock_of(each)):
            shutil.rmtree(each, ignore_errors=True)
            _lock_of(each).unlink(missing_ok=True)


def _is_unused(lock: Path) -> bool:
    with suppress(BlockingIOError), _held(lock, fcntl.LOCK_EX | fcntl.LOCK_NB):
        return True
    return False


def _lock_of(copy: Path) -> Path:
    return copy.with_name(f"{copy.name}.lock")


def _open_lock(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


@contextmanager
def _held(path: Path, how: int) -> Iterator[None]:
    handle = _open_lock(path)
    try:
        fcntl.flock(handle, how)
        yield
    finally:
        os.close(handle)
