"""Says what would make a missing ring stand, in sentences for the operator; changes nothing."""

from collections.abc import Iterator

from grader.sandbox.findings import Surroundings
from grader.sandbox.jail import Wall

_PROFILE = """
    abi <abi/4.0>,
    include <tunables/global>

    profile bwrap {bubblewrap} flags=(unconfined) {{
      userns,
      include if exists <local/bwrap>
    }}
"""

_ABOUT_MEMORY = (
    "The files that submissions can read could not be copied to /dev/shm, so they are read from "
    "disk, and a submission that knows hidden queries could leave marks of them in what it reads, "
    "for its next run to find. It takes about 200 MB there, and that programs may be run from it: "
    "sudo mount -o remount,exec /dev/shm"
)


def advice(machine: Surroundings) -> tuple[str, ...]:
    """One piece of advice for each thing that is missing; none where everything stands."""
    return tuple(_advice(machine))


def _advice(machine: Surroundings) -> Iterator[str]:
    if machine.libseccomp is None:
        yield (
            "libseccomp is not installed, and without it nothing can be graded: "
            "sudo apt-get install -y libseccomp2"
        )
    yield from _about_bubblewrap(machine)
    if not machine.readable:
        yield _about_interpreter(machine)
    if not machine.in_memory and machine.wall not in (None, Wall.NONE):
        yield _ABOUT_MEMORY
    if machine.landlock == 0:
        yield _about_landlock(machine)


def _about_bubblewrap(machine: Surroundings) -> Iterator[str]:
    trouble = machine.bubblewrap_trouble
    if machine.bubblewrap is None:
        yield (
            "bubblewrap is not installed, so the sandbox has one wall fewer: what keeps a "
            "submission from this machine's files is the kernel's Landlock alone. Install it "
            "(in a container only if it may make user namespaces; else the container is the "
            "wall): sudo apt-get install -y bubblewrap"
        )
    elif trouble is not None and machine.userns_restricted:
        yield (
            f"AppArmor keeps bubblewrap from making user namespaces (it said: {trouble}). "
            "Allow it to bubblewrap alone, not to every program: write these lines to "
            "/etc/apparmor.d/bwrap, then type: sudo apparmor_parser -r /etc/apparmor.d/bwrap\n"
            + _PROFILE.format(bubblewrap=machine.bubblewrap)
        )
    elif trouble is not None and machine.in_container:
        yield (
            f"bubblewrap does not start in this container (it said: {trouble}). The container "
            "itself is the wall then; never give it more privileges to change that."
        )
    elif trouble is not None:
        yield (
            f"bubblewrap does not start here (it said: {trouble}). It needs user namespaces: "
            "look at /proc/sys/user/max_user_namespaces and at "
            "/proc/sys/kernel/unprivileged_userns_clone, where there is one."
        )


def _about_interpreter(machine: Surroundings) -> str:
    unreadable = (
        f"This runs as root with a Python that other users can't read ({machine.interpreter})"
    )
    remedy = "Use the distribution's Python, or better an ordinary user."
    if machine.wall is Wall.BUBBLEWRAP_AS_ROOT:
        return (
            f"{unreadable}, so the user can't be changed before bubblewrap starts: inside, a "
            "submission has no privileges and goes by the name of nobody, but to the kernel it "
            f"owns what root owns among the few files in there. {remedy}"
        )
    return f"{unreadable}: it can be used only inside bubblewrap, never without. {remedy}"


def _about_landlock(machine: Surroundings) -> str:
    missing = (
        "This kernel has no Landlock: it takes Linux 5.13 or newer with landlock among its "
        "security modules (/sys/kernel/security/lsm)."
    )
    if machine.wall is Wall.NONE:
        return f"{missing} Without it and without bubblewrap nothing may be graded."
    return f"{missing} Bubblewrap refuses the same."
