"""What a learner keeps of a lesson as a zip: the code, the visible queries and a test that passes.

Made of the learner's own view and of visible queries alone.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.grade_record import GradeRecord
from app.take_away_test import written_test
from grader import SCRIPT, Exercise, Half, ScriptResult, View

CODE = "solution.py"
QUERIES = "queries.json"
TEST = "test_visible_queries.py"

READ_ME = """\
# {title}

Your solution, with every point: graded on {graded:%-d %B %Y} against edition {edition}
of {date:%-d %B %Y}.

- `{code}`: your code, as you handed it in
- `{queries}`: the visible queries; `python {code}` reads them
- `{test}`: the visible queries with their right answers

Run the test in this folder with Python 3.11 or newer:

    python -m pip install pytest
    python -m pytest

In a checkout of this site's program you can grade it again on the visible data:

    {command}
"""


@dataclass(frozen=True)
class Taken:
    """What goes into the zip, all of one lesson and one grade; `queries` are files by set."""

    title: str
    source: bytes
    exercise: Exercise
    queries: Mapping[str, bytes]
    view: View
    record: GradeRecord


def take_away(taken: Taken) -> bytes:
    """The zip; the same for the same grade, whenever it is asked for."""
    record = taken.record
    read_me = READ_ME.format(
        title=taken.title,
        graded=record.graded_at,
        edition=record.edition,
        date=record.edition_date,
        code=CODE,
        queries=QUERIES,
        test=TEST,
        command=record.command,
    )
    test = written_test(
        taken.title, taken.exercise, taken.view.queries, _script_lines(taken), code=CODE
    )
    files = {
        "README.md": read_me.encode(),
        CODE: taken.source,
        **dict(_query_files(taken.queries)),
        TEST: test.encode(),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(f"{taken.exercise.id}/{name}", record.graded_at.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def _query_files(queries: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The first set under the name that a graded script finds it by, others under their own."""
    for place, (name, content) in enumerate(queries.items()):
        yield (f"queries-{name}.json" if place else QUERIES), content


def _script_lines(taken: Taken) -> tuple[str, ...]:
    """What the script prints over all of the first visible set; nothing where there is none."""
    first = next(iter(taken.queries), None)
    runs = (each for each in taken.view.scripts if each.set == first)
    return next((each.expected for each in runs if _is_over_all(each, taken.view)), ())


def _is_over_all(script: ScriptResult, view: View) -> bool:
    halves = {cell.check: cell.half for cell in view.cells if cell.function == SCRIPT}
    return halves.get(script.check) is Half.EDGE
