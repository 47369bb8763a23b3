"""What the README says of settings, files and commands, held against the house."""

import re
from pathlib import Path

from app.settings import settings_table
from grader.__main__ import command

HOUSE = Path(__file__).parent.parent
README = (HOUSE / "README.md").read_text("utf-8")


def table() -> str:
    """The settings as the README must list them."""
    rows = [
        f"| `{name}` | {meaning} | {f'`{default}`' if default else ''} |"
        for name, default, meaning in settings_table()
    ]
    return "\n".join(["| setting | meaning | default |", "|---|---|---|", *rows])


def test_the_readme_lists_every_setting_as_it_is() -> None:
    written = README.split("<!-- settings -->")[1].split("<!-- /settings -->")[0].strip()
    assert written == table(), f"put this between the marks:\n{table()}"


def test_the_files_on_the_path_of_a_submission_exist() -> None:
    path = README.split("## The path of a submission")[1].split("\n## ")[0]
    named = re.findall(r"\b(?:app|grader|templates)/[\w./]+", path)
    assert len(named) >= 10
    assert [name for name in named if not (HOUSE / name).exists()] == []


def test_the_pictures_exist() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    assert [picture for picture in pictures if not (HOUSE / picture).is_file()] == []


def test_every_command_of_the_grader_is_described() -> None:
    names = {each.name for each in command.registered_commands}
    assert names
    assert {name for name in names if f"| `{name}" not in README} == set()
