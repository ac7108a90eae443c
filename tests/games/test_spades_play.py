"""The deal, the bids, and which cards may be played."""

from __future__ import annotations

from random import Random

import pytest

from kingscorners.cards import DECK, SUITS, BadNotation, cards, pick, shuffled
from kingscorners.game import Reason, view
from kingscorners.games.spades import STRENGTH, Options, State, taker
from tests.games.spades_positions import (
    GAME,
    HOUSE,
    at,
    follow,
    legal,
    options,
    played_out,
    position,
    refusal,
    totals,
)

FOUR = ("2c 3d", "4c 5d", "6c 7d", "8c 9d")
SOUTH, WEST, NORTH, EAST = range(4)


def dealt(seed: bytes = b"some seed", **changed: str | int | bool) -> State:
    return GAME.deal(seed, 4, options(**changed))


def bidding(*bids: int | None, turn: int, rules: Options = HOUSE) -> State:
    """Some bids by seat, `None` for who has not bid yet."""
    return position(*FOUR, bids=bids, turn=turn, rules=rules)


def test_SP1_partners_sit_opposite_each_other() -> None:
    assert GAME.sides(4) == (0, 1, 0, 1)
    assert list(GAME.seats) == [4]


def test_SP2_the_ace_is_the_highest_and_the_two_the_lowest() -> None:
    order = sorted(cards("Ah 2h Th Kh 9h Qh Jh"), key=STRENGTH.__getitem__)
    assert " ".join(map(str, order)) == "2h 9h Th Jh Qh Kh Ah"


def test_SP3_thirteen_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    for seed in (b"a", b"b", b"c", b"d", b"e"):
        state = dealt(seed)
        assert state.dealer == pick(seed, "dealer", 4)
        deck = shuffled(seed, 1)
        for step in range(4):
            hand = state.hands[(state.dealer + 1 + step) % 4]
            assert set(hand) == set(deck[step::4])
    assert {dealt(bytes([seed])).dealer for seed in range(30)} == {0, 1, 2, 3}


def test_SP3_the_deal_passes_clockwise() -> None:
    over = follow(position("As", "2s", "3s", "4s", broken=True), "play As", "play 2s", "play 3s", "play 4s")
    assert GAME.turn(over) == 0  # position() makes the seat to the right of who leads the dealer
    assert follow(over, "deal").dealer == 0
    assert follow(over, "deal").turn == 1


def test_SP4_everybody_bids_once_from_the_dealers_left() -> None:
    state = dealt()
    for step, bid in enumerate((5, 0, 13, 2)):
        assert state.turn == (state.dealer + 1 + step) % 4
        assert legal(state) == {f"bid {number}" for number in range(14)}
        state = follow(state, f"bid {bid}")
        assert GAME.facts(state)[f"bid-{(state.turn - 1) % 4}"] == bid
    assert state.turn == (state.dealer + 1) % 4
    assert refusal(state, "bid 4") == Reason("bids-made")


def test_SP5_SP_V1_the_example() -> None:
    state = bidding(None, None, None, None, turn=WEST)
    for seat, bid in ((WEST, 3), (NORTH, 1), (EAST, 4), (SOUTH, 4)):
        assert state.turn == seat
        state = follow(state, f"bid {bid}")
    assert state.bids == (4, 3, 1, 4)
    assert state.bids[SOUTH] + state.bids[NORTH] == 5
    assert state.bids[WEST] + state.bids[EAST] == 7
    assert refusal(state, "bid 4") == Reason("bids-made")


def test_SP_V1_no_pass_and_no_strange_bid() -> None:
    state = bidding(None, None, None, None, turn=WEST)
    for line in ("pass", "bid", "bid 3 4"):
        assert refusal(state, line) == Reason("no-such-move")
    for line in ("bid 14", "bid 04", "bid nil", "bid 9h"):
        assert refusal(state, line) == Reason("no-such-bid")
    for line in ("bid -1", "bid 1.5", "bid  4"):
        with pytest.raises(BadNotation):
            follow(state, line)
    assert refusal(state, "play 4c") == Reason("bid-first")


