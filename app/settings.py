"""Every setting of the product: its name in the environment, its default and what it is for."""

import difflib
import os
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "TWOFOLD_"
SHIPPED_CONTENT = Path(__file__).parent.parent / "exercises"


class SettingsError(Exception):
    """A setting that cannot be used; its text names the setting and says why."""


class LogFormat(StrEnum):
    """How a line of the log looks."""

    CONSOLE = "console"
    JSON = "json"


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


class Settings(BaseSettings):
    """The settings of one process; the environment goes over the defaults."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    host: str = Field("127.0.0.1", min_length=1, description="the address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="the port; 0 takes a free one")
    data_folder: Path = Field(Path("var"), description="where the SQLite file and its backups live")
    database_url: str = Field(
        "",
        description="sqlite:///FILE; empty means twofold.sqlite3 in the data folder",
    )
    content_folders: Annotated[tuple[Path, ...], NoDecode] = Field(
        (SHIPPED_CONTENT,),
        description="folders of courses, separated by a colon; empty means the shipped courses",
    )
    graders: int = Field(
        default_factory=lambda: min(2, _cores()),
        ge=1,
        le=64,
        description="submissions graded at once; by default 2, or 1 on a single core",
    )
    submissions_per_hour: int = Field(
        60,
        ge=0,
        description="submissions an hour per learner and lesson; 0 means no limit",
    )
    site_name: str = Field(
        "Twofold", min_length=1, max_length=60, description="the name on every page"
    )
    public_address: str = Field(
        "",
        description="where people reach the site, like https://learn.example.org, for links that"
        " are printed; empty means http://HOST:PORT",
    )
    session_days: int = Field(
        30, ge=1, le=365, description="days until somebody has to sign in again"
    )
    session_idle_days: int = Field(
        14, ge=1, le=365, description="days until a browser that is not used is signed out"
    )
    trusted_proxies: str = Field(
        "127.0.0.1",
        description="addresses, separated by commas, whose X-Forwarded headers are believed",
    )
    log_format: LogFormat = Field(LogFormat.CONSOLE, description="console or json")

    @field_validator("content_folders", mode="before")
    @classmethod
    def _split_folders(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(Path(part) for part in value.split(":") if part) or (SHIPPED_CONTENT,)
        return value

    @field_validator("database_url")
    @classmethod
    def _only_sqlite(cls, value: str) -> str:
        if value and not value.startswith("sqlite:///"):
            raise ValueError("only sqlite:///FILE is supported")
        return value

    @field_validator("public_address")
    @classmethod
    def _web_address(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("it begins with http:// or https://")
        return value.rstrip("/")

    @property
    def database_file(self) -> Path:
        """The SQLite file that holds everything."""
        if self.database_url:
            return Path(self.database_url.removeprefix("sqlite:///"))
        return self.data_folder / "twofold.sqlite3"


def file_url(database: str | None) -> str | None:
    """What --database names as a URL: it may be just a file."""
    return f"sqlite:///{database}" if database and "://" not in database else database


def read_settings(**given: Any) -> Settings:
    """The settings, with `given` (from the command line; None counts as not given) on top."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        raise SettingsError("\n".join(_problems(error))) from None


def _problems(error: ValidationError) -> Iterator[str]:
    for each in error.errors(include_url=False):
        name = PREFIX + str(each["loc"][0]).upper()
        reason = each["msg"].removeprefix("Value error, ")
        yield f"{name} cannot be {each['input']!r}: {reason}."


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """One sentence for every name that looks like a setting of ours and is none."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    sentences = []
    for name in sorted(set(environment) - known):
        if name.startswith(PREFIX):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            sentences.append(f"{name} is no setting and was ignored.{hint}")
    return sentences


def settings_table() -> list[tuple[str, str, str]]:
    """Name, default and meaning of every setting, for the help and the README."""
    shown = {"content_folders": "", "graders": ""}
    return [
        (
            PREFIX + name.upper(),
            shown.get(name, str(field.default)),
            field.description or "",
        )
        for name, field in Settings.model_fields.items()
    ]
