"""Makes a table's scene, now or as it was after one of its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from typing import Any, TypeVar, TypeVarTuple

from kingscorners.cards import SUITS, Card
from kingscorners.game import NEXT_DEAL, RESIGN, Move, SeenZone, View, hand_of
from kingscorners.games import GAMES
from kingscorners.server.live import Player
from kingscorners.server.prompting import Prompter, seen
from kingscorners.server.scene import (
    FEW_BUTTONS,
    Advised,
    Button,
    Entry,
    Hand,
    Held,
    Line,
    Look,
    Mark,
    Pile,
    Prompt,
    Scene,
    Seat,
)
from kingscorners.server.telling import DRAW, Action, Turn, turns_by_ply

BUBBLE = 4
"""How many cards and moved piles a seat's bubble shows, the last ones; the log has all of them."""

# Where the others sit, by how many they are, clockwise from one's own left hand.
_AROUND = (
    (),
    ("north",),
    ("west", "east"),
    ("west", "north", "east"),
    ("west low", "west high", "east high", "east low"),
    ("west low", "west high", "north", "east high", "east low"),
)


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def _once(paint: Callable[[Painter, *Ts], T]) -> Callable[[Painter, *Ts], T]:
    """Keeps what was painted, with the painter: from one step to the next most of a table stays as it is."""

    @wraps(paint)
    def painted(painter: Painter, *args: *Ts) -> T:
        key = (paint, *args)
        if key not in painter.painted:
            painter.painted[key] = paint(painter, *args)
        found: T = painter.painted[key]
        return found

    return painted


