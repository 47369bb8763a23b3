"""Whole documents of whole sources: every bad input and the main verdicts, as learners get them."""

import json
from pathlib import Path

import pytest

from grader.answers import Answers
from grader.edition import Edition
from grader.sandbox import Sandbox
from tests.grader.golden_case import CASES, document

pytestmark = pytest.mark.sandbox


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_source_gets_the_document_that_was_promised(
    case: Path, shares: Edition, sandbox: Sandbox, answers: Answers
) -> None:
    source = (case / "source.txt").read_bytes()
    expected = json.loads((case / "expected.json").read_text("utf-8"))
    assert document(source, shares, sandbox, answers) == expected


def test_there_are_cases() -> None:
    assert len(CASES) > 30
