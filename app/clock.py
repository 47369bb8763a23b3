"""The time of day, asked for in one place so that it can be handed to rules and stores."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)
