"""The pile: what may be played, what burns, drawing, chance, and taking."""

from __future__ import annotations

import pytest

from kingscorners.cards import DECK, cards
from kingscorners.game import Reason
from kingscorners.games.idiot import HEIGHT, fits
from tests.games.idiot_positions import follow, legal, options, position, refusal
from tests.games.lines import text

OTHER = "5c 6c 7c"


def test_ID4_ID_V1_as_high_as_the_top_card_or_higher() -> None:
    state = position("Qh Kd As Jc 3d 2c Th", OTHER, pile="Qs")
    assert legal(state) == ["Th", "Qh", "Kd", "As", "2c"]
    assert refusal(state, "play Jc pile") == Reason("too-low", {"card": "Jc", "rank": 12})
    assert refusal(state, "play 3d pile") == Reason("too-low", {"card": "3d", "rank": 12})
    assert refusal(state, "play 9c pile") == Reason("not-yours", {"card": "9c"})
    assert refusal(state, "play Qh burnt") == Reason("only-to-pile")
    assert refusal(state, "play stock pile") == Reason("no-such-card")
    assert refusal(state, "play pile") == Reason("no-such-move")


@pytest.mark.parametrize("pile", ["", "Ks 2s"])
def test_ID5_ID_V2_on_an_empty_pile_and_on_a_2_every_card_goes(pile: str) -> None:
    state = position("Qh 3d Kd As 2c Th", OTHER, pile=pile)
    assert set(legal(state)) == {"Qh", "3d", "Kd", "As", "2c", "Th"}


def test_ID12_no_other_rank_is_special() -> None:
    top = cards("9s")
    assert {card.rank for card in DECK if fits(top, card)} == {9, 10, 11, 12, 13, 1, 2}
    assert legal(position("3c 8d 7h", OTHER, pile="9s", stock="4c")) == ["chance", "take"]
    assert refusal(position("3c 4d 5h", OTHER), "play 3c 4d 5h pile") == Reason("one-rank")


@pytest.mark.parametrize("pile", ["", "As", "2s", "3s"])
def test_ID_Q1_a_2_and_a_10_go_on_anything_in_every_phase(pile: str) -> None:
    for state in (
        position("2h Th 3h", OTHER, pile=pile),
        position("", OTHER, ups=("2h Th 3h",), pile=pile),
    ):
        assert {"2h", "Th"} <= set(legal(state))
    for hidden in ("2h", "Th"):
        turned = follow(position("", OTHER, downs=(f"{hidden} 4s",), pile=pile), "flip down-0-1 pile")
        assert turned.hands[0] == ()


def test_ID_Q2_the_order_of_the_ranks() -> None:
    order = sorted(cards("Ah 2h Th Kh 9h Qh Jh 3h"), key=HEIGHT.__getitem__)
    assert text(tuple(order)) == "3h 9h Th Jh Qh Kh Ah 2h"
    assert not fits(cards("Jc"), *cards("9h"))
    assert fits(cards("9c"), *cards("Jh"))
    assert not fits(cards("Ac"), *cards("Kh"))


def test_ID_V3_cards_of_one_rank_together() -> None:
    state = position("8h 8s 4d", OTHER, pile="7d", stock="Jc Qc Kc")
    assert legal(state) == ["8h", "8s", "8h 8s"]
    assert refusal(state, "play 8h 4d pile") == Reason("one-rank")
    after = follow(state, "play 8h 8s pile")
    assert text(after.hands[0]) == "4d Jc Qc"
    assert text(after.pile) == "7d 8h 8s"
    assert after.turn == 1


def test_ID_Q5_of_equal_cards_the_first_by_suits_make_a_set() -> None:
    state = position("8s 8h 8d Ts Td 2c 2s", OTHER, pile="7d")
    assert legal(state) == ["8d", "8h", "8s", "8d 8h", "8d 8h 8s", "Td", "Ts", "Td Ts", "2c", "2s", "2c 2s"]
    assert refusal(state, "play 8h 8s pile") == Reason("first-suits")
    assert refusal(state, "play 8h 8d pile") == Reason("first-suits")
    assert refusal(state, "play 8d 8d pile") == Reason("card-twice")
    assert refusal(state, "play 8s 8d 8s pile") == Reason("card-twice")
    assert text(follow(state, "play Td Ts pile").burnt) == "7d Td Ts"


