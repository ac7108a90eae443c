"""The deal, the exchange, who begins, visible and hidden cards, places, and the end."""

from __future__ import annotations

import pytest

from kingscorners.cards import DECK, cards, pick, shuffled
from kingscorners.game import Reason, view
from kingscorners.games.idiot import MOST_PLAYS, MOST_SWAPS, State
from kingscorners.players import PLAYERS
from tests.games.idiot_positions import GAME, HOUSE, follow, legal, options, position, refusal
from tests.games.lines import text

OTHER = "5c 6c 7c"


def test_ID1_two_to_five_players_with_52_cards() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    for seats in GAME.seats:
        zones = GAME.zones(GAME.deal(bytes(32), seats, HOUSE))
        assert sorted(card for zone in zones for card in zone.cards) == sorted(DECK)


@pytest.mark.parametrize(("seats", "stock"), [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_ID2_ID_Q17_three_hidden_three_visible_three_in_the_hand(seats: int, stock: int) -> None:
    state = GAME.deal(b"some seed", seats, HOUSE)
    deck, left = shuffled(b"some seed", 1), (pick(b"some seed", "dealer", seats) + 1) % seats
    assert state.downs[left] == tuple((deck[at],) for at in (0, seats, 2 * seats))
    assert state.ups[left] == tuple(deck[at] for at in (3 * seats, 4 * seats, 5 * seats))
    assert state.hands[left] == tuple(deck[at] for at in (6 * seats, 7 * seats, 8 * seats))
    assert {len(hand) for hand in state.hands} == {3}
    assert len(state.stock) == stock
    assert state.stock[::-1] == deck[9 * seats :]
    assert (state.turn, state.dealer) == (left, (left - 1) % seats)


# ---------------------------------------------------------------------- the exchange


def swapping() -> State:
    return position("3c 4d As", OTHER, ups=("2h 5d Kc", "9c 9d 9h"), downs=("Jc", "Jd"), swapping=True)


def test_ID3_ID_V18_hand_cards_for_visible_ones() -> None:
    state = follow(swapping(), "swap 3c 2h", "swap 4d Kc")
    assert (text(state.hands[0]), text(state.ups[0])) == ("2h Kc As", "3c 5d 4d")
    playing = follow(state, "ready", "ready")
    assert refusal(playing, "swap 2h 3c") == Reason("swap-over")
    assert refusal(playing, "ready") == Reason("swap-over")


def test_ID3_ID_Q4_own_cards_only_in_turns_and_not_for_ever() -> None:
    state = swapping()
    assert len(legal(state)) == 10
    assert legal(state)[-1] == "ready"
    assert refusal(state, "swap 2h 3c") == Reason("not-in-hand", {"card": "2h"})
    assert refusal(state, "swap 3c 9c") == Reason("not-visible", {"card": "9c"})
    assert refusal(state, "swap 3c Jc") == Reason("not-visible", {"card": "Jc"})
    assert refusal(state, "swap 3c down-0-1") == Reason("no-such-card")
    assert refusal(state, "play 3c pile") == Reason("swap-first")
    assert refusal(state, "take") == Reason("swap-first")
    often = follow(state, *["swap 3c 2h", "swap 2h 3c"] * (MOST_SWAPS // 2))
    assert legal(often) == ["ready"]
    assert refusal(often, "swap 3c 2h") == Reason("swapped-enough", {"number": MOST_SWAPS})
    second = follow(often, "ready")
    assert (second.turn, len(legal(second)), len(second.ups[0])) == (1, 10, 3)


def test_ID_Q3_ID_V15_the_lowest_hand_card_begins_then_the_next_lowest() -> None:
    def first(*hands: str, turn: int = 0) -> int:
        return follow(position(*hands, turn=turn, swapping=True), *["ready"] * len(hands)).turn

    assert first("5c 9d Kc", "3c Qd 2c", "3d 8c Jc") == 2
    assert first("Jc Qd 2c", "Tc Qh 2d") == 1
    assert first("2c 2d 2h", "Ac Kh Kd") == 1
    assert first("3c 8d Jc", "3d 8c Qd") == 0
    assert first("3c 8d Jc", "3d 8c Jd", turn=0) == 0
    assert first("3c 8d Jc", "3d 8c Jd", turn=1) == 1
    free = follow(position("3c 9d Kc", "4c Qd 2c", swapping=True), "ready", "ready")
    assert legal(free) == ["3c", "9d", "Kc"]


# ---------------------------------------------------------------------- visible and hidden cards


def test_ID8_ID_Q13_visible_cards_after_hand_and_stock() -> None:
    last = position("8h", OTHER, ups=("8d 9c 3c",), downs=("Jc Qc",), pile="7d")
    assert legal(last) == ["8h"]
    assert refusal(last, "play 8d pile") == Reason("visible-later")
    assert refusal(last, "flip down-0-1 pile") == Reason("hidden-later")
    visible = position("", OTHER, ups=("8d 8c 3c",), downs=("Jc Qc",), pile="7d")
    assert legal(visible) == ["8c", "8d", "8c 8d"]
    assert text(follow(visible, "play 8c 8d pile").ups[0]) == "3c"


def test_ID_Q13_where_none_fits_only_the_pile_is_taken() -> None:
    state = position("", OTHER, ups=("8d 3c",), downs=("Jc",), pile="9d Kd")
    assert legal(state) == ["take"]
    after = follow(state, "take", "play 5c pile")
    assert (text(after.hands[0]), text(after.ups[0])) == ("9d Kd", "8d 3c")
    assert legal(after) == ["9d", "Kd"]


def test_ID_Q14_hand_and_visible_cards_are_not_mixed() -> None:
    state = position("5d 5h", OTHER, ups=("5s",), pile="4c")
    assert legal(state) == ["5d", "5h", "5d 5h"]
    assert refusal(state, "play 5d 5h 5s pile") == Reason("visible-later")


def test_ID8_ID_Q15_hidden_cards_one_at_a_time_and_unseen() -> None:
    state = position("", OTHER, ups=("9d",), downs=("8s 4c Kd",), pile="7d")
    assert refusal(state, "flip down-0-2 pile") == Reason("hidden-later")
    hidden = position("", OTHER, downs=("8s 4c Kd",), pile="7d")
    assert legal(hidden) == ["flip down-0-1", "flip down-0-2", "flip down-0-3"]
    seen = view(GAME, hidden, HOUSE, 2, 0)
    assert [seen.cards(f"down-0-{at}") for at in (1, 2, 3)] == [(None,)] * 3
    after = follow(hidden, "flip down-0-3 pile", "take")
    assert (text(after.hands[1]), after.downs[0][2], after.turn) == ("5c 6c 7c 7d Kd", (), 0)
    assert refusal(after, "flip down-0-3 pile") == Reason("no-hidden-card")
    assert refusal(after, "flip down-1-1 pile") == Reason("no-hidden-card")
    assert refusal(after, "flip down-0-1 stock") == Reason("only-to-pile")


def test_ID8_naming_a_hidden_card_tells_nothing() -> None:
    hidden = position("", OTHER, downs=("8s 4c Kd",), pile="7d")
    for card in ("8s", "4c", "Qs", "5c"):
        assert refusal(hidden, f"play {card} pile") == Reason("not-yours", {"card": card})


def test_ID9_ID_V13_a_hidden_card_is_played_or_taken_with_the_pile() -> None:
    fits = follow(position("", OTHER, downs=("8s 4c Kd",), pile="7d"), "flip down-0-1 pile")
    assert (fits.turn, text(fits.pile), fits.hands[0]) == (1, "7d 8s", ())
    misses = follow(position("", OTHER, downs=("8s 4c Kd",), pile="3d 9d"), "flip down-0-2 pile")
    assert (misses.turn, misses.pile, text(misses.hands[0])) == (1, (), "3d 9d 4c")
    assert [len(slot) for slot in misses.downs[0]] == [1, 0, 1]


def test_ID_Q15_after_a_miss_the_hand_first_and_after_a_burn_once_more() -> None:
    missed = follow(position("", OTHER, downs=("8s 4c Kd",), pile="9d"), "flip down-0-2 pile", "play 5c pile")
    assert legal(missed) == ["9d"]
    burnt = follow(position("", OTHER, downs=("Ts 4c Kd",), pile="9d"), "flip down-0-1 pile")
    assert (burnt.turn, burnt.pile) == (0, ())
    assert legal(burnt) == ["flip down-0-2", "flip down-0-3"]
    assert text(follow(burnt, "flip down-0-2 pile").pile) == "4c"


# ---------------------------------------------------------------------- going out


def test_ID11_ID_Q18_ID_V17_the_last_one_is_the_idiot() -> None:
    state = position("", "9c", "3c 4c", out=(0,), turn=1, pile="5d")
    assert GAME.facts(state)["place-0"] == 1
    over = follow(state, "play 9c pile")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.places, outcome.points, outcome.reason) == ((1, 2, 3), (2, 1, 0), "idiot")
    assert (GAME.turn(over), GAME.legal_moves(over)) == (None, ())
    assert [GAME.facts(over)[f"place-{seat}"] for seat in range(3)] == [1, 2, 3]
    assert [GAME.margin(outcome, seat) for seat in range(3)] == [2, 1, 0]


def test_ID11_the_others_go_on_past_who_is_out() -> None:
    state = position("9c", "Tc 4c", "3c 3d", "Qc 6d", pile="5d")
    after = follow(state, "play 9c pile")
    assert (after.out, after.turn) == ((0,), 1)
    later = follow(after, "play Tc pile", "play 4c pile")
    assert (later.out, later.turn) == ((0, 1), 2)
    assert follow(later, "take", "play Qc pile").turn == 2


def test_ID_Q18_two_players_end_with_the_winner() -> None:
    outcome = GAME.outcome(follow(position("9c", "3c", pile="5d"), "play 9c pile"))
    assert outcome is not None
    assert (outcome.places, outcome.points) == ((1, 2), (1, 0))


def test_ID_Q8_who_burns_with_the_last_card_is_out_and_the_next_goes_on() -> None:
    after = follow(position("Tc", "3c 4d", "3d 4c", pile="5d"), "play Tc pile")
    assert (after.out, after.turn, after.pile) == ((0,), 1, ())


def test_ID_Q9_the_last_card_may_be_a_2_or_a_10() -> None:
    for last in ("Tc", "2c"):
        assert follow(position(last, "3c", "3d", pile="5d"), f"play {last} pile").out == (0,)


def test_ID_Q9_not_by_option_unless_the_pile_is_empty() -> None:
    rules = options(finish_on_special=False)
    for last in ("Tc", "2c"):
        state = position(last, "3c", "3d", pile="5d", rules=rules)
        assert legal(state) == ["take"]
        assert refusal(state, f"play {last} pile") == Reason("no-special-last")
        assert legal(position(last, "3c", "3d", rules=rules)) == [last]
        hidden = position("", "3c", "3d", downs=(last,), pile="5d", rules=rules)
        assert text(follow(hidden, "flip down-0-1 pile").hands[0]) == f"5d {last}"
        more = position("", "3c", "3d", downs=(f"{last} 9d",), pile="5d", rules=rules)
        assert follow(more, "flip down-0-1 pile").hands[0] == ()
        refilled = position(last, "3c", "3d", pile="5d", stock="9h", rules=rules)
        assert legal(refilled) == [last]
    assert legal(position("2c 2d", "3c", pile="5d", rules=rules)) == ["2c", "2d"]


def test_ID_Q21_a_match_that_takes_too_long_is_stopped() -> None:
    state = position("9c Kc", "3c 4d 4s", "Jc Jd Jh", "", out=(3,), pile="5d", plays=MOST_PLAYS - 1)
    over = follow(state, "play 9c pile")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.places, outcome.points, outcome.reason) == ((2, 3, 3, 1), (2, 0, 0, 3), "limit")
    assert GAME.legal_moves(over) == ()
    last = position("9c", "3c", "", out=(2,), pile="5d", plays=MOST_PLAYS - 1)
    ended = GAME.outcome(follow(last, "play 9c pile"))
    assert ended is not None
    assert ended.reason == "idiot"


# ---------------------------------------------------------------------- what is seen


def test_ID_Q22_what_all_have_seen_is_remembered() -> None:
    state = follow(swapping(), "swap 3c 2h", "swap 2h 3c", "swap 4d Kc", "ready", "ready")
    assert GAME.facts(state)["known-0"] == "3c Kc"
    state = position("3c 4d 7h", OTHER, pile="9d Kd", stock="5s")
    taken = follow(state, "chance")
    assert GAME.facts(taken)["known-0"] == "9d Kd 5s"
    assert "known-1" not in GAME.facts(taken)
    played = follow(taken, "play 5c pile", "play 9d pile")
    assert GAME.facts(played)["known-0"] == "Kd 5s"


def test_ID_Q22_hidden_cards_lie_open_when_all_is_over() -> None:
    state = position("9c", "3c 4d", downs=("", "Jd"), pile="5d")
    for seat in (0, 1, None):
        assert view(GAME, state, HOUSE, 2, seat).cards("down-1-1") == (None,)
    assert view(GAME, follow(state, "play 9c pile"), HOUSE, 2, 0).cards("down-1-1") == cards("Jd")


def test_ID13_every_level_sees_no_more_than_its_seat() -> None:
    state = position("", OTHER, downs=("8s 4c Kd",), pile="7d")
    exchanged = position("", "5d 6c 7c", downs=("4c Kd 8s",), pile="7d")
    for player in PLAYERS[GAME.name].values():
        chosen = player(view(GAME, state, HOUSE, 2, 0))
        assert chosen == player(view(GAME, exchanged, HOUSE, 2, 0))
        assert chosen in GAME.legal_moves(state)
