"""The levels of Idiot: what they know, what they do, and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings

from kingscorners.cards import Card, cards
from kingscorners.game import Move, Outcome, View, view
from kingscorners.games.idiot import State
from kingscorners.players import PLAYERS
from kingscorners.players.idiot import _worlds
from kingscorners.players.idiot_table import FIRST, HEIGHT, Table, counts, usual
from tests.games.idiot_positions import GAME, HOUSE, options, position
from tests.laws import Walk, walks

LEVELS = PLAYERS[GAME.name]
SEATS = 4
EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
GOOD_LEVELS = pytest.mark.parametrize("level", ["steady", "sharp"])


def chosen(level: str, state: State) -> str:
    """What a level does on its turn, without the pile."""
    seen = view(GAME, state, state.options, len(state.hands), state.turn)
    return str(LEVELS[level](seen)).removesuffix(" pile")


def heights(held: Sequence[Card]) -> list[int]:
    return [HEIGHT[card.rank] for card in held]


def same(state: State) -> Table:
    """The players' table beside a state of the rules."""
    return Table(
        [counts(heights(hand)) for hand in state.hands],
        [counts(heights(up)) for up in state.ups],
        [heights([card for slot in down for card in slot]) for down in state.downs],
        heights(state.stock),
        heights(state.pile),
        state.turn,
    )


def shape(table: Table) -> tuple[object, ...]:
    hidden = [sorted(down) for down in table.downs]
    return table.hands, table.ups, hidden, table.stock, table.pile, table.masks, table.sizes, table.active


@given(walk=walks(GAME, plies=300))
@settings(max_examples=25)
def test_the_players_table_knows_the_same_rules(walk: Walk) -> None:
    for before, move, after in zip(walk.positions, walk.moves, walk.positions[1:], strict=False):
        old, new = before.state, after.state
        if move.verb in ("swap", "ready", "end") or new.matching or new.ended == "limit":
            continue
        if not walk.setup.options.finish_on_special and new.out != old.out:
            continue
        table = same(old)
        if move.verb == "play":
            table.play(HEIGHT[move.cards[0].rank], len(move.cards))
        elif move.verb == "flip":
            (card,) = old.downs[old.turn][int(move.words[0][-1]) - 1]
            if not walk.setup.options.finish_on_special and len(new.hands[old.turn]):
                continue
            table.downs[old.turn].remove(HEIGHT[card.rank])
            table.downs[old.turn].append(HEIGHT[card.rank])
            table.flip()
        else:
            getattr(table, move.verb)()
        assert shape(table) == shape(same(new))
        assert new.ended or table.turn == new.turn


def test_a_match_of_the_table_goes_on_to_its_end() -> None:
    for number in range(20):
        table = same(GAME.deal(bytes([number] * 32), SEATS, HOUSE)._replace(ready=SEATS))
        assert table.go_on(0, 1000) in (0, 1, 2, 3 + FIRST)
        assert 0 <= same(GAME.deal(bytes([number] * 32), SEATS, HOUSE)).go_on(0, 5) <= 3


# ---------------------------------------------------------------------- what they do


@GOOD_LEVELS
def test_the_best_cards_are_made_visible(level: str) -> None:
    state = position("2c Th 4d", "5c 6c 7c", ups=("3c Ks 9d", "Jc Jd Jh"), swapping=True)
    for _ in range(3):
        move = chosen(level, state)
        state = GAME.apply(state, Move.parse(move))
    assert set(state.ups[0]) == set(cards("2c Th Ks"))
    assert state.ready == 1


@GOOD_LEVELS
def test_twos_and_tens_are_kept_and_equal_cards_go_together(level: str) -> None:
    state = position("2c Th 4d 4h Kd", "5c 6c 7c", pile="3s 3d", ups=("Qc", "Jc"))
    assert chosen(level, state) == "play 4d 4h"
    forced = position("2c 4d 5d", "5c 6c 7c", pile="9s", ups=("Qc", "Jc"))
    assert chosen(level, forced) == "play 2c"


@GOOD_LEVELS
def test_four_in_a_row_are_burnt(level: str) -> None:
    state = position("9c 9d 3d", "5c 6c 7c", pile="8h 9s 9h")
    assert chosen(level, state) == "play 9c 9d"


@GOOD_LEVELS
def test_a_big_pile_is_worth_a_10(level: str) -> None:
    state = position("Tc 2d 5d", "5c 6c 7c", pile="3s 4s 6h 7h 8h 9h Jh Kh", ups=("Qc", "Jc"))
    assert chosen(level, state) == "play Tc"


