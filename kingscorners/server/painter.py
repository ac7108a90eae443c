"""Makes a table's scene, now or as it was after one of its steps."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kingscorners.cards import SUITS, Card, is_card
from kingscorners.game import NEXT_DEAL, Move, SeenZone, hand_of
from kingscorners.server.live import Player, Step, Table
from kingscorners.server.phrases import PHRASES
from kingscorners.server.scene import (
    Button,
    Choices,
    Entry,
    Hand,
    Held,
    Line,
    Mark,
    Pile,
    Prompt,
    Scene,
    Seat,
    reach,
)
from kingscorners.server.telling import DRAW, Teller, Turn, turns
from kingscorners.server.words import Words

BUBBLE = 4
"""How many moves a seat's bubble shows; the log has all of them."""

# Where the others sit, by how many they are, clockwise from one's own left hand.
_AROUND = (
    (),
    ("north",),
    ("west", "east"),
    ("west", "north", "east"),
    ("west low", "west high", "east high", "east low"),
    ("west low", "west high", "north", "east high", "east low"),
)


class Painter:
    """Makes the scene of one table, and its parts, for the seat that looks."""

    def __init__(self, table: Table, words: Words, choices: Choices) -> None:
        self.table = table
        self.words = words
        self.choices = choices
        self.game = table.view.game
        self.phrases = PHRASES[self.game]
        self.teller = Teller(words, self.game, table.players, table.seat)
        self.recent = table.recent
        self.targets, self.pressed = reach(table.view)

    # ------------------------------------------------------------------ the whole

    def scene(self, picked: str = "", problem: str = "") -> Scene:
        """The table as it is now, with something picked perhaps, or with a problem to tell."""
        table, view = self.table, self.table.view
        told, points = turns(self.game, self.recent), self.points()
        prompts = {"": self._waiting()} | {word: self._picked(word) for word in self._pickable()}
        picked = picked if picked in prompts else ""
        prompt = Prompt(problem, urgent=True, spoken=problem) if problem else prompts[picked]
        title, headline = self._titles()
        return Scene(
            table,
            title,
            headline,
            self.phrases.goal(view),
            self.piles(view.zones, told, picked),
            self.hand(view.zones, picked),
            self.seat(table.players[table.seat], view.zones, points, view.turn),
            self.others(view.zones, told, points, view.turn),
            prompt,
            prompts,
            self.targets,
            self._buttons(),
            table.why_no_undo is None,
            self.words.reason(table.why_no_undo) if table.why_no_undo else "",
            self.log(told),
            self.choices,
        )

    def _titles(self) -> tuple[str, str]:
        w, view = self.words, self.table.view
        deal = w.gettext("Deal %(number)s") % {"number": w.number(int(view.facts["deal"]))}
        if self.table.daily is None:
            return w.gettext("Match"), deal
        kind = w.gettext("Daily deal") if self.table.ranked else w.gettext("Daily deal, practice")
        return kind, f"{w.day(self.table.daily)} · {deal}"

    # ------------------------------------------------------------------ parts, at any step

    def piles(self, zones: Iterable[SeenZone], told: Sequence[Turn], picked: str = "") -> tuple[Pile, ...]:
        """The zones on the table, with the marks of who touched them."""
        marks = self._marks(told)
        reachable = self.targets.get(picked, {})
        return tuple(
            Pile(
                zone.name,
                zone.kind,
                zone.cards,
                self.words.pile(self.game, zone, self.table.view.options),
                self.words.gettext(caption) if (caption := self._caption(zone)) else "",
                marks.get(zone.name),
                self.phrases.attempts.get(zone.kind, ""),
                zone.name == picked,
                reachable.get(zone.name, ""),
            )
            for zone in zones
            if zone.seat is None
        )

    def _caption(self, zone: SeenZone) -> str:
        return "" if zone.cards else self.phrases.takes(zone, self.table.view.options)[1]

    def _marks(self, told: Sequence[Turn]) -> dict[str, Mark]:
        return {
            action.place: Mark(turn.seat, initial(self.table.players[turn.seat].name))
            for turn in told
            if turn.seat != self.table.seat
            for action in turn.actions
            if action.place
        }

    def hand(self, zones: Iterable[SeenZone], picked: str = "", *, playable: bool = True) -> Hand:
        """One's own hand. Of two equal cards the first one counts as picked."""
        zone = hand_of(zones, self.table.seat)
        reachable = self.targets.get(picked, {})
        held = []
        for card in self._sorted(zone.cards):
            word = str(card)
            held.append(Held(card, self.words.card(card), word == picked, reachable.get(word, "")))
            picked = "" if word == picked else picked
        playable = playable and self._my_turn
        return Hand(zone.name, tuple(held), self.phrases.attempts.get(zone.kind, ""), playable)

    def _sorted(self, cards: Iterable[Card | None]) -> list[Card]:
        known = [card for card in cards if card is not None]
        if self.choices.sort == "rank":
            return sorted(known, key=lambda card: (card.rank, SUITS.index(card.suit)))
        if self.choices.sort == "suit":
            return sorted(known, key=lambda card: (SUITS.index(card.suit), card.rank))
        return known

    def others(
        self, zones: Sequence[SeenZone], told: Sequence[Turn], points: Sequence[int], turn: int | None
    ) -> tuple[Seat, ...]:
        """The other seats, clockwise from one's own left hand."""
        table = self.table
        count = len(table.players)
        order = [(table.seat + step) % count for step in range(1, count)]
        around = dict(zip(order, _AROUND[len(order)], strict=True))
        last = {turn.seat: self._bubble(turn) for turn in told}
        return tuple(
            self.seat(table.players[seat], zones, points, turn, last.get(seat, ()), around[seat])
            for seat in order
        )

    def seat(
        self,
        player: Player,
        zones: Sequence[SeenZone],
        points: Sequence[int],
        turn: int | None,
        did: tuple[Line, ...] = (),
        at: str = "",
    ) -> Seat:
        """One seat."""
        own = hand_of(zones, player.seat)
        return Seat(
            player.seat,
            self.teller.name(player.seat),
            initial(player.name),
            self.words.level(player.level) if player.level else None,
            own.name,
            len(own.cards),
            points[player.seat],
            at,
            player.seat == turn,
            did,
        )

    def points(self, *, before_the_end: bool = False) -> list[int]:
        """Everybody's total, by seat; perhaps without what the deal on the table added at its end."""
        facts, seats = self.table.view.facts, range(len(self.table.players))
        totals = [int(facts[f"points-{seat}"]) for seat in seats]
        if not before_the_end:
            return totals
        return [
            total - int(facts.get(f"points-{seat}-{facts['deal']}", 0)) for seat, total in enumerate(totals)
        ]

    def log(self, told: Iterable[Turn]) -> tuple[Entry, ...]:
        """What the others did, turn by turn."""
        return tuple(
            Entry(
                turn.seat, self.teller.name(turn.seat), self._lines(turn, short=False), self.teller.turn(turn)
            )
            for turn in told
            if turn.seat != self.table.seat
        )

    def _bubble(self, turn: Turn) -> tuple[Line, ...]:
        """A turn in short: its last moves; that a card was drawn only where nothing else was done."""
        moves = tuple(action for action in turn.actions if action.what != DRAW)
        lines = self._lines(replace(turn, actions=moves[-BUBBLE:] or turn.actions), short=True)
        return (Line((), "…"), *lines) if len(moves) > BUBBLE else lines

    def _lines(self, turn: Turn, *, short: bool) -> tuple[Line, ...]:
        if not turn.actions:
            return (Line((), self.words.gettext("passed")),)
        return tuple(
            Line(_seen(action.cards), self.teller.beside(action, short=short)) for action in turn.actions
        )

    def playing(self, step: Step) -> Prompt:
        """What is said while a step is shown."""
        if step.seat == self.table.seat:
            return Prompt(self.words.gettext("Your turn"))
        title = self.words.gettext("%(name)s is playing") % {"name": self.teller.name(step.seat)}
        latest = turns(self.game, [step])[0].actions
        return Prompt(title, text=self.teller.alone(latest[-1], short=True) if latest else "")

    # ------------------------------------------------------------------ prompts and buttons, now

    @property
    def _my_turn(self) -> bool:
        return bool(self.table.view.legal) and not self.table.view.between_deals

    def _pickable(self) -> list[str]:
        held = [str(held.card) for held in self.hand(self.table.view.zones).cards]
        piles = [zone.name for zone in self.table.view.zones if zone.seat is None]
        return list(dict.fromkeys(held * self._my_turn + piles))

    def _picked(self, word: str) -> Prompt:
        """What is said when a card or a pile is picked: how many places it may go to, or why none."""
        w, view = self.words, self.table.view
        count = len(self.targets.get(word, {}))
        places = w.ngettext("%(num)d place to play", "%(num)d places to play", count) % {"num": count}
        none = w.gettext("No place to play")
        if is_card(word):
            card = Card.parse(word)
            spoken = w.gettext("%(what)s selected. %(places)s.") % {
                "what": w.card(card),
                "places": places if count else none,
            }
            return Prompt(w.gettext("Selected"), (card,), places if count else none, spoken=spoken)
        zone = next(zone for zone in view.zones if zone.name == word)
        name = w.zone(self.game, word)
        if move := self.targets.get(word, {}).get(word):
            text = w.gettext("Again: %(move)s") % {"move": w.button(Move.parse(move), view)}
        elif not zone.cards:
            text = w.gettext(note) if (note := self.phrases.takes(zone, view.options)[0]) else ""
        elif count:
            text = places
        else:
            stuck = self.phrases.stuck.get(zone.kind)
            text = w.gettext(stuck) if stuck else none
        shown = _seen(zone.cards[:1]) if count else ()
        look = word if len(zone.cards) > 2 and zone.cards[0] is not None else ""
        spoken = w.gettext("%(what)s selected. %(places)s.") % {"what": name, "places": text.rstrip(".")}
        return Prompt(name, shown, text, look, spoken=spoken)

    def _waiting(self) -> Prompt:
        """What is said while nothing is picked."""
        w, view = self.words, self.table.view
        if view.outcome is not None or view.between_deals:
            return Prompt(w.gettext("The deal is over"))
        if not view.legal:
            name = self.teller.name(view.turn if view.turn is not None else 0)
            return Prompt(w.gettext("%(name)s is playing") % {"name": name})
        if len(view.legal) > 1:
            return Prompt(w.gettext("Your turn"), text=w.gettext(self.phrases.hint), spoken=self._standing())
        return Prompt(w.gettext("No moves left"), spoken=self._standing())

    def _standing(self) -> str:
        """What is said aloud when one's turn begins."""
        w, view = self.words, self.table.view
        held = len(self.hand(view.zones).cards)
        parts = [w.gettext("Your turn."), f"{w.cards_left(held)}."]
        stocks = (zone for zone in view.zones if zone.kind == self.phrases.draws_from)
        return " ".join([*parts, *(w.pile(self.game, zone, view.options) for zone in stocks)])

    def _buttons(self) -> tuple[Button, ...]:
        view = self.table.view
        only = len(view.legal) == 1
        return tuple(
            Button(str(move), move.verb, self.words.button(move, view), only)
            for move in self.pressed
            if move != NEXT_DEAL
        )


def _seen(cards: Iterable[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def initial(name: str) -> str:
    """The first letter of a name, with the marks that belong to it."""
    end = 1
    while end < len(name) and unicodedata.category(name[end])[0] == "M":
        end += 1
    return name[:end].upper()
