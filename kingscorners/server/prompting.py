"""What the player at a table is told: what picking something leads to, whose turn it is, what is best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from kingscorners.cards import Card, is_card
from kingscorners.game import Move, hand_of
from kingscorners.players import ADVISERS, OUTLOOKS
from kingscorners.players.advice import Advice
from kingscorners.server.coaching import Taught, tip
from kingscorners.server.live import Step, Table
from kingscorners.server.phrases import PHRASES
from kingscorners.server.preferences import Preferences
from kingscorners.server.scene import Advised, Line, Prompt, reach
from kingscorners.server.telling import Action, Teller, actions_of, joined, turns
from kingscorners.server.words import Words


class Prompter:
    """Makes the prompts of one table, for the seat that looks."""

    def __init__(
        self, table: Table, words: Words, preferred: Preferences, known: Taught | None = None
    ) -> None:
        """`known` is what a beginner has practised; without it nobody is told what to try."""
        self.table = table
        self.words = words
        self.preferred = preferred
        self.game = table.view.game
        self.phrases = PHRASES[self.game]
        self.teller = Teller(words, self.game, table.players, table.seat)
        self.recent = table.recent
        self.targets, self.pressed = reach(table.view)
        self.tip = "" if known is None or not preferred.tips else tip(table, known)

    def playing(self, step: Step) -> Prompt:
        """What is said while a step is shown."""
        if step.seat == self.table.seat:
            return Prompt(self.words.gettext("Your turn"))
        title = self.words.gettext("%(name)s is playing") % {"name": self.teller.named(step.seat)}
        latest = turns(self.game, [step])[0].actions
        return Prompt(title, text=self.teller.alone(latest[-1], short=True) if latest else "")

    @property
    def my_turn(self) -> bool:
        """Whether there is a card to play for the seat that looks."""
        return bool(self.table.view.legal) and not self.table.view.between_deals

    def picked(self, word: str) -> Prompt:
        """What is said when a card or a pile is picked: how many places it may go to, or why none."""
        w, view = self.words, self.table.view
        count = len(self.targets.get(word, {}))
        places = w.ngettext("%(num)s place to play", "%(num)s places to play", count) % {
            "num": w.number(count)
        }
        none = w.gettext("No place to play")
        if is_card(word):
            card = Card.parse(word)
            spoken = w.gettext("%(what)s selected. %(places)s.") % {
                "what": w.card(card),
                "places": places if count else none,
            }
            where = self._where(word, w.card(card))
            return Prompt(
                w.gettext("Selected"), (card,), places if count else none, spoken=spoken, places=where
            )
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
        shown = seen(zone.cards[:1]) if count else ()
        look = word if len(zone.cards) > 2 and zone.cards[0] is not None else ""
        spoken = w.gettext("%(what)s selected. %(places)s.") % {"what": name, "places": text.rstrip(".")}
        if count or zone.cards:
            named = (
                w.gettext("%(zone)s, %(card)s") % {"zone": name, "card": w.card(zone.cards[0])}
                if shown
                else name
            )
            where = self._where(word, named)
        else:
            where = w.pile(self.game, zone, view.options)
        return Prompt(name, shown, text, look, spoken=spoken, places=where)

    def _where(self, word: str, what: str) -> str:
        """Where something may go, as a sentence."""
        w, found = self.words, self.targets.get(word, {})
        if line := found.get(word):
            return w.gettext("%(what)s: %(move)s.") % {"what": what, "move": self._alone(line)}
        if not found:
            return w.gettext("%(what)s cannot go anywhere.") % {"what": what}
        places = [w.card(Card.parse(to)) if is_card(to) else w.zone(self.game, to) for to in found]
        return w.gettext("%(what)s can go to %(places)s.") % {"what": what, "places": w.list(places)}

    def waiting(self) -> Prompt:
        """What is said while nothing is picked."""
        w, view = self.words, self.table.view
        if view.outcome is not None or view.between_deals:
            return Prompt(w.gettext("The deal is over"))
        if not view.legal:
            name = self.teller.named(view.turn if view.turn is not None else 0)
            return Prompt(w.gettext("%(name)s is playing") % {"name": name})
        spoken = self._standing()
        if self.hopeless:
            text = w.gettext(self.phrases.hopeless)
            return Prompt("", text=text, spoken=f"{spoken} {text}", waits=True)
        if self.tip:
            return Prompt("", text=w.gettext(self.tip), spoken=spoken, kind="tip")
        if self.advice:
            return self._advised(self.advice, spoken)
        if len(view.legal) > 1 or self.targets:
            hint = w.gettext(self.phrases.hint) if self.targets else ""
            return Prompt(w.gettext("Your turn"), text=hint, spoken=spoken, waits=True)
        return Prompt(w.gettext("No moves left"), spoken=spoken, waits=True)

    @cached_property
    def hopeless(self) -> bool:
        """Whether it is certain that nothing useful is left to do, though moves are."""
        outlook, view = OUTLOOKS.get(self.game), self.table.view
        return bool(outlook and self.my_turn and len(view.legal) > 1 and outlook(view))

    @cached_property
    def advice(self) -> Advice | None:
        """What to do best, for whoever wants to be told. In a daily that ranks nobody is."""
        asked = self.preferred.hints == "best" and not self.table.ranked and self.my_turn
        adviser = ADVISERS.get(self.game)
        return adviser(self.table.view) if adviser and asked else None

    @cached_property
    def advised(self) -> Mapping[str, tuple[int, ...]]:
        """What the advice is about, cards and places: which of its moves, from 1, each has a part in."""
        found: dict[str, tuple[int, ...]] = {}
        for number, move in enumerate(self.advice.moves if self.advice else (), 1):
            for word in move.words:
                found[word] = (*found.get(word, ()), number)
        return found

    def part(self, *words: str) -> Advised | None:
        """What part a card or a place has in the advice, if any, which may be called by several words."""
        numbers = sorted({number for word in words for number in self.advised.get(word, ())})
        if not numbers or not self.advice:
            return None
        w = self.words
        if len(self.advice.moves) == 1:
            return Advised(True, "", w.gettext("Hint."))
        ordinals = [w.number(number) for number in numbers]
        order = ", ".join(ordinals[:2]) + ("…" if len(ordinals) > 2 else "")
        if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
            order = f"{ordinals[0]}–{ordinals[-1]}"
        return Advised(numbers[0] == 1, order, w.gettext("Hint %(numbers)s.") % {"numbers": w.list(ordinals)})

    def _advised(self, advice: Advice, standing: str) -> Prompt:
        """The moves in their order, cards that go to one place as one; aloud with all names in full."""
        w, why = self.words, self.words.advice(self.game, advice.why)
        if advice.move.verb in self.phrases.buttons:
            told = [w.button(move, self.table.view) for move in advice.moves]
            lines = [
                Line(move.cards, "" if move.cards else text)
                for move, text in zip(advice.moves, told, strict=True)
            ]
        else:
            moves = map(str, advice.moves)
            does = joined(action for line in moves for action in actions_of(self.game, line))
            told = [w.list(self.teller.alone(action) for action in does)]
            lines = [self._line(action) for action in does]
        sentences = " ".join(w.gettext("%(move)s.") % {"move": move} for move in told)
        sentence = w.gettext("Hint: %(moves)s %(why)s") % {"moves": sentences, "why": why}
        spoken = f"{standing} {sentence}"
        return Prompt("", text=why, spoken=spoken, kind="advice", lines=tuple(lines), sentence=sentence)

    def _line(self, action: Action) -> Line:
        """What to do, in short: that a card is played goes without saying, where to does not."""
        cards = seen(action.cards)
        if not cards:
            return Line((), self.teller.alone(action, short=True))
        says_where = "%(" in self.phrases.words(action.what).beside
        return Line(cards, self.teller.beside(action, short=True) if says_where else "")

    def _alone(self, line: str) -> str:
        """A legal move in words that stand by themselves: as it is told, else as its button says."""
        does = actions_of(self.game, line)
        return self.teller.alone(does[0]) if does else self.words.button(Move.parse(line), self.table.view)

    def _standing(self) -> str:
        """What is said aloud when one's turn begins."""
        w, view = self.words, self.table.view
        hand = hand_of(view.zones, self.table.seat)
        parts = [w.gettext("Your turn."), *([f"{w.cards_left(len(hand.cards))}."] if hand else [])]
        stocks = (zone for zone in view.zones if zone.kind == self.phrases.draws_from)
        return " ".join([*parts, *(w.pile(self.game, zone, view.options) for zone in stocks)])


def seen(cards: Iterable[Card | None]) -> tuple[Card, ...]:
    """The cards that are no backs."""
    return tuple(card for card in cards if card is not None)