@EVERY_LEVEL
def test_who_cannot_play_takes_a_chance_on_a_big_pile(level: str) -> None:
    pile = "3s 4s 6h 7h 8h 9h Jh Jc"
    assert chosen(level, position("3c 4d 5d", "5c 6c 7c", pile=pile, stock="As Ad")) == "chance"


@GOOD_LEVELS
def test_no_chance_where_all_that_fits_has_been_seen(level: str) -> None:
    gone = "2c 2d 2h 2s Tc Td Th Ts Ac Ad"
    state = position("3c 4d 5d", "As 6d 6h", pile="Ah", stock="3s 3h 4c 4h 5c", burnt=gone)
    assert chosen(level, state) == "chance"
    assert chosen(level, state._replace(known=((), ("As",)))) == "take"


def test_what_all_have_seen_is_in_every_sampled_hand() -> None:
    state = position("3c 4d 7h", "5c 6c 7c", "8c 8d 8h", pile="9d Kd", stock="5s As 6s 6d")
    state = GAME.apply(state, Move("take"))
    for hands, downs, stock in _worlds(view(GAME, state, HOUSE, 3, 1), 10):
        assert hands[1] == counts(heights(cards("5c 6c 7c")))
        assert hands[0][HEIGHT[9]] >= 1
        assert hands[0][HEIGHT[13]] >= 1
        assert [sum(hand) for hand in hands] == [5, 3, 3]
        assert len(stock) >= 4
        assert downs == [[], [], []]


def test_the_same_view_gives_the_same_samples_and_another_one_others() -> None:
    state = GAME.deal(bytes(32), SEATS, HOUSE)._replace(ready=SEATS)
    first, again = ([*_worlds(view(GAME, state, HOUSE, SEATS, 0), 5)] for _ in range(2))
    assert first == again
    assert len({repr(world) for world in first}) == 5
    for hands, downs, stock in first:
        dealt = Counter(height for hand in hands for height, count in enumerate(hand) for _ in range(count))
        dealt.update(height for down in downs for height in down)
        dealt.update([*stock, *(height for up in state.ups for height in heights(up))])
        assert set(dealt.values()) == {4}


def test_with_every_option_the_levels_finish_their_matches() -> None:
    rules = options(
        chance_anytime=True, voluntary_pickup=True, lay_matching_draw=True, finish_on_special=False
    )
    for number in range(3):
        state = GAME.deal(bytes([number] * 32), 3, rules)
        while (seat := GAME.turn(state)) is not None:
            level = ("novice", "steady", "sharp")[seat]
            state = GAME.apply(state, LEVELS[level](view(GAME, state, rules, 3, seat)))
        assert state.ended


# ---------------------------------------------------------------------- what they are worth


def by_lot(lot: Random) -> Callable[[View], Move]:
    return lambda seen: lot.choice(seen.legal)


def losses(candidate: Callable[[View], Move], other: Callable[[View], Move], deals: int) -> float:
    """The share of matches of which the candidate is the Idiot, each deal played from every seat."""
    lost = 0.0
    for number in range(deals):
        for own in range(SEATS):
            state = GAME.deal(sha256(f"worth {number}".encode()).digest(), SEATS, HOUSE)
            while (seat := GAME.turn(state)) is not None:
                player = candidate if seat == own else other
                state = GAME.apply(state, player(view(GAME, state, HOUSE, SEATS, seat)))
            lost += is_last(GAME.outcome(state), own)
    return lost / (deals * SEATS)


def is_last(outcome: Outcome | None, seat: int) -> float:
    assert outcome
    last = max(outcome.places)
    return (outcome.places[seat] == last) / outcome.places.count(last)


def test_steady_is_seldom_the_idiot_among_players_by_lot() -> None:
    assert losses(LEVELS["steady"], by_lot(Random(5)), 10) <= 0.15


def test_sharp_is_the_idiot_less_often_than_its_share() -> None:
    """Too few matches to prove it, but the same ones every time."""
    assert losses(LEVELS["sharp"], LEVELS["steady"], 6) <= 0.22
    assert losses(LEVELS["novice"], LEVELS["steady"], 10) > 0.35


def test_usual_play() -> None:
    counted = counts(heights(cards("4c 4d Qc Qd 2c")))
    mask = sum(1 << HEIGHT[rank] for rank in (4, 12, 2))
    assert usual(mask, counted, [], 10) == (HEIGHT[4], 2)
    assert usual(mask, counted, heights(cards("5c")), 10) == (HEIGHT[12], 1)
    assert usual(mask, counted, heights(cards("5c")), 0) == (HEIGHT[12], 2)
    assert usual(mask, counted, heights(cards("Kc")), 0) == (HEIGHT[2], 1)
