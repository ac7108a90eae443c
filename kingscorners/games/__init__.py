"""The games: one file each, and the list of them."""

from __future__ import annotations

from typing import Any

from kingscorners.game import Game
from kingscorners.games.idiot import Idiot
from kingscorners.games.kings_corners import KingsCorners
from kingscorners.games.klondike import Klondike
from kingscorners.games.spades import Spades

GAMES: dict[str, Game[Any]] = {game.name: game for game in (KingsCorners(), Klondike(), Spades(), Idiot())}
