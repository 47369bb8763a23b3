"""Ring 2: starts the warden inside bubblewrap where that works, and says which ring stands.

Runs outside the jail. Ring 1 alone never runs as root.
"""

import base64
import contextlib
import functools
import json
import os
import shutil
import socket
import stat
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from grader.sandbox import bubblewrap, interpreter, seccomp, wire
from grader.sandbox.fault import SandboxFault

NOBODY = 65534
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}
_FLAGS = ("-S", "-s", "-P", "-X", "utf8", "-X", "frozen_modules=on")
_INSIDE = ("wire", "lockdown", "encode", "trouble", "channel", "harness", "rehearsal", "warden")

# Reads our modules from standard input and makes them importable by their full names, for as long
# as loading takes.
_BOOT = """
import json, os, sys, types
modules = json.loads(sys.stdin.buffer.read())
for name in ("grader", "grader.sandbox"):
    sys.modules[name] = types.ModuleType(name)
for name, source in modules.items():
    module = types.ModuleType("grader.sandbox." + name)
    sys.modules[module.__name__] = module
    setattr(sys.modules["grader.sandbox"], name, module)
    exec(compile(source, "<twofold>", "exec"), module.__dict__)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
run, control = module.main, int(sys.argv[1])
del modules, name, source, module
run(control)
"""


class Wall(StrEnum):
    """What stands around the warden, apart from what each process does to itself."""

    BUBBLEWRAP = "bubblewrap"
    BUBBLEWRAP_AS_ROOT = "bubblewrap_as_root"
    NONE = "none"


@dataclass(frozen=True)
class Jail:
    """How wardens are started here. `user` is the user id they get, None for one's own."""

    wall: Wall
    user: int | None
    bubblewrap: str | None


@functools.cache
def choose() -> Jail:
    """The strongest jail that starts here; raises SandboxFault where none may be used."""
    return choose_with(shutil.which("bwrap"))


def choose_with(program: str | None) -> Jail:
    """As `choose`, with the given bubblewrap, or with none."""
    if program and os.stat(program).st_mode & stat.S_ISUID:
        raise SandboxFault(f"{program} is set-uid: install the ordinary bubblewrap package")
    readable = is_readable()
    for jail in (_ordinary(program), Jail(Wall.BUBBLEWRAP_AS_ROOT, None, program)):
        allowed = readable if jail.wall is Wall.BUBBLEWRAP else os.geteuid() == 0
        if program and allowed and trouble(jail) is None:
            return jail
    if not readable:
        raise SandboxFault(
            "an unprivileged user can't read this Python, so without bubblewrap nothing may "
            "be run: install bubblewrap, or use the distribution's Python"
        )
    return Jail(Wall.NONE, _user(), None)


def is_readable() -> bool:
    """Whether the user that wardens get on this machine can start the interpreter."""
    user = _user()
    return user is None or _trouble([interpreter.find().program, "-S", "-c", "pass"], user) is None


def trouble(jail: Jail | None = None) -> str | None:
    """What bubblewrap says when a jail of it does not start; None when it does or there is none."""
    jail = jail or _ordinary(shutil.which("bwrap"))
    if jail.bubblewrap is None:
        return None
    return _trouble(_wrapped(jail, [*_python(), "-c", "pass"]), jail.user)


def _ordinary(program: str | None) -> Jail:
    return Jail(Wall.BUBBLEWRAP, _user(), program)


def _user() -> int | None:
    return NOBODY if os.geteuid() == 0 else None


def _trouble(command: list[str], user: int | None) -> str | None:
    """The last line that a command complains with; None when it runs."""
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            cwd="/",
            env=_ENVIRONMENT,
            **_as(user),
        )
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if done.returncode == 0:
        return None
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"exit code {done.returncode}"


def _as(user: int | None) -> dict[str, Any]:
    return {} if user is None else {"user": user, "group": user, "extra_groups": []}


def _python() -> list[str]:
    return [interpreter.find().program, *_FLAGS]


def _wrapped(jail: Jail, command: list[str]) -> list[str]:
    become = NOBODY if jail.wall is Wall.BUBBLEWRAP_AS_ROOT else None
    return bubblewrap.wrapped(str(jail.bubblewrap), command, become=become)


@dataclass(frozen=True)
class Launched:
    """A started warden: its process, our end of its control socket, and the folder to remove when
    it is gone.
    """

    process: subprocess.Popen[bytes]
    control: socket.socket
    folder: str | None


# The kernel kills a child when the *thread* that started it ends, so one thread that never ends
# starts them all.
_launcher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="warden-launcher")


def launch(jail: Jail) -> Launched:
    """Start a warden and send it its setup; it has not said "ready" yet.

    Raises OSError, and SandboxFault where libseccomp is missing.
    """
    seccomp.compiled()
    return _launcher.submit(_launch, jail).result()


def _launch(jail: Jail) -> Launched:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    folder = _work_folder() if jail.wall is Wall.NONE else None
    command = [*_python(), "-c", _BOOT, str(theirs.fileno())]
    with theirs, contextlib.ExitStack() as undo:
        undo.callback(ours.close)
        process = subprocess.Popen(
            command if jail.wall is Wall.NONE else _wrapped(jail, command),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            env=_ENVIRONMENT,
            pass_fds=[theirs.fileno()],
            **_as(jail.user),
        )
        undo.pop_all()
    # One that has ended by now says why on its standard error, which is read later.
    with contextlib.suppress(BrokenPipeError):
        _give(process, _bundle())
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        ours.send(_setup(folder or bubblewrap.FOLDER))
    return Launched(process, ours, folder)


def _give(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin is not None
    stdin, process.stdin = process.stdin, None
    with stdin:
        stdin.write(text)


def _work_folder() -> str:
    """A read-only folder that holds only the link to `queries.json`, for a warden without
    bubblewrap.
    """
    folder = Path(tempfile.mkdtemp(prefix="twofold-"))
    (folder / wire.QUERIES_NAME).symlink_to(f"/proc/self/fd/{wire.QUERIES_FD}")
    folder.chmod(0o555)
    return str(folder)


def remove_work_folder(folder: str) -> None:
    """Remove the folder of a warden that is gone, and never more than was put there."""
    path = Path(folder)
    with contextlib.suppress(OSError):
        path.chmod(0o700)
        (path / wire.QUERIES_NAME).unlink()
        path.rmdir()


@functools.cache
def _bundle() -> bytes:
    """The modules that run inside, as text: nothing of ours has to be readable in the jail."""
    here = Path(__file__).parent
    return json.dumps({name: (here / f"{name}.py").read_text("utf-8") for name in _INSIDE}).encode()


def _setup(folder: str) -> bytes:
    readable = [*interpreter.find().readable]
    program = base64.b64encode(seccomp.compiled()).decode()
    return json.dumps({"filter": program, "readable": [*readable], "folder": folder}).encode()
