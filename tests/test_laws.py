"""The laws that every game keeps to, tried on every registered game and on a tiny one."""

from __future__ import annotations

import copy
import os
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingscorners.cards import DECK, BadNotation
from kingscorners.game import NEXT_DEAL, Finished, IllegalMove, Move, Reason, Undo, View, seen_zones
from kingscorners.games import GAMES
from kingscorners.options import read
from kingscorners.players import ADVISERS, PLAYERS
from kingscorners.record import UNDO, UNDOS_A_TURN, Position, Record, Setup
from tests import tiny
from tests.laws import (
    Walk,
    all_cards,
    allowed,
    check_hidden_information,
    exchanges,
    habits,
    seen_by_player,
    setups,
    some,
    unseen,
    walks,
)

EVERY_GAME = pytest.mark.parametrize("name", [*GAMES, tiny.Tiny.name])
FEW = settings(max_examples=20)
WHOLE_MATCHES = settings(max_examples=12)


@pytest.fixture(scope="module", autouse=True)
def _tiny_is_a_game() -> Iterator[None]:
    with tiny.registered():
        yield


# ---------------------------------------------------------------------- the course of a match


@EVERY_GAME
@given(data=st.data())
@WHOLE_MATCHES
def test_every_match_ends_within_its_bound(name: str, data: st.DataObject) -> None:
    setup, habit = data.draw(setups(GAMES[name])), data.draw(habits)
    bound = setup.game.longest(setup.seats, setup.options)
    for count, (position, move) in enumerate(habit.moves(setup), 1):
        assert count <= bound
        last = setup.play(position, move)
    outcome = setup.game.outcome(last.state)
    assert outcome is not None
    assert len(outcome.points) == len(outcome.places) == setup.seats
    if setup.seats == 1:
        assert outcome.places in ((1,), (2,))
        return
    assert outcome.winners
    sides = setup.game.sides(setup.seats)
    results = {side: (outcome.places[seat], outcome.points[seat]) for seat, side in enumerate(sides)}
    for seat, side in enumerate(sides):
        assert results[side] == (outcome.places[seat], outcome.points[seat])
    places = sorted(place for place, _ in results.values())
    assert places == [1 + sum(other < place for other in places) for place in places]


@EVERY_GAME
@given(data=st.data())
@FEW
def test_a_match_of_only_the_last_moves_ends(name: str, data: st.DataObject) -> None:
    """Where a game can pass, `end` comes last: nobody ever plays a card."""
    setup = data.draw(setups(GAMES[name]))
    position = setup.start()
    for _ in range(setup.game.longest(setup.seats, setup.options)):
        if not position.legal:
            break
        position = setup.play(position, position.legal[-1])
    assert setup.game.outcome(position.state) is not None


