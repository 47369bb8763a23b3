"""Looks at the machine under the sandbox. Runs outside the jail."""

import os
import platform
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from grader.sandbox import interpreter, jail, memory_copy, seccomp
from grader.sandbox.control import Control
from grader.sandbox.findings import Surroundings
from grader.sandbox.jail import Jail, Wall

_RESTRICTION = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))


def look(chosen: Jail | None, used: Jail | None, warden: Control | None) -> Surroundings:
    """Facts of this machine. `chosen` is the jail that was asked for, `used` the one that was
    tried, and `warden` what was started in it.
    """
    wall = used.wall if used and warden else None
    readable = jail.is_readable()
    bubblewrap = chosen.bubblewrap if chosen else shutil.which("bwrap")
    stands = wall is Wall.BUBBLEWRAP or (wall is Wall.BUBBLEWRAP_AS_ROOT and not readable)
    return Surroundings(
        kernel=platform.release(),
        root=os.geteuid() == 0,
        in_container=any(mark.exists() for mark in _CONTAINER_MARKS),
        wall=wall,
        user=warden.user if warden else None,
        landlock=warden.landlock if warden else None,
        interpreter=interpreter.find().program,
        version=platform.python_version(),
        readable=readable,
        bubblewrap=bubblewrap,
        bubblewrap_version=_version(bubblewrap),
        bubblewrap_trouble=None if stands else jail.trouble(chosen),
        libseccomp=seccomp.version(),
        userns_restricted=_userns_restricted(),
        in_memory=memory_copy.folder() is not None,
    )


def _version(bubblewrap: str | None) -> str | None:
    if bubblewrap is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(
            [bubblewrap, "--version"], check=True, capture_output=True, text=True, timeout=10
        )
        return told.stdout.split()[-1]
    return None


def _userns_restricted() -> bool:
    with suppress(OSError):
        return _RESTRICTION.read_text("ascii").strip() not in ("", "0")
    return False
