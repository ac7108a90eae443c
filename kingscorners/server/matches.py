"""Matches: begin, look, play, undo, and the computer players' turns. The only writer of what is played.

A match is its log. What is replayed from it is kept for live matches, in a bounded cache of each process. A
log only grows: a kept position is at worst the beginning of the true one, which the same transaction
completes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from kingscorners import options as option_fields
from kingscorners.game import (
    NEXT_DEAL,
    Finished,
    Game,
    NotFound,
    NotYourTurn,
    Outcome,
    Stale,
)
from kingscorners.games import GAMES
from kingscorners.options import BadOption
from kingscorners.players import PLAYERS
from kingscorners.record import Setup, seed_from
from kingscorners.server import boards, daily
from kingscorners.server.db import Database, Prepared
from kingscorners.server.live import (
    COMPUTER_NAMES,
    Happening,
    Live,
    Player,
    Step,
    Table,
    carry_out,
    play_on,
    seat_of,
    steps_for,
    table_for,
)
from kingscorners.server.owned import Unfinished, remove, share, unfinished
from kingscorners.server.people import Identity, PromiseUsed, count_begun, guest_as, plays_as
from kingscorners.server.results import results
from kingscorners.server.stored import LINES, Whole, beginning, whole
from kingscorners.server.tables import Attempt, Guest, Line, Match, Seat

LIVE_MATCHES = 2_000
_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """A match's id: 60 random bits in letters that cannot be mistaken for each other."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(12))


class Matches:
    """All matches of a site, for the routes. `clock` tells the time, aware and in UTC."""

    def __init__(self, database: Database, clock: Callable[[], datetime], site_secret: bytes) -> None:
        self._database = database
        self._clock = clock
        self._secret = site_secret
        self._identity = Identity(site_secret)
        self._live: OrderedDict[str, Live] = OrderedDict()

    def _now(self) -> int:
        return int(self._clock().timestamp() * 1000)

    def _keep(self, live: Live) -> None:
        self._live[live.id] = live
        self._live.move_to_end(live.id)
        while len(self._live) > LIVE_MATCHES:
            self._live.popitem(last=False)

    async def begin(
        self,
        key: str,
        game: str,
        options: dict[str, Any],
        levels: Sequence[str],
        nonce: bytes,
        promised: str = "",
    ) -> Table:
        """A new match of the guest `key` against computer players of these `levels`, from the next secret.

        Raises `NotFound` for an unknown game, `BadOption` for options, levels or a number of seats, and
        `PromiseUsed` where `promised`, the commitment that the player was shown, is not that of this secret.
        """
        rules = GAMES.get(game)
        if rules is None:
            raise NotFound
        chosen: Any = option_fields.read(rules.options, options)
        rules.check(1 + len(levels), chosen)
        for level in levels:
            if level not in PLAYERS[game]:
                raise BadOption("players", ", ".join(PLAYERS[game]))
        return await self._begun(
            _begin, self._identity, rules, chosen, tuple(levels), key, nonce, promised, self._now()
        )

    async def begin_daily(self, key: str, game: str) -> Table:
        """The guest's own match of today: begun or resumed; when the first is over, one for practice."""
        rules = GAMES.get(game)
        if rules is None:
            raise NotFound
        day = daily.day_of(self._clock())
        setup = daily.setup(self._secret, rules, day)
        return await self._begun(_begin_daily, setup, day, key, self._now())

    async def begin_from(self, key: str, match: str, ply: int) -> Table:
        """A match of the guest's own that goes on from a position of one that is over: never ranked.

        Raises `NotFound` for who may not see its replay or not yet play its cards, `Finished` at its end.
        """
        return await self._begun(_begin_from, match, ply, key, self._clock())

    async def _begun(self, unit: Callable[..., tuple[Live, int]], *args: Any) -> Table:
        try:
            live, guest = await self._database.write(unit, *args)
        except IntegrityError:
            # A browser that is no guest yet began twice at one moment: by now it is one.
            live, guest = await self._database.write(unit, *args)
        self._keep(live)
        return table_for(live, guest)

    async def look(self, key: str, match: str) -> Table:
        """The match, for who sits at it. Raises `NotFound`."""
        live, guest = await self._database.read(_load, match, key, self._live.get(match))
        self._keep(live)
        return table_for(live, guest)

    async def play(
        self, key: str, match: str, line: str, ply: int, *, automatic: bool = False
    ) -> tuple[Table, tuple[Step, ...]]:
        """Play a move (or `undo`) that answers `ply`, and the computer players' turns after it.

        With `automatic` also what plays itself; `undo` then takes it back together with the move before it.
        Raises `NotFound`, `Finished`, `Stale`, `NotYourTurn`, `BadNotation` or `IllegalMove`.
        """
        live, guest, happenings = await self._database.write(
            _play, match, key, line, ply, automatic, self._now(), self._live.get(match)
        )
        self._keep(live)
        return table_for(live, guest), steps_for(happenings, live.setup.game, seat_of(live, guest))

    async def remove(self, key: str, match: str) -> None:
        """Delete one's own match with its log. Raises `NotFound`.

        What it did for others stays: a row on boards, then without a match, and the day's attempt is used.
        """
        await self._database.write(remove, match, key)
        self._live.pop(match, None)

    async def unfinished(self, key: str) -> tuple[Unfinished, ...]:
        """The guest's matches that go on, the latest first."""
        return await self._database.read(unfinished, key)

    async def record(self, key: str, match: str) -> str:
        """The whole record as text, once the match is over, for who may read it. Raises `NotFound`."""
        return (await self.replayed(key, match)).record()

    async def replayed(self, key: str, match: str) -> Whole:
        """A match that is over, for who may see its replay. Raises `NotFound`."""
        return await self._database.read(whole, match, key, self._clock())

    async def share(self, key: str, match: str, shared: bool) -> None:
        """Let everybody read one's own match, now that it is over, or nobody any more. Raises `NotFound`."""
        await self._database.write(share, match, key, shared)


