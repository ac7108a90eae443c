"""Cards: ranks, suits, notation, decks, and the shuffle that anybody can check.

A card is written rank + suit: `9h`, `Th`, `Ks`. A back, a card that may not be seen, is `??`.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RED_SUITS = "dh"
BACK = "??"

ACE, TEN, JACK, QUEEN, KING = 1, 10, 11, 12, 13


class BadNotation(ValueError):
    """A text that is no card, no move or no record."""


class Card(NamedTuple):
    """One card as a value: the two nines of hearts of two decks are equal.

    `rank` is 1 (ace, low) to 13 (king, high); `suit` is one of `c d h s`.
    """

    rank: int
    suit: str

    @property
    def red(self) -> bool:
        """Hearts and diamonds are red, spades and clubs black."""
        return self.suit in RED_SUITS

    def __str__(self) -> str:
        return _NAMES[self]

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written `text`. Raises `BadNotation`."""
        try:
            return _BY_NAME[text]
        except KeyError:
            raise BadNotation(f"not a card: {text[:20]!r}") from None


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in range(ACE, KING + 1))
_NAMES = {card: RANKS[card.rank - 1] + card.suit for card in DECK}
_BY_NAME = {name: card for card, name in _NAMES.items()}


def is_card(text: str) -> bool:
    """Whether `text` names a card, without raising."""
    return text in _BY_NAME


def cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them: `cards("9h Ks")`. Raises `BadNotation`."""
    return tuple(Card.parse(word) for word in text.split())


def shuffled(seed: bytes, deal: int, decks: int = 1) -> tuple[Card, ...]:
    """All cards of deal number `deal` (from 1), the first to be dealt first.

    The order is part of the public contract: the cards sorted by the SHA-256 of the text
    `<seed in hex> <deal> <card>`, and of `<seed in hex> <deal> <card> 2` for the second deck's copies.
    It is unbiased, and the same in every language and version.
    """
    prefix = f"{seed.hex()} {deal} "
    keyed = [
        (hashlib.sha256(f"{prefix}{card}{copy}".encode()).digest(), card)
        for copy in ("", " 2")[:decks]
        for card in DECK
    ]
    return tuple(card for _, card in sorted(keyed))


def pick(seed: bytes, what: str, choices: int) -> int:
    """A fair number from 0 up to `choices` for a question such as "first dealer", fixed by the seed."""
    digest = hashlib.sha256(f"{seed.hex()} {what}".encode()).digest()
    return int.from_bytes(digest, "big") % choices
