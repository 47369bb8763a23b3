"""The system calls that learner code must be refused, and the error that the filter answers with.

Every call has arguments with which it would succeed, or fail in another way, if the filter let it
through.
"""

import platform
from collections.abc import Mapping

from grader.sandbox import interpreter, seccomp
from grader.sandbox.findings import Refuser
from grader.sandbox.probes import Probe

Expected = Mapping[str, Refuser | None]
NAMED: Expected = {"EPERM": Refuser.SECCOMP}
UNNAMED: Expected = {"ENOSYS": Refuser.SECCOMP}

_SIGCHLD = 17
_OWN = 50
_NEW_USER = 0x10000000
_KINDS = range(1, 7)
_IMPOSSIBLE = (-1,) * 6
_SPAWNING = {"fork", "vfork", "clone", "clone3"}
_BY_ARGUMENT = {"clone", "clone3", "prlimit64", "fcntl", "ioctl", "prctl"}
_PAST_EVERY_FILTER = {"x86_64": {335, 336}}
"""uretprobe and uprobe: newer kernels let them through and kill whoever makes them by hand."""

_FAMILIES = {
    "unix": (1, "a UNIX socket"),
    "inet": (2, "an IPv4 socket, TCP or UDP"),
    "inet6": (10, "an IPv6 socket, TCP or UDP"),
    "netlink": (16, "a netlink socket"),
    "packet": (17, "a packet socket"),
    "alg": (38, "a socket of the kernel's cryptography"),
    "vsock": (40, "a socket to the host of a virtual machine"),
}


def system_calls() -> tuple[Probe, ...]:
    """Starting processes and programs, sockets, signals, and every other call that is refused."""
    other_ways: list[_Named] = [("fork",), ("vfork",), ("clone", _SIGCHLD, 0, 0, 0, 0)]
    clone3: list[_Named] = [("clone3", None, 88)]
    return (
        Probe("fork", "fork", "fork", (), NAMED),
        _calls("process", "make a process in other ways", NAMED, other_ways, function="spawns"),
        _calls("clone3", "make a process by clone3", UNNAMED, clone3, function="spawns"),
        Probe("program", "start a program", "program", (interpreter.find().program,), NAMED),
        Probe("signals", "send signals to itself and to everybody", "signals", (), NAMED),
        *_sockets(),
        *(_calls(key, sentence, NAMED, calls) for key, (sentence, calls) in _NAMED.items()),
        *(_calls(key, sentence, UNNAMED, calls) for key, (sentence, calls) in _UNNAMED.items()),
        _calls("refused", "make every other refused call", NAMED, _every_refused()),
        _unlisted(),
    )


_Named = tuple[object, ...]