# ---------------------------------------------------------------------- units of work


def _begin(
    conn: Connection,
    identity: Identity,
    game: Game[Any],
    options: Any,
    levels: tuple[str, ...],
    key: str,
    nonce: bytes,
    promised: str,
    now: int,
) -> tuple[Live, int]:
    guest = guest_as(conn, key, now)
    count_begun(conn, guest)
    secret = identity.deal_secret(key, guest.begun)
    commitment = hashlib.sha256(secret).hexdigest()
    if promised and promised != commitment:
        raise PromiseUsed
    seed = seed_from(secret, nonce)
    row = {
        "seed": seed,
        "secret": secret,
        "nonce": nonce,
        "commitment": commitment,
        "daily": None,
        "ranked": False,
    }
    setup = Setup(game, seed, 1 + len(levels), options)
    return _create(conn, setup, row, levels, guest.id, guest.name, now), guest.id


def _begin_daily(conn: Connection, setup: Setup[Any], day: date, key: str, now: int) -> tuple[Live, int]:
    game = setup.game
    guest = guest_as(conn, key, now)
    going_on = conn.execute(
        select(Match.id)
        .join(Seat, Seat.match == Match.id)
        .where(Seat.guest == guest.id, Match.game == game.name, Match.daily == day, Match.finished.is_(None))
        .order_by(Match.ranked.desc())
    ).scalar()
    if going_on:
        return _load(conn, going_on, key, None)
    attempt = {"game": game.name, "day": day, "guest": guest.id}
    tried = select(Attempt.match).filter_by(**attempt)
    ranked = conn.execute(tried).first() is None
    if not ranked:
        setup = daily.practice(setup)
    row = {
        "seed": setup.seed,
        "secret": b"",
        "nonce": b"",
        "commitment": daily.commitment(setup.seed),
        "daily": day,
        "ranked": ranked,
    }
    live = _create(conn, setup, row, daily.levels(game), guest.id, guest.name, now)
    if ranked:
        conn.execute(insert(Attempt).values(**attempt, match=live.id))
    return live, guest.id


def _create(
    conn: Connection,
    setup: Setup[Any],
    row: dict[str, Any],
    levels: tuple[str, ...],
    guest: int,
    name: str,
    now: int,
) -> Live:
    """A match that begins with a deal: the guest has seat 0."""
    first = secrets.randbelow(len(COMPUTER_NAMES)) if row["daily"] is None else 0
    names = (COMPUTER_NAMES[first:] + COMPUTER_NAMES[:first])[: len(levels)]
    players = (
        Player(0, name, None, guest),
        *(Player(seat, *named, None) for seat, named in enumerate(zip(names, levels, strict=True), 1)),
    )
    live = Live(
        new_id(), setup, players, row["daily"], row["ranked"], row["commitment"], now, None, setup.start()
    )
    return _insert(conn, live, row, (), guest, now)


def _begin_from(conn: Connection, match: str, ply: int, key: str, clock: datetime) -> tuple[Live, int]:
    source, now = whole(conn, match, key, clock), int(clock.timestamp() * 1000)
    if not source.public:
        raise NotFound
    guest = guest_as(conn, key, now)
    start = source.beginning
    players = tuple(
        replace(player, name=guest.name, guest=guest.id) if player.level is None else player
        for player in start.players
    )
    live = start._replace(id=new_id(), players=players, daily=None, ranked=False, created=now, finished=None)
    if start.daily:
        setup = daily.practice(start.setup)
        live = live._replace(setup=setup, position=setup.start())
    copied = []
    for line, seat in source.lines[:ply]:
        live, happening = live.advance(line, seat)
        copied.append(happening)
    if not live.position.legal:
        raise Finished
    live = live._replace(copied=len(copied))
    row = {
        "seed": live.setup.seed,
        "secret": source.secret,
        "nonce": source.nonce,
        "commitment": live.commitment,
        "daily": None,
        "ranked": False,
        "copied": live.copied,
    }
    return _insert(conn, live, row, copied, guest.id, now), guest.id


