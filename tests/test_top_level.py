"""The checkout as a whole: short at the top, honest locks, nothing of the machine it comes from."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent

TOP_LEVEL = {
    *("README.md", "LICENSE", "CHANGELOG.md", "Makefile", "pyproject.toml"),
    *("requirements.lock", "requirements-dev.lock"),
    *("Dockerfile", "docker-compose.yml", ".dockerignore"),
    *(".ci", ".github", ".gitignore", ".gitattributes", ".pre-commit-config.yaml"),
    *("exercises", "grader", "app", "templates", "frontend", "tests"),
}

# Written in two halves, or this file would name them too.
REGISTRIES = ["pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com"]
MACHINE_PATHS = ["/wo" + "rk/", "/opt/" + "wheels", "/opt/" + "pypi", "." + "pyenv"]
HOME_OF_ROOT = "/ro" + "ot/"

LOCKS = ["requirements.lock", "requirements-dev.lock"]
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def tracked() -> list[str]:
    """The paths that git keeps; the checkout may belong to somebody else."""
    if not (HOUSE / ".git").exists():
        pytest.skip("not a git checkout")
    git = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(git, cwd=HOUSE, capture_output=True, check=True, text=True)
    return [path for path in listed.stdout.split("\0") if (HOUSE / path).is_file()]


def foreign_words(path: str, text: str) -> list[str]:
    """What a file names that only exists here, with its line."""
    words = REGISTRIES + MACHINE_PATHS
    if not path.startswith("tests/grader/hostile/"):  # an attack may well want root's files
        words = [*words, HOME_OF_ROOT]
    lines = enumerate(text.splitlines(), start=1)
    return [f"{path}:{n}: {word}" for n, line in lines for word in words if word in line]


def pins(text: str) -> dict[str, set[str]]:
    """Package → versions of a lock; a line that is neither pin nor hash nor comment is refused."""
    found: dict[str, set[str]] = {}
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if pin := PIN.match(line):
            assert HASH.match(following), f"no hash: {line}"
            found.setdefault(pin[1], set()).add(pin[2])
        else:
            assert HASH.match(line), f"neither pin nor hash: {line}"
    return found


def test_no_tracked_file_names_a_registry_or_a_path_of_the_machine_it_was_made_on() -> None:
    found: list[str] = []
    for path in tracked():
        content = (HOUSE / path).read_bytes()
        if b"\0" not in content:
            found += foreign_words(path, content.decode("utf-8", "replace"))
    assert found == []


@pytest.mark.parametrize("word", [*REGISTRIES, *MACHINE_PATHS, HOME_OF_ROOT])
def test_a_foreign_word_is_caught_with_its_line(word: str) -> None:
    assert foreign_words("README.md", f"one\nsee {word}two") == [f"README.md:2: {word}"]


def test_an_attack_may_reach_for_the_home_of_root() -> None:
    assert foreign_words("tests/grader/hostile/raised/peek.py", HOME_OF_ROOT) == []


def test_the_top_level_stays_short() -> None:
    assert {path.split("/")[0] for path in tracked()} - TOP_LEVEL == set()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_and_hashes_everything_and_names_no_host(lock: str) -> None:
    text = (HOUSE / lock).read_text("utf-8")
    assert "://" not in text
    assert pins(text)


@pytest.mark.parametrize(
    "text",
    [
        "typer==0.29.2\n",
        "typer==0.29.2 \\\ntyping==1 \\\n    --hash=sha256:" + "0" * 64,
        "typer>=0.29 \\\n    --hash=sha256:" + "0" * 64,
        "typer @ file:///tmp/typer \\\n    --hash=sha256:" + "0" * 64,
        "--index-url https://example.invalid\n",
        "typer==0.29.2 \\\n    --hash=md5:" + "0" * 32,
    ],
)
def test_a_lock_without_a_pin_or_a_hash_is_refused(text: str) -> None:
    with pytest.raises(AssertionError):
        pins(text)


def test_the_locks_agree_and_hold_what_the_project_asks_for() -> None:
    run, test = (pins((HOUSE / lock).read_text("utf-8")) for lock in LOCKS)
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
    assert {name: test.get(name) for name in run} == run
    for wanted, lock in (
        (project["project"]["dependencies"], run),
        (project["dependency-groups"]["dev"], test),
    ):
        assert {re.split(r"[^a-z0-9-]", line)[0] for line in wanted} - set(lock) == set()


def test_the_changelog_knows_the_version() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
    headings = re.findall(r"^## (\S+)", (HOUSE / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] in {"Unreleased", project["version"]}
    assert [h for h in headings if h != "Unreleased"][:1] in ([], [project["version"]])