def test_SP_Q5_any_total_may_be_bid() -> None:
    assert legal(bidding(13, 13, 13, None, turn=EAST)) == {f"bid {number}" for number in range(14)}


def test_SP_Q5_a_minimum_binds_the_second_partner() -> None:
    rules = options(minimum_bid=4)
    assert len(legal(bidding(None, 1, None, None, turn=NORTH, rules=rules))) == 14
    second = bidding(None, 1, None, None, turn=EAST, rules=rules)
    assert legal(second) == {"bid 0", *(f"bid {number}" for number in range(3, 14))}
    assert refusal(second, "bid 2") == Reason("bid-too-low", {"number": 3})
    assert len(legal(bidding(None, 4, None, None, turn=EAST, rules=rules))) == 14
    assert len(legal(bidding(None, 0, None, None, turn=EAST, rules=rules))) == 14


def test_SP7_the_first_lead_is_no_spade_and_suit_is_followed() -> None:
    state = position("2s 9c Ah", "3c 4d As", "5d 6h", "7c 8s")
    assert legal(state) == {"9c", "Ah"}
    assert refusal(state, "play 2s") == Reason("spades-not-broken")
    led = follow(state, "play 9c")
    assert legal(led) == {"3c"}
    assert refusal(led, "play As") == Reason("follow-clubs")
    assert refusal(led, "play 9c") == Reason("not-in-hand", {"card": "9c"})
    assert refusal(led, "play north") == Reason("no-such-card")
    assert legal(follow(led, "play 3c")) == {"5d", "6h"}


@pytest.mark.parametrize(
    ("lead", "code"), [("9c", "clubs"), ("9d", "diamonds"), ("9h", "hearts"), ("9s", "spades")]
)
def test_SP7_each_suit_has_its_reason(lead: str, code: str) -> None:
    hand = next(" ".join((f"3{lead[1]}", f"4{suit}")) for suit in SUITS if suit != lead[1])
    state = position(lead, hand, "Ah Ac", "Kh Kc", broken=True)
    assert refusal(follow(state, f"play {lead}"), f"play {hand[3:]}") == Reason(f"follow-{code}")


def test_SP8_SP_V14_who_takes_a_trick() -> None:
    assert taker(cards("9h Qh 2s Ah")) == 2
    assert taker(cards("Td 3d Ac Kd")) == 3
    assert taker(cards("4s Qs 9s Ad")) == 1
    assert taker(cards("5c 3s Kc Js")) == 3
    assert taker(cards("2c Ah Ad 3c")) == 3


def test_SP8_who_takes_a_trick_leads_to_the_next() -> None:
    state = position("9h 2c", "Qh 3c", "2s 4c", "Ah 5c")
    state = follow(state, "play 9h", "play Qh", "play 2s", "play Ah")
    assert (state.turn, state.tricks) == (2, (0, 0, 1, 0))
    assert (GAME.facts(state)["leader"], GAME.facts(state)["taker"]) == (0, 2)
    assert legal(state) == {"4c"}
    led = follow(state, "play 4c")
    assert (led.trick, led.last, led.leader) == (cards("4c"), cards("9h Qh 2s Ah"), 2)
    assert "taker" not in GAME.facts(led)


def test_SP9_SP_V15_leads_before_and_after_spades_are_broken() -> None:
    others = ("4c 5c 6c", "7c 8c 9d", "Tc Jc Qc")
    assert legal(position("3h 9c As", *others)) == {"3h", "9c"}
    assert legal(position("2s Qs As", *others)) >= {"2s", "Qs", "As"}
    assert legal(position("3h 9c As", *others, broken=True)) == {"3h", "9c", "As"}


def test_SP10_the_first_spade_played_breaks_them() -> None:
    state = position("9h 2c 3s", "Qh 3c", "2s 4c", "Ah 5c")
    assert not follow(state, "play 9h", "play Qh").broken
    broken = follow(state, "play 9h", "play Qh", "play 2s")
    assert broken.broken
    assert GAME.facts(broken)["broken"] == 1


