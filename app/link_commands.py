"""Commands that print a link for somebody: a new password, or a role on this site."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from app.account_form import tidy_email
from app.audit import Event
from app.clock import utc_now
from app.database import Database
from app.links import Purpose, address_of
from app.migrate import SchemaError, require_current
from app.roles import Role
from app.settings import Settings, SettingsError, file_url, read_settings
from app.store import audit, directory, links

DatabaseOption = Annotated[
    str | None, typer.Option("--database", help="sqlite:///FILE, or just FILE.")
]
AddressOption = Annotated[
    str | None, typer.Option("--address", help="Where people reach the site, for the link.")
]


def reset_link(
    email: Annotated[str, typer.Argument(help="The address that the person signs in with.")],
    database: DatabaseOption = None,
    address: AddressOption = None,
) -> None:
    """Print a link with which somebody chooses a new password: works once, for 24 hours."""
    now = utc_now()
    with _opened(database, address) as (settings, opened), opened.writing() as session:
        person = directory.find_email(session, tidy_email(email))
        if person is None:
            typer.echo(f"Nobody signs in as {email}.", err=True)
            raise typer.Exit(1)
        token = links.make_reset(session, person.person_id, made_by=None, now=now)
        audit.add(session, Event.RESET_LINK_MADE, by=None, about=person.person_id, now=now)
    typer.echo(f"Works once, for 24 hours. Give it to {person.name} only:", err=True)
    typer.echo(_base(settings) + address_of(Purpose.RESET, token))


def invite(
    role: Annotated[Role, typer.Option(help="What whoever has the link becomes.")],
    database: DatabaseOption = None,
    address: AddressOption = None,
) -> None:
    """Print an invitation to a role: works once, for 7 days."""
    now = utc_now()
    with _opened(database, address) as (settings, opened), opened.writing() as session:
        token = links.make_invitation(session, role, made_by=None, now=now)
        audit.add(session, Event.INVITATION_MADE, by=None, role=role, now=now)
    typer.echo("Works once, for 7 days. Give it to one person only:", err=True)
    typer.echo(_base(settings) + address_of(Purpose.INVITATION, token))


@contextmanager
def _opened(database: str | None, address: str | None) -> Iterator[tuple[Settings, Database]]:
    """The settings and the database of a site that may be serving at this moment."""
    try:
        settings = read_settings(database_url=file_url(database), public_address=address)
        if not settings.database_file.exists():
            raise SettingsError(
                f"There is no {settings.database_file}. Start the site once, or name its file with"
                " --database."
            )
        opened = Database(settings.database_file)
        require_current(opened)
    except (SettingsError, SchemaError) as refusal:
        typer.echo(refusal, err=True)
        raise typer.Exit(2) from None
    try:
        yield settings, opened
    finally:
        opened.close()


def _base(settings: Settings) -> str:
    return settings.public_address or f"http://{settings.host}:{settings.port}"
