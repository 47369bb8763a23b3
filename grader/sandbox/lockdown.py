"""Ring 1: what a process does to itself before the first byte of a learner's source is compiled.

Runs inside the jail: the standard library only. Every step raises OSError when the kernel refuses
it, so that a process is either locked down or never serves.
"""

import ctypes
import os
import resource
import struct

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9

OPEN_FILES = 64

# Numbers are the same on every architecture that has Landlock.
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446
LANDLOCK_CREATE_RULESET_VERSION = 1
LANDLOCK_RULE_PATH_BENEATH = 1

READ_FILE = 1 << 2
READ_DIR = 1 << 3
# Rights the kernel knows, by the ABI that brought them in: linux/landlock.h.
FS_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
NET_RIGHTS = {4: 0b11}
SCOPES = {6: 0b11}

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def _prctl(option: int, value: int) -> None:
    _checked(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), f"prctl {option}")


def hide() -> None:
    """Make this process's memory and /proc entries unreadable to others of the same user."""
    _prctl(PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that forked it is gone."""
    _prctl(PR_SET_PDEATHSIG, SIGKILL)


def landlock_abi() -> int:
    """The kernel's Landlock version; 0 where it has none."""
    version = LANDLOCK_CREATE_RULESET_VERSION
    told = _libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), version)
    return max(0, int(told))


def landlock_ruleset(readable: list[str]) -> int | None:
    """A ruleset that lets the given folders and files be read and nothing else be touched.

    It may be made once and used by every fork. Returns its descriptor, or None without Landlock.
    """
    abi = landlock_abi()
    if not abi:
        return None
    fs, net, scopes = (_rights(table, abi) for table in (FS_RIGHTS, NET_RIGHTS, SCOPES))
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    attributes = struct.pack("=QQQ", fs, net, scopes)[:size]
    ruleset = _checked(
        _libc.syscall(LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0),
        "landlock_create_ruleset",
    )
    for path in readable:
        _allow_reading(ruleset, path)
    return ruleset


def _rights(table: dict[int, int], abi: int) -> int:
    return sum(bits for since, bits in table.items() if since <= abi)


def _allow_reading(ruleset: int, path: str) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights = READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE
        rule = struct.pack("=Qi", rights, beneath)
        _checked(
            _libc.syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0),
            "landlock_add_rule",
        )
    finally:
        os.close(beneath)


def limit(address_space: int, cpu_seconds: int) -> None:
    """Set the resource limits: bytes of address space, and CPU seconds as a backstop."""
    for which, value in (
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(which, (value, value))


class Filter:
    """A compiled seccomp program, laid out once as the kernel wants it and kept for every fork."""

    def __init__(self, program: bytes) -> None:
        self._program = ctypes.create_string_buffer(program, len(program))
        self._fprog = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(self._program))

    def install(self) -> None:
        """Refuse from now on what the program refuses. It can't be taken back."""
        _checked(
            _libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self._fprog, 0, 0), "seccomp filter"
        )


def lock_down(ruleset: int | None, seccomp: Filter) -> None:
    """Give up all that can be given up, for good: the last trusted step before learner code."""
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    hide()
    if ruleset is not None:
        _checked(_libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0), "landlock_restrict_self")
        os.close(ruleset)
    seccomp.install()