@EVERY_GAME
@given(data=st.data())
@FEW
def test_no_legal_move_means_an_outcome_means_nobodys_turn(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    for position in walk.positions:
        game, state = walk.setup.game, position.state
        assert (not position.legal) == (game.outcome(state) is not None) == (game.turn(state) is None)


@EVERY_GAME
@given(data=st.data())
@FEW
def test_cards_are_conserved(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    table = all_cards(walk.setup.game, walk.positions[0].state)
    for position in walk.positions:
        assert all_cards(walk.setup.game, position.state) == table


@EVERY_GAME
@given(data=st.data())
@FEW
def test_zones_have_the_same_names_in_the_same_order_all_match_long(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))

    def frame(position: Position[Any]) -> list[tuple[str, str, int | None]]:
        return [(zone.name, zone.kind, zone.seat) for zone in walk.setup.game.zones(position.state)]

    first = frame(walk.positions[0])
    assert len({zone[0] for zone in first}) == len(first)
    for position in walk.positions:
        assert frame(position) == first


@EVERY_GAME
@given(data=st.data())
@FEW
def test_points_are_public_and_add_up(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    game, seats = walk.setup.game, range(walk.setup.seats)
    for position in some(walk):
        facts, between = game.facts(position.state), position.legal in ((), (NEXT_DEAL,))
        assert facts["dealer"] in seats
        finished = range(1, int(facts["deal"]) + between)
        for seat in seats:
            assert facts[f"points-{seat}"] == sum(int(facts[f"points-{seat}-{deal}"]) for deal in finished)
        if outcome := game.outcome(position.state):
            assert outcome.points == tuple(facts[f"points-{seat}"] for seat in seats)


@EVERY_GAME
@given(data=st.data())
@FEW
def test_hands_lie_open_while_a_finished_deal_stays_on_the_table(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    for position in walk.positions:
        if position.legal in ((), (NEXT_DEAL,)):
            hands = [zone for zone in walk.setup.game.zones(position.state) if zone.seat is not None]
            assert {zone.seen_by for zone in hands} <= {None}


# ---------------------------------------------------------------------- moves


@EVERY_GAME
@given(data=st.data())
@FEW
def test_a_move_is_what_its_text_says(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    for position in walk.positions:
        for move in position.legal:
            assert Move.parse(str(move)) == move


@EVERY_GAME
@given(data=st.data())
@FEW
def test_legal_moves_are_unique_and_in_the_same_order_each_time(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    for position in some(walk):
        moves = walk.setup.game.legal_moves(copy.deepcopy(position.state))
        assert moves == position.legal
        assert len(set(moves)) == len(moves)


@EVERY_GAME
@given(data=st.data())
@FEW
def test_a_move_is_legal_when_the_list_has_it(name: str, data: st.DataObject) -> None:
    """Asked of the moves that are legal at other times of the match, which are the likeliest mistakes."""
    walk = data.draw(walks(GAMES[name]))
    game, positions = walk.setup.game, some(walk, 12)
    moves = {move for position in positions for move in position.legal} | set(walk.moves)
    for position in positions:
        told = {move for move in moves if game.is_legal(position.state, move)}
        assert told == set(position.legal)


@EVERY_GAME
@given(data=st.data())
@FEW
def test_a_move_leaves_the_old_state_alone(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    game = walk.setup.game
    for position in some(walk):
        before = copy.deepcopy(position.state)
        for move in position.legal:
            after = game.apply(position.state, move)
            game.legal_moves(after), game.zones(after), game.facts(after), game.outcome(after)
            assert position.state == before
            assert repr(position.state) == repr(before)


def words(walk: Walk) -> st.SearchStrategy[str]:
    """Texts that look like moves of this match, and texts that do not."""
    zones = [zone.name for zone in walk.setup.game.zones(walk.last.state)]
    verbs = sorted({move.verb for move in walk.moves} | {"play", "end", "deal", "undo", "__proto__"})
    word = st.sampled_from([*zones, *verbs, *map(str, DECK), "", "9H", "10h", "??", "north,", "\u202e"])
    sentence = st.lists(word, max_size=4).map(" ".join)
    line = st.sampled_from([*map(str, walk.last.legal), *map(str, walk.moves[-5:]), "end"])
    spoilt = st.builds(
        lambda text, at, what: text[:at] + what + text[at:],
        line,
        st.integers(0, 20),
        st.sampled_from([" ", "\n", "\x00", "é", "-", "A"]),
    )
    return st.one_of(st.text(), st.text(string.printable, max_size=300), sentence, line, spoilt)


@EVERY_GAME
@given(data=st.data())
@FEW
def test_any_text_is_a_legal_move_or_changes_nothing(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name], plies=60))
    before = copy.deepcopy(walk.last)
    for _ in range(10):
        text = data.draw(words(walk))
        if text == UNDO:
            continue
        try:
            after = walk.setup.advance(walk.last, text)
        except BadNotation:
            assert text not in map(str, walk.last.legal)
        except Finished:
            assert not walk.last.legal
        except IllegalMove as refused:
            assert text not in map(str, walk.last.legal)
            check_reason(refused.reason)
        else:
            assert text in map(str, walk.last.legal)
            assert after.ply == walk.last.ply + 1
        assert walk.last == before


def check_reason(reason: Reason) -> None:
    assert reason.code
    assert set(reason.code) <= set(string.ascii_lowercase + "-")
    assert all(isinstance(gap, (str, int)) for gap in reason.gaps.values())


# ---------------------------------------------------------------------- records and taking back


@EVERY_GAME
@given(data=st.data())
@FEW
def test_the_text_of_a_record_replays_to_the_same_state(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    setup = walk.setup
    record = Record(setup, ("person",) * setup.seats, tuple(map(str, walk.moves)), "00")
    again = Record.parse(str(record))
    assert again == record
    assert again.replay() == walk.last


@EVERY_GAME
@given(data=st.data())
@FEW
def test_taking_back_restores_the_state_and_passes_no_shown_card(name: str, data: st.DataObject) -> None:
    """`mine` is an own record of this turn's states; what a seat has seen is counted from the zones."""
    setup = data.draw(setups(GAMES[name]))
    policy = setup.game.undo(setup.options)
    lot = data.draw(st.randoms(use_true_random=False))
    position = setup.start()
    mine: list[Any] = []
    lines: list[str] = []
    for _ in range(120):
        if not position.legal:
            break
        assert list(position.past) == mine
        if reason := setup.why_no_undo(position):
            shown = mine and seen(setup, position.state) - seen(setup, mine[-1])
            expected = "card-was-shown" if shown and policy is Undo.UNSEEN else "nothing-to-undo"
            if position.undone >= UNDOS_A_TURN[policy] and mine:
                expected = "undone-enough"
            assert reason.code == ("undo-never" if policy is Undo.NEVER else expected)
            with pytest.raises(IllegalMove):
                setup.advance(position, UNDO)
        elif lot.random() < 0.4:
            back = setup.advance(position, UNDO)
            lines.append(UNDO)
            assert back.state == mine[-1]
            assert back.legal == setup.game.legal_moves(mine.pop())
            assert (back.ply, back.undone) == (position.ply + 1, position.undone + 1)
            assert setup.game.turn(back.state) == setup.game.turn(position.state)
            if policy is Undo.UNSEEN:
                assert not seen(setup, position.state) - seen(setup, back.state)
            position = back
            continue
        move = lot.choice(position.legal)
        before, position = position, setup.play(position, move)
        lines.append(str(move))
        same_turn = setup.game.turn(before.state) == setup.game.turn(position.state)
        mine = [*mine, before.state] if same_turn and move != NEXT_DEAL else []
    assert setup.replay(lines) == position


def seen(setup: Setup[Any], state: Any) -> Counter[str]:
    zones = seen_zones(setup.game.zones(state), setup.game.turn(state))
    return Counter(str(card) for zone in zones for card in zone.cards if card)


# ---------------------------------------------------------------------- hidden information


@EVERY_GAME
@given(data=st.data())
@FEW
def test_no_seat_is_sent_anything_of_what_it_cannot_see(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    for position in some(walk):
        check_hidden_information(walk.setup, position.state)


def test_this_law_finds_a_leak() -> None:
    class Leaky(tiny.Tiny):
        def facts(self, state: tiny.State) -> Mapping[str, int | str]:
            return {**super().facts(state), "next": str(state.stock[0])}

    game = Leaky()
    for secret in (True, False):
        setup: Setup[tiny.State] = Setup(game if secret else tiny.Tiny(), bytes(32), 3, tiny.Options())
        state = setup.start().state
        assert len(unseen(setup.game, state, 0)) == 10
        if secret:
            with pytest.raises(AssertionError):
                check_hidden_information(setup, state)
        else:
            check_hidden_information(setup, state)


# ---------------------------------------------------------------------- players


@EVERY_GAME
def test_a_daily_can_be_played(name: str) -> None:
    game = GAMES[name]
    assert allowed(game, game.daily_seats, read(game.options, game.daily_options))
    assert game.daily_level in PLAYERS[name]


@EVERY_GAME
@given(data=st.data())
@FEW
def test_a_players_choice_is_legal_and_rests_on_what_it_sees(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    game, setup = walk.setup.game, walk.setup
    for position in some(walk):
        if (seen := seen_by_player(setup, position)) is None:
            continue
        for player in PLAYERS[name].values():
            move = player(seen)
            assert move in position.legal
            assert player(copy.deepcopy(seen)) == move
            for other in exchanges(game, position.state, seen.seat, count=2):
                view = setup.view(setup.position(position.ply, other), seen.seat)
                assert player(view) == move


@pytest.mark.parametrize("name", ADVISERS)
@given(data=st.data())
@FEW
def test_advice_can_be_followed_to_its_end_and_rests_on_what_is_seen(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(GAMES[name]))
    game, setup, adviser = walk.setup.game, walk.setup, ADVISERS[name]
    for position in some(walk):
        if (seen := seen_by_player(setup, position)) is None:
            continue
        advice = adviser(seen)
        assert advice.moves
        for other in exchanges(game, position.state, seen.seat, count=2):
            assert adviser(setup.view(setup.position(position.ply, other), seen.seat)) == advice
        here = position
        for number, move in enumerate(advice.moves):
            assert game.turn(here.state) == seen.seat
            assert adviser(setup.view(here, seen.seat)).moves == advice.moves[number:]
            assert move in here.legal
            here = setup.play(here, move)


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=5)
def test_a_match_of_any_players_ends(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(GAMES[name]))
    levels = list(PLAYERS[name].values())
    players = data.draw(st.lists(st.sampled_from(levels), min_size=setup.seats, max_size=setup.seats))
    bound = setup.game.longest(setup.seats, setup.options)
    position = setup.start()
    while position.legal:
        seat = setup.game.turn(position.state)
        view: View | None = seen_by_player(setup, position)
        assert seat is not None
        position = setup.play(position, players[seat](view) if view else NEXT_DEAL)
        assert position.ply <= bound
    assert setup.game.outcome(position.state) is not None


@pytest.mark.parametrize("name", list(GAMES))
def test_players_choose_the_same_in_every_process(name: str) -> None:
    """Sets and dictionaries of texts are ordered differently in every process."""
    script = f"from tests.laws import choices; print(choices({name!r}))"
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": salt},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
        )
        for salt in ("1", "2")
    ]
    one, other = (run.communicate()[0] for run in runs)
    assert one == other
    assert len(one.split()) > 100
