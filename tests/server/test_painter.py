"""The scene of a table, of any game: made from positions of the real rules, without a server."""

from random import Random
from typing import Any

import pytest

from kingscorners.game import NEXT_DEAL, Game, Move
from kingscorners.games import GAMES
from kingscorners.record import Position, Setup
from kingscorners.server.live import Happening, Live, Player, steps_for, table_for
from kingscorners.server.painter import Painter
from kingscorners.server.phrases import PHRASES
from kingscorners.server.preferences import Preferences
from kingscorners.server.scene import Scene, reach
from kingscorners.server.words import words
from tests.games import idiot_positions, klondike_positions, positions, spades_positions
from tests.games.spades_positions import position, totals

ADVISED = Preferences(hints="best", tips=False)


def painter(setup: Setup[Any], position: Position[Any], preferred: Preferences = ADVISED) -> Painter:
    """For a person on the seat that is on turn; all others are computer players."""
    own = setup.game.turn(position.state) or 0
    players = tuple(
        Player(seat, f"Player {seat}", None if seat == own else "steady", 1 if seat == own else None)
        for seat in range(setup.seats)
    )
    live = Live("painted", setup, players, None, False, "c" * 64, 0, None, position)
    return Painter(table_for(live, 1), words("en"), preferred)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_advice_is_a_whole_sentence_with_every_gap_filled(game: Game[Any]) -> None:
    lot, setup = Random(9), Setup(game, bytes(range(32)), game.daily_seats, game.options())
    here = setup.start()
    for _ in range(25):
        if here.legal in ((), (NEXT_DEAL,)):
            break
        drawn = painter(setup, here)
        told = drawn.waiting()
        assert drawn.advice
        assert told.kind == "advice"
        assert "%" not in told.sentence
        assert told.sentence.endswith(f". {told.text}")
        assert told.text.endswith(".")
        assert told.spoken.endswith(told.sentence)
        assert "%" not in str(told.lines)
        if not drawn.advice.move.cards:
            assert all(
                word in told.lines[0].text
                for word in drawn.advice.move.words
                if word.isdecimal() and int(word)
            )
        here = setup.play(here, lot.choice(here.legal))


def test_the_scores_beside_the_table_begin_with_the_best() -> None:
    """Which is the higher total in Spades, and the same place for both partners."""
    setup, here = spades_positions.at(position("As", "2s", "3s", "4s", before=totals(40, 120)))
    standings = painter(setup, here).scene().standings
    assert [(seat.seat, seat.points) for seat in standings] == [(1, 120), (3, 120), (0, 40), (2, 40)]


def test_that_nothing_useful_is_left_is_said_instead_of_advice_and_ends_nothing() -> None:
    hopeless = klondike_positions.position("Ks", "Kd", "(2d) 4h")
    drawn = painter(*klondike_positions.at(hopeless))
    assert drawn.waiting().text.startswith("No useful move is left")
    assert drawn.waiting().text in drawn.waiting().spoken
    assert [button.move for button in drawn.scene().buttons] == ["resign"]
    useful = klondike_positions.position("Ks", "Kd", "(2d) Qh")
    drawn = painter(*klondike_positions.at(useful))
    assert drawn.waiting().kind == "advice"
    assert drawn.scene().buttons == ()


def marks(scene: Scene) -> dict[str, tuple[bool, str]]:
    """By card and place that is marked: whether it is for now, and which move it is."""
    hand = scene.hand.cards if scene.hand else ()
    piles = (*scene.piles, *scene.mine)
    held = {str(held.card): held.advised for held in (*hand, *(held for pile in piles for held in pile.laid))}
    found = held | {pile.name: pile.advised for pile in piles}
    return {name: (part.first, part.order) for name, part in found.items() if part}


