"""Settings: what is wrong is said by name, and every one is documented."""

from pathlib import Path

import pytest

from app.settings import (
    SHIPPED_CONTENT,
    Settings,
    SettingsError,
    read_settings,
    settings_table,
    unknown_settings,
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TWOFOLD_PORT", "http"),
        ("TWOFOLD_PORT", "70000"),
        ("TWOFOLD_GRADERS", "0"),
        ("TWOFOLD_SUBMISSIONS_PER_HOUR", "-1"),
        ("TWOFOLD_DATABASE_URL", "postgresql://localhost/twofold"),
        ("TWOFOLD_DATABASE_URL", "twofold.sqlite3"),
        ("TWOFOLD_LOG_FORMAT", "xml"),
        ("TWOFOLD_SITE_NAME", ""),
    ],
)
def test_a_bad_value_is_named_with_its_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name} cannot be '{value}'"):
        read_settings()


def test_every_problem_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWOFOLD_PORT", "http")
    monkeypatch.setenv("TWOFOLD_GRADERS", "many")
    with pytest.raises(SettingsError, match=r"TWOFOLD_PORT(.|\n)*TWOFOLD_GRADERS"):
        read_settings()


def test_a_misspelt_setting_is_pointed_out() -> None:
    told = unknown_settings({"TWOFOLD_DATABSE_URL": "x", "TWOFOLD_PORT": "1", "PATH": "/bin"})
    assert told == [
        "TWOFOLD_DATABSE_URL is no setting and was ignored. Did you mean TWOFOLD_DATABASE_URL?"
    ]


def test_the_command_line_goes_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWOFOLD_PORT", "9001")
    assert read_settings().port == 9001
    assert read_settings(port=9002).port == 9002
    assert read_settings(port=None).port == 9001


def test_folders_are_separated_by_colons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWOFOLD_CONTENT_FOLDERS", "/one:/two")
    assert read_settings().content_folders == (Path("/one"), Path("/two"))
    monkeypatch.setenv("TWOFOLD_CONTENT_FOLDERS", "")
    assert read_settings().content_folders == (SHIPPED_CONTENT,)


def test_the_file_is_in_the_data_folder_unless_it_is_named() -> None:
    assert Settings(data_folder=Path("/d")).database_file == Path("/d/twofold.sqlite3")
    assert Settings(database_url="sqlite:////d/x.db").database_file == Path("/d/x.db")


def test_every_setting_says_what_it_is_for() -> None:
    for name, _, meaning in settings_table():
        assert name.startswith("TWOFOLD_")
        assert meaning
    assert len(settings_table()) == len(Settings.model_fields)
