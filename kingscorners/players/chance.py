"""Chance for computer players that try out how unseen cards may lie: for the same view always the same."""

from __future__ import annotations

import hashlib

MODULUS, FACTOR, STEP = 1 << 64, 6364136223846793005, 1442695040888963407
"""Knuth's linear congruential generator: after `x` comes `(x * FACTOR + STEP) % MODULUS`."""


def beginning(told: str) -> int:
    """The first number for what a player has been told."""
    return int.from_bytes(hashlib.sha256(told.encode()).digest()[:8], "big")
