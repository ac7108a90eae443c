"""Tables laid by hand, for what no deal can be waited for: hands of any size, any seats, a deal just over.

The page is the server's own, drawn from a state of the real rules and served with the real headers.
"""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from kingscorners.cards import DECK, Card, cards
from kingscorners.game import Move
from kingscorners.games import GAMES
from kingscorners.games.kings_corners import Options
from kingscorners.record import Setup
from kingscorners.server.edge import SECURITY
from kingscorners.server.live import Happening, Live, Player, table_for
from kingscorners.server.painter import Painter
from kingscorners.server.preferences import Preferences
from kingscorners.server.rendering import render
from kingscorners.server.score import sheet
from kingscorners.server.words import words

NAMES = ("Amber Heron 41", "Asha", "Omar", "Mei", "Kofi", "Lena")
HAND = cards("As 2h 4s 5d 7c 7d 9d Qc Kd 6h 3c Jd Td 2c 8d Ah 5h 6s 3h 9s")
PILES = {
    "north": "Ts 9h 8c",
    "east": "8s",
    "south": "Jc Td 9s 8h",
    "west": "Qd",
    "northeast": "Kh Qs Jh Tc",
    "southwest": "Kc",
    "southeast": "",
    "northwest": "",
}
OTHERS = ("3s 4h 5c 6d 7s Js", "2d 3d 4d 6c", "2s 4c 5s 6h 7h 8d Qh", "Ac Ad", "9c Ks Kd")
PLY = 30
DEFAULT = Preferences()
THEIR_TURNS = (
    (1, "play 9h north"),
    (1, "play 8c north"),
    (1, "end"),
    (2, "play Kh northeast"),
    (2, "play Qs northeast"),
    (2, "play Jh northeast"),
    (2, "play Tc northeast"),
    (2, "end"),
    (3, "play 8h south"),
    (3, "end"),
)


def table(
    held: int = 9,
    seats: int = 4,
    piles: dict[str, str] | None = None,
    picked: str = "",
    language: str = "en",
    preferred: Preferences = DEFAULT,
    **state: Any,
) -> str:
    """The page of a table where one is on turn and holds so many cards. `state` changes other parts."""
    options = Options() if seats < 5 else Options(decks=2)
    game = GAMES["kings-corners"]
    setup = Setup(game, b"s" * 32, seats, options)
    laid = {name: cards(text) for name, text in (PILES | (piles or {})).items()}
    start = setup.start().state._replace(
        hands=(HAND[:held], *(cards(text) for text in OTHERS[: seats - 1])),
        piles=laid,
        stock=DECK[:12],
        turn=0,
        deal=2,
        scores=((9, 14, 6, 19, 3, 8)[:seats],),
        **state,
    )
    recent = () if state or piles else _their_turns(setup, start)
    players = tuple(
        Player(seat, NAMES[seat], None if seat == 0 else "steady", 1 if seat == 0 else None)
        for seat in range(seats)
    )
    position = setup.position(PLY, start)
    live = Live("staged", setup, players, None, False, "c" * 64, 0, None, position, recent)
    return draw(live, picked, language, preferred)


def draw(live: Live, picked: str = "", language: str = "en", preferred: Preferences = DEFAULT) -> str:
    """The page of a table as the server draws it for its first guest."""
    seen, spoken = table_for(live, 1), words(language)
    painter = Painter(seen, spoken, preferred)
    drawn = {
        "preferences": preferred,
        "scene": painter.scene(picked),
        "picked": picked,
        "next_sort": "colour",
        "ending": None,
        "sheet": sheet(seen, spoken),
    }
    return render(spoken, "table.html", **drawn)


def deal_over(added: Sequence[int] = (11, 3, 0, 5), language: str = "en") -> str:
    """The page of a deal that Omar won, in the fourth deal of a match."""
    hands = (cards("2h Kd"), cards("3c 6h 9d"), (), cards("4d 5s 7h Th Jd"))
    scores = ((3, 0, 4, 6), (0, 5, 2, 11), (6, 9, 0, 2), tuple(added))
    game = GAMES["kings-corners"]
    setup = Setup(game, b"s" * 32, 4, Options())
    state = setup.start().state._replace(hands=hands, scores=scores, deal=4, ended="out", turn=2)
    players = tuple(
        Player(seat, NAMES[seat], "steady" if seat else None, None if seat else 1) for seat in range(4)
    )
    position = setup.position(80, state)
    live = Live("staged", setup, players, None, False, "c" * 64, 0, None, position)
    return draw(live, language=language)


def _their_turns(setup: Setup[Any], now: Any) -> tuple[Happening, ...]:
    """What the others did to come to this state."""
    hands: list[tuple[Card, ...]] = [now.hands[0]]
    for seat, hand in enumerate(now.hands[1:], 1):
        played = [Card.parse(line.split()[1]) for who, line in THEIR_TURNS if who == seat and line != "end"]
        hands.append((*played, *hand))
    piles = now.piles | {"north": cards("Ts"), "northeast": (), "south": cards("Jc Td 9s")}
    state = now._replace(hands=tuple(hands), piles=piles, stock=DECK[:15])
    happenings = []
    turns = [turn for turn in THEIR_TURNS if turn[0] < setup.seats]
    for ply, (seat, line) in enumerate(turns, PLY + 1 - len(turns)):
        before = setup.position(ply - 1, state._replace(turn=seat))
        after = setup.play(before, Move.parse(line))
        state = after.state
        happenings.append(Happening(ply, seat, line, before, after))
    return tuple(happenings)


def show(page: Page, body: str, at: str = "/en/play/staged") -> None:
    """Open a page that the server would draw so."""
    headers = SECURITY | {"Content-Type": "text/html; charset=utf-8"}
    page.unroute(f"**{at}")
    page.route(f"**{at}", lambda route: route.fulfill(body=body, headers=headers))
    page.goto(at)
