"""Reads what a hostile submission says of itself in the comment that it begins with."""

import codecs
import json
import platform
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grader import Grade, Trouble, Verdict, View

HOSTILE = Path(__file__).parent / "hostile"
FILES = sorted(HOSTILE.rglob("*.py"))

_FIRST = re.compile(r"# (\d+)[a-z]?\. ([A-Z][a-z ]+)\. An? (attack|unlucky learner)\.")
_EXPECTS = "# expects: "
_KEYS = {"score", "trouble", "says", "machine"}


@dataclass(frozen=True)
class Submission:
    """One file: the number and the table of the corpus that it belongs to, and what must come out.

    `trouble` is the name of the exception that is shown first, `says` are texts that must be shown
    somewhere, `machine` is the only architecture that it is written for.
    """

    source: bytes
    verdict: Verdict
    number: int
    table: str
    score: float
    trouble: str | None
    says: tuple[str, ...]
    machine: str | None

    def skip_elsewhere(self) -> None:
        """Skip the test on a machine that the submission is not written for."""
        if self.machine not in (None, platform.machine()):
            pytest.skip(f"written for {self.machine}")


def name_of(file: Path) -> str:
    """How a file is called in a report."""
    return file.relative_to(HOSTILE).with_suffix("").as_posix()


def read(file: Path) -> Submission:
    """A submission with what its first comment says; an empty file says nothing."""
    source, verdict = file.read_bytes(), Verdict(file.parent.name)
    head = _head(source) if source else "# 105. Source text. An unlucky learner."
    first = _FIRST.match(head)
    assert first is not None, f"{name_of(file)} does not begin with its number and its table"
    told = _told(head)
    assert set(told) <= _KEYS, f"{name_of(file)} expects something unknown"
    return Submission(
        source=source,
        verdict=verdict,
        number=int(first[1]),
        table=first[2],
        score=told.get("score", 100 if verdict is Verdict.PASSED else 0),
        trouble=told.get("trouble"),
        says=tuple(told.get("says", ())),
        machine=told.get("machine"),
    )


def _head(source: bytes) -> str:
    """The comment that a source begins with, in whatever coding it was saved."""
    coding = "utf-16" if source.startswith(codecs.BOM_UTF16) else "utf-8-sig"
    lines = source.decode(coding, "replace").splitlines()
    comment = [line for line in lines[:20] if line.startswith("#") and "coding:" not in line]
    return "\n".join(comment)


def _told(head: str) -> dict[str, Any]:
    lines = (line for line in head.splitlines() if line.startswith(_EXPECTS))
    return tomllib.loads("\n".join(line.removeprefix(_EXPECTS) for line in lines))


def first_trouble(grade: Grade) -> Trouble | None:
    """The exception that its learner sees first."""
    told = (query.trouble for query in grade.queries if query.trouble is not None)
    return grade.trouble or next(told, None)


def shown_texts(view: View) -> str:
    """Every text in a view, one after the other."""
    return "\n".join(_texts(json.loads(view.model_dump_json())))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in _texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []
