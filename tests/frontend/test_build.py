"""The committed scripts are what the sources make, whole in their licences and silent to others."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HOUSE = Path(__file__).parents[2]
FRONTEND = HOUSE / "frontend"
BUILT = HOUSE / "app/static/built"
MANIFEST: dict[str, Any] = json.loads((BUILT / "manifest.json").read_text("utf-8"))
LOCK: dict[str, Any] = json.loads((FRONTEND / "package-lock.json").read_text("utf-8"))["packages"]
NOTICES = (BUILT / "THIRD-PARTY-LICENCES.txt").read_text("utf-8")
EDITOR = (BUILT / "editor.js").read_text("utf-8")

HOST = re.compile(r"""(?:https?:|wss?:)?//[\w-]+\.[\w.-]+""")
NAMESPACES = {"http://www.w3.org"}
OFFLINE = re.compile("ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH")


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def inside() -> list[str]:
    """`name version` of each package whose notice is kept."""
    return re.findall(r"^(\S+ \d\S*) \(", NOTICES, re.MULTILINE)


def hosts(text: str) -> set[str]:
    return set(HOST.findall(text)) - NAMESPACES


def test_the_manifest_names_every_built_file_with_its_digest() -> None:
    files = {
        file for file in BUILT.iterdir() if file.name not in {"manifest.json", ".gitattributes"}
    }
    assert {file.name: digest(file) for file in files} == {
        name: each["sha256"] for name, each in MANIFEST["built"].items()
    }


def test_no_source_changed_since_the_build() -> None:
    """Fails after an edit without `npm run build`, also where there is no Node."""
    sources = [
        *(FRONTEND / "source").rglob("*"),
        FRONTEND / "build.mjs",
        FRONTEND / "package-lock.json",
    ]
    files = [file for file in sources if file.is_file()]
    assert {file.relative_to(FRONTEND).as_posix(): digest(file) for file in files} == MANIFEST[
        "from"
    ]


def test_everything_is_pinned_and_the_lock_names_no_host() -> None:
    wanted = json.loads((FRONTEND / "package.json").read_text("utf-8"))
    exact = re.compile(r"\d+\.\d+\.\d+")
    pins = wanted["dependencies"] | wanted["devDependencies"]
    assert {name for name, version in pins.items() if not exact.fullmatch(version)} == set()
    assert {name: LOCK[f"node_modules/{name}"]["version"] for name in pins} == pins
    packages = {path: each for path, each in LOCK.items() if path}
    assert {path for path, each in packages.items() if "resolved" in each} == set()
    assert {path for path, each in packages.items() if "integrity" not in each} == set()
    assert hosts(json.dumps(packages)) == set()


def test_every_package_inside_has_its_licence_in_the_file_that_is_served() -> None:
    assert {f"@codemirror/{name}" for name in ("state", "view", "language")} < {
        each.partition(" ")[0] for each in inside()
    }
    for each in inside():
        name, _, version = each.partition(" ")
        assert LOCK[f"node_modules/{name}"]["version"] == version
        assert LOCK[f"node_modules/{name}"]["license"] == "MIT"
        assert f"{each} (MIT)" in EDITOR
    copyrights = re.findall(r"^Copyright .+$", NOTICES, re.MULTILINE)
    assert copyrights
    for line in copyrights:
        assert line in EDITOR


@pytest.mark.parametrize("name", ["editor.js", "page.js"])
def test_no_script_names_another_host_or_needs_more_than_our_policy(name: str) -> None:
    text = (BUILT / name).read_text("utf-8")
    assert hosts(text) == set()
    assert re.findall(r"\beval\(|\bnew Function\(|\bimport\(", text) == []


def test_a_foreign_host_is_caught() -> None:
    assert hosts('fetch("https://cdn.example.com/x")') == {"https://cdn.example.com"}
    assert hosts('src="//cdn.example.com/x"') == {"//cdn.example.com"}


def test_the_scripts_are_light(record_property: Any) -> None:
    sizes = {
        name: len(gzip.compress((BUILT / name).read_bytes(), mtime=0))
        for name in ("editor.js", "page.js")
    }
    record_property("compressed", sizes)
    assert sizes["editor.js"] <= 200_000
    assert sizes["page.js"] <= 10_000


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of `frontend/` with exactly what the lock says installed."""
    if shutil.which("npm") is None:
        pytest.skip("no npm on this machine")
    workshop = tmp_path_factory.mktemp("workshop") / "frontend"
    shutil.copytree(FRONTEND, workshop, ignore=shutil.ignore_patterns("node_modules"))
    ended = npm(workshop, "ci", "--ignore-scripts", "--prefer-offline")
    if OFFLINE.search(ended.stderr):
        pytest.skip("no package registry can be reached")
    assert ended.returncode == 0, ended.stderr
    return workshop


def npm(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["npm", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_building_again_gives_the_same_bytes(workshop: Path, tmp_path: Path) -> None:
    ended = npm(workshop, "run", "build", "--", "--into", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert re.search(r"editor\.js +[\d.]+ KB, +[\d.]+ KB compressed", ended.stdout)
    again = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    committed = {f.name: f.read_bytes() for f in BUILT.iterdir() if f.name != ".gitattributes"}
    assert [name for name in committed if again.get(name) != committed[name]] == []
    assert set(again) == set(committed)


@pytest.mark.slow
def test_the_types_in_the_comments_hold(workshop: Path) -> None:
    ended = npm(workshop, "run", "check")
    assert ended.returncode == 0, ended.stdout
