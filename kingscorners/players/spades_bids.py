"""What a hand of Spades is worth: the tricks it will take, and the chance that it takes none.

The weights are a least-squares fit to what hands took in twelve thousand deals between players that play as
`spades_cards` says.
"""

from __future__ import annotations

RANKS = 0x1FFF
MARGIN = 0.45
"""So much less than the average is bid: a bid missed costs more than a trick too many."""


def tricks(hand: int) -> float:
    """How many tricks thirteen cards take on average when everybody wants all."""
    spades = hand >> 39
    count = spades.bit_count()
    worth = -0.29 + 0.31 * count + 0.52 * max(0, count - 4)
    worth += 0.95 * (spades >> 12 & 1)
    worth += 0.81 * (spades >> 11 & 1 and count > 1)
    worth += 0.58 * (spades >> 10 & 1 and count > 2)
    worth += 0.43 * (spades >> 9 & 1 and count > 3)
    ruffs = min(count, 3)
    for shift in (0, 13, 26):
        suit = hand >> shift & RANKS
        length = suit.bit_count()
        ace, king, queen = suit >> 12 & 1, suit >> 11 & 1, suit >> 10 & 1
        worth += 0.98 * ace - 0.08 * (ace + king) * max(0, length - 4)
        worth += king * (0.74 if length > 1 else 0.1)
        if length > 2:
            worth += 0.33 * queen + 0.13 * (suit >> 9 & 1 and suit >> 10 > 0)
        worth += ruffs * (0.31, 0.19, 0.08, 0)[min(length, 3)]
    return worth


def nil_risk(hand: int) -> float:
    """The chance that a Nil with thirteen cards fails, a partner covering it; 1 where none is to be bid."""
    spades = hand >> 39
    count = spades.bit_count()
    if spades >> 11 or count > 3:
        return 1.0
    risk = 0.062 + 0.022 * max(0, spades.bit_length() - 5) - 0.02 * count + 0.034 * max(0, count - 2)
    for shift in (0, 13, 26):
        suit = hand >> shift & RANKS
        heights = [height for height in range(13) if suit >> height & 1]
        if heights:
            rounds = zip(heights, (2, 5, 8), (0.032, 0.041, 0.033), strict=False)
            risk += sum(weight * max(0, height - safe) for height, safe, weight in rounds)
            risk -= 0.037 * max(0, len(heights) - 4)
        else:
            risk += 0.096
    return min(max(risk, 0.02), 1.0)
