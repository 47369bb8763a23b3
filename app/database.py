"""The SQLite file behind everything: its connections, its transactions and its one owner."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_MILLISECONDS = 10_000
FORGET_TRIES = 6
CONNECTIONS = 64
"""At least the 40 threads that answer requests and every grader."""


class DatabaseInUseError(Exception):
    """Another serving process owns the file."""


class Database:
    """Opens transactions on one SQLite file.

    A reading transaction sees one moment and blocks nobody. A writing one takes the only write lock
    at its first statement, so that it never has to be tried again; hold none while grading.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        file.parent.mkdir(parents=True, exist_ok=True)
        self.engine = _engine(file)
        self._reading = sessionmaker(self.engine, expire_on_commit=False)
        self._writing = sessionmaker(
            self.engine.execution_options(begin="IMMEDIATE"), expire_on_commit=False
        )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that only reads."""
        with self._reading() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is committed at the end, or rolled back when the block raises."""
        with self._writing.begin() as session:
            yield session

    def forget(self) -> bool:
        """Empty the write-ahead log, which still holds what was deleted; False if it stays in use.

        Waits up to a minute for readers, so call it outside of any transaction.
        """
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            return any(
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
                for _ in range(FORGET_TRIES)
            )
        finally:
            connection.close()

    def close(self) -> None:
        """Close every connection that is not in use."""
        self.engine.dispose()


def _engine(file: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{file}",
        pool_size=CONNECTIONS,
        max_overflow=0,
        hide_parameters=True,  # errors are logged, and parameters hold code and addresses
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    own = cast("sqlite3.Connection", connection)
    own.isolation_level = None  # the driver must not open transactions of its own
    own.create_function("lower", 1, _lower, deterministic=True)
    cursor = own.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = FULL",  # what was accepted survives a power cut
        "foreign_keys = ON",
        # Zeros over what is deleted, always: pages freed before an account goes hold its past.
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")


def is_busy(error: OperationalError) -> bool:
    """Whether the lock was not to be had in time, and nothing else is wrong."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _lower(text: str | None) -> str | None:
    """SQLite's own knows the letters of English only, and people are looked for by name."""
    return None if text is None else text.lower()


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


@contextmanager
def owner_of(file: Path) -> Iterator[None]:
    """Own the file for serving; DatabaseInUseError when another process does.

    The lock goes with the process, however it ends.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DatabaseInUseError(
                f"{file} is being served by another process. Stop that one, or give this one"
                " another file with --database."
            ) from None
        yield
    finally:
        os.close(handle)
