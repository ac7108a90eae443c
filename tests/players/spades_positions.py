"""Reads `spades_positions.txt`, which says what its parts mean, and sets the positions up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kingscorners.cards import DECK, Card, cards
from kingscorners.game import View, view
from kingscorners.games.spades import STRENGTH, Options, State
from kingscorners.options import read_text
from tests.games.spades_positions import GAME, HOUSE, position, totals

FILE = Path(__file__).with_suffix(".txt")
SEATS = "SWNE"


@dataclass(frozen=True)
class Case:
    """A position and what may be played."""

    name: str
    hand: str
    bids: str
    right: str
    trick: str = ""
    won: str = ""
    of: str = ""
    points: tuple[int, int] = (0, 0)
    rules: Options = HOUSE

    def state(self) -> State:
        """The position, the other hands dealt from what is left."""
        bids = tuple(None if bid == "." else int(bid) for bid in self.bids.split())
        before = totals(*self.points)
        first = SEATS.index(self.won[0]) if self.won else -len(cards(self.trick)) % 4
        if None in bids:
            first = -sum(bid is not None for bid in bids) % 4
        history = self._history()
        known = {*cards(self.hand), *cards(self.trick), *history}
        hidden = [card for card in DECK if card not in known]
        sizes = [len(cards(self.hand)) - (seat >= 4 - len(cards(self.trick))) for seat in range(1, 4)]
        hands, dealt = [self.hand], 0
        for size in sizes:
            hands.append(" ".join(map(str, hidden[dealt : dealt + size])))
            dealt += size
        assert dealt == len(hidden), f"{self.name}: {dealt} cards in hands, {len(hidden)} are left"
        state = position(
            *hands,
            bids=bids,
            trick=self.trick,
            last=" ".join(map(str, history[-4:])) if self.trick else "",
            played=" ".join(map(str, history[:-4] if self.trick else history)),
            tricks=tuple(self.won.count(seat) for seat in SEATS),
            broken=any(card.suit == "s" for card in (*history, *cards(self.trick))),
            before=before,
            rules=self.rules,
        )
        # Who led the tricks so far: the winner of the one before, and in the first one whoever won it.
        leaders = [SEATS.index(winner) for winner in self.won[:1] + self.won[:-1]]
        if self.trick and leaders:
            state = state._replace(led=leaders[-1])
        if not self.trick and history:
            state = state._replace(
                trick=tuple(history[-4:]),
                leader=leaders[-1],
                last=tuple(history[-8:-4]),
                led=leaders[-2] if leaders[1:] else 0,
                played=tuple(history[:-8]),
            )
        return state._replace(dealer=(first - 1) % 4)

    def _history(self) -> list[Card]:
        kept = {*cards(self.hand), *cards(self.trick)}
        pools = {
            suit: sorted(
                (card for card in DECK if card.suit == suit and card not in kept), key=STRENGTH.__getitem__
            )
            for suit in "cdhs"
        }
        leader, history = SEATS.index(self.won[0]) if self.won else 0, []
        for winner in map(SEATS.index, self.won):
            suit = next(suit for suit in (*self.of, *"cdhs") if len(pools[suit]) >= 4)
            four, pools[suit] = pools[suit][:4], pools[suit][4:]
            rest = iter(four[:3])
            order = [(leader + step) % 4 for step in range(4)]
            history += [four[3] if seat == winner else next(rest) for seat in order]
            leader = winner
        return history

    def view(self) -> View:
        """What South sees."""
        state = self.state()
        leads = not self.trick and None not in state.bids
        assert not (leads and self.won) or self.won[-1] == "S"
        assert not (self.trick and self.won) or SEATS.index(self.won[-1]) == -len(cards(self.trick)) % 4
        return view(GAME, state, self.rules, 4, 0)


def cases() -> list[Case]:
    """All positions of the file beside this one."""
    lines = [line for line in FILE.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [_case(name, text) for name, text in zip(lines[::2], lines[1::2], strict=True)]


def _case(name: str, text: str) -> Case:
    parts = dict(part.strip().split(" ", 1) for part in text.split(";"))
    one, other = map(int, parts.pop("points", "0 0").split())
    rules = dict(rule.split("=") for rule in parts.pop("rules", "").split())
    return Case(name, **parts, points=(one, other), rules=read_text(Options, rules))
