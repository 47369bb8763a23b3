"""What an operator is told about the sandbox: what is missing, what it costs, what to type."""

import dataclasses
import json

import pytest

from grader.doctor import as_document, as_text
from grader.sandbox.advice import advice
from grader.sandbox.findings import Finding, Findings, Refuser, Surroundings
from grader.sandbox.jail import Wall

STANDING = Surroundings(
    kernel="6.1.0",
    root=False,
    in_container=False,
    wall=Wall.BUBBLEWRAP,
    user=1000,
    landlock=3,
    interpreter="/usr/bin/python3.11",
    version="3.11.2",
    readable=True,
    bubblewrap="/usr/bin/bwrap",
    bubblewrap_version="0.8.0",
    bubblewrap_trouble=None,
    libseccomp="2.5.4",
    userns_restricted=False,
)
GOOD = (
    Finding("answer", "answer a question", ("42",), "42", None, True),
    Finding("fork", "fork", ("EPERM",), "EPERM", Refuser.SECCOMP, True),
    Finding("read-passwd", "read /etc/passwd", ("ENOENT",), "ENOENT", Refuser.BUBBLEWRAP, True),
)
BAD = Finding("read-passwd", "read /etc/passwd", ("ENOENT", "EACCES"), "done", None, False)
REFUSED = "setting up uid map: Permission denied"


def found(*findings: Finding, **machine: object) -> Findings:
    """What the probe found on a machine that differs from the one where everything stands."""
    surroundings = dataclasses.replace(STANDING, **machine)  # type: ignore[arg-type]
    return Findings(
        proved=all(each.ok for each in findings),
        findings=findings,
        surroundings=surroundings,
        advice=advice(surroundings),
        warm_seconds=0.0614,
        seconds=0.82,
    )


def test_a_probe_that_is_not_in_order_comes_first_with_what_was_expected() -> None:
    lines = as_text(found(*GOOD, BAD)).splitlines()
    assert lines[0] == "Grading is off: the sandbox is not proved on this machine."
    assert lines[2] == "Not as expected:"
    assert lines[3].endswith("read /etc/passwd: done (expected: ENOENT or EACCES)")


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        ({"wall": Wall.NONE, "bubblewrap": None}, "sudo apt-get install -y bubblewrap"),
        ({"libseccomp": None, "wall": None}, "sudo apt-get install -y libseccomp2"),
        ({"wall": Wall.NONE, "landlock": 0, "bubblewrap": None}, "nothing may be graded"),
        ({"landlock": 0}, "Bubblewrap refuses the same"),
        (
            {"wall": Wall.NONE, "bubblewrap_trouble": REFUSED},
            f"bubblewrap does not start here (it said: {REFUSED})",
        ),
        (
            {"wall": Wall.NONE, "bubblewrap_trouble": REFUSED, "in_container": True},
            "never give it more privileges",
        ),
        (
            {"wall": Wall.BUBBLEWRAP_AS_ROOT, "root": True, "readable": False, "user": 65534},
            "Python that other users can't read (/usr/bin/python3.11)",
        ),
        ({"wall": None, "root": True, "readable": False}, "only inside bubblewrap, never without"),
    ],
    ids=str,
)
def test_what_is_missing_is_named_with_its_cost_or_its_cure(
    machine: dict[str, object], said: str
) -> None:
    assert said in as_text(found(*GOOD, **machine))


def test_for_apparmor_there_is_a_profile_for_bubblewrap_alone() -> None:
    trouble = {"wall": Wall.NONE, "bubblewrap_trouble": REFUSED, "userns_restricted": True}
    text = as_text(found(*GOOD, **trouble))
    assert "profile bwrap /usr/bin/bwrap flags=(unconfined) {" in text
    assert "userns," in text
    assert "sudo apparmor_parser -r /etc/apparmor.d/bwrap" in text
    assert "sysctl" not in text


def test_where_everything_stands_there_is_nothing_to_do() -> None:
    text = as_text(found(*GOOD))
    assert text.startswith("Grading is on: all 3 probes came out as they must.")
    assert "To do" not in text
    assert "A warden was ready in 61 ms; the probe took 0.8 s." in text


def test_each_refusal_stands_under_what_refused_it() -> None:
    text = as_text(found(*GOOD))
    titles = [line for line in text.splitlines() if line.endswith(":") and line[0] != " "]
    assert titles == ["Done:", "Refused by bubblewrap:", "Refused by the seccomp filter:"]
    assert text.index("Refused by bubblewrap:") < text.index("read /etc/passwd: ENOENT")


def test_every_refuser_has_its_place() -> None:
    findings = [Finding(each, each, ("EPERM",), "EPERM", each, True) for each in Refuser]
    text = as_text(found(*findings))
    assert all(f"  {each.id:<24} {each.id}: EPERM" in text for each in findings)


def test_the_document_is_plain_json_with_a_format() -> None:
    document = json.loads(json.dumps(as_document(found(*GOOD, BAD))))
    assert document["format"] == 1
    assert document["proved"] is False
    assert document["surroundings"]["wall"] == "bubblewrap"
    assert document["findings"][1] == {
        "id": "fork",
        "sentence": "fork",
        "expected": ["EPERM"],
        "seen": "EPERM",
        "refused_by": "seccomp",
        "ok": True,
    }
