"""The files that learner code must not read, change or make, and what stands in the way."""

import os
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from grader.sandbox import interpreter
from grader.sandbox.findings import Refuser
from grader.sandbox.jail import Wall
from grader.sandbox.probes import Probe

NEW = f"twofold-probe-{os.getpid()}"
"""The name of the file that is tried to be made, another one in every process that probes."""


def files(wall: Wall, landlock: int) -> tuple[Probe, ...]:
    """Reading, changing and making files, each alone."""
    denied = Refuser.LANDLOCK if landlock else Refuser.PERMISSIONS
    root = Refuser.CONTAINER if wall is Wall.NONE else Refuser.BUBBLEWRAP
    absent: dict[str, Refuser | None] = {"ENOENT": root, "EACCES": denied}
    unwritable = absent | {"EROFS": root}
    return (
        *_each("read", "read", _secrets(), absent),
        *_each("read", "read", _PROCESSES, {"EACCES": denied}),
        *_each("change", "change", _CHANGED, unwritable),
        *_each("make", "create", _MADE, unwritable),
        Probe(
            "queries", "find no queries.json outside the script", "read", ("queries.json",), _GONE
        ),
    )


def remove_made() -> None:
    """Remove what was made where nothing refused it."""
    for _, path in _MADE.values():
        if os.path.isabs(path):
            with suppress(OSError):
                os.unlink(path)


_GONE: Mapping[str, Refuser | None] = {"ENOENT": None}

_PROCESSES = {
    "init-environment": ("the environment of the first process", "/proc/1/environ"),
    "init-memory": ("the memory of the first process", "/proc/1/mem"),
    "warden-environment": ("the environment of the warden", "/proc/{parent}/environ"),
    "warden-memory": ("the memory of the warden", "/proc/{parent}/mem"),
}

_CHANGED = {
    "own-memory": ("its own memory as a file", "/proc/self/mem"),
    "out-of-memory": ("its place when memory runs out", "/proc/self/oom_score_adj"),
    "user-map": ("its map of users", "/proc/self/uid_map"),
    "core-pattern": ("what the kernel starts after a crash", "/proc/sys/kernel/core_pattern"),
    "sysrq": ("the kernel's emergency keys", "/proc/sysrq-trigger"),
    "loader-cache": ("the cache of shared objects", "/etc/ld.so.cache"),
}

_MADE = {
    "in-place": ("in its own folder", NEW),
    "tmp": ("in /tmp", f"/tmp/{NEW}"),  # noqa: S108
    "shared-memory": ("in /dev/shm", f"/dev/shm/{NEW}"),  # noqa: S108
    "library": ("beside the standard library", f"{sysconfig.get_path('stdlib')}/{NEW}"),
}


def _each(
    verb: str,
    function: str,
    paths: Mapping[str, tuple[str, str]],
    expected: Mapping[str, Refuser | None],
) -> Iterator[Probe]:
    for key, (what, path) in paths.items():
        sentence = f"make a file {what}" if verb == "make" else f"{verb} {what}"
        yield Probe(f"{verb}-{key}", sentence, function, (path,), expected)


def _secrets() -> dict[str, tuple[str, str]]:
    """Files that exist on this machine and that the user of the grader can read."""
    found = {
        "passwd": ("/etc/passwd", "/etc/passwd"),
        "grader": ("the grader's own source", __file__),
    }
    folders = {"packages": _packages(), "home": _home()}
    whats = {"packages": "an installed package", "home": "a file of the user's home"}
    for key, folder in folders.items():
        file = _first_file(folder)
        if file is not None:
            found[key] = (whats[key], file)
    return found


def _packages() -> Path:
    hidden = interpreter.find().hidden
    return Path(hidden[0] if hidden else sysconfig.get_path("purelib"))


def _home() -> Path | None:
    with suppress(RuntimeError):
        return Path.home()
    return None


def _first_file(folder: Path | None) -> str | None:
    """A file in a folder or in one of its folders."""
    if folder is None:
        return None
    with suppress(OSError):
        for pattern in ("*", "*/*"):
            for path in sorted(folder.glob(pattern)):
                if path.is_file():
                    return str(path)
    return None
