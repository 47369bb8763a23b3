"""The command line of the grader: `python -m grader`. It needs no web app and no database."""

from pathlib import Path
from typing import Annotated

import typer

from grader.bench import ROUNDS
from grader.commands.bench import bench
from grader.commands.doctor import doctor
from grader.commands.grade import grade_file
from grader.commands.new import new_lesson
from grader.commands.verify import verify_paths

command = typer.Typer(
    help="Twofold, the grader.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@command.command("grade")
def _grade(
    folder: Annotated[Path, typer.Argument(help="A lesson: exercises/COURSE/LESSON.")],
    file: Annotated[Path, typer.Argument(help="The source to judge; - reads standard input.")],
    visible_only: Annotated[
        bool, typer.Option("--visible-only", help="A try: visible data only, no score.")
    ] = False,
    as_json: Json = False,
    staff: Annotated[
        bool, typer.Option("--staff", help="Show hidden queries and full verdicts.")
    ] = False,
) -> None:
    """Judge FILE against the lesson in FOLDER. Exit code 0 whatever the score.

    2: content or options are wrong. 3: the sandbox can't be proved.
    """
    grade_file(folder, file, visible_only=visible_only, as_json=as_json, staff=staff)


@command.command("verify")
def _verify(
    paths: Annotated[
        list[Path], typer.Argument(help="Lessons, courses, or folders of courses.", metavar="PATH")
    ],
) -> None:
    """Say everything that is wrong with content, with file and line. Exit code 1 if anything is."""
    verify_paths(paths)


@command.command("new")
def _new(
    name: Annotated[str, typer.Argument(metavar="COURSE/NAME", help="The lesson to write.")],
    root: Annotated[Path, typer.Option(help="The folder that holds courses.")] = Path("exercises"),
) -> None:
    """Write a small new lesson that passes verify."""
    new_lesson(name, root)


@command.command("doctor")
def _doctor(as_json: Json = False) -> None:
    """Say which rings of the sandbox stand, what refused each probe, and what to do.

    Exit code 3 if grading must be off.
    """
    doctor(as_json=as_json)


@command.command("bench")
def _bench(
    folder: Annotated[Path, typer.Argument(help="The lesson to measure with.")] = Path(
        "exercises/retrieval-evaluation/recall-precision-mrr"
    ),
    rounds: Annotated[int, typer.Option(min=2, help="Interleaved rounds.")] = ROUNDS,
    soak: Annotated[int, typer.Option(min=0, help="Watch memory over so many grades.")] = 0,
    size: Annotated[int, typer.Option(min=0, help="Try sets of up to so many queries.")] = 0,
    as_json: Json = False,
) -> None:
    """Measure a whole grade against the same calls in a bare Python, in the same run."""
    bench(folder, rounds=rounds, grades=soak, queries=size, as_json=as_json)


if __name__ == "__main__":
    command()
