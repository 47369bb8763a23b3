"""`python -m app invite` and `reset-link`: for whoever can log in on the machine itself."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.__main__ import command
from app.roles import Role
from app.settings import Settings
from app.site import Site
from app.store import audit
from tests.app.people import PASSWORD, Person
from tests.app.test_links import roles_of
from tests.app.test_migrate import set_revision


@pytest.fixture(autouse=True)
def environment(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWOFOLD_DATA_FOLDER", str(settings.data_folder))
    monkeypatch.setenv("TWOFOLD_PORT", "8123")


def ran(*arguments: str) -> tuple[int, str, str]:
    """Exit code, what was printed, and what was said beside it."""
    result = CliRunner().invoke(command, arguments)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("arguments", [["invite", "--role", "tutor"], ["reset-link", "a@b.c"]])
def test_without_the_file_nothing_is_made(tmp_path: Path, arguments: list[str]) -> None:
    nowhere = tmp_path / "nowhere.db"
    code, printed, said = ran(*arguments, "--database", str(nowhere))
    assert (code, printed) == (2, "")
    assert said.startswith(f"There is no {nowhere}.")
    assert not nowhere.exists()


def test_a_file_of_another_version_is_left_alone(site: Site) -> None:
    set_revision(site.database.file, "0001")
    code, printed, said = ran("invite", "--role", "tutor")
    assert (code, printed) == (2, "")
    assert "schema of another version" in said


@pytest.mark.parametrize("role", ["", "admin"])
@pytest.mark.usefixtures("site")
def test_a_role_that_does_not_exist_is_refused_with_those_that_do(role: str) -> None:
    code, printed, said = ran("invite", "--role", role)
    assert (code, printed) == (2, "")
    assert "'instructor'" in said


@pytest.mark.usefixtures("site")
def test_nobody_is_let_in_who_has_no_account() -> None:
    code, printed, said = ran("reset-link", "nobody@example.org")
    assert (code, printed) == (1, "")
    assert said == "Nobody signs in as nobody@example.org.\n"


@pytest.mark.usefixtures("site")
def test_an_address_that_is_none_is_refused() -> None:
    code, _, said = ran("invite", "--role", "tutor", "--address", "learn.example.org")
    assert code == 2
    assert "TWOFOLD_PUBLIC_ADDRESS" in said


def test_a_reset_link_works_while_the_site_is_up(ada: Person, visitor: Person, site: Site) -> None:
    code, printed, said = ran("reset-link", " ADA@example.org")
    assert code == 0
    assert "24 hours" in said
    link = printed.removesuffix("\n")
    assert link.startswith("http://127.0.0.1:8123/reset?token=")
    token = link.partition("=")[2]
    assert visitor.post("/reset", token=token, password=PASSWORD).status_code == 303
    assert ada.get("/me").status_code == 303
    with site.database.reading() as session:
        events = audit.newest(session, most=9)
    assert [(each.what, each.by_machine, each.about) for each in events] == [
        ("password_reset", False, "Ada Lovelace"),
        ("reset_link_made", True, "Ada Lovelace"),
    ]


@pytest.mark.parametrize("role", list(Role))
def test_an_invitation_gives_the_role_it_names(ada: Person, site: Site, role: Role) -> None:
    code, printed, _ = ran("invite", "--role", role, "--address", "https://learn.example.org/")
    assert code == 0
    assert printed.startswith("https://learn.example.org/invitation?token=")
    token = printed.strip().partition("=")[2]
    assert ada.post("/invitation", token=token).status_code == 303
    assert roles_of(site, ada) == {role} - {Role.LEARNER}