_NAMED: dict[str, tuple[str, list[_Named]]] = {
    "signal-warden": (
        "send a signal to the warden",
        [("kill", "parent", 0), ("tkill", "parent", 0), ("tgkill", "parent", "parent", 0)],
    ),
    "trace": (
        "trace or look into a process",
        [
            ("ptrace", 0, 0, 0, 0),
            ("ptrace", 0x4206, "parent", 0, 0),
            ("process_vm_readv", "parent", None, 1, None, 1, 0),
            ("process_vm_writev", "self", None, 1, None, 1, 0),
            ("kcmp", "self", "parent", 0, 0, 0),
        ],
    ),
    "pidfd": ("open a process", [("pidfd_open", "self", 0), ("pidfd_open", "parent", 0)]),
    "keyring": (
        "use the kernel's keyring",
        [("keyctl", 0, -2, 1), ("add_key", "user", "x", None, 1, -2)],
    ),
    "io-uring": ("use io_uring", [("io_uring_setup", 1, None)]),
    "bpf": ("load a BPF program", [("bpf", 0, None, 72)]),
    "perf": ("open performance counters", [("perf_event_open", None, 0, -1, -1, 0)]),
    "userfaultfd": ("handle page faults itself", [("userfaultfd", 1)]),
    "memfd": ("make a file in memory", [("memfd_create", "x", 0), ("memfd_secret", 0)]),
    "namespaces": (
        "make namespaces or mounts",
        [
            ("unshare", _NEW_USER),
            ("setns", 0, 0),
            ("mount", "none", ".", "tmpfs", 0, None),
            ("chroot", "."),
            ("pivot_root", ".", "."),
        ],
    ),
    "modes": (
        "change modes, owners, times or attributes",
        [
            ("chmod", "queries.json", 0o600),
            ("fchmod", _OWN, 0o600),
            ("fchown", _OWN, -1, -1),
            ("utimensat", 1, 0, 0, 0),
            ("fsetxattr", 1, "user.x", None, 1, 0),
            ("fgetxattr", 1, "user.x", None, 1),
        ],
    ),
    "links": (
        "make links, folders and pipes, rename and remove",
        [
            ("symlink", "x", "y"),
            ("link", "queries.json", "y"),
            ("mkdir", "y", 0o700),
            ("mknod", "y", 0o010600, 0),
            ("rename", "queries.json", "y"),
            ("unlink", "y"),
            ("truncate", "y", 0),
        ],
    ),
    "flock": ("lock a file", [("flock", 1, 6)]),
    "shared-objects": (
        "make shared memory, semaphores or queues",
        [
            ("shmget", 0, 4096, 0o1600),
            ("semget", 0, 1, 0o1600),
            ("msgget", 0, 0o1600),
            ("mq_open", "x", 0o102, 0o600, 0),
        ],
    ),
    "personality": ("change its personality", [("personality", 0xFFFFFFFF)]),
    "priority": (
        "change its limits, users, group or priority",
        [
            ("setrlimit", 7, None),
            ("setresuid", -1, -1, -1),
            ("setsid",),
            ("setpriority", 0, 0, 19),
            ("sched_setaffinity", 0, 128, None),
        ],
    ),
    "watching": (
        "watch files, or copy between descriptors",
        [("inotify_init1", 0), ("splice", 0, 0, 1, 0, 1, 0), ("sendfile", 1, 0, 0, 1)],
    ),
}

_UNNAMED: dict[str, tuple[str, list[_Named]]] = {
    "record-locks": (
        "lock a part of a file, or ask who holds it",
        [("fcntl", 1, command, None) for command in (5, 6, 7, 36, 37, 38, 1024)],
    ),
    "descriptor-owner": (
        "have signals sent by a descriptor, or seal one",
        [("fcntl", 1, command, 0) for command in (4, 8, 10, 1026, 1031, 1033)],
    ),
    "unlock": ("take its lock-down back", [("prctl", 4, 1, 0, 0, 0), ("prctl", 1, 0, 0, 0, 0)]),
    "raise-limit": (
        "set limits, its own or the warden's",
        [("prlimit64", 0, 7, None, 0), ("prlimit64", "parent", 7, 0, None)],
    ),
    "terminal": ("type into a terminal", [("ioctl", 1, 0x5412, None)]),
}


def _calls(
    key: str,
    sentence: str,
    expected: Expected,
    calls: list[_Named],
    *,
    function: str = "calls",
) -> Probe:
    """One probe of calls by name; those that this architecture lacks are left out."""
    numbered = [(name, seccomp.number(str(name)), arguments) for name, *arguments in calls]
    known = [call for call in numbered if call[1] is not None]
    return Probe(key, sentence, function, (known,), expected)


def _sockets() -> list[Probe]:
    number = seccomp.number("socket")
    probes = [
        Probe(f"socket-{key}", f"open {what}", "sockets", (number, [family], list(_KINDS)), NAMED)
        for key, (family, what) in _FAMILIES.items()
    ]
    every = (number, list(range(64)), list(_KINDS))
    return [
        *probes,
        Probe("socket-any", "open a socket of any family and kind", "sockets", every, NAMED),
        _calls("socketpair", "open a pair of sockets", NAMED, [("socketpair", 1, 1, 0, None)]),
    ]


def _every_refused() -> list[_Named]:
    return [(name, *_IMPOSSIBLE) for name in seccomp.REFUSED if name not in _SPAWNING]


def _unlisted() -> Probe:
    known: set[int | None] = {
        seccomp.number(name) for name in (*seccomp.ALLOWED, *seccomp.REFUSED, *_BY_ARGUMENT)
    }
    known |= _PAST_EVERY_FILTER.get(platform.machine(), set())
    calls = [(number, number, _IMPOSSIBLE) for number in range(512) if number not in known]
    return Probe("unlisted", "make calls that are on no list", "calls", (calls,), UNNAMED)