class Painter(Prompter):
    """Makes the scene of one table, and its parts, for the seat that looks."""

    @cached_property
    def painted(self) -> dict[tuple[Any, ...], Any]:
        """What `_once` keeps."""
        return {}

    # ------------------------------------------------------------------ the whole

    def scene(self, picked: str = "", problem: str = "") -> Scene:
        """The table as it is now, with something picked perhaps, or with a problem to tell."""
        table, view = self.table, self.table.view
        told, points = self.told(table.ply), self.points()
        on_turn = None if view.outcome is not None or view.between_deals else view.turn
        prompts = {"": self.waiting()} | {word: self.picked(word) for word in self._pickable(told)}
        picked = picked if picked in prompts else ""
        prompt = Prompt(problem, kind="urgent", spoken=problem) if problem else prompts[picked]
        title, headline = self._titles()
        me = self.seat(table.players[table.seat], view, points, on_turn)
        others = self.others(view, told, points, on_turn)
        return Scene(
            table,
            title,
            headline,
            self.words.gettext(self.phrases.lesson) if self.phrases.lesson else "",
            self.phrases.goal(view),
            self.piles(view.zones, told, picked),
            self._looks(),
            self.mine(view.zones, picked),
            self.hand(view.zones, picked),
            not self.phrases.by_suit,
            me,
            others,
            prompt,
            prompts,
            self.targets,
            tuple(map(self._button, self._pressed(several=False))),
            self._sets(picked),
            self._button(RESIGN) if RESIGN in self.pressed and len(view.legal) > 1 else None,
            table.why_no_undo is None,
            self.words.reason(table.why_no_undo) if table.why_no_undo else "",
            self.log(told),
            self._scores((me, *others)),
            on_turn == table.seat
            and 0 < len(self.recent) == table.ply
            and all(step.seat != table.seat for step in self.recent),
        )

    def _titles(self) -> tuple[str, str]:
        w, view = self.words, self.table.view
        deal = w.gettext("Deal %(number)s") % {"number": w.number(int(view.facts["deal"]))}
        if self.table.copied is not None:
            return w.gettext("Match from a replay"), deal
        if self.table.daily is None:
            return w.gettext("Match"), deal
        kind = w.gettext("Daily deal") if self.table.ranked else w.gettext("Daily deal, practice")
        return kind, f"{w.day(self.table.daily)} · {deal}"

    # ------------------------------------------------------------------ parts, at any step

    def told(self, ply: int) -> list[Turn]:
        """The turns up to `ply`, since one's own last one."""
        return self._told.get(ply, [])

    @cached_property
    def _told(self) -> dict[int, list[Turn]]:
        return turns_by_ply(self.game, self.recent)

    def piles(self, zones: Sequence[SeenZone], told: Sequence[Turn], picked: str = "") -> tuple[Pile, ...]:
        """The zones on the table, with the marks of who touched them."""
        marks = self._marks(zones, told)
        return tuple(
            self._pile(zone, marks.get(zone.name), picked)
            for zone in zones
            if zone.seat is None and zone.kind not in self.phrases.looks
        )

    def mine(self, zones: Sequence[SeenZone], picked: str = "") -> tuple[Pile, ...]:
        """The zones before oneself, beside the hand."""
        return tuple(
            self._pile(zone, None, picked)
            for zone in zones
            if zone.seat == self.table.seat and zone.kind != "hand"
        )

    @_once
    def _pile(self, zone: SeenZone, mark: Mark | None, picked: str) -> Pile:
        options, spread = self.table.view.options, self.phrases.spread.get(zone.kind, 0)
        label = self.words.spread if spread else self.words.pile
        # Of cards that lie spread the top one stands for the place.
        advised = None if spread and zone.cards else self.part(zone.name)
        return Pile(
            zone.name,
            zone.kind,
            zone.cards,
            _hinted(label(self.game, zone, options), advised),
            self.words.gettext(caption) if (caption := self._caption(zone)) else "",
            mark,
            self.phrases.attempts.get(zone.kind, ""),
            zone.name == picked,
            self.targets.get(picked, {}).get(zone.name, ""),
            zone.name in self.targets,
            advised,
            bool(spread),
            self._held(zone.cards[-spread:], picked, zone.name) if spread else (),
            zone.kind == self.phrases.quick,
            self.phrases.draws_at_once and zone.kind == self.phrases.draws_from,
        )

    def _looks(self) -> tuple[Look, ...]:
        """What can be looked at, by kind, where there is anything."""
        found = []
        for kind, title in self.phrases.looks.items():
            zones = [zone for zone in self.table.view.zones if zone.kind == kind and zone.cards]
            if zones:
                looks = tuple(self._pile(zone, None, "") for zone in zones)
                found.append(Look(kind, self.words.gettext(title), looks))
        return tuple(found)

    def _caption(self, zone: SeenZone) -> str:
        return "" if zone.cards else self.phrases.takes(zone, self.table.view.options)[1]

    def _marks(self, zones: Sequence[SeenZone], told: Sequence[Turn]) -> dict[str, Mark]:
        """Who touched a zone last; none where that was oneself, or where nothing lies any more."""
        last = {action.place: turn.seat for turn in told for action in turn.actions}
        return {
            zone.name: Mark(last[zone.name], self.teller.initial(last[zone.name]))
            for zone in zones
            if zone.cards and last.get(zone.name, self.table.seat) != self.table.seat
        }

    def hand(self, zones: Iterable[SeenZone], picked: str = "", *, playable: bool = True) -> Hand | None:
        """One's own hand; `None` in games without. What is in it and not seen by oneself is left out."""
        zone = hand_of(zones, self.table.seat)
        return None if zone is None else self._hand(zone, picked, playable and self.my_turn)

    @_once
    def _hand(self, zone: SeenZone, picked: str, playable: bool) -> Hand:
        held = self._held(self._sorted(zone.cards), picked)
        attempt = self.phrases.attempts.get(zone.kind, "")
        alone = bool(self.phrases.lands(Move(attempt), self.table.view)) if attempt else False
        return Hand(zone.name, held, attempt, playable, alone)

    def _held(self, cards: Iterable[Card | None], picked: str, zone: str = "") -> tuple[Held, ...]:
        """Cards that can be picked one by one; in a `zone` each is a part of that place too.

        Of two equal cards the first one counts as picked.
        """
        reachable, held = self.targets.get(picked, {}), []
        cards = tuple(cards)
        for at, card in enumerate(cards, 1):
            word = str(card) if card else ""
            known = card is not None
            advised = self.part(word, zone if at == len(cards) else "")
            held.append(
                Held(
                    card,
                    _hinted(self.words.card(card), advised),
                    known and word == picked,
                    reachable.get(word) or reachable.get(zone, "") if known else "",
                    word in self.targets,
                    advised,
                )
            )
            picked = "" if word == picked else picked
        return tuple(held)

    def _sorted(self, cards: Iterable[Card | None]) -> list[Card]:
        """In the order that one likes; where suits count, as the game deals them."""
        known = [card for card in cards if card is not None]
        if self.phrases.by_suit:
            return known
        if self.preferred.sort == "rank":
            return sorted(known, key=lambda card: (card.rank, SUITS.index(card.suit)))
        if self.preferred.sort == "colour":
            return sorted(known, key=lambda card: (not card.red, SUITS.index(card.suit), card.rank))
        return known

    def others(
        self, view: View, told: Sequence[Turn], points: Sequence[int], turn: int | None
    ) -> tuple[Seat, ...]:
        """The other seats, clockwise from one's own left hand."""
        table = self.table
        count = len(table.players)
        order = [(table.seat + step) % count for step in range(1, count)]
        around = dict(zip(order, _AROUND[len(order)], strict=True))
        last = {turn.seat: self._bubble(turn) for turn in told}
        return tuple(
            self.seat(table.players[seat], view, points, turn, last.get(seat, ()), around[seat])
            for seat in order
        )

    def seat(
        self,
        player: Player,
        view: View,
        points: Sequence[int],
        turn: int | None,
        did: tuple[Line, ...] = (),
        at: str = "",
    ) -> Seat:
        """One seat, with what is known of it in `view`: how the table stands, or how it stood at a step."""
        own = hand_of(view.zones, player.seat)
        before = [
            card for zone in view.zones if zone.seat == player.seat and zone != own for card in zone.cards
        ]
        sides = GAMES[self.game].sides(len(self.table.players))
        mine, (about, short) = self.table.seat, self.words.about(view, player.seat)
        # Who plays alone and has no points perhaps plays for none.
        counts = len(sides) > 1 or points[player.seat] != 0 or not about
        if player.seat == mine and self.table.undone:
            back = self.words.gettext("taken back: %(number)s")
            gaps = {"number": self.words.number(self.table.undone)}
            about = " · ".join(filter(None, (about, back % gaps)))
        return Seat(
            player.seat,
            self.teller.name(player.seat),
            self.teller.initial(player.seat),
            self.words.level(player.level) if player.level else None,
            own.name if own else "",
            len(own.cards) if own else 0,
            points[player.seat],
            self.phrases.scored and counts,
            at,
            player.seat == turn,
            did,
            about,
            short,
            mine >= 0 and player.seat != mine and sides[player.seat] == sides[mine],
            seen(before),
            before.count(None),
        )

    def points(self, *, before_the_end: bool = False) -> list[int]:
        """Everybody's total, by seat; perhaps without what the deal on the table added at its end."""
        view, seats = self.table.view, range(len(self.table.players))
        if view.outcome and not before_the_end:
            return list(view.outcome.points)
        facts = view.facts
        totals = [int(facts[f"points-{seat}"]) for seat in seats]
        if not before_the_end:
            return totals
        return [
            total - int(facts.get(f"points-{seat}-{facts['deal']}", 0)) for seat, total in enumerate(totals)
        ]

    def log(self, told: Iterable[Turn]) -> tuple[Entry, ...]:
        """What the others did, turn by turn."""
        return tuple(self._entry(turn) for turn in told if turn.seat != self.table.seat)

    @_once
    def _entry(self, turn: Turn) -> Entry:
        lines = self._lines(turn, short=False)
        return Entry(turn.seat, self.teller.name(turn.seat), lines, self.teller.turn(turn))

    @_once
    def _bubble(self, turn: Turn) -> tuple[Line, ...]:
        """A turn in short: its last moves; that a card was drawn only where nothing else was done."""
        moves = [action for action in turn.actions if action.what != DRAW]
        whole = sum(max(1, len(action.cards)) for action in moves)
        shown: list[Action] = []
        room = BUBBLE
        while moves and room:
            last = moves.pop()
            shown.insert(0, last._replace(cards=last.cards[-room:]))
            room -= max(1, len(shown[0].cards))
        lines = self._lines(replace(turn, actions=tuple(shown) or turn.actions), short=True)
        return (Line((), "…"), *lines) if whole > BUBBLE else lines

    def _lines(self, turn: Turn, *, short: bool) -> tuple[Line, ...]:
        if not turn.actions:
            return (Line((), self.words.gettext("passed")),)
        return tuple(
            Line(seen(action.cards), self.teller.beside(action, short=short)) for action in turn.actions
        )

    # ------------------------------------------------------------------ buttons and scores, now

    def _pickable(self, told: Sequence[Turn]) -> list[str]:
        zones = self.table.view.zones
        hand, piles = self.hand(zones), (*self.piles(zones, told), *self.mine(zones))
        laid = [held.card for pile in piles for held in pile.laid if held.card]
        held = [*(held.card for held in hand.cards if held.card)] if hand else []
        cards = map(str, (*held, *laid)) if self.my_turn else ()
        return list(dict.fromkeys((*cards, *(pile.name for pile in piles))))

    def _scores(self, seats: Iterable[Seat]) -> str:
        w, told = self.words, []
        for seat in seats:
            gaps = {"name": w.apart(seat.name), "points": w.points(seat.points), "about": seat.about}
            if not self.phrases.scored:
                gaps["cards"] = w.cards_left(seat.cards)
                told.append(w.gettext("%(name)s: %(cards)s, %(about)s.") % gaps)
            elif seat.about:
                told.append(w.gettext("%(name)s: %(points)s, %(about)s.") % gaps)
            else:
                gaps["cards"] = w.cards_left(seat.cards)
                told.append(w.gettext("%(name)s: %(cards)s, %(points)s.") % gaps)
        return " ".join(told)

    def _pressed(self, *, several: bool) -> list[Move]:
        """The moves that have buttons, of `several` cards or the others."""
        over = len(self.table.view.legal) == 1 or self.hopeless
        moves = (move for move in self.pressed if bool(move.cards) == several)
        return [move for move in moves if move != NEXT_DEAL and (over or move != RESIGN)]

    def _sets(self, picked: str) -> tuple[Button, ...]:
        """Plays of several cards. Of many only the best and those with the picked card are shown."""
        moves = self._pressed(several=True)
        together = {
            move: tuple(
                dict.fromkeys(
                    str(card) for other in moves if set(other.cards) & set(move.cards) for card in other.cards
                )
            )
            for move in moves
        }
        sets = []
        for move in moves:
            button, around = self._button(move), self.words.around(move, self.table.view)
            along = () if len(moves) <= FEW_BUTTONS or button.advised else together[move]
            waits = bool(along) and picked not in along
            sets.append(replace(button, cards=move.cards, around=around, along=along, waits=waits))
        return tuple(sets)

    def _button(self, move: Move) -> Button:
        view = self.table.view
        best = self.advice is not None and move == self.advice.move
        return Button(str(move), move.verb, self.words.button(move, view), len(view.legal) == 1, best)


def _hinted(label: str, advised: Advised | None) -> str:
    """A label, with what part its thing has in the advice."""
    return f"{label} {advised.label}" if advised else label
