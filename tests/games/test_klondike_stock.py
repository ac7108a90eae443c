"""Drawing, passes, finishing, and how a deal ends."""

from __future__ import annotations

import pytest

from kingscorners.game import RESIGN
from kingscorners.games.klondike import IDLE_MOVES, Options, State
from kingscorners.options import read
from kingscorners.players import Player
from kingscorners.players.klondike import novice, steady
from kingscorners.record import Record, Setup
from tests.games.klondike_positions import (
    DAILY,
    GAME,
    HOUSE,
    THREE,
    almost_won,
    at,
    column,
    follow,
    legal,
    options,
    position,
    refusal,
)
from tests.games.lines import text


def test_KL9_a_card_is_turned_onto_the_waste_and_can_be_played() -> None:
    table = follow(position("6s", stock="5h 9c"), "draw")
    assert (text(table.waste), text(table.stock)) == ("5h", "9c")
    assert legal(table) == {"play 5h column-1"}
    assert column(follow(table, "play 5h column-1"), 1) == "6s 5h"


def test_KL10_KL_Q7_KL_V7_the_stock_is_gone_through_once() -> None:
    table = position("Th", "7d", "6d", "5d", "4d", "3d", stock="5h 9c Kd")
    table = follow(table, "draw", "draw", "draw")
    assert (text(table.waste), table.stock) == ("5h 9c Kd", ())
    assert legal(table, "draw") | legal(table, "recycle") == set()
    assert refusal(table, "draw").code == "stock-empty"
    assert refusal(table, "recycle").code == "no-passes-left"
    table = follow(table, "play Kd column-7")
    assert text(table.waste) == "5h 9c"
    assert legal(table) == {"play 9c column-1"}


def test_KL11_three_cards_are_turned_and_the_third_lies_on_top() -> None:
    table = follow(position("6s", "Tc", stock="5h 9c Kd 9d", rules=THREE), "draw")
    assert text(table.waste) == "5h 9c Kd"
    table = follow(table, "draw")
    assert text(table.waste) == "5h 9c Kd 9d"
    assert legal(table) == {"play 9d column-2"}


def test_KL11_KL_Q8_the_waste_is_turned_over_twice_in_its_order() -> None:
    table = position("2d", "3c", stock="5h 9c Kd 9d 8s", rules=THREE)
    once = follow(table, "draw", "draw", "recycle")
    assert (text(once.stock), once.waste) == ("5h 9c Kd 9d 8s", ())
    assert refusal(once, "recycle").code == "stock-not-empty"
    assert refusal(follow(once, "draw"), "recycle").code == "stock-not-empty"
    twice = follow(once, "draw", "draw", "recycle", "draw", "draw")
    assert text(twice.waste) == "5h 9c Kd 9d 8s"
    assert refusal(twice, "recycle").code == "no-passes-left"
    assert refusal(position("2d", rules=THREE), "recycle").code == "waste-empty"


def test_KL_Q8_without_a_limit_it_goes_on() -> None:
    table = position("2d", stock="5h", rules=options(passes="unlimited"))
    assert follow(table, *["draw", "recycle"] * 10).recycles == 10


def test_KL_Q9_under_the_third_card_the_second_can_be_played() -> None:
    table = follow(position("6s", "Ts", "", stock="5h 9d Kd", rules=THREE), "draw")
    assert legal(table) == {f"play Kd column-{n}" for n in range(3, 8)}
    assert refusal(table, "play 9d column-2").code == "waste-top-only"
    table = follow(table, "play Kd column-3")
    assert "play 9d column-2" in legal(table)
    assert text(follow(table, "play 9d column-2").waste) == "5h"


# ---------------------------------------------------------------------- the end


def test_KL12_KL_V10_all_kings_up_is_won() -> None:
    table = almost_won()
    for suit in "cdhs":
        assert GAME.outcome(table) is None
        table = follow(table, f"play K{suit} foundation-{suit}")
    outcome = GAME.outcome(table)
    assert outcome is not None
    assert (outcome.points, outcome.places, outcome.reason, outcome.moves) == ((52,), (1,), "won", 4)
    assert (GAME.legal_moves(table), GAME.turn(table)) == ((), None)
    assert refusal_when_over(table) == "deal-over"


