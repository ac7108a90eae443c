"""The drawings: card faces and backs, icons, the shapes of the seats, the logo. All drawn for this project.

A face is composed of shared shapes, so all 52 compress to under 3 KB. They are inlined once per page, which
names the cards it shows; colours come from CSS variables, which reach into `<use>` where selectors do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from kingscorners.cards import BACK, DECK, Card

# A rank is a stroke in a box of height 28: its width and its path.
_RANKS = {
    "A": (20, "M2.4 26 10 2l7.6 24M5 18h10"),
    "2": (19, "M2.6 8.2C2.9 4.4 5.6 2 9.6 2c4.1 0 7 2.6 7 6.3 0 2.7-1.4 4.8-4 7.4L2.4 26h14.8"),
    "3": (
        19,
        "M3 2h13L9.2 11.4c4.6-.2 7.7 2.8 7.7 7.1 0 4.5-3.2 7.5-7.7 7.5-3.5 0-6.1-1.7-7.2-4.6",
    ),
    "4": (20, "M13.4 26V2L2.2 19.4h16"),
    "5": (
        19,
        "M15.6 2H5L3.6 12.8c1.6-1.3 3.6-2 5.7-2 4.5 0 7.5 3.1 7.5 7.5S13.6 26 9 26c-3.3 0-5.8-1.6-7-4.2",
    ),
    "6": (19, "M13 2 4 14.2M9.6 10.6a7.7 7.7 0 1 0 .01 0z"),
    "7": (18, "M2 2h14L7 26"),
    "8": (19, "M9.5 2a5.5 5.5 0 1 0 .01 0zM9.5 13a6.5 6.5 0 1 0 .01 0z"),
    "9": (19, "M6.2 26l9-12.2M9.6 17.4a7.7 7.7 0 1 0-.01 0z"),
    "T": (
        27,
        "M2 5.8 6.4 2v24M18.2 2c4 0 6.4 4.4 6.4 12s-2.4 12-6.4 12-6.4-4.4-6.4-12 2.4-12 6.4-12z",
    ),
    "J": (17, "M13.6 2v16.6c0 4.6-2.4 7.4-6.2 7.4-3 0-5-1.6-5.8-4.6"),
    "Q": (
        22,
        "M10.6 2c5.2 0 8.4 4.6 8.4 12s-3.2 12-8.4 12-8.4-4.6-8.4-12 3.2-12 8.4-12zM12.6 19.4l6.8 7.2",
    ),
    "K": (19, "M2.6 2v24M16.4 2 2.6 16.2M7.6 11.2 17 26"),
}

# Suits in a box of 24 x 24.
_SUITS = {
    "h": "M12 21.6C10.6 20.5 1.8 14.2 1.8 8.2c0-3.3 2.4-5.8 5.5-5.8 2 0 3.7 1 4.7 2.7 1-1.7 2.7-2.7 4.7-2.7"
    " 3.1 0 5.5 2.5 5.5 5.8 0 6-8.8 12.3-10.2 13.4z",
    "d": "M12 1.2c1.9 3.9 4.7 7.7 8.6 10.8-3.9 3.1-6.7 6.9-8.6 10.8-1.9-3.9-4.7-7.7-8.6-10.8C7.3 8.9 10.1 5.1"
    " 12 1.2z",
    "s": "M12 1.6c1.3 1.6 9.9 7.6 9.9 12.9 0 2.8-2 4.7-4.6 4.7-1.7 0-3.2-.8-4.1-2.1.2 2.3 1.1 4.1 2.9 5.3H7.9"
    "c1.8-1.2 2.7-3 2.9-5.3-.9 1.3-2.4 2.1-4.1 2.1-2.6 0-4.6-1.9-4.6-4.7C2.1 9.2 10.7 3.2 12 1.6z",
    "c": "M12 1.8a4.7 4.7 0 0 1 4.6 5.8c-.2.9-.6 1.5-1.1 2.1.6-.2 1.2-.3 1.9-.3a4.8 4.8 0 1 1-3.9 7.6c.2 2.3"
    " 1.1 4.1 2.7 5.4H7.8c1.6-1.3 2.5-3.1 2.7-5.4a4.8 4.8 0 1 1-3.9-7.6c.7 0 1.3.1 1.9.3-.5-.6-.9-1.2-1.1-2.1"
    "A4.7 4.7 0 0 1 12 1.8z",
}

# Busts of the courts in a box of 200 x 200, cut off by the lower edge: pairs of a CSS class and a shape.
_COURTS = {
    "K": (
        ("cloth", 'path d="M14 200c2-40 28-62 56-66h60c28 4 54 26 56 66z"'),
        ("paper", 'path d="M76 134h48l-24 40z"'),
        (
            "paper",
            'path opacity=".17" d="M28 200c2-30 20-48 42-52l30 52zM172 200c-2-30-20-48-42-52l-30 52z"',
        ),
        ("skin", 'circle cx="100" cy="96" r="39"'),
        ("hair", 'path d="M61 98c0 40 18 58 39 58s39-18 39-58c-8 12-18 17-39 17s-31-5-39-17z"'),
        ("paper", 'path opacity=".9" d="M84 122q16 10 32 0-4 12-16 12t-16-12z"'),
        ("line", 'path d="M84 94v5M116 94v5"'),
        ("gold", 'path d="M56 72 46 18l31 24L100 6l23 36 31-24-10 54c-14-7-74-7-88 0z"'),
        ("cloth", 'path d="M56 72c14-7 74-7 88 0l-2 11c-14-6-70-6-84 0z"'),
        ("gold", 'circle cx="46" cy="16" r="6"'),
        ("gold", 'circle cx="154" cy="16" r="6"'),
        ("gold", 'circle cx="100" cy="6" r="6"'),
    ),
    "Q": (
        ("hair", 'path d="M50 100c0-34 20-58 50-58s50 24 50 58c0 26 6 44 14 58H36c8-14 14-32 14-58z"'),
        ("cloth", 'path d="M22 200c2-34 24-54 52-60h52c28 6 50 26 52 60z"'),
        ("skin", 'path d="M82 124h36v20q-18 18-36 0z"'),
        ("gold", 'path d="M74 142q26 26 52 0l6 4q-32 34-64 0z"'),
        ("skin", 'circle cx="100" cy="98" r="35"'),
        ("hair", 'path d="M64 96c2-26 16-40 36-40s34 14 36 40c-8-18-22-26-36-26s-28 8-36 26z"'),
        ("line", 'path d="M86 98v4M114 98v4"'),
        ("lip", 'path d="M91 117q9 7 18 0"'),
        (
            "gold",
            'path d="M60 62c2-12 8-22 12-34l14 20 14-30 14 30 14-20c4 12 10 22 12 34-22-12-58-12-80 0z"',
        ),
        ("cloth", 'circle cx="72" cy="26" r="6.5"'),
        ("cloth", 'circle cx="100" cy="15" r="7.5"'),
        ("cloth", 'circle cx="128" cy="26" r="6.5"'),
    ),
    "J": (
        ("cloth", 'path d="M20 200c2-36 26-56 54-62h52c28 6 52 26 54 62z"'),
        ("paper", 'path d="M66 140l34 26 34-26 8 14-42 30-42-30z"'),
        (
            "hair",
            'path d="M56 78h88c2 22 2 38-4 54-8-4-10-14-12-28H72c-2 14-4 24-12 28-6-16-6-32-4-54z"',
        ),
        ("skin", 'path d="M66 86h68v18c0 22-14 38-34 38s-34-16-34-38z"'),
        ("line", 'path d="M86 102v5M114 102v5"'),
        ("lip", 'path d="M91 122q9 6 18 0"'),
        ("cloth", 'path d="M48 84c-4-30 16-52 52-52s56 20 54 44c-26-6-76-6-106 8z"'),
        ("gold", 'path d="M48 84c30-14 80-14 106-8l-1 12c-28-6-76-6-104 7z"'),
        ("gold", 'path d="M136 40c10-18 28-30 48-32-4 24-18 42-40 50z"'),
        ("line", 'path opacity=".5" d="M142 52c10-16 22-28 36-38"'),
    ),
}

# Strokes in a box of 24 x 24. An `empty-<kind>` is for an empty zone of that kind, a `do-<verb>` for a move.
_ICONS = {
    "menu": '<path d="M4 7h16M4 12h16M4 17h10"/>',
    "undo": '<path d="M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2"/>',
    "sort": '<path d="M4 7h10M4 12h7M4 17h4M18 6v12M14.8 15l3.2 3.2 3.2-3.2"/>',
    "settings": '<path d="M4 7.5h9M17.5 7.5H20M4 16.5h2.5M11 16.5h9"/><circle cx="15.2" cy="7.5" r="2.4"/>'
    '<circle cx="8.8" cy="16.5" r="2.4"/>',
    "globe": '<circle cx="12" cy="12" r="8.5"/>'
    '<path d="M3.5 12h17M12 3.5c3 2.6 3.8 5.4 3.8 8.5s-.8 5.9-3.8 8.5c-3-2.6-3.8-5.4-3.8-8.5s.8-5.9 3.8'
    '-8.5z"/>',
    "computer": '<rect x="4" y="8" width="16" height="12" rx="3.5"/><path d="M12 8V4M9 13v2M15 13v2"/>',
    "draw": '<rect x="3.5" y="5" width="11" height="15" rx="2.2"/>'
    '<path d="M18 9v8M14.9 14l3.1 3.1 3.1-3.1"/>',
    "next": '<path d="M9 5l7 7-7 7"/>',
    "previous": '<path d="M15 5l-7 7 7 7"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "alert": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5.5M12 16.4v.2"/>',
    "close": '<path d="M6 6l12 12M18 6 6 18"/>',
    "replay": '<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4.5H9"/>',
    "skip": '<path fill="currentColor" d="M5 5.5 12.5 12 5 18.5zM13 5.5 20.5 12 13 18.5z"/>',
    "crown": '<path d="M4 17.5 3 7l5 4.2L12 5l4 6.2L21 7l-1 10.5z"/>',
    "flame": '<path d="M12 3c.5 3.5 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.4 1.2-4 2.5-5.2.2 1.8.9 2.7 1.8 3.2'
    'C10.5 9 10.6 5.6 12 3z"/>',
    "trophy": '<path d="M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0zM7.5 5.5H4.5c0 3 1 4.5 3 5M16.5 5.5h3'
    'c0 3-1 4.5-3 5M12 14v3.5M8.5 20.5h7M9.5 17.5h5"/>',
    "calendar": '<rect x="4" y="5.5" width="16" height="15" rx="2.5"/>'
    '<path d="M4 10h16M8.5 3.5v4M15.5 3.5v4"/>',
    "book": '<path d="M5 5.5a2 2 0 0 1 2-2h12v14H7a2 2 0 0 0-2 2zM5 19.5a2 2 0 0 0 2 1.5h12v-3.5"/>',
    "check": '<path d="M5 12.5 10 17.5 19.5 7"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.2l3.3 2"/>',
    "cards": '<rect x="7.5" y="3.5" width="12" height="16" rx="2.2"/>'
    '<path d="M7.5 6 5 6.7a2 2 0 0 0-1.4 2.4l2.6 9.8A2 2 0 0 0 8.7 20.3"/>',
    "help": '<circle cx="12" cy="12" r="8.5"/>'
    '<path d="M9.6 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2 1-1.2 1.9M12 16.8v.2"/>',
    "look": '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/>'
    '<circle cx="12" cy="12" r="2.8"/>',
    "home": '<path d="M4 11.5 12 4.5l8 7M6 10v9.5h4.5v-5h3v5H18V10"/>',
    "play": '<path fill="currentColor" d="M7 5v14l11.5-7z"/>',
    "pause": '<path fill="currentColor" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/>',
    "first": '<path d="M17.5 5l-7 7 7 7M6.5 5v14"/>',
    "last": '<path d="M6.5 5l7 7-7 7M17.5 5v14"/>',
    "share": '<path d="M12 15V4M8 7.5 12 3.5l4 4M7 11H5.5v9.5h13V11H17"/>',
    "bin": '<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 13h9.2l.9-13M10.2 11v5M13.8 11v5"/>',
    "partner": '<circle cx="8.5" cy="12" r="5.5"/><circle cx="15.5" cy="12" r="5.5"/>',
    "flag": '<path d="M6 21V4M6 5h12l-3 4 3 4H6"/>',
    "up": '<path d="M12 20V5M6 11l6-6 6 6"/>',
    "person": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6"/>',
}
_ICONS["do-end"] = _ICONS["draw"]
_ICONS["do-draw"] = _ICONS["draw"]
_ICONS["do-recycle"] = _ICONS["replay"]
_ICONS["do-resign"] = _ICONS["flag"]
_ICONS["do-finish"] = _ICONS["up"]
_ICONS["empty-column"] = _ICONS["crown"]
_ICONS["empty-corner"] = _ICONS["crown"]
_ICONS["empty-side"] = _ICONS["plus"]

# By seat, in a box of 32 x 32: star, circle, diamond, hexagon, triangle, square.
_SHAPES = (
    (
        '<path d="m16 2.5 3.6 5.2 6.2-1.5-.2 6.3 5 3.5-5 3.5.2 6.3-6.2-1.5-3.6 5.2-3.6-5.2-6.2 1.5.2-6.3-5'
        '-3.5 5-3.5-.2-6.3 6.2 1.5z"/>'
    ),
    '<circle cx="16" cy="16" r="14"/>',
    '<rect x="5.2" y="5.2" width="21.6" height="21.6" rx="5" transform="rotate(45 16 16)"/>',
    (
        '<path d="M14.3 3.3a3.5 3.5 0 0 1 3.4 0l8.5 4.9a3.5 3.5 0 0 1 1.8 3v9.7c0 1.2-.7 2.4-1.7 3l-8.6 4.9'
        'a3.5 3.5 0 0 1-3.4 0l-8.5-4.9a3.5 3.5 0 0 1-1.8-3v-9.7c0-1.2.7-2.4 1.8-3z"/>'
    ),
    '<path d="M12.6 4.4a4 4 0 0 1 6.8 0l10.8 18.2a4 4 0 0 1-3.4 6H5.2a4 4 0 0 1-3.4-6z"/>',
    '<rect x="3.5" y="3.5" width="25" height="25" rx="6"/>',
)

LOGO = Markup(
    '<svg viewBox="0 0 40 40" aria-hidden="true">'
    '<rect x="1" y="1" width="16.5" height="16.5" rx="5" fill="#FFC22E"/>'
    '<g fill="currentColor"><rect x="22.5" y="22.5" width="16.5" height="16.5" rx="5"/>'
    '<g opacity=".32"><rect x="22.5" y="1" width="16.5" height="16.5" rx="5"/>'
    '<rect x="1" y="22.5" width="16.5" height="16.5" rx="5"/></g></g>'
    '<path fill="#3A2600" d="M4.7 12.5 4 6l3.1 2.7L9.250 5l2.150 3.7L14.5 6l-.7 6.5z"/></svg>'
)


@cache
def icon(name: str, *, turns: bool = False) -> Markup:
    """The icon of that name; nothing where there is none.

    One that `turns` is mirrored in languages written leftwards.
    """
    if name not in _ICONS:
        return Markup()
    kind = "icon turns" if turns else "icon"
    return Markup(f'<svg class="{kind}" viewBox="0 0 24 24" aria-hidden="true">{_ICONS[name]}</svg>')  # noqa: S704


@cache
def shape(seat: int) -> Markup:
    """The shape that stands for a seat; its colour comes from the class `of-<seat>` around it."""
    drawing = _SHAPES[seat % len(_SHAPES)]
    return Markup(f'<svg class="shape" viewBox="0 0 32 32" aria-hidden="true">{drawing}</svg>')  # noqa: S704


@cache
def face(card: Card | None) -> Markup:
    """A card's face, its back for `None`. The page must have the card in its `sprite`."""
    name = "back" if card is None else str(card)
    use = f'<use href="#{name}"/>'
    return Markup(f'<svg class="face" viewBox="0 0 240 320" aria-hidden="true">{use}</svg>')  # noqa: S704


