"""The mask model of King's Corners is the game of the readable rules, move for move."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.cards import Card, shuffled
from kingscorners.game import NEXT_DEAL
from kingscorners.games.kings_corners import PLACES, State
from kingscorners.players.kings_corners_masks import END, MaskDeal, at_random, tables
from kingscorners.record import Setup
from tests.games.positions import GAME
from tests.laws import setups

DEALS = 2
LOTS = st.builds(Random, st.integers(0, 2**32))


def masked(state: State) -> MaskDeal:
    """A deal that has just begun, as masks: the seats that are still in, from the dealer's left."""
    copies = defaultdict[Card, list[int]](list)
    for bit, card in tables(state.options).cards.items():
        copies[card].append(bit)
    order = [copies[card].pop() for card in shuffled(state.seed, state.deal, state.options.decks)]
    return MaskDeal(state.options, order, len(seats_in_play(state)))


def seats_in_play(state: State) -> list[int]:
    seats = len(state.hands)
    clockwise = [(state.dealer + step) % seats for step in range(1, seats + 1)]
    return [seat for seat in clockwise if state.hands[seat]]


def legal_moves(deal: MaskDeal) -> dict[str, int]:
    """The legal moves by their text in the rules."""
    found, left = {}, deal.legal()
    while left:
        move = (left & -left).bit_length() - 1
        found[text(deal, move)] = move
        left &= left - 1
    return found


def text(deal: MaskDeal, move: int) -> str:
    if move == END:
        return "end"
    known = deal.known
    place, _, card, _, _ = known.moves[move]
    if deal.hands[deal.turn] & card:
        return f"play {known.cards[card & known.one_place]} {PLACES[place]}"
    return f"carry {PLACES[deal.bottoms.index(card)]} {PLACES[place]}"


@given(setup=setups(GAME), lot=LOTS)
@settings(max_examples=60)
def test_masks_play_random_matches_as_the_rules_do(setup: Setup[State], lot: Random) -> None:
    position = setup.start()
    for _ in range(DEALS):
        deal, seats = masked(position.state), seats_in_play(position.state)
        while not position.state.ended:
            assert seats[deal.turn] == position.state.turn
            moves = legal_moves(deal)
            assert sorted(moves) == sorted(map(str, position.legal))
            chosen = lot.choice(position.legal)
            deal.apply(moves[str(chosen)])
            position = setup.play(position, chosen)
        assert deal.ended == position.state.ended
        assert deal.points() == [position.state.scores[-1][seat] for seat in seats]
        if not position.legal:
            break
        position = setup.play(position, NEXT_DEAL)


@given(setup=setups(GAME), lot=LOTS)
@settings(max_examples=30)
def test_playing_on_is_the_same_as_move_after_move(setup: Setup[State], lot: Random) -> None:
    deal, choose = masked(setup.start().state), at_random(lot.random)
    alike = deal.copy()

    def chosen(legal: int) -> int:
        assert legal == alike.legal()
        alike.apply(move := choose(legal))
        assert legal >> move & 1
        return move

    deal.play(chosen)
    assert (alike.ended, alike.points(), alike.hands) == (deal.ended, deal.points(), deal.hands)
    assert (min(deal.points()) == 0) == (deal.ended == "out")


def test_every_legal_move_is_chosen_as_often_as_the_others() -> None:
    deal = masked(Setup(GAME, b"even", 4, GAME.options()).start().state)
    choose = at_random(Random(1).random)
    counts = dict.fromkeys(legal_moves(deal).values(), 0)
    assert len(counts) > 3
    for _ in range(1000 * len(counts)):
        counts[choose(deal.legal())] += 1
    assert all(850 < count < 1150 for count in counts.values())


@given(setup=setups(GAME), lot=LOTS)
@settings(max_examples=30)
def test_a_copy_is_a_way_back(setup: Setup[State], lot: Random) -> None:
    deal, choose = masked(setup.start().state), at_random(lot.random)
    for _ in range(lot.randrange(60)):
        if not deal.ended:
            deal.apply(choose(deal.legal()))
    moment = (deal.points(), deal.legal(), list(deal.stock), list(deal.bottoms), deal.turn, deal.ended)
    deal.copy().play(choose)
    assert (deal.points(), deal.legal(), deal.stock, deal.bottoms, deal.turn, deal.ended) == moment
