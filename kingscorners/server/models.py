"""The bodies of the JSON API, documented: what is read, strictly, and what is answered."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE_MOVE = "play 9h north"


class Input(BaseModel):
    """Bodies are read strictly: `false` is no number, and what nobody asked for is refused."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewMatch(Input):
    """What to play. All but `game` may be left out."""

    game: str = Field(description="The game's id.", examples=["kings-corners"], max_length=40)
    options: dict[str, Any] = Field(
        default_factory=dict,
        description="Options that differ from the profile's: each a text, a number or a truth value.",
        examples=[{"profile": "zone"}],
    )
    seats: int | None = Field(
        default=None, description="How many play, the person included; left out, as many as in the daily."
    )
    players: list[str] | None = Field(
        default=None,
        description="The levels of the computer players, for seats 1 and on; left out, those of the daily.",
        examples=[["steady", "steady", "sharp"]],
        max_length=7,
    )
    nonce: str = Field(
        default="", description="Anything: with the secret committed to it makes the seed.", max_length=100
    )


class NewMove(Input):
    """A move, and the ply that it answers."""

    move: str = Field(description="In text form.", examples=[EXAMPLE_MOVE, "end"], max_length=10_000)
    ply: int = Field(description="How many moves the log held when the player decided.", examples=[12], ge=0)
    automatic: bool = Field(
        default=False, description="Whether what needs no thought is then played for one, too."
    )


class NewUndo(Input):
    """The ply that the undo answers."""

    ply: int = Field(description="How many moves the log held when the player decided.", examples=[13], ge=0)
    automatic: bool = Field(
        default=False, description="Whether to take back what was played for one together with one's move."
    )


class NewName(Input):
    """A guest's name."""

    name: str = Field(description="1 to 24 characters.", examples=["Amber Heron 41"], max_length=1_000)


class SeatOut(BaseModel):
    """Who sits where."""

    seat: int = Field(description="0 first, clockwise.")
    name: str = Field(description="The guest's name, or the computer player's.", examples=["Asha"])
    person: bool = Field(description="False for a computer player.")
    level: str | None = Field(description="A computer player's level.", examples=["steady"])


class ZoneOut(BaseModel):
    """A place for cards."""

    name: str = Field(examples=["north"])
    kind: str = Field(description="Zones of one kind behave alike.", examples=["side"])
    seat: int | None = Field(description="Whose it is, for hands.")
    cards: list[str] = Field(description="Bottom card first; `??` is a back.", examples=[["Tc", "9h"]])


class OutcomeOut(BaseModel):
    """How a match ended."""

    points: list[int] = Field(description="By seat.")
    places: list[int] = Field(description="By seat, from 1; ties share.")
    winners: list[int] = Field(description="The seats in the first place.")
    reason: str = Field(examples=["target"])


class MatchOut(BaseModel):
    """A match as the asking seat may see it."""

    id: str = Field(examples=["k3v9mzt4a2hc"])
    game: str = Field(examples=["kings-corners"])
    options: dict[str, Any] = Field(description="Options that differ from the profile's.")
    ply: int = Field(description="How many moves the log holds.")
    seat: int = Field(description="One's own seat.")
    turn: int | None = Field(description="The seat on turn; null when the match is over.")
    status: Literal["playing", "finished"]
    daily: date | None = Field(description="The date, if it is a daily.")
    ranked: bool = Field(description="Whether the result goes on the board.")
    deal: int = Field(description="The number of the deal on the table, from 1.")
    created: datetime
    finished: datetime | None
    commitment: str = Field(description="SHA-256 of the secret the cards come from; of the seed for a daily.")
    seats: list[SeatOut]
    zones: list[ZoneOut] = Field(description="Every card exactly once.")
    facts: dict[str, int | str] = Field(description="Public things that are no cards.")
    legal: list[str] = Field(
        description='One\'s legal moves; `["deal"]` between deals.', examples=[[EXAMPLE_MOVE]]
    )
    undo: bool = Field(description="Whether one's last move can be taken back.")
    undone: int = Field(description="How many moves were taken back, in games where that shows cards.")
    outcome: OutcomeOut | None


class MovementOut(BaseModel):
    """Cards that went together from one zone to another."""

    cards: list[str]
    source: str = Field(alias="from")
    target: str = Field(alias="to")


class StepOut(BaseModel):
    """One line of the log, as the asking seat may see it."""

    ply: int
    seat: int
    move: str = Field(description="In text form, or `undo`.", examples=[EXAMPLE_MOVE])
    say: str = Field(description="In words, in the language asked for.")
    movements: list[MovementOut]


class PlayedOut(BaseModel):
    """What happened since the move, the move itself first, and the match now."""

    steps: list[StepOut]
    match: MatchOut


