"""Tips for beginners: a line where the prompt is, while the table has something new to be tried.

Every kind of move that a game's `lessons` name is told of a few times, in different turns. How often somebody
has made one is kept with the guest, by game; whoever has made all of them is no beginner any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection, select, update

from kingscorners.game import NEXT_DEAL, Move
from kingscorners.record import UNDO
from kingscorners.server.live import Step, Table
from kingscorners.server.people import Visitor
from kingscorners.server.phrases import PHRASES
from kingscorners.server.tables import Guest

TAUGHT = "taught"
"""Where a guest's settings keep it."""

Taught = Mapping[str, int]
"""How many turns had a move of each kind."""


def taught(visitor: Visitor, game: str) -> Taught:
    """What a visitor has practised so far."""
    kept = visitor.guest.settings.get(TAUGHT) if visitor.guest else None
    return kept.get(game, {}) if isinstance(kept, dict) else {}


def tip(table: Table, known: Taught) -> str:
    """What to tell the seat that looks, in English; `""` for nothing, as where it is not its turn."""
    view = table.view
    phrases = PHRASES[view.game]
    if all(known.get(lesson, 0) >= len(lines) for lesson, lines in phrases.lessons.items()):
        return ""
    tried = _lessons(view.game, table.seat, table.recent)
    offered = {phrases.practises(move, view.zones) for move in view.legal if move != NEXT_DEAL}
    for lesson, lines in phrases.lessons.items():
        count = known.get(lesson, 0)
        if count < len(lines) and lesson in offered and lesson not in tried:
            return lines[count]
    return ""


def practised(table: Table, steps: Sequence[Step], known: Taught) -> str | None:
    """The lesson that was taken by the first of the latest `steps`, which is the looking seat's own.

    None where an earlier one of the same turn took it, or where all is known of it.
    """
    game, made = table.view.game, steps[0]
    earlier = [step for step in table.recent if step.ply < made.ply]
    (lesson,) = _lessons(game, table.seat, [made]) or {""}
    lines = PHRASES[game].lessons.get(lesson, ())
    known_already = known.get(lesson, 0) >= len(lines)
    return None if known_already or lesson in _lessons(game, table.seat, earlier) else lesson


def _lessons(game: str, seat: int, steps: Iterable[Step]) -> set[str]:
    """The lessons that a seat's moves among these steps took."""
    own = (step for step in steps if step.seat == seat and step.move not in (UNDO, str(NEXT_DEAL)))
    return {PHRASES[game].practises(Move.parse(step.move), step.before) for step in own}


def learn(conn: Connection, guest: int, game: str, lesson: str) -> None:
    """Write down that a guest had one more turn with such a move; nothing of one who was just deleted."""
    settings = conn.execute(select(Guest.settings).where(Guest.id == guest).with_for_update()).scalar()
    if settings is None:
        return
    kept = settings.get(TAUGHT, {})
    counts = kept.get(game, {})
    counts = counts | {lesson: counts.get(lesson, 0) + 1}
    settings = settings | {TAUGHT: kept | {game: counts}}
    conn.execute(update(Guest).where(Guest.id == guest).values(settings=settings))
