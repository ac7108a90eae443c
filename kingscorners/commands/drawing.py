"""Draws a table in a terminal, with and without colours: piles, hand, moves, score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from kingscorners.cards import BACK, Card
from kingscorners.game import SeenZone, hand_of
from kingscorners.server.live import Table
from kingscorners.server.phrases import PHRASES
from kingscorners.server.score import Sheet, sheet
from kingscorners.server.words import Words

LAYOUTS = {
    "kings-corners": (
        ("northwest", "north", "northeast"),
        ("west", "stock", "east"),
        ("southwest", "south", "southeast"),
    )
}
"""By a game's name: how its piles lie. Other piles, and those of other games, are listed below each other."""

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
PILE_WIDTH = 22
SHOWN_IN_FULL = 4


class Drawing:
    """What is drawn goes to `console`, in `words`."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console = console
        self._words = words
        try:
            "".join(SYMBOLS.values()).encode(console.encoding)
            self._symbols = SYMBOLS
        except UnicodeEncodeError:
            self._symbols = {suit: suit for suit in SYMBOLS}

    def say(self, text: str = "", style: str = "") -> None:
        """A line of text."""
        self._console.print(Text(text, style))

    def table(self, table: Table) -> None:
        """The table as the seat that looks may see it; between deals and at the end the score sheet."""
        if scores := sheet(table, self._words):
            self._sheet(scores)
            return
        piles = {zone.name: zone for zone in table.view.zones if zone.seat is None}
        if layout := LAYOUTS.get(table.view.game):
            grid = Grid.grid(padding=(0, 1))
            for row in layout:
                grid.add_row(*(self._pile(table, piles.pop(name)) for name in row))
            self._console.print(grid)
        for zone in filter(lambda zone: zone.cards, piles.values()):
            self._console.print(
                Text(f"{self._words.zone(table.view.game, zone.name)}:"), self._listed(zone.cards)
            )
        self._others(table)
        hand = hand_of(table.view.zones, table.seat)
        if hand is None:
            return
        by_suit = PHRASES[table.view.game].by_suit
        held = sorted(
            (card for card in hand.cards if card),
            key=lambda card: (card.suit, card.rank) if by_suit else (card.rank, card.suit),
        )
        self._console.print(Text("You hold"), self._cards(held))

    def moves(self, table: Table) -> None:
        """What can be done now, numbered from 1."""
        said = [
            Text(f"{number:>2} {move}" + ("" if move.words else f" ({self._words.button(move, table.view)})"))
            for number, move in enumerate(table.view.legal, 1)
        ]
        self._console.print(Columns(said, padding=(0, 3)))

    def _pile(self, table: Table, zone: SeenZone) -> Panel:
        w = self._words
        if zone.cards and zone.cards[-1] is None:
            inside = Text(w.cards_left(len(zone.cards)))
        elif zone.cards:
            inside = self._cards(zone.cards, SHOWN_IN_FULL)
        else:
            inside = Text(w.gettext(PHRASES[table.view.game].takes(zone, table.view.options)[1]), "dim")
        title = Text(w.zone(table.view.game, zone.name))
        return Panel(inside, title=title, title_align="left", width=PILE_WIDTH)

    def _listed(self, cards: Sequence[Card | None]) -> Text:
        """All cards of a zone in a row; of one that lies face down how many they are."""
        return self._cards(cards) if any(cards) else Text(self._words.cards_left(len(cards)))

    def _cards(self, cards: Iterable[Card | None], most: int | None = None) -> Text:
        """Cards in a row; of more than `most` the bottom one, the top one, and how many they are."""
        shown = [self._card(card) for card in cards]
        if most and len(shown) > most:
            return Text(" ").join([shown[0], Text("…"), shown[-1], Text(f"({len(shown)})")])
        return Text(" ").join(shown)

    def _card(self, card: Card | None) -> Text:
        if card is None:
            return Text(BACK)
        return Text(self._words.index(card) + self._symbols[card.suit], "bold red" if card.red else "bold")

    def _others(self, table: Table) -> None:
        """What the others hold, what else is known of all, and from the second deal on everybody's points."""
        w, facts = self._words, table.view.facts
        held = {zone.seat: len(zone.cards) for zone in table.view.zones if zone.kind == "hand"}
        others = [player for player in table.players if player.seat != table.seat]
        self.say(" · ".join(f"{player.name} {w.cards_left(held[player.seat])}" for player in others))
        about = {player.name: w.about(table.view, player.seat) for player in table.players}
        if any(known for known, _ in about.values()):
            self.say(" · ".join(f"{name} {known}" for name, (known, _) in about.items() if known))
        if facts["deal"] != 1:
            points = [w.points(int(facts[f"points-{player.seat}"])) for player in table.players]
            self.say(
                " · ".join(f"{player.name} {of}" for player, of in zip(table.players, points, strict=True))
            )

    def _sheet(self, scores: Sheet) -> None:
        w = self._words
        self.say(scores.title, "bold")
        self.say(scores.aim)
        grid = Grid(box=box.SIMPLE)
        grid.add_column(w.gettext("Place"))
        grid.add_column(w.gettext("Player"))
        grid.add_column(w.gettext("Cards left"))
        grid.add_column(w.gettext("This deal"), justify="right")
        grid.add_column(w.gettext("Total"), justify="right")
        for row in scores.rows:
            name = f"{row.name} ({row.level})" if row.level else row.name
            grid.add_row(
                row.place, Text(name), self._cards(row.left), w.number(row.added), w.number(row.total)
            )
        self._console.print(grid)
        self.say(scores.note)
