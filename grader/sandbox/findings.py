"""What the probe found out about this machine's sandbox: values only."""

from dataclasses import dataclass
from enum import StrEnum

from grader.sandbox.jail import Wall


class Refuser(StrEnum):
    """What can stand in the way of learner code."""

    SECCOMP = "seccomp"
    LANDLOCK = "landlock"
    RLIMIT = "rlimit"
    BUBBLEWRAP = "bubblewrap"
    CONTAINER = "container"
    PERMISSIONS = "permissions"
    KERNEL = "kernel"
    WATCH = "watch"
    FRAMES = "frames"


@dataclass(frozen=True)
class Finding:
    """What became of one probe.

    `sentence` says what was tried, `expected` the outcomes that are in order, `seen` what came out:
    the name of an error, "done", or a value. `refused_by` is None for honest work and where nothing
    refused.
    """

    id: str
    sentence: str
    expected: tuple[str, ...]
    seen: str
    refused_by: Refuser | None
    ok: bool


@dataclass(frozen=True)
class Surroundings:
    """The machine under the sandbox.

    `wall`, `user` (of the warden) and `landlock` (the kernel's version of it, 0 without) are None
    where no warden started. `readable`: the user that wardens should get can start the interpreter.
    `bubblewrap_trouble` is what bubblewrap said when it did not start, `userns_restricted` whether
    AppArmor keeps ordinary programs from making user namespaces, `in_memory` whether what stands
    in bubblewrap is read from memory and not from a disk.
    """

    kernel: str
    root: bool
    in_container: bool
    wall: Wall | None
    user: int | None
    landlock: int | None
    interpreter: str
    version: str
    readable: bool
    bubblewrap: str | None
    bubblewrap_version: str | None
    bubblewrap_trouble: str | None
    libseccomp: str | None
    userns_restricted: bool
    in_memory: bool = True


@dataclass(frozen=True)
class Findings:
    """All that the probe found. Only where it is `proved` may anything be graded.

    `warm_seconds` is how long a warden took to get ready, None where none did, and `seconds` how
    long everything took.
    """

    proved: bool
    findings: tuple[Finding, ...]
    surroundings: Surroundings
    advice: tuple[str, ...]
    warm_seconds: float | None
    seconds: float
