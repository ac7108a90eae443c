"""Advice for Spades: what `sharp` would do, and what for."""

from __future__ import annotations

from kingscorners.cards import ACE, Card
from kingscorners.game import Move, Reason, View
from kingscorners.players.advice import Advice
from kingscorners.players.spades import sharp

SEATS = 4


def adviser(view: View) -> Advice:
    """The move of `sharp`, bids too."""
    move = sharp(view)
    if move.verb == "look":
        return Advice((move,), Reason("look-before-bidding"))
    if move.verb == "bid":
        number = int(move.words[0])
        why = Reason("worth-tricks", {"number": number}) if number else Reason("can-lose-all")
        return Advice((move,), why)
    if move.verb == "claim":
        return Advice((move,), Reason("rest-is-certain"))
    return Advice((move,), _why(view, move))


def _why(view: View, move: Move) -> Reason:
    """What one card does to the trick and to the contract of the own side (SP9, SP10)."""
    if len(view.legal) == 1:
        return Reason("only-card")
    facts, seat = view.facts, int(view.seat or 0)
    partner = (seat + 2) % SEATS
    need = sum(int(facts[f"bid-{side}"]) - int(facts[f"tricks-{side}"]) for side in (seat, partner))
    card, on_table = move.cards[0], _on_table(view, seat)
    if facts[f"bid-{seat}"] == 0:
        return Reason("keeps-nil")
    if not on_table:
        return Reason("leads-strong", {"number": need}) if need > 0 else Reason("leads-low")
    best = max(on_table, key=lambda played: _power(played[1], on_table[0][1]))
    if _power(card, on_table[0][1]) > _power(best[1], on_table[0][1]):
        return Reason("takes-trick", {"number": need}) if need > 0 else Reason("has-to-win")
    if best[0] == partner:
        return Reason("partner-has-it")
    return Reason("cannot-win") if need > 0 else Reason("no-more-tricks")


def _on_table(view: View, seat: int) -> list[tuple[int, Card]]:
    """The trick so far, by seat, the card led first; none where a complete one lies until the next lead."""
    if view.cards(f"trick-{seat}"):
        return []
    lying = [
        ((seat + step) % SEATS, view.cards(f"trick-{(seat + step) % SEATS}")) for step in range(1, SEATS)
    ]
    return [(whose, card) for whose, cards in lying for card in cards if card]


def _power(card: Card, led: Card) -> tuple[int, int]:
    """What a card takes a trick with: spades, then the suit led, then the rank."""
    suit = 2 if card.suit == "s" else int(card.suit == led.suit)
    return suit, 14 if card.rank == ACE else card.rank
