"""The command that people script against: what it prints, how it ends, what survives its end."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest

from app.settings import settings_table
from tests.app.people import LESSON, PASSWORD, PATIENCE, data

ACCOUNT = {"email": "ada@example.org", "name": "Ada", "password": PASSWORD}


@dataclass
class Serving:
    """A running `python -m app serve`, and a client that talks to it."""

    process: subprocess.Popen[str]
    address: str
    client: httpx2.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx2.Client(base_url=self.address, timeout=PATIENCE)

    def close(self) -> None:
        self.client.close()

    def page_when(self, path: str, state: str) -> str:
        """The page at this address once it is in this state."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            page = self.client.get(path).text
            if data(page, "state") == state:
                return page
            time.sleep(0.05)
        raise AssertionError(f"{path} never was {state}")


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start the command with its data in this folder."""
    own = {"TWOFOLD_DATA_FOLDER": str(folder), "TWOFOLD_GRADERS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        env=os.environ | own | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Serving]:
    """A server that is there, on a free port, until the block ends."""
    with run(folder, "serve", "--port", "0", *arguments) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = re.fullmatch(r"Twofold listens on (http://127\.0\.0\.1:\d+)\n", line)
            assert found, line
            with closing(Serving(process, found[1])) as server:
                yield server
        finally:
            process.kill()
            process.communicate()


def refusal(folder: Path, *arguments: str, **environment: str) -> str:
    """What a start that is refused says."""
    with run(folder, *arguments, **environment) as process:
        printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert printed == ""
    assert "Traceback" not in said
    return said


def test_a_bad_setting_ends_with_2_and_its_name(tmp_path: Path) -> None:
    said = refusal(tmp_path, "serve", TWOFOLD_PORT="http")
    assert said.startswith("TWOFOLD_PORT cannot be 'http'")


def test_another_database_than_sqlite_is_refused(tmp_path: Path) -> None:
    said = refusal(tmp_path, "serve", "--database", "postgresql://localhost/twofold")
    assert "TWOFOLD_DATABASE_URL" in said


def test_wrong_content_ends_with_2_and_every_problem(tmp_path: Path) -> None:
    course = tmp_path / "content" / "course"
    course.mkdir(parents=True)
    (course / "course.toml").write_text("format = 1\ntitel = 'x'\n")
    said = refusal(tmp_path, "serve", TWOFOLD_CONTENT_FOLDERS=str(course.parent))
    assert "course.toml:2" in said


def test_a_port_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refusal(tmp_path, "serve", "--port", str(port))
    assert f"127.0.0.1:{port}" in said


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path):
        assert "being served by another process" in refusal(tmp_path, "serve", "--port", "0")


def test_the_help_names_every_setting(tmp_path: Path) -> None:
    with run(tmp_path, "serve", "--help") as process:
        printed, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    for name, _, meaning in settings_table():
        assert name in printed
        assert " ".join(meaning.split()) in " ".join(printed.split())


def test_settings_print_as_the_table_of_the_readme(tmp_path: Path) -> None:
    with run(tmp_path, "settings") as process:
        printed, _ = process.communicate(timeout=PATIENCE)
    rows = [line.split(" | ")[0] for line in printed.splitlines()[2:]]
    assert rows == [f"| `{name}`" for name, _, _ in settings_table()]


def test_the_address_is_printed_when_it_answers_and_the_end_is_clean(tmp_path: Path) -> None:
    with serving(tmp_path, "--database", str(tmp_path / "own.db")) as server:
        assert server.client.get("/healthz").json()["status"] == "ok"
        assert (tmp_path / "own.db").exists()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=PATIENCE) == 0


@pytest.mark.kill
@pytest.mark.sandbox
def test_a_killed_server_loses_nothing_and_grades_nothing_twice(
    tmp_path: Path, reference: str
) -> None:
    """Killed with submissions waiting and being graded; the next start finishes them all."""
    count = 8
    with serving(tmp_path) as server:
        server.client.post("/sign-up", data=ACCOUNT)
        for number in range(count):
            answer = server.client.post(
                f"/lessons/{LESSON}/submissions", data={"source": f"{reference}# {number}\n"}
            )
            assert answer.status_code == 303
        server.page_when("/submissions/1", "graded")
        server.process.kill()
    with serving(tmp_path) as server:
        assert server.client.post("/sign-in", data=ACCOUNT).status_code == 303
        for number in range(1, count + 1):
            page = server.page_when(f"/submissions/{number}", "graded")
            assert data(page, "best-score") == "100"
        assert server.client.get("/healthz").json()["waiting"] == 0
    with closing(sqlite3.connect(tmp_path / "twofold.sqlite3")) as connection:
        graded = connection.execute("SELECT work_id FROM grades ORDER BY work_id").fetchall()
    assert graded == [(number,) for number in range(1, count + 1)]