def test_SP_Q1_thirteen_spades_may_be_led_to_the_first_trick() -> None:
    spades = " ".join(str(card) for card in DECK if card.suit == "s")
    others = [" ".join(str(card) for card in DECK if card.suit == suit) for suit in "cdh"]
    state = position(spades, *others)
    assert legal(state) == {*spades.split(), "claim"}


def test_SP_Q2_a_spade_on_the_first_trick() -> None:
    hands = ("9h 2c", "2s 3c", "4h 4c", "Ah 5c")
    assert legal(follow(position(*hands), "play 9h")) == {"2s", "3c"}
    rules = options(first_trick_spades=False)
    barred = follow(position(*hands, rules=rules), "play 9h")
    assert legal(barred) == {"3c"}
    assert refusal(barred, "play 2s") == Reason("no-spades-yet")
    assert legal(follow(position("9h", "2s 3s", "4h", "Ah", rules=rules), "play 9h")) == {"2s", "3s"}
    later = position(*hands, rules=rules, tricks=(1, 0, 0, 0))
    assert legal(follow(later, "play 9h")) == {"2s", "3c"}


def test_SP_Q3_a_spade_led_by_who_has_nothing_else_breaks_them() -> None:
    state = position("2s 4s", "3s 2c", "4c 5c", "6c 7c")
    assert follow(state, "play 2s").broken
    after = follow(state, "play 2s", "play 3s", "play 4c", "play 6c")
    assert after.turn == 1
    assert "claim" not in legal(after)


def test_SP_Q4_seats_are_numbered_clockwise() -> None:
    state = bidding(None, None, None, None, turn=3)
    assert follow(state, "bid 1").turn == 0


def test_SP_V16_following_hearts() -> None:
    others = ("2c 3c 4c", "5c 6c 7c")
    state = position("9h 2d 3d", "2h Kh As 3d", *others)
    assert legal(follow(state, "play 9h")) == {"2h", "Kh"}
    state = position("9h 2d 3d", "As 3d 4c", *others)
    assert legal(follow(state, "play 9h")) == {"As", "3d", "4c"}


def test_SP_Q17_the_rest_is_claimed_when_it_is_certain() -> None:
    state = position("Kc Qs Ks As", "2c 3s 4d 5d", "2h 3h 2s 6d", "4h 5h 6h 7d", broken=True)
    assert "claim" in legal(state)
    over = follow(state, "claim")
    assert over.tricks == (4, 0, 0, 0)
    assert GAME.facts(over)["ended"] == "claimed"
    assert over.hands == state.hands
    assert [zone.seen_by for zone in GAME.zones(over) if zone.kind == "hand"] == [None] * 4
    assert legal(over) == {"deal"}


@pytest.mark.parametrize(
    "hands",
    [
        ("Kc Qs", "Ac 2s", "2h 3h", "4h 5h"),  # a higher club is out
        ("Ac Qs", "2c Ks", "2h 3h", "4h 5h"),  # a higher spade is out
        ("Ac As", "2c 3s", "2h 4s", "4h 5h"),  # one round may not bring down both
    ],
)
def test_SP_Q17_it_is_not_claimed_when_it_depends_on_others(hands: tuple[str, ...]) -> None:
    state = position(*hands, broken=True)
    assert "claim" not in legal(state)
    assert refusal(state, "claim") == Reason("not-certain")


def test_SP_Q17_spades_that_may_not_be_led_yet_bring_down_nothing() -> None:
    state = position("Ac As", "2c 3s", "2h 3h", "4h 5h")
    assert "claim" not in legal(state)
    assert "claim" in legal(state._replace(broken=True))
    assert "claim" not in legal(follow(state._replace(broken=True, turn=3, leader=3), "play 4h"))


def test_SP_Q18_bids_are_open_and_hands_are_not() -> None:
    state = follow(dealt(), "bid 3")
    for seat in (None, 0, 1, 2, 3):
        seen = view(GAME, state, HOUSE, 4, seat)
        assert seen.facts[f"bid-{(state.dealer + 1) % 4}"] == 3
        for other in range(4):
            assert (None in seen.cards(f"hand-{other}")) == (other != seat)