def test_ID_Q16_a_2_passes_the_turn_on() -> None:
    assert follow(position("2h 5h 6h", OTHER, pile="Ks"), "play 2h pile").turn == 1


# ---------------------------------------------------------------------- burning


def test_ID6_ID_V4_a_10_burns_the_pile_and_the_same_player_goes_on() -> None:
    after = follow(position("Ts 4c 6d", OTHER, pile="5c 9d Kh", stock="Jd Qd"), "play Ts pile")
    assert (text(after.burnt), after.pile, after.turn) == ("5c 9d Kh Ts", (), 0)
    assert text(after.hands[0]) == "4c 6d Jd"
    assert legal(after) == ["4c", "6d", "Jd"]


def test_ID_V5_ID_Q6_four_in_a_row_burn_whoever_played_them() -> None:
    state = position("6d 9c Kd", "6s 7c 8c", pile="3s 6c 6h")
    after = follow(state, "play 6d pile", "play 6s pile")
    assert (text(after.burnt), after.pile, after.turn) == ("3s 6c 6h 6d 6s", (), 1)


def test_ID_V7_three_on_one_burn() -> None:
    after = follow(position("9d 9h 9s 4c", OTHER, pile="9c"), "play 9d 9h 9s pile")
    assert (after.pile, after.turn) == ((), 0)


def test_ID_Q6_a_broken_row_does_not_burn_and_four_2s_do() -> None:
    broken = follow(position("6d 6s 9d", OTHER, pile="6c 6h 2h"), "play 6d 6s pile")
    assert text(broken.pile) == "6c 6h 2h 6d 6s"
    assert broken.turn == 1
    twos = follow(position("2d 9s 9d", OTHER, pile="Kh 2c 2h 2s"), "play 2d pile")
    assert (twos.pile, twos.turn) == ((), 0)


def test_ID_Q7_who_burned_draws_first_and_burnt_cards_stay_away() -> None:
    after = follow(position("Ts 4c 6d", OTHER, pile="9d", stock="Jd"), "play Ts pile")
    assert len(after.hands[0]) == 3
    later = follow(after, "play Jd pile")
    assert text(later.burnt) == "9d Ts"
    assert text(follow(later, "take").hands[1]) == "5c 6c 7c Jd"


# ---------------------------------------------------------------------- drawing


def test_ID7_ID_Q19_up_to_three_at_once_after_every_play() -> None:
    state = position("8h 8s 4d", "9c 9d Jc", stock="3c 3d 3h 3s")
    after = follow(state, "play 8h pile")
    assert (text(after.hands[0]), text(after.stock[::-1])) == ("8s 4d 3c", "3d 3h 3s")
    many = follow(position("8h 8s 4d 5d 6d", OTHER, stock="3c"), "play 8h pile")
    assert (len(many.hands[0]), len(many.stock)) == (4, 1)


def test_ID_V11_ID_Q17_as_much_as_there_is() -> None:
    after = follow(position("8h 8s 4d", OTHER, stock="Jc"), "play 8h 8s pile")
    assert (text(after.hands[0]), after.stock) == ("4d Jc", ())


def test_ID_V19_ID_Q20_a_matching_draw() -> None:
    stock = "8s Kc 8d"
    plain = follow(position("8h 4c 5d", OTHER, pile="7c", stock=stock), "play 8h pile")
    assert (plain.turn, text(plain.hands[0])) == (1, "4c 5d 8s")
    rules = options(lay_matching_draw=True)
    drawn = follow(position("8h 4c 5d", OTHER, pile="7c", stock=stock, rules=rules), "play 8h pile")
    assert (drawn.turn, legal(drawn)) == (0, ["8s", "end"])
    assert refusal(drawn, "play 4c pile") == Reason("matching-only")
    assert refusal(drawn, "take") == Reason("matching-only")
    added = follow(drawn, "play 8s pile")
    assert (added.turn, text(added.hands[0]), text(added.pile)) == (1, "4c 5d Kc", "7c 8h 8s")
    kept = follow(drawn, "end")
    assert (kept.turn, text(kept.hands[0])) == (1, "4c 5d 8s")
    assert refusal(kept, "end") == Reason("turn-ends-itself")


