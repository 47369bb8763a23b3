"""The schema comes up to date by itself, and never at the price of what is stored."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from app.columns import Base
from app.database import Database
from app.migrate import SchemaError, migrate

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return Database(tmp_path / "twofold.sqlite3")


def set_revision(file: Path, revision: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])


def test_a_file_of_a_newer_version_is_refused_and_left_alone(database: Database) -> None:
    migrate(database, now=NOON)
    set_revision(database.file, "9999")
    with pytest.raises(SchemaError, match=r"newer version of Twofold \(schema 9999\)"):
        migrate(database, now=NOON)
    assert [file for file in database.file.parent.iterdir() if "before" in file.name] == []


def test_the_migrations_make_exactly_the_tables_of_the_code(database: Database) -> None:
    migrate(database, now=NOON)
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_new_file_needs_no_copy_and_a_second_start_changes_nothing(database: Database) -> None:
    assert migrate(database, now=NOON) is None
    assert migrate(database, now=NOON) is None


def test_before_a_migration_the_file_is_copied(
    database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = tmp_path / "old" / "versions"
    old.mkdir(parents=True)
    for name in ("env.py", "script.py.mako"):
        (old.parent / name).write_text((Path("app/migrations") / name).read_text())
    (old / "0000_one_table.py").write_text(ONE_TABLE)
    monkeypatch.setattr("app.migrate.MIGRATIONS", old.parent)
    migrate(database, now=NOON)
    with closing(sqlite3.connect(database.file)) as connection, connection:
        connection.execute("INSERT INTO notes VALUES ('kept')")
    (old / "0001_another.py").write_text(ANOTHER)
    copy = migrate(database, now=NOON)
    assert copy is not None
    assert copy.name == "twofold-before-20261130T120000Z.sqlite3"
    for file, tables in ((copy, 2), (database.file, 3)):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT text FROM notes").fetchall() == [("kept",)]
            count = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
            assert connection.execute(count).fetchone() == (tables,)


ONE_TABLE = '''
"""One table."""

import sqlalchemy as sa
from alembic import op

revision = "0000"
down_revision = None


def upgrade():
    op.create_table("notes", sa.Column("text", sa.Text()))
'''

ANOTHER = '''
"""Another."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = "0000"


def upgrade():
    op.create_table("more", sa.Column("text", sa.Text()))
'''


def test_everybody_works_in_the_open_class_from_the_first_migration_on(
    database: Database,
) -> None:
    migrate(database, now=NOON)
    with closing(sqlite3.connect(database.file)) as connection:
        assert connection.execute("SELECT name, is_open FROM classes").fetchall() == [
            ("Open class", 1)
        ]
