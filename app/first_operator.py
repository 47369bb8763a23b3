"""The way in for the first operator, who cannot be invited by anybody."""

from datetime import datetime

from app.database import Database
from app.links import Purpose, address_of
from app.store import links, roles


def first_operator_path(database: Database, *, now: datetime) -> str | None:
    """Where whoever goes becomes the first operator, once; None while the site has one.

    Only a hash of the link is stored, so each call makes a new one and the last one stops working.
    """
    with database.writing() as session:
        if roles.is_operated(session):
            return None
        return address_of(Purpose.FIRST_OPERATOR, links.make_first(session, now=now))