def refusal_when_over(state: State) -> str:
    return GAME.why_not(state, RESIGN).code


ENDS = ("Kh", "Ks", "8h", "8d", "5s", "5c", "2h")


def lost(rules: Options = DAILY) -> State:
    """One draw before KL-V12."""
    columns = [f"(3{suit}) {top}" for suit, top in zip("cdhscdh", ENDS, strict=True)]
    return position(*columns, stock="Tc", waste="9c", rules=rules)


def test_KL_Q14_KL_V12_nothing_at_all_is_legal_and_the_deal_is_lost() -> None:
    table = lost()
    assert legal(table, "") == {"draw", "resign"}
    over = follow(table, "draw")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.reason, outcome.places, outcome.points) == ("stuck", (2,), (0,))


def test_KL_Q14_KL_V13_idle_moves_are_moves() -> None:
    columns = ["(3c) Kh", "(3d) Ks", "(3h) 8h 7s", "(3s) 8d", "(4c) 5s", "(4d) 5c", "(4h) 2h"]
    table = follow(position(*columns, stock="Tc", rules=DAILY), "draw")
    assert legal(table, "") == {"play 7s column-4", "resign"}
    assert "halt" not in GAME.facts(table)
    assert legal(follow(table, "play 7s column-4"), "") == {"play 7s column-3", "resign"}


def test_KL_Q14_a_deal_may_be_given_up_at_any_time() -> None:
    over = follow(GAME.deal(bytes(32), 1, HOUSE), "resign")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("resigned", (2,))


def test_KL_Q14_with_undo_a_lost_deal_waits_for_it_to_be_used() -> None:
    setup, there = at(lost(HOUSE))
    stuck = setup.advance(there, "draw")
    assert (stuck.legal, setup.view(stuck, 0).facts["halt"]) == ((RESIGN,), "stuck")
    assert refusal(stuck.state, "draw").code == "no-moves-left"
    assert setup.undo(stuck).state == there.state
    outcome = GAME.outcome(setup.play(stuck, RESIGN).state)
    assert outcome is not None
    assert outcome.reason == "stuck"


def shuttle(rules: Options) -> State:
    table = position("8h 7s", "8d", waste="2c", rules=rules)
    for move in range(IDLE_MOVES):
        assert table.idle == move
        table = follow(table, f"play 7s column-{2 - move % 2}")
    return table


def test_two_hundred_moves_without_a_gain_end_a_deal() -> None:
    outcome = GAME.outcome(shuttle(DAILY))
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("idle", (2,))
    halted = shuttle(HOUSE)
    assert legal(halted, "") == {"resign"}
    assert refusal(halted, "play 7s column-2").code == "nothing-gained"


@pytest.mark.parametrize(
    ("state", "line", "idle"),
    [
        (position("(2c) 8h", "9s"), "play 8h column-2", 0),
        (position("8h", "9s"), "play 8h column-2", 8),
        (position("9s", waste="8h"), "play 8h column-1", 0),
        (position("Ah"), "play Ah foundation-h", 0),
        (position("9s", stock="8h"), "draw", 0),
        (position("9s", stock="8h", rules=options(passes="unlimited")), "draw", 8),
        (position("9s", waste="8h", rules=THREE), "recycle", 0),
        (position("2h", s=1, rules=options(foundation_take_back=True)), "play As column-1", 8),
    ],
)
def test_what_is_a_gain(state: State, line: str, idle: int) -> None:
    assert follow(state._replace(idle=7), line).idle == idle


def test_a_card_that_came_back_and_goes_up_again_is_no_gain() -> None:
    table = position("2h", s=1, rules=options(foundation_take_back=True))
    assert follow(table, "play As column-1", "play As foundation-s").idle == 2


# ---------------------------------------------------------------------- finishing


def test_KL_Q15_finishing_sends_everything_up_and_counts_every_card() -> None:
    table = almost_won()
    assert legal(table, "finish") == {"finish"}
    over = follow(table, "finish")
    assert (over.ended, over.moves) == ("won", 4)


