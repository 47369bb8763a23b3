"""Which shared objects an interpreter needs, asked of the dynamic loader itself.

Runs outside the jail, on trusted files only.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from grader.sandbox.fault import SandboxFault

_LOADER = re.compile(rb"/[\w./-]+/ld-[\w.-]+\.so\.[0-9]")
_FOUND = re.compile(r"(?:^|=>)\s+(/\S+) \(0x", re.MULTILINE)
# The loader is asked for this one only when a thread ends in the middle of a call.
_LATE = "libgcc_s.so.1"
_HEAD_BYTES = 4096
_LOADER_SECONDS = 20


def needed_by(program: str, library: str) -> tuple[str, ...]:
    """The files that are loaded with the program and the extension modules of its library.

    They are named as the loader looks for them, itself included; those in the library itself are
    left out. Raises SandboxFault where it does not say.
    """
    loader = _LOADER.search(_head(program))
    if loader is None:
        raise SandboxFault(f"{program} names no dynamic loader")
    command = [os.fsdecode(loader[0]), "--preload", " ".join(_modules(library)), "--list", program]
    try:
        told = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=_LOADER_SECONDS, env={}
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxFault(f"the dynamic loader does not say what it loads: {error}") from error
    found = [path for path in _FOUND.findall(told.stdout) if not path.startswith(f"{library}/")]
    late = [path for path in _beside(found) if os.path.exists(path)]
    return tuple(dict.fromkeys([*found, *late]))


def _head(program: str) -> bytes:
    with open(program, "rb") as file:
        return file.read(_HEAD_BYTES)


def _modules(library: str) -> Iterator[str]:
    for path in sorted(Path(library, "lib-dynload").glob("*.so")):
        # Its window system would bring along half a desktop, and there is no screen.
        if not path.name.startswith("_tkinter."):
            yield str(path)


def _beside(found: list[str]) -> Iterator[str]:
    for path in found:
        if os.path.basename(path).startswith("libc.so"):
            yield os.path.join(os.path.dirname(path), _LATE)
