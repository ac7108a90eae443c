"""What a host can set, from the environment: `KINGSCORNERS_DATABASE_URL` and the like."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from kingscorners.server.db import parse_url

PREFIX = "KINGSCORNERS_"
_HEX = re.compile("[0-9a-fA-F]{64}")


class BadSettings(Exception):
    """Some of the settings cannot be used; the text says which and why, a line each, without their values."""


def _database(url: str) -> str:
    parse_url(url)
    return url


def _long_enough(secret: SecretStr) -> SecretStr:
    if len(secret.get_secret_value()) < 16:
        raise ValueError("must have at least 16 characters; `openssl rand -hex 32` makes a good one")
    return secret


class Settings(BaseSettings):
    """What a host can set. A field's description is its documentation in `serve --help`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    database_url: Annotated[str, AfterValidator(_database)] = Field(
        default="sqlite:///kingscorners.db",
        repr=False,
        description="Where matches are kept: an SQLite file, or a PostgreSQL server as in"
        " postgresql://user:password@host/database.",
    )
    secret: Annotated[SecretStr, AfterValidator(_long_enough)] | None = Field(
        default=None,
        description="The site's secret, from which every deal is drawn: at least 16 characters, or 64"
        " hexadecimal digits for 32 bytes. Without it one is made and kept in the database.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="How much is logged: debug, info, warning or error."
    )

    def site_secret(self) -> bytes | None:
        """The bytes of `secret`. None leaves it to the database."""
        if self.secret is None:
            return None
        text = self.secret.get_secret_value()
        return bytes.fromhex(text) if _HEX.fullmatch(text) else text.encode()

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings in force. Raises `BadSettings`."""
        try:
            return cls()
        except ValidationError as error:
            faults = (
                (fault["loc"][0], fault["msg"].removeprefix("Value error, ")) for fault in error.errors()
            )
            raise BadSettings("\n".join(f"{variable(str(name))}: {why}" for name, why in faults)) from None


def variable(field: str) -> str:
    """The environment variable that sets `field`."""
    return PREFIX + field.upper()


def described() -> list[tuple[str, str]]:
    """Each variable with what it does and its default, for `serve --help`."""
    return [
        (variable(name), f"{field.description} Default: {field.default or 'none'}.")
        for name, field in Settings.model_fields.items()
    ]
