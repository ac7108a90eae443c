"""What one tells others about a match: plain text, one line a fact, that reads well aloud."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from kingscorners.server.live import Table
from kingscorners.server.words import Words


class Score(NamedTuple):
    """How a seat did: its points, place and margin in the end, and the points of each deal."""

    points: int
    place: int
    margin: int
    deals: Sequence[int]


def score_of(table: Table) -> Score | None:
    """One's own score at a table; `None` while the match goes on."""
    outcome, facts, seat = table.view.outcome, table.view.facts, table.seat
    if outcome is None:
        return None
    deals = range(1, int(facts["deal"]) + 1)
    by_deal = [int(facts[f"points-{seat}-{deal}"]) for deal in deals]
    margin = table.setup.game.margin(outcome, seat)
    return Score(outcome.points[seat], outcome.places[seat], margin, by_deal)


def share_text(
    words: Words, game: str, day: date | None, score: Score, better_than: int | None, address: str
) -> str:
    """The text, with the address where others find the deal or the replay."""
    w, count = words, len(score.deals)
    title = w.gettext("%(game)s, daily deal of %(day)s") if day else w.gettext("A match of %(game)s")
    facts = [w.gettext("%(what)s.") % {"what": w.finished(game, score)}]
    if count > 1:
        told = w.ngettext(
            "%(points)s in %(num)s deal, %(place)s place.",
            "%(points)s in %(num)s deals, %(place)s place.",
            count,
        )
        gaps = {"points": w.points(score.points), "num": w.number(count), "place": w.place(score.place)}
        facts = [told % gaps]
    if better_than is not None:
        better = w.gettext("Better than %(share)s%% of the players.")
        facts.append(better % {"share": w.number(better_than)})
    lines = [title % {"game": w.game(game), "day": w.date(day) if day else ""}, " ".join(facts)]
    if count > 1:
        by_deal = ", ".join(map(w.number, score.deals))
        lines.append(w.gettext("Points by deal: %(points)s") % {"points": by_deal})
    return "\n".join([*lines, address])
