"""The probe finds every hole, never raises, and proves the sandbox of this machine."""

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox import interpreter, jail, seccomp
from grader.sandbox.findings import Finding, Findings, Refuser
from grader.sandbox.jail import Jail, Wall
from grader.sandbox.probe import examine
from grader.sandbox.probe_calls import system_calls
from grader.sandbox.probe_files import files
from grader.sandbox.probe_source import SOURCE
from grader.sandbox.probes import limits
from tests.grader import elsewhere
from tests.grader.elsewhere import Machine

pytestmark = pytest.mark.sandbox

HOLES = {
    "socket": {"socket-unix", "socket-inet", "socket-any"},
    "socketpair": {"socketpair"},
    "fork": {"process"},
    "kill": {"signals"},
    "ptrace": {"trace"},
    "pidfd_open": {"pidfd"},
    "memfd_create": {"memfd"},
    "fchmod": {"modes"},
    "symlink": {"links"},
    "flock": {"flock"},
    "personality": {"personality"},
    "setsid": {"priority"},
    "inotify_init1": {"watching"},
}
"""Calls that are let through, and the probes that must see it."""

OFTEN_REFUSED = {
    *("bpf", "clone3", "io-uring", "keyring", "namespaces", "perf", "trace", "userfaultfd"),
    *("socket-alg", "socket-packet", "socket-vsock", "personality"),
}
"""What a container or a careful kernel refuses to ordinary users by itself, with the same error."""

TRY_BARE = """
import json, os, signal, sys
source, probes = json.load(sys.stdin)
space = {"__name__": "solution"}
exec(source, space)
for key, function, arguments in probes:
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            seen = str(space[function](*arguments))
        except BaseException as error:
            seen = f"raised {error!r}"
        print(json.dumps([key, seen[:200]]), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def seen(findings: Findings) -> dict[str, str]:
    """What was seen of each probe that did not come out as it must."""
    return {each.id: each.seen for each in findings.findings if not each.ok}


def only(findings: Findings) -> Finding:
    """The one finding of a probe that did not get far."""
    (finding,) = findings.findings
    return finding


@pytest.fixture(name="tampered")
def _tampered(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Lists that may be changed; what is compiled of them is forgotten before and after."""
    seccomp.compiled.cache_clear()
    yield monkeypatch
    seccomp.compiled.cache_clear()


@pytest.mark.parametrize("call", HOLES)
def test_a_hole_in_the_filter_is_found(call: str, tampered: pytest.MonkeyPatch) -> None:
    if seccomp.number(call) is None:
        pytest.skip("this architecture has no such call")
    tampered.setattr(seccomp, "REFUSED", [name for name in seccomp.REFUSED if name != call])
    tampered.setattr(seccomp, "ALLOWED", [*seccomp.ALLOWED, call])
    findings = examine()
    assert not findings.proved
    assert seen(findings).keys() >= HOLES[call]


def test_a_file_that_can_be_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    python = interpreter.find()
    wider = dataclasses.replace(
        python,
        trees=(*python.trees, "/etc/passwd"),
        readable=(*python.readable, "/etc/passwd"),
    )
    monkeypatch.setattr(interpreter, "find", lambda: wider)
    findings = examine()
    assert not findings.proved
    assert seen(findings) == {"read-passwd": "done"}


def test_where_nothing_is_refused_no_probe_is_in_order() -> None:
    """Each probe can fail: the same source, run by an ordinary user with no sandbox at all."""
    tried = [each for each in files(Wall.NONE, 0) if each.id in ("read-passwd", "make-tmp")]
    probes = [*tried, *system_calls(), *limits()]
    given = [[each.id, each.function, each.arguments] for each in probes]
    user = elsewhere.SOMEBODY if elsewhere.IS_ROOT else None
    command = [elsewhere.shared_python(), "-c", TRY_BARE]
    printed = elsewhere.printed_by(
        command, json.dumps([SOURCE, given]), cwd="/", **elsewhere.identity(user)
    )
    outcomes = dict(json.loads(line) for line in printed.splitlines() if line.startswith('["'))
    in_order = {each.id for each in probes if outcomes.get(each.id) in each.expected}
    assert len(outcomes) > len(OFTEN_REFUSED)
    assert in_order <= OFTEN_REFUSED


def test_a_bubblewrap_that_is_gone_is_a_finding() -> None:
    findings = examine(Jail(Wall.BUBBLEWRAP, None, "/nowhere/bwrap"))
    assert not findings.proved
    assert "/nowhere/bwrap" in only(findings).seen
    assert findings.surroundings.wall is None
    assert findings.warm_seconds is None


def test_a_bubblewrap_that_only_complains_is_a_finding_with_its_words(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    findings = examine(Jail(Wall.BUBBLEWRAP, None, str(broken)))
    assert not findings.proved
    assert "setting up uid map: Permission denied" in only(findings).seen
    assert findings.surroundings.bubblewrap_trouble == "setting up uid map: Permission denied"


def test_a_missing_libseccomp_is_a_finding_and_no_crash() -> None:
    with elsewhere.copied_room() as folder:
        # Fails as the real one does when it is imported where there is no library.
        (folder / "pyseccomp.py").write_text("raise RuntimeError('Unable to find libseccomp')\n")
        findings = Machine(folder, elsewhere.shared_python()).examine()
    assert not findings["proved"]
    (finding,) = findings["findings"]
    assert finding["seen"].startswith("libseccomp was not found")


def test_this_machine_is_proved_and_each_refusal_says_what_refused() -> None:
    findings = examine()
    assert seen(findings) == {}
    assert findings.proved
    assert [
        key for key, count in Counter(f.id for f in findings.findings).items() if count > 1
    ] == []
    refusers = {each.refused_by for each in findings.findings}
    assert refusers >= {Refuser.SECCOMP, Refuser.RLIMIT, Refuser.WATCH, Refuser.FRAMES}
    assert findings.warm_seconds is not None
    assert findings.surroundings.wall is jail.choose().wall


def test_a_probe_leaves_nothing_behind() -> None:
    before = set(os.listdir("/tmp")), elsewhere.children(os.getpid())
    examine()
    assert elsewhere.children(os.getpid()) == before[1]
    assert [name for name in set(os.listdir("/tmp")) - before[0] if "twofold-probe" in name] == []
