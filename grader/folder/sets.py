"""Reads all query sets of a lesson folder: visible.json, hidden.json and more hidden ones."""

import re
from pathlib import Path

from grader.exercise import Exercise
from grader.folder.json_set import json_set
from grader.folder.problems import Problems, quoted
from grader.query_set import QuerySet

NEEDED = ("visible", "hidden")


def sets_of(folder: Path, exercise: Exercise | None, problems: Problems) -> tuple[QuerySet, ...]:
    """The good sets in `folder`: the visible one, then the hidden ones by id."""
    room = folder / "queries"
    paths = [room / f"{name}.json" for name in NEEDED]
    for path in sorted(room.glob("*")):
        if path in paths or path.name.startswith("."):
            continue
        if path.suffix != ".json":
            problems.add(path, None, "is no query set: their names end in .json")
        elif not re.fullmatch("[a-z0-9-]+", path.stem):
            problems.add(
                path, None, f"{quoted(path.stem)} is no id: small letters, digits, hyphens"
            )
        else:
            paths.append(path)
    found = [json_set(path, folder, exercise, problems) for path in [paths[0], *sorted(paths[1:])]]
    return tuple(query_set for query_set in found if query_set is not None)
