"""The golden folders, and what is compared of a grade."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from grader.answers import Answers
from grader.edition import Edition
from grader.grade import grade
from grader.result import learner_view
from grader.sandbox import Sandbox
from grader.words import about_view

ROOM = Path(__file__).parent
CASES = sorted(path for path in (ROOM / "golden").iterdir() if path.is_dir())


def copied_lesson(target: Path) -> Path:
    """The shares lesson in a new folder below `target`, which it returns.

    Here its sources end in .py.txt: they are data, and some of them are wrong on purpose.
    """
    folder = target / "shares"
    shutil.copytree(ROOM / "lessons" / "shares", folder)
    for file in folder.rglob("*.txt"):
        file.rename(file.with_suffix(""))
    return folder


def document(source: bytes, edition: Edition, sandbox: Sandbox, answers: Answers) -> Any:
    """The learner's document and sentence, without what differs between machines."""
    view = learner_view(grade(source, edition, sandbox, answers=answers))
    told = view.model_dump(mode="json", exclude={"digests", "interpreter"})
    for each in (*told["queries"], *told["scripts"]):
        del each["seconds"]
        # A warning names the line of ours that was at work, which is no promise.
        each["printed"] = re.sub(r"<twofold>:\d+", "<twofold>", each["printed"])
    return {"sentence": about_view(view, source), **told}


def written(told: Any) -> str:
    """A document as it stands in its file."""
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"
