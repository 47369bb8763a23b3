"""What of this machine the jail must hold so that Python runs in it, and nothing more."""

import functools
import os
import platform
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

_LOADER_CACHE = "/etc/ld.so.cache"
_ZONES = "/usr/share/zoneinfo"
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
# Folders of the standard library that hold other people's packages or nothing a learner needs.
_LEFT_OUT = frozenset(
    {"site-packages", "dist-packages", "test", "idlelib", "lib2to3", "ensurepip", "__pycache__"}
)


@dataclass(frozen=True)
class Interpreter:
    """The Python that runs learner code: the one that runs the grader, without its virtual
    environment.

    `program` is the executable, `trees` what it reads to start and run (bound into the jail
    read-only), `hidden` the folders inside them that are covered up, `version` the minor version as
    "3.11".
    """

    program: str
    trees: tuple[str, ...]
    hidden: tuple[str, ...]
    readable: tuple[str, ...]
    version: str


@functools.cache
def find() -> Interpreter:
    """The interpreter of this process."""
    program = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    library = sysconfig.get_path(
        "stdlib", vars={"base": sys.base_prefix, "installed_base": sys.base_prefix}
    )
    shared = _shared_object_folders()
    hidden = tuple(str(Path(library) / name) for name in ("site-packages", "dist-packages"))
    return Interpreter(
        program=program,
        trees=(program, library, *shared, _LOADER_CACHE, _ZONES),
        hidden=tuple(path for path in hidden if os.path.isdir(path)),
        readable=(*_library_entries(library), *shared, _LOADER_CACHE, _ZONES, *DEVICES),
        version=f"{sys.version_info.major}.{sys.version_info.minor}",
    )


def _library_entries(library: str) -> tuple[str, ...]:
    """What lies in the standard library's folder, one by one, since a Landlock rule takes in all
    below it.
    """
    return tuple(entry.path for entry in os.scandir(library) if entry.name not in _LEFT_OUT)


def _shared_object_folders() -> tuple[str, ...]:
    """Where the dynamic loader finds the shared objects that the interpreter is linked with."""
    triplet = f"{platform.machine()}-linux-gnu"
    found = [
        f"/lib/{triplet}",
        f"/usr/lib/{triplet}",
        "/lib64",
        "/usr/lib64",
        "/lib/ld-linux-aarch64.so.1",
    ]
    own = sysconfig.get_config_var("LIBDIR")
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and own and own not in ("/usr/lib", "/lib"):
        found += [str(path) for path in Path(own).glob("libpython3*.so*")]
    return tuple(path for path in found if os.path.exists(path))