def _insert(
    conn: Connection,
    live: Live,
    row: dict[str, Any],
    copied: Sequence[Happening],
    guest: int,
    now: int,
) -> Live:
    """Insert a match with its seats, the lines it begins with, and what the computer players do first."""
    setup = live.setup
    live, happenings = play_on(live)
    # The computer players may end a short match before the person has had a turn.
    live = live.ended(now)
    match = {
        "id": live.id,
        "game": setup.game.name,
        "version": setup.game.version,
        "options": option_fields.as_given(setup.options),
        "ply": live.position.ply,
        "created": now,
        "updated": now,
        "finished": live.finished,
    }
    conn.execute(_NEW_MATCH, match | row)
    conn.execute(_NEW_SEATS, [{"match": live.id, **asdict(player)} for player in live.players])
    _write_lines(conn, live.id, (*copied, *happenings), now)
    if outcome := live.outcome:
        _finish(conn, live, guest, outcome, now)
    return live


_CURRENT = (
    select(Match.ply, Match.finished, Guest.id, Guest.name)
    .outerjoin(Guest, plays_as(bindparam("key")))
    .where(Match.id == bindparam("match"))
)
_LOOK, _LOCK = Prepared(_CURRENT), Prepared(_CURRENT.with_for_update(of=Match))
_MOVED = Prepared(
    update(Match)
    .where(Match.id == bindparam("match"))
    .values(ply=bindparam("ply"), updated=bindparam("updated"), finished=bindparam("finished"))
)
_NEW_LINES = Prepared(insert(Line))
_NEW_MATCH, _NEW_SEATS = insert(Match), insert(Seat)
_RESULTS = (
    update(Seat)
    .where(Seat.match == bindparam("of"), Seat.seat == bindparam("who"))
    .values({name: bindparam(name) for name in ("points", "place", "margin", "deals", "counted")})
)


def _load(conn: Connection, match: str, key: str, kept: Live | None, lock: bool = False) -> tuple[Live, int]:
    """The match as it is now, and the id of the guest who sits at it. Raises `NotFound`."""
    current = (_LOCK if lock else _LOOK).execute(conn, {"key": key, "match": match}).first()
    if current is None or current[2] is None:
        raise NotFound
    ply, finished, guest, name = current
    if kept is None or not any(player.guest == guest for player in kept.players):
        # A guest may have become another one since, on joining it with a device.
        kept = beginning(conn, match)
    live = kept.called(guest, name)
    if live.position.ply < ply:
        for line, seat in conn.execute(LINES, {"match": match, "ply": live.position.ply}):
            live, _ = live.advance(line, seat)
    return live._replace(finished=finished), guest


def _play(
    conn: Connection,
    match: str,
    key: str,
    line: str,
    ply: int,
    automatic: bool,
    now: int,
    kept: Live | None,
) -> tuple[Live, int, tuple[Happening, ...]]:
    live, guest = _load(conn, match, key, kept, lock=True)
    seat = seat_of(live, guest)
    position, game = live.position, live.setup.game
    if not position.legal:
        raise Finished
    if ply != position.ply:
        raise Stale(position.ply)
    if game.turn(position.state) != seat and position.legal != (NEXT_DEAL,):
        raise NotYourTurn
    live, happenings = carry_out(live, line, seat, automatic=automatic)
    try:
        _write_lines(conn, match, happenings, now)
    except IntegrityError:
        raise Stale(position.ply + 1) from None
    live = live.ended(now)
    moved = {"match": match, "ply": live.position.ply, "updated": now, "finished": live.finished}
    _MOVED.execute(conn, moved)
    if outcome := live.outcome:
        _finish(conn, live, guest, outcome, now)
    return live, guest, happenings


def _write_lines(conn: Connection, match: str, happenings: Sequence[Happening], now: int) -> None:
    if happenings:
        rows = [{"match": match, "ply": h.ply, "seat": h.seat, "move": h.line, "at": now} for h in happenings]
        _NEW_LINES.execute(conn, *rows)


def _finish(conn: Connection, live: Live, guest: int, outcome: Outcome, now: int) -> None:
    """Write the results to the seats and, for a ranked daily that is not public yet, to the boards.

    The boards come last: everybody's results wait for their tallies.
    """
    game = live.setup.game
    rows = [asdict(result) for result in results(live, outcome)]
    conn.execute(_RESULTS, [{"of": live.id, "who": row.pop("seat")} | row for row in rows])
    ended = datetime.fromtimestamp(now / 1000, UTC)
    if live.ranked and live.daily and not daily.published(ended, live.daily):
        facts = game.facts(live.position.state)
        won = boards.result(game, outcome, facts, seat_of(live, guest), live.created, now)
        boards.record_result(conn, game=game.name, day=live.daily, guest=guest, match=live.id, **won)
