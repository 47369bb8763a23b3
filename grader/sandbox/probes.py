"""What the probe tries, each with the outcomes that are in order: honest work, limits, endings.

An outcome that is not listed is not in order, whatever it is: "nothing happened" is never read as
"refused".
"""

import json
import platform
import random
from collections.abc import Mapping
from dataclasses import dataclass

from grader.sandbox import warden, wire
from grader.sandbox.findings import Refuser
from grader.sandbox.outcome import Call

DONE = "done"
ENDLESS = ("loop", "wait", "flood_for_ever")
MEMORY_MIB = 64
PRINTED_KIB = 64


@dataclass(frozen=True)
class Probe:
    """One function of the probe's source, called once.

    `expected` maps every outcome that is in order to what must have been in the way, None for
    honest work.
    """

    id: str
    sentence: str
    function: str
    arguments: tuple[object, ...]
    expected: Mapping[str, Refuser | None]

    def call(self, query: int) -> Call:
        """The call to be made in the sandbox."""
        shaped = [["plain", argument] for argument in self.arguments]
        return Call(query, self.function, json.dumps(shaped, separators=(",", ":")).encode())


def honest_work() -> tuple[Probe, ...]:
    """What learner code must be able to do, and what it must find."""
    dice = random.Random(0).random()  # noqa: S311
    own = " ".join(str(descriptor) for descriptor in range(warden.RULESET_FD))
    return (
        _works("answer", "answer a question", "add", (40, 2), "42"),
        _works("thread", "start a thread and wait for it", "thread", (), DONE),
        _works("imports", "import what is usual", "imports", (warden.MODULES,), DONE),
        _works("random", "draw the same random numbers every time", "dice", (), str(dice)),
        _works(
            "surroundings",
            "find a clean environment and a fixed hash seed",
            "surroundings",
            (),
            "MALLOC_ARENA_MAX=1 PYTHONHASHSEED=0 randomized=0",
        ),
        _works(
            "lock-down",
            "find itself locked down: not dumpable, no new privileges, filtered",
            "lock_down",
            (),
            "dumpable=0 no-new-privileges=1 seccomp=2",
        ),
        _works("descriptors", "find nothing open but its own", "descriptors", (), own),
    )


def _works(
    key: str, sentence: str, function: str, arguments: tuple[object, ...], value: str
) -> Probe:
    return Probe(key, sentence, function, arguments, {value: None})


def limits() -> tuple[Probe, ...]:
    """What runs into a limit and is told so; the process lives on."""
    twice = 2 * MEMORY_MIB * 1024 * 1024
    rlimits = "FSIZE=0 CORE=0 NOFILE=64 MEMLOCK=0 MSGQUEUE=0"
    text, printed = 2 * wire.VALUE_BYTES, 4 * PRINTED_KIB * 1024
    return (
        _capped("rlimits", "look at its limits", "limits", (), rlimits),
        _capped("open-files", "hold two hundred descriptors", "fill_descriptors", (), "EMFILE"),
        _capped("memory", "take twice its memory", "allocate", (twice,), "memory_limit"),
        _capped("mapping", "map twice its memory", "map_memory", (twice,), "ENOMEM"),
        Probe(
            "long-value",
            "return twice the text that is read",
            "long_text",
            (text,),
            {"output_limit": Refuser.FRAMES},
        ),
        Probe(
            "printing",
            "print four times what is kept",
            "flood",
            (printed,),
            {"done, cut": Refuser.FRAMES},
        ),
    )


def _capped(
    key: str, sentence: str, function: str, arguments: tuple[object, ...], outcome: str
) -> Probe:
    return Probe(key, sentence, function, arguments, {outcome: Refuser.RLIMIT})


def endings() -> tuple[Probe, ...]:
    """What ends the process."""
    late = {"time_limit": Refuser.WATCH}
    crowded = {"memory_limit": Refuser.WATCH}
    killed = {"crashed: SIGSYS": Refuser.SECCOMP}
    probes = [
        Probe("cpu", "compute for ever", "loop", (), late),
        Probe("wall", "sleep for ever", "wait", (), late),
        Probe("threads", "start hundreds of threads", "crowd", (wire.THREADS + 20,), crowded),
        Probe(
            "endless-printing",
            "print for ever",
            "flood_for_ever",
            (),
            {"time_limit, cut": Refuser.WATCH},
        ),
    ]
    if platform.machine() == "x86_64":
        probes += [
            Probe("x32", "make an x32 system call", "call", (0x40000000 + 39, []), killed),
            Probe(
                "32-bit",
                "make a 32-bit system call",
                "machine_code",
                # mov eax, 20 (getpid); int 0x80; ret
                ("b814000000cd80c3",),
                killed | {"crashed: SIGSEGV": Refuser.KERNEL},
            ),
        ]
    return tuple(probes)
