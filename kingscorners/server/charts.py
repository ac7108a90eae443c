"""Charts: where their parts are. Templates draw them as SVG, each beside a table of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 500
HEIGHT = 140
_GAP = 0.25
"""Of a bar's share of the width."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One value as a bar: its corner, its width and its height, in the chart's own units."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart of values above and below `zero`, `WIDTH` by `HEIGHT`."""

    bars: tuple[Bar, ...]
    zero: float


def bars(values: Sequence[int], direction: str) -> Bars:
    """The values one after the other, from where the lines of the language begin; mere zeros at the foot."""
    bottom = min(0, *values, 0)
    top = max(0, *values, 0) or (0 if bottom else 1)
    scale = (HEIGHT - 4) / (top - bottom)
    zero, share = 2 + top * scale, WIDTH / max(len(values), 10)
    drawn = []
    for number, value in enumerate(values):
        x, height = number * share + share * _GAP / 2, max(abs(value) * scale, 2)
        width = share * (1 - _GAP)
        drawn.append(
            Bar(
                round(x if direction == "ltr" else WIDTH - x - width, 2),
                round(zero - height if value >= 0 else zero, 2),
                round(width, 2),
                round(height, 2),
            )
        )
    return Bars(tuple(drawn), round(zero, 2))
