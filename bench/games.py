"""Every registered game by the same measures: random play, decisions of each level, long matches again."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from kingscorners.game import NEXT_DEAL, RESIGN, Game
from kingscorners.games import GAMES
from kingscorners.options import read
from kingscorners.players import PLAYERS
from kingscorners.record import Setup

RANDOM_MATCHES = 1_000
MATCHES = 20
REPLAYS = 3


def run() -> str:
    """The section of the results, in Markdown. Takes some seconds for each level of each game."""
    plays = [_random_play(game) for game in GAMES.values()]
    levels = [_level(game, level) for game in GAMES.values() for level in PLAYERS[game.name]]
    return f"""## (g) All games

Matches of the day's seats and options. {RANDOM_MATCHES:,} of random legal moves by the readable rules, on one
core, in which nobody gives up. `replay` is the longest match, replayed from its log, in ms of CPU, the best
of {REPLAYS} times. To reach: under 20.

| | moves a second | deals a second | moves of the longest | replay |
|---|---|---|---|---|
{chr(10).join(plays)}

CPU of one decision in ms, of {MATCHES} matches in which every seat is of the level. To reach: `sharp` of
Spades never more than 20.

| | decisions | mean | 99 % | most | moves of the longest | replay |
|---|---|---|---|---|---|---|
{chr(10).join(levels)}
"""


def _setup(game: Game[Any], seed: bytes) -> Setup[Any]:
    return Setup(game, seed, game.daily_seats, read(game.options, game.daily_options))


def _random_play(game: Game[Any]) -> str:
    """How many moves and deals in a second, and how long the longest match takes to replay."""
    chance, deals, moves, begun = random.Random(7), 0, 0, time.process_time()
    longest = _setup(game, bytes(32)), [""]
    for _ in range(RANDOM_MATCHES):
        setup, log = _setup(game, chance.randbytes(32)), []
        state = game.deal(setup.seed, setup.seats, setup.options)
        while legal := game.legal_moves(state):
            move = chance.choice(legal[:-1] if legal[-1] == RESIGN and len(legal) > 1 else legal)
            state = game.apply(state, move)
            log.append(str(move))
        deals, moves = deals + 1 + log.count(str(NEXT_DEAL)), moves + len(log)
        longest = max(longest, (setup, log), key=lambda match: len(match[1]))
    spent = time.process_time() - begun
    rates = f"{moves / spent:,.0f} | {deals / spent:,.0f}"
    return f"| {game.name} | {rates} | {len(longest[1]):,} | {_replay(*longest):.1f} |"


def _replay(setup: Setup[Any], log: Sequence[str]) -> float:
    """The milliseconds of CPU that it takes."""
    taken = []
    for _ in range(REPLAYS):
        begun = time.thread_time_ns()
        setup.replay(log)
        taken.append((time.thread_time_ns() - begun) / 1e6)
    return min(taken)


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
    spent.sort()
    figures = (sum(spent) / len(spent), spent[int(0.99 * len(spent))], spent[-1])
    thought = " | ".join(f"{figure:.2f}" for figure in figures)
    replay = f"{len(longest[1]):,} | {_replay(*longest):.1f}"
    return f"| {game.name} {level} | {len(spent):,} | {thought} | {replay} |"
