"""How Alembic reaches the database: through the connection that `app.migrate` hands over."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from app.account_models import AuditEvent
from app.columns import UtcDateTime
from app.models import Work
from app.reading_models import QuizAnswer

ONE_OF_EACH_MODULE = (Work, AuditEvent, QuizAnswer)
"""Importing a module of tables is what makes its tables known."""


def plain_type(_kind: str, item: object, _context: AutogenContext) -> str | Literal[False]:
    """Write our own column types as the plain ones behind them, so that old migrations stay."""
    return "sa.DateTime()" if isinstance(item, UtcDateTime) else False


def run(connection: Connection) -> None:
    """Run the migrations, in batches, since SQLite cannot alter much in place."""
    context.configure(
        connection=connection,
        target_metadata=ONE_OF_EACH_MODULE[0].metadata,
        render_as_batch=True,
        render_item=plain_type,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()


run(context.config.attributes["connection"])
