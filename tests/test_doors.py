"""Rooms use only their doors: the imports of the whole house, and each rule caught breaking."""

from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from tests import doors

HOUSE = Path(__file__).parent.parent
DATA = ("tests/grader/hostile/",)
"""Sources that are submissions and not part of the house."""

ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
COUNTING_FILTERS = {"sum", "round", "int", "float"}


def house() -> dict[str, str]:
    """Every Python source of the house, by its path."""
    files = [file for room in ("grader", "app", "tests") for file in (HOUSE / room).rglob("*.py")]
    paths = {file.relative_to(HOUSE).as_posix(): file for file in files}
    return {
        path: file.read_text("utf-8") for path, file in paths.items() if not path.startswith(DATA)
    }


def computed_scores(template: str) -> list[str]:
    """The lines of a template on which a score or points are reckoned with."""
    tree = Environment(autoescape=True, extensions=["jinja2.ext.do"]).parse(template)
    filters = (node for node in tree.find_all(nodes.Filter) if node.name in COUNTING_FILTERS)
    suspects = [*filters, *(node for kind in ARITHMETIC for node in tree.find_all(kind))]
    return [f"line {node.lineno}" for node in suspects if _names_a_score(node)]


def _names_a_score(node: nodes.Node) -> bool:
    named = [leaf.attr for leaf in node.find_all(nodes.Getattr)]
    named += [leaf.name for leaf in node.find_all(nodes.Name)]
    return any("score" in name or "points" in name for name in named)


def test_the_house_uses_only_its_doors() -> None:
    sources = house()
    assert "tests/test_doors.py" in sources
    assert doors.problems(sources) == []


def test_templates_compute_no_scores() -> None:
    found = {
        file.name: lines
        for file in (HOUSE / "templates").rglob("*.html")
        if (lines := computed_scores(file.read_text("utf-8")))
    }
    assert found == {}


GRADER = {
    "grader/__init__.py": (
        "from grader.grade import Grade, grade\n"
        "from grader.sandbox import run\n"
        "__all__ = ['Grade', 'grade', 'run', 'sandbox']\n"
    ),
    "grader/grade.py": "",
    "grader/sandbox/run.py": "",
    "grader/sandbox/wire.py": "",
}

OFFENCES = {
    "grader imports app": ("grader/grade.py", "import app.models"),
    "grader imports the web": ("grader/grade.py", "from starlette.responses import Response"),
    "grader imports a database": ("grader/verify.py", "import sqlite3"),
    "grader imports one for its types": (
        "grader/grade.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import sqlalchemy",
    ),
    "grader reads the environment": ("grader/limits.py", "import os\nHOME = os.environ['HOME']"),
    "sandbox knows how to compare": ("grader/sandbox/run.py", "from grader.compare import same"),
    "sandbox takes it from the package": ("grader/sandbox/run.py", "from grader import score"),
    "sandbox takes the package": ("grader/sandbox/run.py", "import grader"),
    "sandbox takes the exercise": ("grader/sandbox/probe.py", "import grader.exercise"),
    "what the sandbox knows leads to answers": ("grader/limits.py", "from grader import exercise"),
    "warden imports a package": ("grader/sandbox/warden.py", "import pydantic"),
    "warden imports the grader": ("grader/sandbox/warden.py", "from grader.limits import Limits"),
    "harness tries one": (
        "grader/sandbox/harness.py",
        "try:\n    import structlog\nexcept ImportError:\n    structlog = None",
    ),
    "app passes the front door": ("app/worker.py", "from grader.sandbox.run import run"),
    "app takes the whole grader": ("app/worker.py", "import grader"),
    "app takes what is not offered": ("app/worker.py", "from grader import expected"),
    "app takes everything": ("app/worker.py", "from grader import *"),
    "app takes a package": ("app/worker.py", "from grader import sandbox"),
    "app takes a module": ("app/worker.py", "from grader import run"),
    "route imports SQLAlchemy": ("app/routes/lessons.py", "from sqlalchemy.orm import Session"),
    "store commits": ("app/store/lessons.py", "def add(session):\n    session.commit()"),
    "store hands out commit": (
        "app/store/lessons.py",
        "def add(session):\n    return session.commit",
    ),
    "rule knows the web": ("app/rules.py", "from fastapi import Request"),
    "comparison knows the time": ("grader/compare.py", "import time"),
    "exercise is imported": ("app/main.py", "import exercises.course.lesson.reference"),
    "test imports an exercise": ("tests/test_x.py", "from exercises import course"),
    "import inside a function": ("app/main.py", "async def f() -> None:\n    import json"),
    "import inside a method": (
        "grader/grade.py",
        "class A:\n    def f(self) -> None:\n        if self:\n            import json",
    ),
    "relative import": ("app/main.py", "from . import pages"),
    "module named by nothing": ("app/utils.py", ""),
    "package named by nothing": ("grader/common/dates.py", ""),
}


@pytest.mark.parametrize(("path", "source"), OFFENCES.values(), ids=OFFENCES.keys())
def test_an_offence_is_caught_with_its_file(path: str, source: str) -> None:
    (problem,) = doors.problems(GRADER | {path: source})
    assert problem.startswith(path)


def test_what_the_jail_imports_of_the_sandbox_is_held_to_the_same_rule() -> None:
    bare = {"grader/sandbox/warden.py": "import wire"}
    whole = {"grader/sandbox/harness.py": "from grader.sandbox import wire"}
    offence = {"grader/sandbox/wire.py": "import pydantic"}
    assert doors.problems(GRADER | offence) == []
    for inside in (bare, whole):
        (problem,) = doors.problems(GRADER | offence | inside)
        assert problem == "grader/sandbox/wire.py:1: runs inside the jail and imports pydantic"


def test_open_doors_are_open() -> None:
    allowed = {
        "grader/grade.py": "from grader.sandbox.run import run",
        "grader/sandbox/run.py": "import pyseccomp\nfrom grader.limits import Limits",
        "grader/sandbox/jail.py": "import grader.errors\nfrom grader import limits, sandbox",
        "grader/sandbox/warden.py": "from grader.sandbox.wire import read\nimport os, harness",
        "grader/sandbox/harness.py": "import json",
        "app/worker.py": "from grader import Grade, grade",
        "app/queue.py": "def f(session):\n    session.commit()",
        "app/store/lessons.py": "from sqlalchemy import select",
        "tests/grader/test_x.py": "def test_x() -> None:\n    import json",
    }
    assert doors.problems(GRADER | allowed) == []


@pytest.mark.parametrize(
    "template",
    [
        "{{ grade.core_score + grade.edge_score }}",
        "{% set half = points / 2 %}",
        "{% if 100 - grade.score > 1 %}{% endif %}",
        "{{ grades|sum(attribute=points) }}",
        "{{ grade.score|round(1) }}",
    ],
)
def test_a_template_that_reckons_is_caught(template: str) -> None:
    assert computed_scores(f"<p>\n{template}") == ["line 2"]


@pytest.mark.parametrize(
    "template",
    [
        '<div class="score-card" data-score="{{ grade.score }}">{{ loop.index + 1 }}</div>',
        '{{ "points-" ~ cell.points }}/{{ cell.max_points }}',
        "{% if grade.score == 100 %}{{- grade.points -}}{% endif %}",
    ],
)
def test_a_template_that_shows_is_left_alone(template: str) -> None:
    assert computed_scores(template) == []
