"""Computer players for Spades: `novice`, `steady` and `sharp`.

`steady` bids what its hand is worth and plays by the rules of thumb of `spades_cards`. `sharp` plays every
sensible card out on sampled deals of the unseen cards, everybody playing as `steady` does.
"""

from __future__ import annotations

from math import sqrt

from kingscorners.game import Move, View
from kingscorners.players.spades_bids import MARGIN, nil_risk, tricks
from kingscorners.players.spades_cards import choose, wants
from kingscorners.players.spades_table import BIT, CARD, SPADES, Table
from kingscorners.players.spades_worlds import Worlds

LOOK, CLAIM = Move("look"), Move("claim")
MOST_CARDS = 1200
"""So many cards are played out before one is played, at most: the bound of the work, some 8 µs each."""
MOST_WORLDS = 30
FEW_WORLDS = 5
"""After so many deals a card that has gained nothing is looked at no more."""
BAG = 9
"""What a bag costs in the long run, less the point that it is worth."""
MATCH = 150
"""What it is worth, beside the points, to win the match with this deal."""
CLEAR = 1.5
"""By so many standard errors another card has to be better than the usual one."""


def novice(view: View) -> Move:
    """Counts aces, kings and long spades, and takes what it can, as cheaply as it can."""
    if LOOK in view.legal:
        return LOOK
    if view.legal[-1].verb == "bid":
        hand = _hand(view)
        honours = sum(card.rank in (1, 13) for bit, card in CARD.items() if bit & hand)
        return _nearest_bid(view, max(1, honours + max(0, (hand & SPADES).bit_count() - 4)))
    table = _table(view)[0]
    legal = table.legal()
    winners = legal & (table.led | SPADES) & -(table.best << 1) if table.led else legal
    if (table.led and table.best_seat == table.turn ^ 2) or not winners:
        return _playing(legal & -legal)
    return _playing(winners & -winners if table.on_table == 3 else 1 << winners.bit_length() - 1)


def steady(view: View) -> Move:
    """Bids its hand; keeps and sets Nils, makes the bid, then ducks."""
    if LOOK in view.legal:
        return LOOK
    if view.legal[-1].verb == "bid":
        return _bid(view)
    table, _ = _table(view)
    return CLAIM if _claims(view, table) else _playing(choose(table))


def sharp(view: View) -> Move:
    """As `steady`, but plays another card where that came out clearly better on the deals it sampled."""
    if LOOK in view.legal:
        return LOOK
    if view.legal[-1].verb == "bid":
        return _bid(view)
    table, shown = _table(view)
    if _claims(view, table):
        return CLAIM
    usual = choose(table)
    others = [card for card in table.choices() if card != usual]
    if not others:
        return _playing(usual)
    seat = table.turn
    worth = _Worth(view, seat & 1)
    to_play, left = MOST_CARDS, sum(13 - cards.bit_count() for cards in shown)
    gains: dict[int, list[float]] = {card: [] for card in others}
    for count, hands in enumerate(Worlds(table, seat, shown).deal(MOST_WORLDS)):
        if count >= FEW_WORLDS:
            gains = {card: gained for card, gained in gains.items() if sum(gained) > 0}
        to_play -= left * (len(gains) + 1)
        if not gains or to_play < 0:
            break
        par = _played_out(table, hands, usual, worth)
        for card, gained in gains.items():
            gained.append(_played_out(table, hands, card, worth) - par)
    best = max(gains, key=lambda card: sum(gains[card]), default=usual)
    return _playing(best if best in gains and _is_clear(gains[best]) else usual)


def automatic(view: View) -> Move | None:
    """The only card that may be played, for whoever wants that (SP-Q17)."""
    return view.legal[0] if len(view.legal) == 1 and view.legal[0].verb == "play" else None


# ---------------------------------------------------------------------- what is seen


def _hand(view: View) -> int:
    return sum(BIT[card] for card in view.cards(f"hand-{view.seat}") if card)


def _table(view: View) -> tuple[Table, list[int]]:
    """The deal as this seat has followed it, and what each seat has played."""
    facts, hands = view.facts, [0, 0, 0, 0]
    bids = [int(facts[f"bid-{seat}"]) for seat in range(4)]
    table = Table(
        hands,
        bids,
        (int(facts["dealer"]) + 1) % 4,
        helps=view.options.failed_nil == "helps_partner",
        barred=not view.options.first_trick_spades,
        greedy=not view.options.bags,
    )
    shown = [0, 0, 0, 0]

    def follow(zone: str) -> None:
        for card in view.cards(zone):
            if card:
                shown[table.turn] |= BIT[card]
                table.play(BIT[card])

    follow("played")
    for trick in ("last", "trick"):
        leader = table.turn
        for step in range(4):
            follow(f"{trick}-{(leader + step) % 4}")
    hands[table.turn] = _hand(view)
    return table, shown


