"""Writes golden documents: `python -m tests.grader.record [--all]`. See golden/README.md."""

import sys
import tempfile
from pathlib import Path

from grader.answers import Answers
from grader.folder import read_edition
from grader.sandbox import Sandbox
from tests.grader.golden_case import CASES, copied_lesson, document, written


def main() -> None:
    """Record the missing documents, or with --all every one."""
    with tempfile.TemporaryDirectory() as folder, Sandbox() as sandbox:
        edition, answers = read_edition(copied_lesson(Path(folder))), Answers()
        for case in CASES:
            expected = case / "expected.json"
            if "--all" in sys.argv or not expected.exists():
                source = (case / "source.txt").read_bytes()
                expected.write_text(written(document(source, edition, sandbox, answers)), "utf-8")
                sys.stdout.write(f"{case.name}\n")


if __name__ == "__main__":
    main()
