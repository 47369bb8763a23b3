"""The file behind everything: who may serve it, and how its transactions behave."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text

from app.database import Database, DatabaseInUseError, owner_of

OWN_UNTIL_TOLD = """
import sys
from pathlib import Path
from app.database import owner_of
with owner_of(Path(sys.argv[1])):
    print("owned", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database(tmp_path / "deep" / "twofold.sqlite3")
    with database.writing() as session:
        session.execute(text("CREATE TABLE counters (value INTEGER)"))
        session.execute(text("INSERT INTO counters VALUES (0)"))
    return database


def test_a_second_process_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "twofold.sqlite3"
    command = [sys.executable, "-c", OWN_UNTIL_TOLD, str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "owned\n"
        with pytest.raises(DatabaseInUseError, match="served by another process"), owner_of(file):
            pass
        other.kill()
        other.wait()
    with owner_of(file):
        pass


def change_and_fail(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE counters SET value = 7"))
        raise ZeroDivisionError


def test_a_block_that_raises_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        change_and_fail(database)
    with database.reading() as session:
        assert session.scalar(text("SELECT value FROM counters")) == 0


def test_read_then_write_never_fails_with_many_writers(database: Database) -> None:
    def add_one(_: int) -> None:
        with database.writing() as session:
            value = session.scalar(text("SELECT value FROM counters"))
            session.execute(text("UPDATE counters SET value = :value"), {"value": value + 1})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add_one, range(200)))
    with database.reading() as session:
        assert session.scalar(text("SELECT value FROM counters")) == 200


def test_a_reader_sees_one_moment_and_is_not_blocked_by_a_writer(database: Database) -> None:
    with database.reading() as reader:
        assert reader.scalar(text("SELECT value FROM counters")) == 0
        with database.writing() as writer:
            writer.execute(text("UPDATE counters SET value = 5"))
            assert reader.scalar(text("SELECT value FROM counters")) == 0
        assert reader.scalar(text("SELECT value FROM counters")) == 0
    with database.reading() as reader:
        assert reader.scalar(text("SELECT value FROM counters")) == 5


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("busy_timeout", 10_000),
        ("secure_delete", 1),
    ],
)
def test_every_connection_is_prepared(database: Database, pragma: str, value: str | int) -> None:
    with database.reading() as first, database.reading() as second:
        for session in (first, second):
            assert session.scalar(text(f"PRAGMA {pragma}")) == value


def test_letters_of_every_script_have_a_lower_case(database: Database) -> None:
    with database.reading() as session:
        assert session.scalar(text("SELECT lower('ŽANNA Жанна')")) == "žanna жанна"
        assert session.scalar(text("SELECT lower(NULL)")) is None


def test_what_was_deleted_is_on_no_page_of_the_file_nor_in_its_log(database: Database) -> None:
    mark = "a mark that is nowhere else"
    with database.writing() as session:
        session.execute(text("CREATE TABLE notes (text TEXT)"))
        session.execute(text("INSERT INTO notes VALUES (:text)"), {"text": 200 * mark})
    with database.writing() as session:
        session.execute(text("DELETE FROM notes"))
    folder = database.file.parent
    assert mark.encode() in b"".join(file.read_bytes() for file in folder.iterdir())
    assert database.forget()
    assert mark.encode() not in b"".join(file.read_bytes() for file in folder.iterdir())


def test_foreign_keys_are_kept(database: Database) -> None:
    with database.writing() as session:
        session.execute(text("CREATE TABLE a (id INTEGER PRIMARY KEY)"))
        session.execute(text("CREATE TABLE b (a INTEGER REFERENCES a (id))"))
    with pytest.raises(Exception, match="FOREIGN KEY"), database.writing() as session:
        session.execute(text("INSERT INTO b VALUES (1)"))
    with sqlite3.connect(database.file) as plain:
        assert plain.execute("SELECT count(*) FROM b").fetchone() == (0,)
    plain.close()