def test_SP_Q19_thirteen_tricks_are_played() -> None:
    setup, position = at(dealt())
    moves = 0
    while not position.state.ended:
        plays = [move for move in position.legal if move.verb != "claim"]
        position = setup.play(position, plays[moves % len(plays)])
        moves += 1
    assert moves == 4 + 52
    assert sum(position.state.tricks) == 13
    assert GAME.facts(position.state)["ended"] == "played"


# ---------------------------------------------------------------------- blind Nil

BLIND = options(blind_nil=True)


def behind(points: int, rules: Options = BLIND) -> State:
    """A new deal in which the side of seats 1 and 3 is so many points behind."""
    over = played_out((3, 3, 3, 3), (4, 3, 3, 3), totals(points - 1), rules)
    return follow(over, "deal")


def test_SP_Q20_who_is_100_behind_may_bid_nil_without_looking() -> None:
    state = behind(100)
    assert state.unlooked == {1, 3}
    while state.turn % 2 == 0:
        assert "look" not in legal(state)
        state = follow(state, "bid 3")
    seat = state.turn
    assert legal(state) == {"look", "blind"}
    assert set(view(GAME, state, BLIND, 4, seat).cards(f"hand-{seat}")) == {None}
    assert refusal(state, "bid 3") == Reason("look-first")
    looked = follow(state, "look")
    assert None not in view(GAME, looked, BLIND, 4, seat).cards(f"hand-{seat}")
    assert "bid 0" in legal(looked)
    assert refusal(looked, "blind") == Reason("looked-already")
    setup, position = at(state)
    assert setup.why_no_undo(setup.advance(position, "look")) == Reason("card-was-shown")
    blind = follow(state, "blind")
    assert (blind.bids[seat], set(blind.blind), blind.turn) == (0, {seat}, (seat + 1) % 4)
    assert GAME.facts(blind)[f"blind-{seat}"] == 1
    assert None not in view(GAME, blind, BLIND, 4, seat).cards(f"hand-{seat}")


def test_SP_Q20_nobody_else_may() -> None:
    assert refusal(dealt(), "blind") == Reason("no-blind-nil")
    near = behind(99)
    assert not near.unlooked
    assert refusal(near, "blind") == Reason("not-behind", {"number": 100})
    state = position(*FOUR, rules=BLIND)
    assert refusal(state, "look") == Reason("bids-made")


def test_SP_Q17_a_claim_is_good_however_the_others_hold_and_play_their_cards() -> None:
    """And whether it is offered depends on nothing but one's own cards and which ones are unseen."""
    lot, claims = Random(17), 0
    for _ in range(900):
        left = lot.randint(2, 5)
        deck = lot.sample(DECK, 4 * left)
        deck.sort(key=lambda card: (card.suit == "s" or card.rank in (1, 12, 13)) and lot.random() < 0.7)
        own, others = deck[3 * left :], deck[: 3 * left]
        verdicts, broken = set(), lot.random() < 0.8
        for _ in range(3):
            lot.shuffle(others)
            hands = (own, *(others[seat * left : (seat + 1) * left] for seat in range(3)))
            state = position(*(" ".join(map(str, hand)) for hand in hands), broken=broken)
            verdicts.add(certain := "claim" in legal(state))
            if certain:
                claims += 1
                assert _all_taken(state, lot) == left
        assert len(verdicts) == 1
    assert claims > 50


def _all_taken(state: State, lot: Random) -> int:
    """The tricks of the first seat, which leads its highest spades first, whatever the others play."""
    while not state.ended:
        moves = [move for move in GAME.legal_moves(state) if move.verb == "play"]
        move = lot.choice(moves)
        if state.turn == 0:
            move = max(moves, key=lambda one: (one.cards[0].suit == "s", STRENGTH[one.cards[0]]))
        state = GAME.apply(state, move)
    return state.tricks[0]
