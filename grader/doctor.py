"""Tells what the probe found, in lines for an operator or as one JSON document; changes nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from grader.sandbox.findings import Finding, Findings, Refuser, Surroundings
from grader.sandbox.jail import Wall

FORMAT = 1

_WALLS = {
    Wall.BUBBLEWRAP: "bubblewrap {version} ({path}); the warden is user {user}",
    Wall.BUBBLEWRAP_AS_ROOT: (
        "bubblewrap {version} ({path}), started as root; the warden is user {user} inside"
    ),
    Wall.NONE: "missing; the warden is user {user}",
    None: "not tried, since no warden started",
}

_REFUSERS = {
    Refuser.BUBBLEWRAP: "bubblewrap",
    Refuser.CONTAINER: "the root of this container",
    Refuser.LANDLOCK: "Landlock",
    Refuser.PERMISSIONS: "file permissions",
    Refuser.SECCOMP: "the seccomp filter",
    Refuser.KERNEL: "the kernel",
    Refuser.RLIMIT: "resource limits",
    Refuser.FRAMES: "the bounds of what is read back",
    Refuser.WATCH: "the watch that is kept from outside",
}


def as_document(findings: Findings) -> dict[str, object]:
    """Everything that was found, for `--json`."""
    return {"format": FORMAT, **asdict(findings)}


def as_text(findings: Findings) -> str:
    """Everything that was found, grouped by what refused it; what is not in order comes first."""
    return "\n".join(_lines(findings))


def _lines(findings: Findings) -> Iterator[str]:
    bad = [each for each in findings.findings if not each.ok]
    if findings.proved:
        yield f"Grading is on: all {len(findings.findings)} probes came out as they must."
    else:
        yield "Grading is off: the sandbox is not proved on this machine."
    yield from _group("Not as expected", bad)
    yield ""
    yield from _rings(findings.surroundings)
    if findings.warm_seconds is not None:
        took = f"the probe took {findings.seconds:.1f} s"
        yield f"A warden was ready in {findings.warm_seconds * 1000:.0f} ms; {took}."
    for number, advice in enumerate(findings.advice, start=1):
        yield ""
        yield f"To do, {number} of {len(findings.advice)}: {advice}"
    good = [each for each in findings.findings if each.ok]
    yield from _group("Done", [each for each in good if each.refused_by is None])
    for refuser, name in _REFUSERS.items():
        refused = [each for each in good if each.refused_by is refuser]
        yield from _group(f"Refused by {name}", refused)


def _rings(machine: Surroundings) -> Iterator[str]:
    seccomp = f"libseccomp {machine.libseccomp}" if machine.libseccomp else "no libseccomp"
    landlock = {None: "Landlock not asked", 0: "no Landlock"}.get(
        machine.landlock, f"Landlock {machine.landlock}"
    )
    wall = _WALLS[machine.wall].format(
        version=machine.bubblewrap_version, path=machine.bubblewrap, user=machine.user
    )
    yield f"Ring 1, what a process does to itself: {seccomp}, {landlock}, resource limits."
    yield f"Ring 2, what stands around all processes: {wall}."
    yield f"Python {machine.version} ({machine.interpreter}), Linux {machine.kernel}."


def _group(title: str, findings: Iterable[Finding]) -> Iterator[str]:
    lines = [_line(each) for each in findings]
    if lines:
        yield ""
        yield f"{title}:"
        yield from lines


def _line(finding: Finding) -> str:
    seen = finding.seen
    if not finding.ok:
        seen = f"{seen} (expected: {' or '.join(finding.expected)})"
    return f"  {finding.id:<24} {finding.sentence}: {seen}"