def test_moves_that_belong_together_are_marked_in_their_order_and_said_in_one_sentence() -> None:
    piles = {"north": "5h", "east": "5d", "south": "5c", "west": "5s"}
    setup, here = positions.at(positions.position("Ks Qd 4s 2s", "3s", rest=piles))
    scene = painter(setup, here).scene()
    assert marks(scene) == {
        "Ks": (True, "1"),
        "Qd": (False, "2"),
        "4s": (False, "3"),
        "north": (False, "3"),
        "northeast": (True, "1–2"),
    }
    lines = [(" ".join(map(str, line.cards)), line.text) for line in scene.prompt.lines]
    assert lines == [("Ks Qd", "on NE"), ("4s", "on North")]
    assert scene.prompt.sentence == (
        "Hint: King of spades and Queen of diamonds on Northeast corner and 4 of spades on North. "
        "A King left in your hand costs 10 points."
    )
    labels = [pile.label for pile in scene.piles if pile.advised]
    assert labels[-1] == "Northeast corner, empty. Kings only. Hint 1 and 2."


def test_where_cards_lie_spread_the_top_one_has_the_mark_of_its_place() -> None:
    state = klondike_positions.position("(2c) 6s 5d", "8s", "(9c) Td", stock="4h", waste="Ks 7h")
    scene = painter(*klondike_positions.at(state)).scene()
    assert marks(scene) == {"7h": (True, "1"), "8s": (True, "1–2"), "6s": (False, "2")}
    assert scene.prompt.sentence.startswith("Hint: 7 of hearts and 6 of spades to Column 2.")


def test_one_move_has_no_number_and_all_its_cards_are_marked() -> None:
    setup, here = idiot_positions.at(idiot_positions.position("9c 9h Kd", "5c 6c 7c", pile="4d 8s"))
    scene = painter(setup, here).scene()
    assert marks(scene) == {"9c": (True, ""), "9h": (True, ""), "8s": (True, "")}
    assert scene.hand
    labels = [held.label for held in scene.hand.cards if held.advised]
    assert labels == ["9 of clubs Hint.", "9 of hearts Hint."]
    assert [button.text for button in scene.sets if button.advised] == ["Play 9 of clubs and 9 of hearts"]
    assert scene.prompt.sentence == (
        "Hint: Play 9 of clubs and 9 of hearts. You get rid of several cards at once."
    )


def test_who_has_only_one_card_to_play_has_a_move_left() -> None:
    setup, here = spades_positions.at(position("As", "2s", "3s", "4s"))
    assert len(here.legal) == 1
    told = painter(setup, here, Preferences(hints="off", tips=False)).waiting()
    assert told.text != ""
    assert told.title == "Your turn"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_tap_chooses_nothing_that_was_not_tapped(game: Game[Any]) -> None:
    """Of several moves by the same card to the same place the one of this card alone is made by picking."""
    lot, setup = Random(5), Setup(game, bytes(range(32)), game.daily_seats, game.options())
    here = setup.start()
    for _ in range(200):
        if not here.legal:
            break
        if here.legal != (NEXT_DEAL,):
            view = setup.view(here, game.turn(here.state) or 0)
            targets, _ = reach(view)
            for move in view.legal:
                goal = PHRASES[game.name].lands(move, view) or (move.words or ("",))[-1]
                made = Move.parse(targets.get((move.words or ("",))[0], {}).get(goal, str(move)))
                assert set(made.cards) <= set(move.cards)
                assert made == move or len(made.cards) < len(move.cards)
        here = setup.play(here, lot.choice(here.legal))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_only_the_move_that_ends_a_turn_is_told_as_that(game: Game[Any]) -> None:
    lot, setup = Random(6), Setup(game, bytes(range(32)), game.daily_seats, game.options())
    here = setup.start()
    for _ in range(200):
        if not here.legal:
            break
        drawn, move = painter(setup, here), lot.choice(here.legal)
        after = setup.play(here, move)
        happening = Happening(after.ply, game.turn(here.state) or 0, str(move), here, after)
        (step,) = steps_for([happening], game, drawn.table.seat)
        assert drawn.teller.step(step).endswith("ended the turn.") <= (move.verb == "end")
        here = after
