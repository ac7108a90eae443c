"""All that a turn of King's Corners can come to, for `sharp`.

Many ways through a turn end alike: it does not matter which pile lies where, nor which of two twins (cards of
one rank and colour) is played. A `Table` leaves both out, so that every end is found once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kingscorners.players.kings_corners_masks import CORNERS, DEPTH, SIDES, SLOTS

ACES = (1, DEPTH + 1)
KINGS = (DEPTH - 1, SLOTS - 1)
"""The slots of the aces and of the Kings."""

SPACE, CORNER = 0, 1
"""Where a card goes that starts a pile: to an empty side, to an empty corner."""

BOTTOM = 5
TOP = 31
FIXED = 31 << BOTTOM
"""A pile is a number: the slot of its bottom card, shifted by `BOTTOM`, and the slot of its top card.
Of a corner the bottom does not matter: it is `FIXED` and the top card."""


Table = tuple[int, tuple[int, ...]]
"""A moment of a turn: the hand, for each slot as many bits from the lowest as cards, and the sorted piles."""


class Rules(NamedTuple):
    """What matters of the options inside a turn. `copies` is how many cards share a slot."""

    copies: int
    kings_to_sides: bool
    kings_move: bool
    kings_first: bool


Step = tuple[int, int]
"""What is moved, the slot of a card or a pile, and where to: a pile, `SPACE` or `CORNER`."""


End = tuple[Table, Step | None, bool]
"""A table that a turn can end with, the first step on the way to it, and whether nothing is left to do."""


def ends(start: Table, rules: Rules, most: int) -> list[End]:
    """Every table that the turn can end with; where there are more than `most`, so many of them.

    A table without a hand ends the deal: where the search meets one, it is the only end.
    """
    first: dict[Table, Step | None] = {start: None}
    waiting = [start]
    found: list[End] = []
    while waiting and len(found) < most:
        table = waiting.pop()
        following = steps(table, rules)
        if not (rules.kings_first and following and following[0][0][0] in KINGS):
            found.append((table, first[table], not following))
        for step, after in following:
            if after not in first:
                first[after] = first[table] or step
                if not after[0]:
                    return [(after, first[after], True)]
                waiting.append(after)
    return found


@lru_cache(maxsize=2048)
def steps(table: Table, rules: Rules) -> list[tuple[Step, Table]]:
    """Every step and the table after it, the most natural ones last; where Kings come first, only theirs."""
    hand, piles = table
    copies = rules.copies
    fixed = len([pile for pile in piles if pile >= FIXED])
    corner = fixed < CORNERS
    found: list[tuple[Step, Table]] = []
    if len(piles) - fixed < SIDES:  # a card to an empty side (KA9), a King if it may (KC-Q5, KC-Q24)
        kings = rules.kings_to_sides or (copies > 2 and not corner)
        for slot in range(1, SLOTS):
            if hand >> slot * copies & 1 and (kings or slot not in KINGS):
                laid = _laid(piles, (), slot << BOTTOM | slot, copies)
                found.append(((slot, SPACE), (_without(hand, slot, copies), laid)))
    tops = {pile & TOP for pile in piles}
    for moved in piles:
        above = (moved >> BOTTOM) + 1
        if above in tops:  # a side pile onto another pile (KA8)
            for onto in piles:
                if onto & TOP == above:
                    laid = _laid(piles, (moved, onto), onto & ~TOP | moved & TOP, copies)
                    found.append(((moved, onto), (hand, laid)))
        elif above - 1 in KINGS and corner and rules.kings_move:  # one led by a King to a corner (KC-Q1)
            laid = _laid(piles, (moved,), FIXED | moved & TOP, copies)
            found.append(((moved, CORNER), (hand, laid)))
    for onto in piles:  # a card onto a pile (KA6)
        slot = (onto & TOP) - 1
        if hand >> slot * copies & 1:
            laid = _laid(piles, (onto,), onto - 1, copies)
            found.append(((slot, onto), (_without(hand, slot, copies), laid)))
    if corner:  # a King to a corner (KA7)
        for slot in KINGS:
            if hand >> slot * copies & 1:
                laid = _laid(piles, (), FIXED | slot, copies)
                found.append(((slot, CORNER), (_without(hand, slot, copies), laid)))
    if rules.kings_first and (forced := [reached for reached in found if reached[0][0] in KINGS]):
        return forced
    return found


def _without(hand: int, slot: int, copies: int) -> int:
    cards = hand & ((1 << copies) - 1) << slot * copies
    return hand ^ (cards & ~(cards >> 1))


def _laid(piles: tuple[int, ...], gone: tuple[int, ...], new: int, copies: int) -> tuple[int, ...]:
    """The piles without some and with a new one, unless that is a corner to be cleared."""
    rest = list(piles)
    for pile in gone:
        rest.remove(pile)
    if not _is_cleared(new, copies):
        rest.append(new)
        rest.sort()
    return tuple(rest)


def lies(step: Step, copies: int) -> int:
    """What lies where the step leads to after it; `CORNER` where that corner is cleared."""
    what, place = step
    top = what & TOP
    new = place & ~TOP | top
    if place == SPACE:
        new = top << BOTTOM | top
    elif place == CORNER:
        new = FIXED | top
    return CORNER if _is_cleared(new, copies) else new


def _is_cleared(pile: int, copies: int) -> bool:
    """Whether a pile is a corner from King to Ace, with two decks (KC-Q24)."""
    return copies > 2 and pile >= FIXED and pile & TOP in ACES
