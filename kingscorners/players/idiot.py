"""Computer players for Idiot: `novice`, `steady` and `sharp`.

`steady` plays by the rule of thumb in `idiot_table`. `sharp` tries what else is sensible on sampled deals of
the unseen cards, everybody playing on as `steady` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import sqrt

from kingscorners.cards import DECK, Card
from kingscorners.game import Move, View
from kingscorners.players.chance import FACTOR, MODULUS, STEP, beginning
from kingscorners.players.idiot_table import FROM, HEIGHT, TEN, TWO, Play, Table, counts, present, usual

READY, CHANCE, TAKE, END = Move("ready"), Move("chance"), Move("take"), Move("end")
WORTH = (0, 1, 2, 3, 4, 5, 6, 14, 8, 9, 10, 11, 13)
"""What a card of each height is worth as a visible one."""
MOST_WORLDS = 24
MOST_TRIES = 64
"""So often something is played out before one play is chosen."""
TURNS = 100
"""So many turns each of them is followed."""
CLEAR = 1.2
"""By so many standard errors another play has to be better than the usual one."""
LOWEST = 3
"""So many of the lowest ranks that fit are looked at."""


def novice(view: View) -> Move:
    """Swaps nothing, and plays the lowest card, one at a time."""
    if READY in view.legal:
        return READY
    plays = [move for move in view.legal if move.verb == "play"]
    return min(plays, key=lambda move: HEIGHT[move.cards[0].rank], default=view.legal[0])


def steady(view: View) -> Move:
    """Shows the best cards, sheds the lowest ranks, keeps 2s and 10s, burns by four."""
    if READY in view.legal:
        return next(swaps(view), READY)
    return _usual(view)[0]


def sharp(view: View) -> Move:
    """As `steady`, but plays something else where that came out clearly better on the deals it sampled."""
    if READY in view.legal:
        return next(swaps(view), READY)
    move, play = _usual(view)
    if play is None and (END in view.legal or move.verb == "flip"):
        return move
    others = [other for other in _others(view) if other != move]
    if not others:
        return move
    worlds = list(_worlds(view, min(MOST_WORLDS, MOST_TRIES // (len(others) + 1))))
    par = [_tried(view, world, move) for world in worlds]
    best, gain = move, 0.0
    for other in others:
        gains = [_tried(view, world, other) - base for world, base in zip(worlds, par, strict=True)]
        mean = sum(gains) / len(gains)
        if mean > gain and _is_clear(gains, mean):
            best, gain = other, mean
    return best


# ---------------------------------------------------------------------- what is seen


def _heights(cards: tuple[Card | None, ...]) -> list[int]:
    return [HEIGHT[card.rank] for card in cards if card]


def _own(view: View) -> tuple[str, list[int]]:
    """The zone that is played from, and its heights; no heights before a hidden card is turned."""
    hand = f"hand-{view.seat}"
    zone = hand if view.cards(hand) else f"up-{view.seat}"
    return zone, _heights(view.cards(zone))


def swaps(view: View) -> Iterator[Move]:
    """The best hand card for the worst visible one, until the best ones are visible."""
    held, shown = ([card for card in view.cards(f"{kind}-{view.seat}") if card] for kind in ("hand", "up"))
    for _ in range(int(view.facts["swapping"])):
        mine, other = max(product(held, shown), key=_gain)
        if _gain((mine, other)) <= 0:
            return
        yield Move("swap", (str(mine), str(other)))
        held[held.index(mine)], shown[shown.index(other)] = other, mine


def _gain(pair: tuple[Card, Card]) -> int:
    """What showing the first card and not the second is worth."""
    held, shown = (WORTH[HEIGHT[card.rank]] for card in pair)
    return held - shown


# ---------------------------------------------------------------------- what to play


def _usual(view: View) -> tuple[Move, Play | None]:
    """What `steady` does, and which play that is."""
    heights = _own(view)[1]
    if END in view.legal:
        plays = [move for move in view.legal if move.verb == "play"]
        return max(plays, key=lambda move: len(move.words)), None
    counted = counts(heights)
    choice = usual(present(counted), counted, _heights(view.cards("pile")), len(view.cards("stock")))
    if choice and (move := _move(view, *choice)):
        return move, choice
    if CHANCE in view.legal and TAKE in view.legal and not _hopeful(view):
        return TAKE, None
    return view.legal[0], None


def _hopeful(view: View) -> bool:
    """Whether a card that nobody has seen yet fits."""
    fitting = FROM[_heights(view.cards("pile"))[-1]] | 1 << TEN | 1 << TWO
    return any(fitting >> height & 1 for height in _unseen(view))


def _move(view: View, height: int, count: int) -> Move | None:
    """The legal move that plays so many cards of a height."""
    for move in view.legal:
        if move.verb == "play" and len(move.words) == count + 1 and HEIGHT[move.cards[0].rank] == height:
            return move
    return None


def _others(view: View) -> Iterator[Move]:
    """What is sensible: some low ranks, one card or all of them; a 2; a 10; chance; the pile."""
    counted = counts(_own(view)[1])
    pile = _heights(view.cards("pile"))
    fitting = present(counted) & FROM[pile[-1] if pile else -1]
    heights = [height for height in range(len(counted)) if fitting >> height & 1][:LOWEST]
    for height in (*heights, TEN, TWO):
        for count in sorted({1, counted[height]} - {0}):
            if counted[height] and (move := _move(view, height, count)):
                yield move
    yield from (move for move in (CHANCE, TAKE) if move in view.legal)


def _tried(view: View, world: tuple[list[list[int]], list[list[int]], list[int]], move: Move) -> float:
    """How many players are left behind in this world after this move."""
    hands, downs, stock = world
    seats, seat = range(view.seats), int(view.seat or 0)
    table = Table(
        [hand[:] for hand in hands],
        [counts(_heights(view.cards(f"up-{other}"))) for other in seats],
        [down[:] for down in downs],
        stock[:],
        _heights(view.cards("pile")),
        seat,
    )
    if move == CHANCE:
        table.chance()
    elif move == TAKE:
        table.take()
    else:
        table.play(HEIGHT[move.cards[0].rank], len(move.words) - 1)
    return table.go_on(seat, TURNS)


def _is_clear(gains: list[float], mean: float) -> bool:
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean > CLEAR * sqrt(spread / len(gains))


# ---------------------------------------------------------------------- what is not seen


def _known(view: View) -> list[tuple[Card, ...]]:
    """The cards that everybody saw go into each hand."""
    return [
        tuple(map(Card.parse, str(view.facts.get(f"known-{seat}", "")).split())) for seat in range(view.seats)
    ]


def _unseen(view: View) -> list[int]:
    """The heights of all cards that are neither seen nor known to be in a hand."""
    seen = {card for zone in view.zones for card in zone.cards if card}.union(*_known(view))
    return [HEIGHT[card.rank] for card in DECK if card not in seen]


def _worlds(view: View, count: int) -> Iterator[tuple[list[list[int]], list[list[int]], list[int]]]:
    """Ways in which the unseen cards may lie: hands, hidden cards, stock.

    What everybody saw go into a hand is there.
    """
    seats, known, unseen = range(view.seats), _known(view), _unseen(view)
    told = repr((unseen, view.seat, [zone.notation() for zone in view.zones]))
    chance = beginning(told)
    for _ in range(count):
        for at in range(len(unseen) - 1, 0, -1):
            chance = (chance * FACTOR + STEP) % MODULUS
            other = (chance >> 33) % (at + 1)
            unseen[at], unseen[other] = unseen[other], unseen[at]
        rest = iter(unseen)
        hands, downs = [], []
        for seat in seats:
            zone = view.cards(f"hand-{seat}")
            heights = _heights(zone) if seat == view.seat else _heights(known[seat])
            hands.append(counts([*heights, *(next(rest) for _ in range(len(zone) - len(heights)))]))
            left = sum(len(zone.cards) for zone in view.zones if zone.kind == "down" and zone.seat == seat)
            downs.append([next(rest) for _ in range(left)])
        yield hands, downs, list(rest)
