"""Options: the choices that a game's rules leave open, as data.

A game's options are a frozen dataclass whose defaults are the house rules. Each field is annotated with what
it allows: `Literal[...]` of texts or numbers, `bool`, or `Annotated[int, Range(low, high)]`. A class may name
`PRESETS`: other defaults for every value of its field `profile`; each of them can still be set alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

Chosen = TypeVar("Chosen")
Value = str | int | bool


_WHOLE = re.compile(r"-?\d{1,9}")


class BadOption(ValueError):
    """An option that does not exist, or a value that it does not allow: `field` and what is `allowed`."""

    def __init__(self, field: str, allowed: str) -> None:
        super().__init__(f"{field}: allowed is {allowed}")
        self.field = field
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Field:
    """One option: its name, its house rule, and the values (or the range of values) it allows."""

    name: str
    default: Value
    values: tuple[Value, ...] = ()
    range: Range | None = None

    @property
    def allowed(self) -> str:
        """What is allowed, in one line."""
        if self.range:
            return f"{self.range.low} to {self.range.high}"
        return ", ".join(
            str(value).lower() if isinstance(value, bool) else str(value) for value in self.values
        )

    def accepts(self, value: object) -> bool:
        """Whether `value` is allowed. `True` is no number and `1` is no truth value."""
        if self.range:
            return type(value) is int and self.range.low <= value <= self.range.high
        return any(value == allowed and type(value) is type(allowed) for allowed in self.values)

    def from_text(self, text: str) -> Value:
        """The value that a form or a command line writes as `text`. Raises `BadOption`.

        A number may have the digits of any language, since pages show them.
        """
        if self.range:
            if not _WHOLE.fullmatch(text):
                raise BadOption(self.name, self.allowed)
            return int(text)
        for value in self.values:
            if str(value).lower() == text.lower():
                return value
        raise BadOption(self.name, self.allowed)


_DESCRIBED: dict[type, tuple[Field, ...]] = {}


def describe(options: type[Any]) -> tuple[Field, ...]:
    """The fields of an options class, in their order."""
    if options not in _DESCRIBED:
        _DESCRIBED[options] = tuple(_describe(options))
    return _DESCRIBED[options]


def _describe(options: type[Any]) -> Iterator[Field]:
    hints = get_type_hints(options, include_extras=True)
    for item in fields(options):
        hint = hints[item.name]
        default: Any = item.default
        if get_origin(hint) is Literal:
            yield Field(item.name, default, get_args(hint))
        elif get_origin(hint) is Annotated:
            yield Field(item.name, default, range=get_args(hint)[1])
        else:
            yield Field(item.name, default, (False, True))


def read(options: type[Chosen], given: Mapping[str, object]) -> Chosen:
    """The options in force when only some are `given`: the rest come from the profile. Raises `BadOption`."""
    known = {item.name: item for item in describe(options)}
    for name, value in given.items():
        if name not in known:
            raise BadOption(name[:40], "one of " + ", ".join(known))
        if not known[name].accepts(value):
            raise BadOption(name, known[name].allowed)
    presets: Mapping[str, Mapping[str, Any]] = getattr(options, "PRESETS", {})
    profile = given.get("profile", known["profile"].default if "profile" in known else None)
    return options(**{**presets.get(str(profile), {}), **given})


def read_text(options: type[Chosen], given: Mapping[str, str]) -> Chosen:
    """As `read`, from texts such as a form sends. Raises `BadOption`."""
    known = {item.name: item for item in describe(options)}
    return read(
        options,
        {name: known[name].from_text(text) if name in known else text for name, text in given.items()},
    )


def as_given(options: Any) -> dict[str, Value]:
    """The shortest mapping that `read` turns into `options` again."""
    house = type(options)()
    changed = (
        {"profile": options.profile}
        if getattr(options, "profile", None) != getattr(house, "profile", None)
        else {}
    )
    base = read(type(options), changed)
    for item in describe(type(options)):
        if getattr(options, item.name) != getattr(base, item.name):
            changed[item.name] = getattr(options, item.name)
    return changed
