"""Brings the schema of the file up to date, after a copy of the file has been put aside."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.database import Database

MIGRATIONS = Path(__file__).parent / "migrations"


class SchemaError(Exception):
    """The file was written by a newer version of the product."""


def require_current(database: Database) -> None:
    """Raise SchemaError unless the file has exactly the schema of this version."""
    current = _revision(database)
    if current != ScriptDirectory.from_config(_config()).get_current_head():
        raise SchemaError(
            f"{database.file} has the schema of another version of Twofold ({current})."
            " Start the site once with this version, which brings it up to date."
        )


def migrate(database: Database, *, now: datetime) -> Path | None:
    """Run every migration that is missing; the path of the copy made before, if one was needed."""
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    current = _revision(database)
    if current == scripts.get_current_head():
        return None
    if current is not None and current not in {each.revision for each in scripts.walk_revisions()}:
        raise SchemaError(
            f"{database.file} was written by a newer version of Twofold (schema {current})."
            " Install that version again, or restore an older copy of the file."
        )
    copy = _copy(database.file, now=now) if current else None
    with database.engine.execution_options(begin="IMMEDIATE").connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return copy


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _revision(database: Database) -> str | None:
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _copy(file: Path, *, now: datetime) -> Path:
    copy = file.with_name(f"{file.stem}-before-{now:%Y%m%dT%H%M%SZ}{file.suffix}")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