@cache
def suit(card: Card) -> Markup:
    """The card's suit alone. The page must have a `sprite`."""
    return Markup(f'<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#suit-{card.suit}"/></svg>')  # noqa: S704


def sprite(cards: Iterable[str] = (*map(str, DECK), BACK)) -> Markup:
    """What `face` and `suit` refer to, for a page that shows these cards (`9h`; a back is `??`).

    All of them by default. Without any, `suit` alone can be used.
    """
    return _sprite(frozenset(cards))


@cache
def _sprite(cards: frozenset[str]) -> Markup:
    faces = [Card.parse(name) for name in sorted(cards - {BACK})]
    shown = {str(card)[0] for card in faces}
    parts = [
        f'<symbol id="suit-{name}" viewBox="0 0 24 24"><path fill="currentColor" d="{path}"/></symbol>'
        for name, path in _SUITS.items()
    ]
    parts += [
        f'<symbol id="court-{rank}" viewBox="0 0 200 200">{_court(rank)}</symbol>'
        for rank in _COURTS
        if rank in shown
    ]
    parts += map(_face, faces)
    if BACK in cards:
        parts.append(_back())
    return Markup(  # noqa: S704
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        + "".join(parts)
        + "</defs></svg>"
    )


def _court(rank: str) -> str:
    shapes = []
    for kind, drawing in _COURTS[rank]:
        element, rest = drawing.split(" ", 1)
        shapes.append(f'<{element} class="face-{kind}" {rest}/>')
    return "".join(shapes)


