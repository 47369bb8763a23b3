"""How the rings stand as root, as an ordinary user, without bubblewrap and without Landlock."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.grader import elsewhere
from tests.grader.elsewhere import SOMEBODY, Machine

pytestmark = pytest.mark.sandbox

NOBODY = 65_534
ORDINARY_USER = SOMEBODY if elsewhere.IS_ROOT else None
USERS = [None, SOMEBODY] if elsewhere.IS_ROOT else [None]

HONEST = """
import collections, os


def count(words):
    return dict(collections.Counter(words))


def names(folder):
    try:
        return os.listdir(folder)
    except OSError as error:
        return type(error).__name__
"""


@pytest.fixture(scope="module", name="folder")
def _folder() -> Iterator[Path]:
    with elsewhere.copied_room() as folder:
        yield folder


@pytest.fixture(scope="module", name="private_python")
def _private_python() -> Iterator[str]:
    elsewhere.need_root()
    with elsewhere.private_python() as python:
        yield python


def refusers(findings: dict[str, Any]) -> dict[str, str]:
    """What refused each probe that was refused."""
    return {each["id"]: each["refused_by"] for each in findings["findings"] if each["refused_by"]}


def not_in_order(findings: dict[str, Any]) -> dict[str, str]:
    """What was seen of each probe that did not come out as it must."""
    return {each["id"]: each["seen"] for each in findings["findings"] if not each["ok"]}


def packages(python: str) -> list[Any]:
    """The folders that hold installed packages of an interpreter."""
    library = Path(python).parent.parent / "lib"
    return [str(path) for path in library.glob("python3*/*-packages")]


def assert_stands(machine: Machine, wall: str) -> dict[str, Any]:
    """The probe proves the sandbox behind a wall, honest work is done, and packages stay hidden."""
    findings = machine.examine()
    assert not_in_order(findings) == {}
    assert findings["proved"]
    assert findings["surroundings"]["wall"] == wall
    hidden = [("names", [folder]) for folder in packages(machine.python)]
    counted, *listed = machine.ask(HONEST, ("count", [["a", "b", "a"]]), *hidden)
    assert counted == {"a": 2, "b": 1}
    assert all(names in ([], "FileNotFoundError", "PermissionError") for names in listed)
    return findings


def test_without_bubblewrap_root_may_not_use_a_python_that_only_root_can_read(
    folder: Path, private_python: str
) -> None:
    findings = Machine(folder, private_python, bubblewrap=False).examine()
    assert not findings["proved"]
    (only,) = findings["findings"]
    assert "an unprivileged user can't read this Python" in only["seen"]
    assert not findings["surroundings"]["readable"]
    assert "only inside bubblewrap, never without" in findings["text"]


@pytest.mark.parametrize("user", USERS)
def test_a_set_uid_bubblewrap_is_refused(folder: Path, user: int | None) -> None:
    elsewhere.need_bubblewrap(user)
    with elsewhere.set_uid_bubblewrap() as path:
        findings = Machine(folder, elsewhere.shared_python(), user, path=path).examine()
    assert not findings["proved"]
    (only,) = findings["findings"]
    assert "is set-uid" in only["seen"]


@pytest.mark.parametrize("user", USERS)
def test_with_neither_bubblewrap_nor_landlock_nothing_may_be_graded(
    folder: Path, user: int | None
) -> None:
    python = elsewhere.shared_python()
    machine = Machine(folder, python, user, bubblewrap=False, landlock=False)
    findings = machine.examine()
    assert not findings["proved"]
    assert not_in_order(findings)["read-passwd"] == "done"
    assert "nothing may be graded" in findings["text"]


def test_root_drops_to_nobody_before_bubblewrap(folder: Path) -> None:
    elsewhere.need_root()
    elsewhere.need_bubblewrap(NOBODY)
    findings = assert_stands(Machine(folder, elsewhere.shared_python()), "bubblewrap")
    assert findings["surroundings"]["user"] == NOBODY
    assert findings["advice"] == []


def test_root_with_a_python_of_its_own_is_nobody_only_inside_bubblewrap(
    folder: Path, private_python: str
) -> None:
    elsewhere.need_bubblewrap(None)
    findings = assert_stands(Machine(folder, private_python), "bubblewrap_as_root")
    assert findings["surroundings"]["user"] == NOBODY
    assert not findings["surroundings"]["readable"]
    assert "with a Python that other users can't read" in findings["text"]


def test_an_ordinary_user_stands_behind_bubblewrap(folder: Path) -> None:
    elsewhere.need_bubblewrap(ORDINARY_USER)
    machine = Machine(folder, elsewhere.shared_python(), ORDINARY_USER)
    findings = assert_stands(machine, "bubblewrap")
    assert findings["surroundings"]["user"] == (ORDINARY_USER or os.getuid())


@pytest.mark.parametrize("user", USERS)
def test_without_bubblewrap_landlock_refuses_the_files(folder: Path, user: int | None) -> None:
    elsewhere.need_landlock()
    machine = Machine(folder, elsewhere.shared_python(), user, bubblewrap=False)
    findings = assert_stands(machine, "none")
    assert findings["surroundings"]["user"] == (user or os.getuid() or NOBODY)
    assert refusers(findings)["read-passwd"] == "landlock"
    assert "bubblewrap" not in refusers(findings).values()
    assert "apt-get install -y bubblewrap" in findings["text"]


@pytest.mark.parametrize("user", USERS)
def test_without_landlock_bubblewrap_refuses_the_same(folder: Path, user: int | None) -> None:
    elsewhere.need_bubblewrap(NOBODY if elsewhere.IS_ROOT and user is None else user)
    machine = Machine(folder, elsewhere.shared_python(), user, landlock=False)
    findings = assert_stands(machine, "bubblewrap")
    assert findings["surroundings"]["landlock"] == 0
    assert "landlock" not in refusers(findings).values()
    # Of the same user, and refused all the same: it is not dumpable.
    assert refusers(findings)["read-warden-memory"] == "permissions"


def test_without_landlock_root_with_a_python_of_its_own_stands_too(
    folder: Path, private_python: str
) -> None:
    elsewhere.need_bubblewrap(None)
    machine = Machine(folder, private_python, landlock=False)
    assert_stands(machine, "bubblewrap_as_root")


def test_nothing_of_the_host_stands_in_the_root_of_bubblewrap(folder: Path) -> None:
    """Seen without Landlock, which would hide even the names."""
    elsewhere.need_bubblewrap(ORDINARY_USER)
    python = elsewhere.shared_python()
    machine = Machine(folder, python, ORDINARY_USER, landlock=False)
    folders = ("/", "/dev", "/etc", "/usr/share", "/work", str(Path(python).parent))
    asked = [("names", [each]) for each in folders]
    root, *others = machine.ask(HONEST, *asked)
    loader = {"lib", "lib64", "usr"}
    assert set(root) <= loader | {"dev", "etc", "proc", "work", Path(python).parts[1]}
    assert [set(names) for names in others] == [
        {"null", "zero", "urandom"},
        {"ld.so.cache"},
        {"zoneinfo"},
        {"queries.json"},
        {Path(python).resolve().name},
    ]
