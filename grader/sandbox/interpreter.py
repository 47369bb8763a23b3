"""What of this machine the jail must hold so that Python runs in it, and nothing more."""

import functools
import os
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass

from grader.sandbox import shared_objects

_LOADER_CACHE = "/etc/ld.so.cache"
_ZONES = "/usr/share/zoneinfo"
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
# Folders of the standard library that hold other people's packages or nothing a learner needs.
_HIDDEN = frozenset(
    {"site-packages", "dist-packages", "test", "idlelib", "lib2to3", "ensurepip", "turtledemo"}
)
_LIBRARY_FOR_LINKING = "config-"
_LEFT_OUT = _HIDDEN | {"__pycache__"}


@dataclass(frozen=True)
class Interpreter:
    """The Python that runs learner code: the one that runs the grader, without its virtual
    environment.

    `program` is the executable, `trees` what it reads to start and run (bound into the jail
    read-only), `hidden` the folders inside them that are covered up, `readable` what a process may
    open, `version` the minor version as "3.11".
    """

    program: str
    trees: tuple[str, ...]
    hidden: tuple[str, ...]
    readable: tuple[str, ...]
    version: str


@functools.cache
def find() -> Interpreter:
    """The interpreter of this process; raises SandboxFault where its files can't be found."""
    program = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    library = sysconfig.get_path(
        "stdlib", vars={"base": sys.base_prefix, "installed_base": sys.base_prefix}
    )
    shared = shared_objects.needed_by(program, library)
    return Interpreter(
        program=program,
        trees=(program, library, *shared, _LOADER_CACHE, _ZONES),
        hidden=tuple(_hidden(library)),
        readable=(*_library_entries(library), *shared, _LOADER_CACHE, _ZONES, *DEVICES),
        version=f"{sys.version_info.major}.{sys.version_info.minor}",
    )


def _hidden(library: str) -> Iterator[str]:
    """The folders in the library that are covered up, those of other people's packages first."""
    for entry in sorted(os.scandir(library), key=lambda each: "-packages" not in each.name):
        is_left_out = entry.name in _HIDDEN or entry.name.startswith(_LIBRARY_FOR_LINKING)
        if is_left_out and entry.is_dir():
            yield entry.path


def _library_entries(library: str) -> Iterator[str]:
    """What lies in the standard library's folder, one by one, since a Landlock rule takes in all
    below it.
    """
    for entry in os.scandir(library):
        if entry.name not in _LEFT_OUT and not entry.name.startswith(_LIBRARY_FOR_LINKING):
            yield entry.path
