"""Preferences: how somebody wants the pages to look and to behave, kept with the guest.

The server prints each of them on `<html>` (`data-theme="dark"`), where style sheets and scripts find it. What
a row or a form has that is no preference, or no value of one, counts as not said: the default holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Connection, update
from sqlalchemy.exc import IntegrityError

from kingscorners.server.db import Database
from kingscorners.server.people import Guest as GuestRow
from kingscorners.server.people import Visitor, guest_as
from kingscorners.server.tables import Guest


class Preferences(BaseModel):
    """What can be preferred, each with its default."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    theme: Literal["auto", "light", "dark"] = Field(
        default="auto", description="`auto` is as the system has it."
    )
    deck: Literal["standard", "colours", "marked"] = Field(
        default="standard",
        description="Two colours; four; or dark plates behind the corners of the black suits.",
    )
    cards: Literal["normal", "large"] = Field(
        default="normal", description="The size of the cards in the hand."
    )
    speed: Literal["slow", "normal", "fast", "off"] = Field(
        default="slow", description="How fast the others' turns are shown."
    )
    sound: bool = False
    hints: Literal["off", "dots", "best"] = Field(
        default="dots", description="Nothing; a dot on what can be played; the best moves of a turn, and why."
    )
    tips: bool = Field(default=True, description="Whether a beginner is told what to try.")
    double_tap: bool = Field(default=True, description="A second tap plays what has one place to go to.")
    automatic: bool = Field(
        default=False, description="Whether what needs no thought is played unasked, on the pages."
    )
    letters: bool = Field(default=True, description="Whether single letters are keys.")
    digits: Literal["latn", "native"] = Field(default="latn", description="0-9, or the language's own.")
    table_mode: bool = Field(default=False, description="The table as a table for screen readers.")
    sort: Literal["drawn", "rank", "colour"] = Field(
        default="rank", description="The order of the hand; `colour` keeps suits together, red ones first."
    )


def values(preference: str) -> tuple[str, ...]:
    """What the preference can be, as a form says it."""
    return get_args(Preferences.model_fields[preference].annotation) or ("true", "false")


def kept(stored: Any) -> Preferences:
    """The preferences in a row: what is wrong in it is not looked at."""
    if not isinstance(stored, dict):
        return Preferences()
    try:
        return Preferences.model_validate(stored)
    except ValidationError as error:
        wrong = {fault["loc"][0] for fault in error.errors()}
        return Preferences.model_validate({name: stored[name] for name in stored if name not in wrong})


BEGINNER_MATCHES = 3
"""So many matches are played with dots on what can be played, unless one chooses."""


def preferences_of(visitor: Visitor) -> Preferences:
    """What a visitor prefers; the defaults for one who is no guest."""
    return _preferred(visitor.guest) if visitor.guest else Preferences()


def _preferred(guest: GuestRow) -> Preferences:
    """The defaults are a beginner's: later nothing is marked, and the others' turns are shown faster."""
    later: dict[str, Any] = {"speed": "normal"} if guest.begun > 1 else {}
    if guest.begun > BEGINNER_MATCHES:
        later["hints"] = "off"
    return kept(later | guest.settings)


def from_form(sent: Mapping[str, Any]) -> dict[str, str | bool]:
    """What a form asks to change."""
    asked = {name: sent[name] for name in Preferences.model_fields if name in sent}
    return {
        name: value == "true" if Preferences.model_fields[name].annotation is bool else value
        for name, value in asked.items()
    }


async def change(database: Database, key: str, changes: Mapping[str, Any], now: int) -> Preferences:
    """Change some preferences of the guest `key`, who is made if need be; all of them as they are then.

    Raises `NotFound` for the token of a deleted guest.
    """
    try:
        return await database.write(_change, key, changes, now)
    except IntegrityError:
        # A browser that is no guest yet asked for two things at one moment: by now it is one.
        return await database.write(_change, key, changes, now)


def _change(conn: Connection, key: str, changes: Mapping[str, Any], now: int) -> Preferences:
    guest = guest_as(conn, key, now)
    chosen = kept(guest.settings | dict(changes)).model_dump(exclude_unset=True)
    other = {name: value for name, value in guest.settings.items() if name not in Preferences.model_fields}
    settings = other | chosen
    conn.execute(update(Guest).where(Guest.id == guest.id).values(settings=settings))
    return _preferred(replace(guest, settings=settings))
