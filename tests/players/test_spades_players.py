"""The levels of Spades: what they know, what they never do, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners import arena
from kingscorners.arena import Pairing
from kingscorners.cards import DECK, cards
from kingscorners.game import Move, view
from kingscorners.games.spades import CLAIM, LOOK, Options, State
from kingscorners.options import read
from kingscorners.players import PLAYERS
from kingscorners.players.spades import MOST_CARDS, sharp
from kingscorners.players.spades_bids import nil_risk, tricks
from kingscorners.players.spades_cards import choose
from kingscorners.players.spades_table import BIT, CARD, SUIT_MASKS, Table
from kingscorners.players.spades_worlds import Worlds
from kingscorners.record import Position, Setup
from tests.games.spades_positions import GAME, HOUSE, position
from tests.laws import Walk, walks

LEVELS = list(PLAYERS[GAME.name])


def mask(hand: str) -> int:
    return sum(BIT[card] for card in cards(hand))


def same_deal(state: State) -> Table:
    """The table of the players beside a state of the rules, before its first card."""
    return Table(
        [sum(BIT[card] for card in hand) for hand in state.hands],
        [int(bid or 0) for bid in state.bids],
        state.turn,
        helps=state.options.failed_nil == "helps_partner",
        barred=not state.options.first_trick_spades,
    )


@given(walk=walks(GAME, plies=150))
@settings(max_examples=25)
def test_the_players_table_knows_the_same_rules(walk: Walk) -> None:
    table = None
    for before, move in zip(walk.positions, walk.moves, strict=False):
        state = before.state
        if move.verb != "play":
            table = None
            continue
        if not any(state.tricks) and not state.trick:
            table = same_deal(state)
        if table is None:
            continue
        legal = {BIT[play.cards[0]] for play in before.legal if play.verb == "play"}
        assert (table.turn, table.legal()) == (state.turn, sum(legal))
        assert table.took == list(state.tricks)
        assert table.left == 13 - sum(state.tricks)
        for seat in range(4):
            assert (table.nil >> seat & 1) == (not state.bids[seat] and not state.tricks[seat])
            assert not table.hands[seat] & table.void[seat]
        for side in (0, 1):
            counted = [state.tricks[seat] for seat in (side, side + 2) if state.bids[seat] or table.helps]
            contract = sum(state.bids[seat] or 0 for seat in (side, side + 2))
            assert table.need[side] == contract - sum(counted)
        led = table.led
        table.play(BIT[move.cards[0]])
        if led and not BIT[move.cards[0]] & led:
            assert table.void[state.turn] & led == led


@given(walk=walks(GAME, plies=57))
@settings(max_examples=20)
def test_sampled_hands_agree_with_all_that_was_seen(walk: Walk) -> None:
    table, shown = None, [0, 0, 0, 0]
    for before, move in zip(walk.positions, walk.moves, strict=False):
        if move.verb != "play":
            continue
        if table is None:
            table = same_deal(before.state)
        seat = table.turn
        for hands in Worlds(table, seat, shown).deal(2):
            assert hands[seat] == table.hands[seat]
            assert sum(hands) == table.alive
            for other in range(4):
                assert hands[other].bit_count() == table.hands[other].bit_count()
                assert not hands[other] & table.void[other]
        shown[seat] |= BIT[move.cards[0]]
        table.play(BIT[move.cards[0]])


def test_unseen_cards_are_dealt_however_few_ways_there_are() -> None:
    """Each of the others may hold two of three suits, and two cards: some have to be given away again."""
    own, unseen = mask("2s 3s"), mask("2c 3c 2d 3d 2h 3h")
    gone = sorted(CARD.keys() - {bit for bit in CARD if bit & (own | unseen)})
    table = Table([own, 0, 0, 0], [3, 3, 3, 3], 0)
    table.alive, table.left = own | unseen, 2
    clubs, diamonds, hearts, _ = SUIT_MASKS
    table.void = [0, clubs, diamonds, hearts]
    found = [*Worlds(table, 0, [sum(gone[seat::4]) for seat in range(4)]).deal(50)]
    assert len(found) == 50
    assert len({tuple(hands) for hands in found}) > 4
    for hands in found:
        assert sum(hands) == own | unseen
        assert [hand.bit_count() for hand in hands] == [2, 2, 2, 2]
        assert not any(hand & void for hand, void in zip(hands, table.void, strict=True))


def test_sharp_plays_out_no_more_cards_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = 0, Table.play

    def counted(table: Table, card: int) -> None:
        nonlocal played
        played += 1
        play(table, card)

    monkeypatch.setattr(Table, "play", counted)
    most = 0
    for here in islice(match(1, ("steady",) * 4), 120):
        if here.legal[0].verb != "play":
            continue
        played = 0
        sharp(view(GAME, here.state, HOUSE, 4, GAME.turn(here.state)))
        most = max(most, played)
    followed = 52
    assert MOST_CARDS / 2 < most <= MOST_CARDS + followed


def test_the_same_view_gives_the_same_samples_and_another_one_others() -> None:
    table = same_deal(GAME.deal(bytes(32), 4, HOUSE))
    first, again = ([*Worlds(table, 0, [0, 0, 0, 0]).deal(5)] for _ in range(2))
    assert first == again
    assert len({tuple(hands) for hands in first}) == 5
    assert [*Worlds(table, 1, [0, 0, 0, 0]).deal(5)] != first


def test_a_rule_of_thumb_looks_at_no_other_hand() -> None:
    lot = Random(3)
    for number in range(20):
        table = same_deal(GAME.deal(bytes([number] * 32), 4, HOUSE))
        table.bids, table.need, table.nil = [3, 3, 3, 3], [6, 6], 0
        while table.left:
            blind = [hand if seat == table.turn else 0 for seat, hand in enumerate(table.hands)]
            card = choose(table)
            assert choose(table.copy(blind)) == card
            table.play(
                card if lot.random() < 0.8 else lot.choice([bit for bit in CARD if bit & table.legal()])
            )


# ---------------------------------------------------------------------- bidding


def hands() -> st.SearchStrategy[str]:
    return st.permutations(DECK).map(lambda deck: " ".join(map(str, sorted(deck[:13]))))


@given(hand=hands(), behind=st.sampled_from([-300, 0, 300]))
def test_nobody_bids_nil_behind_a_partners_nil(hand: str, behind: int) -> None:
    state = position(hand, *("",) * 3, bids=(None, 4, 0, 4))
    seen = view(GAME, state, HOUSE, 4, 0)
    for level in LEVELS:
        assert PLAYERS[GAME.name][level](seen) != Move("bid", ("0",))


@given(hand=hands(), minimum=st.integers(0, 6), partner=st.integers(1, 5))
def test_a_bid_keeps_to_the_minimum_of_a_side(hand: str, minimum: int, partner: int) -> None:
    rules = read(Options, {"minimum_bid": minimum})
    state = position(hand, *("",) * 3, bids=(None, 4, partner, 4), rules=rules)
    for level in LEVELS:
        assert PLAYERS[GAME.name][level](view(GAME, state, rules, 4, 0)) in GAME.legal_moves(state)


def test_a_bid_that_is_too_low_becomes_the_lowest_not_nil() -> None:
    rules = read(Options, {"minimum_bid": 6})
    hand = "As 2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 5h"
    state = position(hand, *("",) * 3, bids=(None, 4, 1, 4), rules=rules)
    for level in LEVELS:
        assert PLAYERS[GAME.name][level](view(GAME, state, rules, 4, 0)) == Move("bid", ("5",))


def test_what_hands_are_worth() -> None:
    flat = mask("Ac 4c 6c Ad 5d 7d Ah 4h 6h 8h 2s 3s 9d")
    strong = mask("Ac Kc 4c Ad Kd 5d Ah Kh 3h As Ks 6s 2s")
    assert 2.5 < tricks(flat) < 3.5
    assert 7.5 < tricks(strong) < 9
    low = mask("2c 4c 6c 3d 5d 7d 2h 4h 6h 8h 2s 3s 9d")
    assert nil_risk(low) < 0.15
    assert nil_risk(mask("2c 4c 6c 3d 5d 7d 2h 4h 6h 8h 2s 3s Ks")) == 1
    assert nil_risk(mask("Ac Kc Qc Ad Kd Qd Ah Kh Qh Jh 2s 3s 4s")) > 0.6


def test_whoever_may_bid_without_looking_looks() -> None:
    state = position(*("2c 3c",) * 4, bids=(None,) * 4, rules=read(Options, {"blind_nil": True}))
    hidden = view(GAME, state._replace(unlooked=frozenset({0, 2})), HOUSE, 4, 0)
    assert {PLAYERS[GAME.name][level](hidden) for level in LEVELS} == {LOOK}


def test_what_is_certain_is_claimed() -> None:
    state = position(
        "Kc Qs Ks As", "2c 3s 4d 5d", "2h 3h 2s 6d", "4h 5h 6h 7d", broken=True, bids=(9, 1, 1, 1)
    )
    seen = view(GAME, state, HOUSE, 4, 0)
    assert CLAIM in seen.legal
    for level in ("steady", "sharp"):
        assert PLAYERS[GAME.name][level](seen) == CLAIM


# ---------------------------------------------------------------------- strength


def match(seed: int, levels: tuple[str, ...]) -> Iterator[Position[State]]:
    """All positions of a match; `random` plays any legal card, but bids its hand."""
    lot = Random(seed)
    setup: Setup[State] = Setup(GAME, lot.randbytes(32), 4, HOUSE)
    here = setup.start()
    while here.legal:
        yield here
        seat = GAME.turn(here.state)
        assert seat is not None
        level = levels[seat]
        if here.legal[0].verb == "deal":
            move = here.legal[0]
        elif level == "random" and here.legal[0].verb == "play":
            move = lot.choice(here.legal)
        else:
            level = "steady" if level == "random" else level
            move = PLAYERS[GAME.name][level](setup.view(here, seat))
        here = setup.play(here, move)
    yield here


def test_steady_hardly_ever_loses_to_random_cards() -> None:
    """Few matches, but the same ones every time; random cards with bids by lot lose every single one."""
    lost = 0
    for seed in range(20):
        levels = ("steady", "random") * 2 if seed % 2 else ("random", "steady") * 2
        *_, last = match(seed, levels)
        outcome = GAME.outcome(last.state)
        assert outcome
        lost += levels[outcome.winners[0]] == "random"
    assert lost <= 1


def test_partners_are_one_candidate_in_the_arena() -> None:
    rules = read(Options, {"match": "deals", "deals": 1})
    (share,) = arena.run(
        GAME.name, [Pairing("steady", "steady")], 5, options=rules, seats=4, workers=1
    ).shares
    assert share.by_match == pytest.approx([0.5] * 5)
    assert share.par == 0.5


def test_levels_earn_their_place() -> None:
    """Too few matches to prove it, but the same ones every time: short ones, in which more is chance."""
    short = read(Options, {"target": 200})
    for better, worse, matches, share in (("steady", "novice", 8, 0.9), ("sharp", "steady", 24, 0.6)):
        report = arena.run(GAME.name, [Pairing(better, worse)], matches, options=short, seats=4)
        assert report.shares[0].mean > share
    assert LEVELS == ["novice", "steady", "sharp"]


def test_equals_with_nothing_between_are_one_choice() -> None:
    table = Table([mask("4c 5c 6c 9c Kh"), mask("7c 8c 2d 3d 4d"), 0, 0], [3, 3, 3, 3], 0)
    table.alive = sum(table.hands)
    assert [str(CARD[bit]) for bit in table.choices()] == ["4c", "9c", "Kh"]