def _playing(card: int) -> Move:
    return Move("play", (str(CARD[card]),))


def _claims(view: View, table: Table) -> bool:
    """Claims what it wants, and what it could not avoid."""
    others = table.alive & ~table.hands[table.turn]
    return CLAIM in view.legal and (wants(table, table.turn) or not others & SPADES)


# ---------------------------------------------------------------------- bidding


def _bid(view: View) -> Move:
    """What the hand is worth at this table, or Nil where that promises more; never behind a partner's Nil."""
    hand, facts, seat = _hand(view), view.facts, view.seat or 0
    others = [facts.get(f"bid-{(seat + step) % 4}") for step in (1, 2, 3)]
    partner = others[1]
    worth = tricks(hand) - MARGIN + 0.3 * (partner == 0) + 0.5 * ((others[0] == 0) + (others[2] == 0))
    if partner != 0:
        behind = int(facts[f"points-{(seat + 1) % 4}"]) - int(facts[f"points-{seat}"])
        daring = min(max(behind, -200), 200) / 10
        nil: float = view.options.nil * (1 - 2 * nil_risk(hand))
        if nil + daring > 10 * max(worth, 1) + 10:
            return Move("bid", ("0",))
    bid = max(1, round(worth))
    if None not in others:
        bid = _no_more_than_needed(view, bid, int(partner or 0))
    return _nearest_bid(view, bid)


def _no_more_than_needed(view: View, bid: int, partner: int) -> int:
    """The last to bid bids no more than it takes to win the match with the others' contract made."""
    facts, seat = view.facts, view.seat or 0
    if view.options.match != "target" or not partner:
        return bid
    theirs = sum(int(facts[f"bid-{(seat + step) % 4}"]) for step in (1, 3))
    goal: int = max(view.options.target, int(facts[f"points-{(seat + 1) % 4}"]) + 10 * theirs + 13)
    missing = -((int(facts[f"points-{seat}"]) - goal) // 10) - partner
    return min(bid, max(1, missing))


def _nearest_bid(view: View, bid: int) -> Move:
    """That bid or, where it is not allowed, the next that is; no Nil."""
    return min(
        (move for move in view.legal if move.words != ("0",)), key=lambda move: abs(int(move.words[0]) - bid)
    )


# ---------------------------------------------------------------------- playing out


class _Worth:
    """What the end of a deal is worth to a side: points of both, bags at their price, the match."""

    def __init__(self, view: View, side: int) -> None:
        options, facts = view.options, view.facts
        self._side = side
        self._nils = [
            options.nil * (2 if f"blind-{seat}" in facts else 1) if not facts[f"bid-{seat}"] else 0
            for seat in range(4)
        ]
        self._bag = BAG if options.bags else -1
        self._strayed = options.failed_nil != "nothing"
        self._points = [int(facts["points-0"]), int(facts["points-1"])]
        last = options.match == "deals" and facts["deal"] == options.deals
        self._target = -9999 if last else options.target if options.match == "target" else 9999

    def __call__(self, table: Table) -> float:
        """Of a deal that is over."""
        ends = []
        for side in (0, 1):
            need, contract = table.need[side], table.bids[side] + table.bids[side + 2]
            points = 10 * contract + self._bag * need if need <= 0 else -10 * contract
            for seat in (side, side + 2):
                if nil := self._nils[seat]:
                    took = table.took[seat]
                    points += -nil if took else nil
                    if not table.helps and self._strayed:
                        points -= self._bag * took
            ends.append(points)
        one, other = self._points[0] + ends[0], self._points[1] + ends[1]
        worth = ends[0] - ends[1]
        if max(one, other) >= self._target:
            worth += MATCH if one > other else -MATCH
        return -worth if self._side else worth


def _played_out(table: Table, hands: list[int], card: int, worth: _Worth) -> float:
    """What it is worth to play this card if the cards lie so and everybody goes on by rule of thumb."""
    end = table.copy(hands[:])
    end.play(card)
    while end.left > 1:
        end.play(choose(end))
    while end.left:
        end.play(end.hands[end.turn])
    return worth(end)


def _is_clear(gains: list[float]) -> bool:
    """Whether the mean is positive by more than chance makes it."""
    count = len(gains)
    if count < 2:
        return False
    mean = sum(gains) / count
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
    return mean > CLEAR * spread