def test_KL_Q15_not_while_a_card_is_hidden_nor_when_it_would_stop_half_way() -> None:
    hidden = position("(Kc) Kd", "Kh", "Ks", c=12, d=12, h=12, s=12)
    assert refusal(hidden, "finish").code == "cannot-finish"
    # The Queen lies under its King, and the stock cannot be turned over any more.
    under = position("Kd", "Kh", "Ks", waste="Qc Kc", c=11, d=12, h=12, s=12)
    assert legal(under, "finish") == set()
    again = position("Kd", "Kh", "Ks", waste="Kc Qc", c=11, d=12, h=12, s=12)
    assert follow(again, "finish").ended == "won"


def test_KL_Q15_passes_that_are_left_count() -> None:
    waste = "Kc Qc Jc"  # the last drawn is the lowest: in order, but for the passes of draw three
    shuffled_up = position("Kd", "Kh", "Ks", waste="Jc Kc Qc", c=10, d=12, h=12, s=12, rules=THREE)
    assert legal(shuffled_up, "finish") == set()
    assert follow(position("Kd", "Kh", "Ks", waste=waste, c=10, d=12, h=12, s=12), "finish").ended == "won"
    rules = options(passes=3)
    twice = position("Kd", "Kh", "Ks", waste="Qc Kc", c=11, d=12, h=12, s=12, rules=rules)
    over = follow(twice, "finish")
    assert (over.ended, over.recycles, over.moves) == ("won", 1, 8)


def test_KL_Q15_nothing_hidden_decides_whether_it_is_offered() -> None:
    known = options(passes="unlimited")
    assert legal(almost_won(known, stock="Kc Kd"), "finish") == {"finish"}
    assert legal(almost_won(HOUSE, stock="Kc Kd"), "finish") == set()
    assert legal(almost_won(options("draw_three", passes="unlimited"), stock="Kc Kd"), "finish") == set()


# ---------------------------------------------------------------------- taking back


def test_KL_Q17_undo_goes_past_shown_cards_to_the_beginning_and_is_counted() -> None:
    setup = Setup(GAME, bytes(32), 1, HOUSE)
    start = there = setup.start()
    for _ in range(5):
        there = setup.advance(there, "draw")
    for count in range(1, 6):
        there = setup.undo(there)
        assert there.undone == count
    assert there.state == start.state
    assert setup.view(there, 0).cards("stock") == (None,) * 24
    reason = setup.why_no_undo(there)
    assert reason is not None
    assert reason.code == "nothing-to-undo"


def test_KL_Q17_there_is_none_in_the_daily_but_in_practice() -> None:
    daily: Options = read(GAME.options, GAME.daily_options)
    setup = Setup(GAME, bytes(32), 1, daily)
    reason = setup.why_no_undo(setup.advance(setup.start(), "draw"))
    assert reason is not None
    assert reason.code == "undo-never"
    assert read(GAME.options, GAME.practice_options) == HOUSE


def test_KL_Q17_undone_moves_are_in_the_record() -> None:
    setup = Setup(GAME, bytes(32), 1, HOUSE)
    record = Record(setup, ("person",), ("draw", "draw", "undo", "draw"), "00")
    assert len(Record.parse(str(record)).replay().state.waste) == 2


# ---------------------------------------------------------------------- players


@pytest.mark.parametrize("player", [novice, steady])
def test_KL_Q6_KL_V16_no_player_moves_a_king_in_vain(player: Player) -> None:
    setup, there = at(position("Ks", "", "2d", "4d", "6d", "8d", "Td", rules=HOUSE))
    assert player(setup.view(there, 0)) == RESIGN


def test_KL_Q16_the_better_player_sends_up_what_nothing_needs() -> None:
    needed = position("5s", "6s", "(9c) 4d", stock="Qd", d=3, h=3, s=4, c=1)
    setup, there = at(needed)
    assert str(steady(setup.view(there, 0))) == "play 4d foundation-d"
    setup, there = at(position("5h", "2c", stock="Qd", h=4, d=4, c=1, s=3))
    assert str(steady(setup.view(there, 0))) == "play 2c foundation-c"
    setup, there = at(position("5h", stock="Qd", h=4, d=4, c=3, s=3))
    assert str(steady(setup.view(there, 0))) == "draw"
    assert str(novice(setup.view(there, 0))) == "play 5h foundation-h"