def _face(card: Card) -> str:
    rank, height = str(card)[0], 66
    width, path = _RANKS[rank]
    scale = height / 28
    beside = 20 + width * scale + 11
    parts = [
        f'<path class="face-rank" transform="translate(20 18) scale({scale:.3g})" d="{path}"/>',
        _use_suit(card, beside, 20, 62),
    ]
    if not card.red:
        plate = f'<rect class="face-plate" x="10" y="9" width="{beside + 60:.3g}" height="84" rx="16"/>'
        parts = [plate, f'<g class="face-corner">{"".join(parts)}</g>']
    if rank in _COURTS:
        parts.append(f'<use href="#court-{rank}" x="16" y="112" width="208" height="208"/>')
    elif rank == "A":
        parts.append(_use_suit(card, 30, 116, 180))
    else:
        parts.append(_use_suit(card, 49, 136, 142))
    return (
        f'<symbol id="{card}" viewBox="0 0 240 320"><g class="suit-{card.suit}">{"".join(parts)}</g></symbol>'
    )


def _use_suit(card: Card, x: float, y: float, size: int) -> str:
    return f'<use href="#suit-{card.suit}" x="{x:.3g}" y="{y}" width="{size}" height="{size}"/>'


def _back() -> str:
    lines = "".join(f"M{x} 0l320 320M{x} 0l-320 320" for x in range(-320, 600, 40))
    return (
        '<symbol id="back" viewBox="0 0 240 320"><rect class="face-paper" width="240" height="320" rx="22"/>'
        '<clipPath id="back-clip"><rect x="14" y="14" width="212" height="292" rx="13"/></clipPath>'
        '<g clip-path="url(#back-clip)"><rect class="back-ground" x="14" y="14" width="212" height="292"/>'
        f'<path class="back-lattice" d="{lines}"/></g>'
        '<circle class="back-ground" cx="120" cy="160" r="58"/>'
        '<circle class="back-ring" cx="120" cy="160" r="50"/>'
        '<path class="face-gold" d="M88 184 80 132l24 20 16-30 16 30 24-20-8 52z"/></symbol>'
    )
