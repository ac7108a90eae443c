"""The form for a new match: what was typed into it, what it means, and which fields are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kingscorners import options as option_fields
from kingscorners.game import Game
from kingscorners.options import BadOption, Value
from kingscorners.players import PLAYERS

SEATS = "seats"
LEVEL = "level"
NONCE = "nonce"
LONGEST = 100
"""No field of the form holds more characters than this; what is longer is wrong without being looked at."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A form as it was filled in.

    An empty field takes what the profile says; `typed` keeps every field as it was, so that the page can show
    it again. `wrong` names the fields whose values are not allowed; while there are any, `options`, `seats`
    and `levels` stand for the other fields only. `level-2` is the level of seat 2 alone, `level` that of all
    computer players; both may be empty.
    """

    game: Game[Any]
    typed: Mapping[str, str]
    options: Any
    seats: int
    levels: tuple[str, ...]
    wrong: frozenset[str]

    @property
    def nonce(self) -> bytes:
        """The player's own part of the shuffle."""
        return self.typed[NONCE].encode()

    @property
    def seats_allowed(self) -> tuple[int, ...]:
        """How many may play with these options."""
        return tuple(seats for seats in self.game.seats if _agrees(self.game, seats, self.options))


def fill_in(game: Game[Any], sent: Mapping[str, str]) -> NewMatch:
    """The form of `game` filled in with `sent`; other names than its fields' are not looked at."""
    fields = {field.name: field for field in option_fields.describe(game.options)}
    level_names = [LEVEL, *(f"{LEVEL}-{seat}" for seat in range(1, max(game.seats)))]
    typed = {name: sent.get(name, "").strip() for name in (*fields, SEATS, *level_names, NONCE)}
    wrong = {name for name, text in typed.items() if len(text) > LONGEST}

    chosen: dict[str, Value] = {}
    for name, field in fields.items():
        if typed[name] and name not in wrong:
            try:
                value = field.from_text(typed[name])
                option_fields.read(game.options, {name: value})
            except BadOption:
                wrong.add(name)
            else:
                chosen[name] = value
    options: Any = option_fields.read(game.options, chosen)

    seats = game.daily_seats
    if typed[SEATS]:
        numbers = {str(seats): seats for seats in game.seats}
        seats = numbers.get(typed[SEATS], 0)
    if not _agrees(game, seats, options):
        options = _made_to_fit(game, seats, options, tuple(name for name in fields if not typed[name]))
        if not _agrees(game, seats, options):
            wrong.add(SEATS)

    known = PLAYERS[game.name]
    wrong.update(name for name in level_names if typed[name] and typed[name] not in known)
    everybody = typed[LEVEL] or game.daily_level
    levels = tuple(typed[f"{LEVEL}-{seat}"] or everybody for seat in range(1, seats))
    return NewMatch(game, typed, options, seats, levels, frozenset(wrong))


def _made_to_fit(game: Game[Any], seats: int, options: Any, free: tuple[str, ...]) -> Any:
    """The options with one of the `free` ones, that nobody has chosen, changed so that so many can play."""
    for field in option_fields.describe(game.options):
        for value in field.values if field.name in free else ():
            changed = replace(options, **{field.name: value})
            if _agrees(game, seats, changed):
                return changed
    return options


def _agrees(game: Game[Any], seats: int, options: Any) -> bool:
    try:
        game.check(seats, options)
    except BadOption:
        return False
    return True