def test_ID_Q20_what_was_drawn_before_stays_open_and_a_burn_ends_it() -> None:
    rules = options(lay_matching_draw=True)
    state = position("8h 8c 5d", OTHER, stock="8s 8d Kc Qc", pile="7c", rules=rules)
    drawn = follow(state, "play 8c 8h pile")
    assert legal(drawn) == ["8d", "8s", "8d 8s", "end"]
    assert legal(follow(drawn, "play 8s pile")) == ["8d", "end"]
    burnt = follow(drawn, "play 8d 8s pile")
    assert (burnt.pile, burnt.turn, text(burnt.hands[0])) == ((), 0, "5d Kc Qc")
    assert legal(burnt) == ["5d", "Qc", "Kc"]


# ---------------------------------------------------------------------- chance and taking


@pytest.mark.parametrize(("card", "turn", "pile"), [("As", 1, "Kd As"), ("Td", 0, ""), ("2h", 1, "Kd 2h")])
def test_ID10_ID_V8_a_chance_that_fits_is_played(card: str, turn: int, pile: str) -> None:
    state = position("3c 4d 7h", OTHER, pile="Kd", stock=f"{card} 9s")
    after = follow(state, "chance")
    assert (after.turn, text(after.pile), text(after.hands[0])) == (turn, pile, "3c 4d 7h")
    assert text(after.stock) == "9s"
    if card == "2h":
        assert legal(after) == ["5c", "6c", "7c"]


def test_ID10_ID_V9_ID_Q12_a_chance_that_does_not_fit_is_taken_with_the_pile() -> None:
    state = position("3c 4d 7h", OTHER, pile="3d 4h 5h 8h 9h Kd", stock="5s 9s")
    after = follow(state, "chance")
    assert (len(after.hands[0]), after.pile, text(after.stock), after.turn) == (10, (), "9s", 1)
    assert legal(after) == ["5c", "6c", "7c"]


def test_ID_V10_ID_Q10_no_chance_for_who_can_play_or_without_a_stock() -> None:
    can = position("3c 4d Ah", OTHER, pile="Kd", stock="5s")
    assert refusal(can, "chance") == Reason("chance-when-stuck")
    cannot = position("3c 4d 7h", OTHER, pile="Kd")
    assert legal(cannot) == ["take"]
    assert refusal(cannot, "chance") == Reason("stock-empty")


def test_ID_Q10_at_any_time_by_option() -> None:
    state = position("3c 4d Ah", OTHER, pile="Kd", stock="5s", rules=options(chance_anytime=True))
    assert legal(state) == ["Ah", "chance"]
    assert len(follow(state, "chance").hands[0]) == 5


def test_ID10_ID_Q12_the_whole_pile_is_taken_and_the_next_begins() -> None:
    after = follow(position("3c 4d 7h", OTHER, pile="9d Kd", stock="5s"), "take")
    assert (text(after.hands[0]), after.pile, after.turn) == ("3c 4d 7h 9d Kd", (), 1)
    assert legal(after) == ["5c", "6c", "7c"]


def test_ID_Q11_who_can_play_does_not_take_the_pile() -> None:
    state = position("3c 4d Ah", OTHER, pile="Kd")
    assert refusal(state, "take") == Reason("take-when-stuck")
    assert refusal(position("3c 4d Ah", OTHER), "take") == Reason("pile-empty")


def test_ID_Q11_by_option_the_pile_is_taken_in_every_phase() -> None:
    rules = options(voluntary_pickup=True)
    assert legal(position("3c 4d Ah", OTHER, pile="Kd", rules=rules)) == ["Ah", "take"]
    assert legal(position("3c 4d Ah", OTHER, rules=rules)) == ["3c", "4d", "Ah"]
    assert "take" in legal(position("", OTHER, ups=("Ah",), pile="Kd", rules=rules))
    hidden = position("", OTHER, downs=("Ah",), pile="Kd", rules=rules)
    assert legal(hidden) == ["flip down-0-1", "take"]
    assert text(follow(hidden, "take").hands[0]) == "Kd"