class BoardRowOut(BaseModel):
    """One player on a board. Beyond a day `place`, `margin`, `points`, `deals` and `seconds` are sums."""

    rank: int = Field(description="From 1; equal results share it.")
    name: str | None = Field(description="Null for a guest who was deleted.")
    tag: str | None = Field(description="Tells apart those of one name.", examples=["k3x"])
    place: int
    margin: int = Field(
        description="The sum of the others' points less three times one's own: more is better."
    )
    points: int
    deals: int
    seconds: int = Field(description="From the first card to the last; never ranks.")
    days: int = Field(description="Days played.")
    wins: int = Field(description="Days won.")
    gap: bool = Field(description="Rows are left out just above.")
    cursor: str = Field(description="For `after`.")


class BinOut(BaseModel):
    """How many had from `low` to `high` points."""

    low: int
    high: int
    count: int


class BoardOut(BaseModel):
    """A board as the asking guest sees it."""

    board: str = Field(examples=["kings-corners/2026-11-30"])
    rows: list[BoardRowOut] = Field(description="The best, then one's own row and its neighbours.")
    own: BoardRowOut | None
    players: int
    better_than: int | None = Field(description="Percent of the others that did worse than oneself.")
    won: int = Field(description="How many came first, on a day.")
    points: list[BinOut] = Field(description="The distribution of points, on a day.")


class RowsOut(BaseModel):
    """The rows after a cursor."""

    board: str
    rows: list[BoardRowOut]


class DailyOut(BaseModel):
    """The match of a day."""

    game: str
    date: date
    players: int = Field(description="How many have finished it.")
    won: int = Field(description="How many came first.")
    own: BoardRowOut | None
    commitment: str = Field(description="SHA-256 of the day's seed.")
    next_commitment: str | None = Field(
        description="SHA-256 of tomorrow's seed; null while tomorrow's deal is being prepared."
    )
    seed: str | None = Field(description="The day's seed, a day after the day is over.")
    winning_line: list[str] | None = Field(
        description="Moves that win the day's deal, for games that promise it; told with the seed."
    )
    next_start: datetime
    seconds: int = Field(description="Until the next daily starts.")


class MeOut(BaseModel):
    """A guest."""

    name: str
    guest: bool = Field(description="False until the first match.")
    next_commitment: str = Field(description="SHA-256 of the secret of one's next match.")


class NewDevice(Input):
    """A code that another device of a guest shows."""

    code: str = Field(description="Six words.", max_length=1_000)
    bring: bool = Field(default=False, description="Whether this device's own matches come along.")


class CodeOut(BaseModel):
    """What lets another device join, once."""

    code: str = Field(description="Six words.")
    seconds: int = Field(description="How long it can be used.")


class OtherOut(BaseModel):
    """Who sat at the table too."""

    name: str
    level: str | None = Field(description="A computer player's level.", examples=["steady"])


class OwnMatchOut(BaseModel):
    """One of one's own matches, without its cards."""

    id: str
    game: str
    options: dict[str, Any] = Field(description="Options that differ from the profile's.")
    daily: date | None
    ranked: bool
    copied: int | None = Field(description="How many moves it took over from a replay.")
    created: datetime
    updated: datetime
    finished: datetime | None
    seat: int
    points: int | None = Field(description="One's own, in the end.")
    place: int | None
    margin: int | None
    others: list[OtherOut]


class HistoryOut(BaseModel):
    """One's own matches, the one played last first."""

    matches: list[OwnMatchOut]
    counts: dict[str, int] = Field(description="How many there are of each game.")
    page: int
    pages: int


class EndedOut(BaseModel):
    """A match that is over, as oneself finished it."""

    id: str
    options: dict[str, Any]
    seconds: int
    points: int
    place: int
    margin: int
    deals: list[int] = Field(description="The points of each deal.")
    counted: dict[str, int] = Field(description="What the game counts besides points.")


class StatisticsOut(BaseModel):
    """One's own numbers of a game, of matches that are over and did not begin in a replay."""

    played: int
    won: int
    places: dict[int, int] = Field(description="How often each place was reached.")
    points: float = Field(description="Per match, as `margin` and `seconds`.")
    margin: float
    seconds: float
    wins_now: int = Field(description="Matches won in a row up to now.")
    wins_longest: int
    best: EndedOut = Field(description="By margin.")
    worst: EndedOut
    counted: dict[str, int] = Field(description="What the game counts besides points.")
    form: list[EndedOut] = Field(description="The latest 50, the oldest first.")
    deals: list[BinOut] = Field(description="How many deals brought how many points.")


class StreaksOut(BaseModel):
    """Days in a row on which one finished the daily; one missed day a week breaks no streak."""

    current: int
    longest: int
    frozen: list[date]


class OwnStatisticsOut(BaseModel):
    """One's own numbers of a game, and of its dailies."""

    statistics: StatisticsOut | None = Field(description="Null before the first match is over.")
    streaks: StreaksOut


class ProblemOut(BaseModel):
    """Everything that is no success (RFC 9457)."""

    title: str
    status: int
    detail: str = Field(description="Words for the player.")
    code: str = Field(examples=["stale"])
