"""Every registered game by the same measures: random play, decisions of each level, long matches again."""

from __future__ import annotations

import random
import time
from typing import Any

from kingscorners.game import NEXT_DEAL, Game
from kingscorners.games import GAMES
from kingscorners.options import read
from kingscorners.players import PLAYERS
from kingscorners.record import Setup

SECONDS = 3.0
MATCHES = 20


def run() -> str:
    """The section of the results, in Markdown. Takes some seconds for each level of each game."""
    plays = [_random_play(game) for game in GAMES.values()]
    levels = [_level(game, level) for game in GAMES.values() for level in PLAYERS[game.name]]
    return f"""## (g) All games

Matches of the day's seats and options. Random legal moves by the readable rules, on one core; `replay` is the
longest of the matches that the levels played, replayed from its log.

| | moves a second | deals a second |
|---|---|---|
{chr(10).join(plays)}

CPU of one decision in ms, of {MATCHES} matches in which every seat is of the level.

| | decisions | mean | 99 % | most | moves of the longest | replay |
|---|---|---|---|---|---|---|
{chr(10).join(levels)}
"""


def _setup(game: Game[Any], seed: bytes) -> Setup[Any]:
    return Setup(game, seed, game.daily_seats, read(game.options, game.daily_options))


def _random_play(game: Game[Any]) -> str:
    """How many moves and deals in a second, `SECONDS` long."""
    chance, moves, deals, begun = random.Random(7), 0, 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        setup = _setup(game, chance.randbytes(32))
        state = game.deal(setup.seed, setup.seats, setup.options)
        deals += 1
        while (legal := game.legal_moves(state)) and time.process_time() - begun < SECONDS:
            move = chance.choice(legal)
            state = game.apply(state, move)
            moves, deals = moves + 1, deals + (move == NEXT_DEAL)
    return f"| {game.name} | {moves / spent:,.0f} | {deals / spent:,.0f} |"


def _level(game: Game[Any], level: str) -> str:
    """How long a level thinks, and how long its longest match takes to replay."""
    player, spent, longest = PLAYERS[game.name][level], [], (_setup(game, bytes(32)), [""])
    for number in range(MATCHES):
        setup, log = _setup(game, random.Random(number).randbytes(32)), []
        position = setup.start()
        while position.legal:
            move = position.legal[0]
            if move != NEXT_DEAL:
                seen = setup.view(position, game.turn(position.state))
                begun = time.thread_time_ns()
                move = player(seen)
                spent.append((time.thread_time_ns() - begun) / 1e6)
            log.append(str(move))
            position = setup.play(position, move)
        longest = max(longest, (setup, log), key=lambda match: len(match[1]))
    begun = time.thread_time_ns()
    longest[0].replay(longest[1])
    replay = (time.thread_time_ns() - begun) / 1e6
    spent.sort()
    figures = (sum(spent) / len(spent), spent[int(0.99 * len(spent))], spent[-1])
    thought = " | ".join(f"{figure:.2f}" for figure in figures)
    return f"| {game.name} {level} | {len(spent):,} | {thought} | {len(longest[1]):,} | {replay:.1f} |"
