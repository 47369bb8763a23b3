"""What the first version stored is still there once the file knows roles, links and last visits."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from app.database import Database
from app.migrate import MIGRATIONS, SchemaError, migrate, require_current

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)

STORED = """
INSERT INTO people VALUES ('p1', '2026-11-01 08:00:00');
INSERT INTO accounts VALUES ('p1', 'ada@example.org', 'Ada', 'hash', '2026-11-01 08:00:00');
INSERT INTO sessions VALUES ('t1', 'p1', '2026-11-29 08:00:00', '2026-12-29 08:00:00');
INSERT INTO works VALUES (1, 'submission', 'p1', 1, 'lesson', x'78', 'key', 'queued', NULL, NULL,
  0, NULL, '2026-11-29 08:00:00');
"""


@pytest.fixture
def first(tmp_path: Path) -> Database:
    """A file as the first version left it."""
    database = Database(tmp_path / "twofold.sqlite3")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.execution_options(begin="IMMEDIATE").connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    with closing(sqlite3.connect(database.file)) as file, file:
        file.executescript(STORED)
    return database


def test_a_command_leaves_an_older_file_alone(first: Database) -> None:
    with pytest.raises(SchemaError, match=r"another version of Twofold \(0001\)"):
        require_current(first)


def test_people_work_and_sessions_are_kept(first: Database) -> None:
    migrate(first, now=NOON)
    require_current(first)
    with closing(sqlite3.connect(first.file)) as connection:
        people = connection.execute("SELECT id, erased_at FROM people").fetchall()
        sessions = connection.execute("SELECT token_hash, last_seen_at, browser FROM sessions")
        assert people == [("p1", None)]
        assert sessions.fetchall() == [("t1", "2026-11-29 08:00:00", "Another program")]
        assert connection.execute("SELECT email FROM accounts").fetchall() == [("ada@example.org",)]
        assert connection.execute("SELECT source FROM works").fetchall() == [(b"x",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
