"""The contrast of everything that is read, computed from the colours in tokens.css as WCAG 2.2 says."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

TOKENS = Path(__file__).parents[1] / "kingscorners/server/static/css/tokens.css"
THEMES = ("light", "dark")
MORE = "(prefers-contrast: more)"

TEXT = 4.5
SHAPE = 3.0
ENHANCED = 7.0


class Colour(NamedTuple):
    """Red, green, blue and alpha, from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    def over(self, ground: Colour) -> Colour:
        """What is seen where this lies on a ground that cannot be seen through."""
        red, green, blue = (
            self.alpha * top + (1 - self.alpha) * under
            for top, under in zip(self[:3], ground[:3], strict=True)
        )
        return Colour(red, green, blue)

    @property
    def luminance(self) -> float:
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in self[:3]]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 to 21."""
    dark, light = sorted((one.luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)


def blocks(css: str) -> dict[tuple[str, str], dict[str, str]]:
    """The tokens, by media query and selector."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    found: dict[tuple[str, str], dict[str, str]] = {}
    for media, inner, selector, body in re.findall(
        r"@media ([^{]+?)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}|([^{}]+)\{([^{}]*)\}", css
    ):
        rules = re.findall(r"([^{}]+)\{([^{}]*)\}", inner) if media else [(selector, body)]
        for where, declarations in rules:
            tokens = re.findall(r"(--[\w-]+):\s*([^;]+);", declarations)
            found.setdefault((media, where.strip()), {}).update(tokens)
    return found


BLOCKS = blocks(TOKENS.read_text())


def colour(value: str, tokens: dict[str, str], theme: str) -> Colour:
    """What a value is in a theme."""
    value = value.strip()
    if reference := re.fullmatch(r"var\((--[\w-]+)\)", value):
        return colour(tokens[reference[1]], tokens, theme)
    if both := re.fullmatch(r"light-dark\((.+), (rgb\([^)]*\)|[^,()]+)\)", value):
        return colour(both[1 + THEMES.index(theme)], tokens, theme)
    if mixed := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)", value):
        red, green, blue, alpha = (int(part) for part in mixed.groups())
        return Colour(red / 255, green / 255, blue / 255, alpha / 100)
    digits = re.fullmatch(r"#([0-9a-f]{3}|[0-9a-f]{6})", value)
    assert digits, value
    wide = "".join(digit * (6 // len(digits[1])) for digit in digits[1]) if len(digits[1]) == 3 else digits[1]
    return Colour(*(int(wide[place : place + 2], 16) / 255 for place in (0, 2, 4)))


def measured(theme: str, deck: str, layers: str, *, more: bool = False) -> float:
    """The contrast of the first of the layers, named from the top, on the others."""
    tokens = dict(BLOCKS["", ":root"])
    if more:
        tokens |= BLOCKS[MORE, ":root"]
    tokens |= BLOCKS["", "[data-deck]"]
    tokens |= BLOCKS.get(("", f'[data-deck="{deck}"]'), {})
    *above, ground = (
        colour(f"var(--{name})" if name[0] != "#" else name, tokens, theme) for name in layers.split(" on ")
    )
    for layer in reversed(above[1:]):
        ground = layer.over(ground)
    return contrast(above[0].over(ground), ground)


READ = (
    "ink on paper",
    "ink on surface",
    "ink on surface-2",
    "ink on accent-2",
    "ink on gold-soft",
    "ink-2 on paper",
    "ink-2 on surface",
    "ink-2 on surface-2",
    "ink-2 on accent-2",
    "accent on paper",
    "accent on surface",
    "accent on accent-2",
    "on-accent on accent",
    "good on surface",
    "bad on surface",
    "gold-deep on surface",
    "gold-deep on gold-soft",
    "gold-ink on gold",
    "table-ink on table",
    "table-ink on table-edge",
    "table-ink on table-panel on table",
    "table-ink-2 on table",
    "table-ink-2 on table-panel on table",
    "on-seat on table-seat-0",
    "on-seat on table-seat-1",
    "on-seat on table-seat-2",
    "on-seat on table-seat-3",
    "on-seat on table-seat-4",
    "on-seat on table-seat-5",
    "red on card",
    "black on card",
    "suit-h on card",
    "suit-d on card",
    "suit-s on card",
    "suit-c on card",
    "card on black",
    "#fff on #12163a",
    "#fff on #a52a1e",
    "gold-ink on card",
)
"""Words, numbers and the corners of cards."""

SEEN = (
    *(f"paper-seat-{seat} on {ground}" for seat in range(6) for ground in ("surface", "surface-2")),
    *(f"table-seat-{seat} on table" for seat in range(6)),
    "card on table",
    "card on table-edge",
    "gold on table",
    "gold on table-edge",
    "ring on table",
    "ring on #12163a",
    "slot-line on slot on table",
    "gold-ink on gold",
    "accent on surface",
    "ink-2 on surface",
    "#8286a0 on surface",
)
"""Shapes, edges and outlines that say something."""


@pytest.mark.parametrize("deck", ["standard", "colours", "marked"])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layers", READ)
def test_what_is_read_has_enough_contrast(layers: str, theme: str, deck: str) -> None:
    assert measured(theme, deck, layers) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layers", SEEN)
def test_what_has_to_be_seen_has_enough_contrast(layers: str, theme: str) -> None:
    assert measured(theme, "standard", layers) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["card", "table", "table-edge", "black"])
def test_of_the_two_rings_of_a_legal_place_one_is_seen_on_any_ground(ground: str, theme: str) -> None:
    """Gold is pale on a card, and its dark edge is not seen on the table."""
    rings = ("gold", "gold-ink")
    assert max(measured(theme, "standard", f"{ring} on {ground}") for ring in rings) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
def test_who_asks_for_more_contrast_gets_more(theme: str) -> None:
    for layers in ("ink on paper", "ink-2 on paper", "ink-2 on surface", "ink-2 on surface-2"):
        assert measured(theme, "standard", layers, more=True) >= ENHANCED
    for layers in ("table-ink-2 on table", "table-ink on table", "table-ink-2 on table-panel on table"):
        assert measured(theme, "standard", layers, more=True) >= ENHANCED
    assert measured(theme, "standard", "line on surface", more=True) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
def test_the_four_colours_keep_to_their_families(theme: str) -> None:
    """Diamonds are warm as hearts are, clubs cool as spades, and no two suits alike."""
    tokens = BLOCKS["", ":root"] | BLOCKS["", '[data-deck="colours"]']
    suits = [colour(f"var(--suit-{suit})", tokens, theme) for suit in "hdcs"]
    assert [suit.red > suit.blue for suit in suits] == [True, True, False, False]
    for one, other in pairwise(suits):
        assert sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True)) > 0.3


def test_contrast_is_computed_as_it_is_elsewhere() -> None:
    """Two well-known values, and three that were computed by other means."""
    assert contrast(Colour(0, 0, 0), Colour(1, 1, 1)) == pytest.approx(21)
    assert contrast(Colour(*[0x76 / 255] * 3), Colour(1, 1, 1)) == pytest.approx(4.54, abs=0.01)
    assert measured("light", "standard", "ink on paper") == pytest.approx(15.3, abs=0.1)
    assert measured("light", "standard", "table-ink-2 on table-panel on table") == pytest.approx(6.6, abs=0.1)
    assert measured("dark", "standard", "ink on paper") == pytest.approx(16.5, abs=0.1)
