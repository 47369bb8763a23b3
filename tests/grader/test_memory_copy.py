"""What stands in the jail lies in memory, so that neither reading nor looking leaves a mark there
that a later run of the same learner could find.
"""

import dataclasses
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from grader.sandbox import Sandbox, interpreter, memory_copy
from grader.sandbox.interpreter import Interpreter
from grader.sandbox.jail import Wall
from tests.grader.by_hand import ask

TMPFS = 0x0102_1994

KINDS = """
import ctypes, os, sys

def kinds(paths):
    buffer, libc = (ctypes.c_long * 64)(), ctypes.CDLL(None)
    own = [os.path.dirname(os.__file__), sys.executable, "/", ".", "/dev", "/etc"]
    return {path: libc.statfs(path.encode(), buffer) or buffer[0] for path in [*own, *paths]}
"""

IMPORTS = """
import importlib

def lacking(names):
    lacking = []
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            lacking.append(name)
    return lacking
"""


@pytest.mark.sandbox
def test_everything_in_the_jail_lies_in_memory(sandbox: Sandbox) -> None:
    if sandbox.jail.wall is Wall.NONE:
        pytest.skip("without bubblewrap there is no copy")
    places = [path for path in interpreter.find().trees if os.path.exists(path)]
    outcome = ask(sandbox, KINDS, "kinds", ("plain", places))
    assert isinstance(outcome.value, dict), outcome.trouble
    assert {path for path, kind in outcome.value.items() if kind != TMPFS} == set()


@pytest.mark.sandbox
def test_every_extension_module_finds_what_it_is_linked_with(sandbox: Sandbox) -> None:
    library = Path(interpreter.find().trees[1])
    files = (library / "lib-dynload").glob("*.so")
    names = sorted({file.name.partition(".")[0] for file in files} - {"_tkinter"})
    # Those that a build is unlucky with lack something outside as well.
    outside = f"{IMPORTS}\nprint(*lacking({names!r}))"
    command = [interpreter.find().program, "-S", "-c", outside]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd="/")
    outcome = ask(sandbox, IMPORTS, "lacking", ("plain", names))
    assert outcome.value == told.stdout.split()


@pytest.mark.sandbox
@pytest.mark.parametrize("is_made_again", [False, True], ids=["not yet made again", "made again"])
def test_a_warden_whose_copy_was_cleared_away_is_replaced(
    is_made_again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_copy, "NAME", f"twofold-test-{os.getpid()}")
    source = "def f():\n    import tabnanny, sqlite3\n    return tabnanny.__name__"
    with Sandbox() as sandbox:
        assert ask(sandbox, source, "f").value == "tabnanny"
        copy = memory_copy.folder()
        if sandbox.jail.wall is Wall.NONE or copy is None:
            pytest.skip("nothing is copied here")
        shutil.rmtree(copy.parent)
        if is_made_again:  # by another process
            made(interpreter.find(), copy.parent)
        assert ask(sandbox, source, "f").value == "tabnanny"
        shutil.rmtree(copy.parent)


@pytest.fixture(name="python")
def _python(tmp_path: Path) -> Interpreter:
    """A small interpreter: a program and a library with a folder that is covered up."""
    library = tmp_path / "python" / "library"
    for name in ("module.py", "package/part.py", "package/tests/test.py", "hidden/secret.py"):
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(name)
    program = tmp_path / "python" / "program"
    program.write_text("program")
    program.chmod(0o755)
    return dataclasses.replace(
        interpreter.find(),
        program=str(program),
        trees=(str(program), str(library), "/nowhere/at/all"),
        hidden=(str(library / "hidden"),),
    )


def made(python: Interpreter, base: Path) -> Path:
    copy = memory_copy.made(python, base)
    assert copy is not None
    return copy


def test_a_copy_holds_what_stands_in_the_jail_and_no_more(
    python: Interpreter, tmp_path: Path
) -> None:
    copy = made(python, tmp_path / "base")
    held = {path for path in copy.rglob("*") if path.is_file()}
    library = Path(f"{copy}{python.trees[1]}")
    wanted = {library / "module.py", library / "package/part.py", Path(f"{copy}{python.program}")}
    assert held == wanted
    assert os.access(f"{copy}{python.program}", os.X_OK)
    assert (library / "hidden").is_dir()


def test_root_may_become_anybody_before_it_looks_there(python: Interpreter, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        copy = made(python, tmp_path / "base")
    finally:
        os.umask(before)
    folders = [tmp_path / "base", copy, *(path for path in copy.rglob("*") if path.is_dir())]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o755}


def test_a_copy_is_made_once_and_again_when_a_file_changes(
    python: Interpreter, tmp_path: Path
) -> None:
    first = made(python, tmp_path / "base")
    assert made(python, tmp_path / "base") == first
    Path(python.trees[1], "module.py").write_text("another module")
    second = made(python, tmp_path / "base")
    assert second != first
    assert first.is_dir(), "it is still used by this process"


def test_what_nobody_uses_any_more_is_removed(python: Interpreter, tmp_path: Path) -> None:
    (tmp_path / "base/new-1234/half").mkdir(parents=True)
    (tmp_path / "base/old/made").mkdir(parents=True)
    copy = made(python, tmp_path / "base")
    assert [path for path in (tmp_path / "base").iterdir() if path.is_dir()] == [copy]


def test_a_place_that_others_could_write_to_is_not_used(
    python: Interpreter, tmp_path: Path
) -> None:
    base = tmp_path / "base"
    base.mkdir()
    base.chmod(0o777)
    assert memory_copy.made(python, base) is None
    shutil.rmtree(base)
    base.symlink_to(tmp_path / "python")
    assert memory_copy.made(python, base) is None
