"""The deck, the deal and who begins."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from kingscorners.cards import DECK, Card, cards, shuffled
from kingscorners.games import kings_corners
from kingscorners.games.kings_corners import CORNERS, SIDES, Options, State, fits
from kingscorners.options import BadOption
from tests.games.lines import text
from tests.games.positions import GAME, PAGAT, ZONE, follow, hand, legal, options, pile, position

MANY = 3000


def dealt(number: int = 0, seats: int = 4, rules: Options = PAGAT) -> State:
    return GAME.deal(number.to_bytes(32, "big"), seats, rules)


def stacked(top: str, seats: int, dealer: int, rules: Options, patch: pytest.MonkeyPatch) -> State:
    """A deal of a stacked deck: after the hands come the cards of `top`, then the rest."""
    first = cards(top)
    rest = tuple(card for card in DECK if card not in first)
    deck = (*rest[: 7 * seats], *first, *rest[7 * seats :])
    patch.setattr(kings_corners, "shuffled", lambda seed, deal, decks: deck)
    patch.setattr(kings_corners, "pick", lambda seed, what, choices: dealer)
    return GAME.deal(b"", seats, rules)


def test_KA1_one_deck_of_52_with_the_king_high_and_the_ace_low() -> None:
    state = dealt()
    table = [card for zone in GAME.zones(state) for card in zone.cards]
    assert Counter(table) == Counter(DECK)
    assert fits(Card.parse("As"), Card.parse("2h"))
    assert not any(fits(Card.parse("Ks"), card) for card in DECK)
    assert not any(fits(card, Card.parse("As")) for card in DECK)


def test_KA2_four_seats_and_the_turn_goes_clockwise() -> None:
    assert GAME.daily_seats == 4
    state = dealt()
    order = []
    for _ in range(8):
        order.append(state.turn)
        state = follow(state, "end")
    first = order[0]
    assert order == [(first + step) % 4 for step in range(8)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_KA3_seven_cards_each(seats: int) -> None:
    assert [len(cards) for cards in dealt(0, seats).hands] == [7] * seats


def test_KA4_the_rest_is_the_stock_face_down() -> None:
    state = dealt()
    stock = next(zone for zone in GAME.zones(state) if zone.name == "stock")
    assert len(stock.cards) == 52 - 4 * 7 - 4
    assert stock.seen_by == frozenset()


def test_KA5_four_cards_face_up_in_the_cross_and_empty_corners() -> None:
    state = dealt()
    assert [len(state.piles[side]) for side in SIDES] == [1, 1, 1, 1]
    assert [state.piles[corner] for corner in CORNERS] == [()] * 4
    open_piles = [zone for zone in GAME.zones(state) if zone.name in state.piles]
    assert len(open_piles) == 8
    assert all(zone.seen_by is None for zone in open_piles)


def test_KB1_two_to_four_players_with_one_deck_ordered_ace_to_king() -> None:
    for seats in (2, 3, 4):
        GAME.check(seats, ZONE)
    for seats in (0, 1, 5, 6, 7):
        with pytest.raises(BadOption):
            GAME.check(seats, ZONE)
    order = cards("As 2h 3s 4h 5s 6h 7s 8h 9s Th Js Qh Ks")
    assert all(fits(low, high) for low, high in pairwise(order))


def test_KB2_seven_each_a_cross_of_four_and_no_corner() -> None:
    state = dealt(3, 3, options("zone", draw="end", side_kings="player_move"))
    assert [len(cards) for cards in state.hands] == [7, 7, 7]
    assert all(len(state.piles[side]) == 1 for side in SIDES)
    assert not any(state.piles[corner] for corner in CORNERS)
    assert len(state.stock) == 27


def test_KB3_no_king_stays_in_the_cross() -> None:
    moved = 0
    for number in range(300):
        state = dealt(number, 4, ZONE)
        crowned = [state.piles[corner] for corner in CORNERS if state.piles[corner]]
        assert all(len(pile) == 1 and pile[0].rank == 13 for pile in crowned)
        assert all(len(state.piles[side]) == 1 and state.piles[side][0].rank < 13 for side in SIDES)
        assert len(state.stock) == 52 - 28 - 4 - len(crowned) - 1  # the first player has drawn
        moved += bool(crowned)
    assert moved > 50


def test_KB4_the_player_to_the_dealers_left_begins() -> None:
    for number in range(20):
        state = dealt(number, 3, ZONE)
        assert state.turn == (state.dealer + 1) % 3


@pytest.mark.parametrize(
    ("cross", "expected"),
    [
        # Every king of the cross goes to the next free corner, in the order in which the cross is laid.
        ("Kd Ks Kh Kc 2d 3d 4d 5d", ("Kd", "Ks", "Kh", "Kc", "2d", "3d", "4d", "5d")),
        # One space is made good before the next: the second king of north comes before that of west.
        ("Kd 4s 9h Kc Ks 2d 3d", ("Kd", "Ks", "Kc", "", "2d", "4s", "9h", "3d")),
        # A replacement that is a king goes the same way, until it is none.
        ("4s Kd 9h Jc Ks Kh Kc 2d", ("Kd", "Ks", "Kh", "Kc", "4s", "2d", "9h", "Jc")),
    ],
)
def test_KC_Q1_zone_kings_leave_the_cross_one_side_after_the_other(
    cross: str, expected: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = stacked(cross, 4, 3, options("zone", draw="end"), monkeypatch)
    assert tuple(pile(state, place) for place in (*CORNERS, *SIDES)) == expected


def test_KC_Q1_in_pagat_a_king_stays_where_it_was_turned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = stacked("Kd Ks Kh Kc", 4, 3, PAGAT, monkeypatch)
    assert [pile(state, side) for side in SIDES] == ["Kd", "Ks", "Kh", "Kc"]


def test_KC_Q1_a_king_lies_in_the_cross_in_28_percent_of_deals() -> None:
    with_king = 0
    for number in range(MANY):
        cross = shuffled(number.to_bytes(4, "big"), 1)[28:32]
        with_king += any(card.rank == 13 for card in cross)
    assert with_king / MANY == pytest.approx(0.281, abs=0.02)


def test_KC_Q16_cards_go_round_one_at_a_time_from_the_dealers_left_then_to_the_cross() -> None:
    seed = bytes(32)
    deck = shuffled(seed, 1)
    state = GAME.deal(seed, 3, PAGAT)
    for place, card in enumerate(deck[:21]):
        assert card in state.hands[(state.dealer + 1 + place) % 3]
    assert [pile(state, side) for side in ("north", "east", "south", "west")] == list(map(str, deck[21:25]))
    assert state.stock == deck[25:]


def test_KC_Q16_the_first_dealer_is_drawn_by_lot() -> None:
    dealers = Counter(dealt(number).dealer for number in range(400))
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


def test_KC_Q16_the_deal_passes_clockwise() -> None:
    state = position("9h", "2c", "3c", turn=0, dealer=1, north="Tc", scores=((1, 1, 0),))
    state = follow(state, "play 9h north")
    assert GAME.turn(state) == 2
    following = follow(state, "deal")
    assert (following.deal, following.dealer, following.turn) == (3, 2, 0)
    assert following.scores == ((1, 1, 0), (0, 1, 1))


def test_KC_Q16_every_deal_is_shuffled_anew() -> None:
    state = follow(position("9h", "2c", north="Tc"), "play 9h north", "deal")
    assert sorted((*state.hands[0], *state.hands[1])) == sorted(shuffled(b"a position", 2)[:14])


@pytest.mark.parametrize("dealer", [0, 1])
def test_KC_Q17_of_two_players_the_other_one_begins(dealer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stacked("2d 3d 4d 5d", 2, dealer, PAGAT, monkeypatch).turn == 1 - dealer


@pytest.mark.parametrize(
    ("decks", "seats", "stock"),
    [(1, 2, 34), (1, 3, 27), (1, 4, 20), (2, 2, 86), (2, 3, 79), (2, 4, 72), (2, 5, 65), (2, 6, 58)],
)
def test_KC_V18_what_the_stock_holds_after_the_deal(decks: int, seats: int, stock: int) -> None:
    assert len(dealt(0, seats, options(decks=decks)).stock) == stock


@pytest.mark.parametrize(("decks", "most"), [(1, 4), (2, 6)])
def test_KC_Q23_five_and_six_play_with_two_decks_only(decks: int, most: int) -> None:
    rules = options(decks=decks)
    for seats in range(9):
        if 2 <= seats <= most:
            assert len(GAME.deal(b"", seats, rules).hands) == seats
        else:
            with pytest.raises(BadOption) as refused:
                GAME.deal(b"", seats, rules)
            assert refused.value.field == "seats"
            assert refused.value.allowed == f"2 to {most} with decks {decks}"


def test_KC_V8_a_king_and_its_replacement_king_go_to_corners(monkeypatch: pytest.MonkeyPatch) -> None:
    state = stacked("Kd 4s 9h Jc Ks 2d", 4, 3, options("zone", draw="end"), monkeypatch)
    assert [pile(state, side) for side in SIDES] == ["2d", "4s", "9h", "Jc"]
    assert [pile(state, corner) for corner in CORNERS] == ["Kd", "Ks", "", ""]
    assert len(state.stock) == 18


def test_KC_V8_with_the_draw_of_zone_the_first_player_takes_the_next_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = stacked("Kd 4s 9h Jc Ks 2d Tc", 4, 3, ZONE, monkeypatch)
    assert state.turn == 0
    assert hand(state, 0).endswith("Tc")
    assert [len(cards) for cards in state.hands] == [8, 7, 7, 7]
    assert len(state.stock) == 17


def test_KC_Q26_one_seed_is_one_match_with_the_same_dealer() -> None:
    first, second = dealt(7), dealt(7)
    assert first == second
    for line in ("end", "end", "end"):
        first, second = follow(first, line), follow(second, line)
        assert first == second


def test_KA21_another_seed_is_a_fresh_deal() -> None:
    deals = {text(dealt(number).hands[0]) for number in range(50)}
    assert len(deals) == 50


def test_KC_V19_a_side_card_fits_another_in_37_percent_of_deals() -> None:
    state = position("2c 9c", "3c", north="8h", east="7s", south="Jd", west="Ah")
    assert "carry east north" in legal(state)
    state = follow(state, "carry east north")
    assert pile(state, "north") == "8h 7s"
    assert {"play 2c east", "play 9c east"} <= legal(state)
    fitting = 0
    for number in range(MANY):
        cross = shuffled(number.to_bytes(4, "big"), 1)[28:32]
        fitting += any(fits(card, on) for card in cross for on in cross)
    assert fitting / MANY == pytest.approx(0.37, abs=0.02)
