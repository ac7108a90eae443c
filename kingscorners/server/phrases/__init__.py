"""The games in words: one file each, and the list of them."""

from __future__ import annotations

from collections.abc import Mapping

from kingscorners.server.phrases.base import Phrases
from kingscorners.server.phrases.idiot import IdiotPhrases
from kingscorners.server.phrases.kings_corners import KingsCornersPhrases
from kingscorners.server.phrases.klondike import KlondikePhrases
from kingscorners.server.phrases.spades import SpadesPhrases

PHRASES: Mapping[str, Phrases] = {
    "kings-corners": KingsCornersPhrases(),
    "klondike": KlondikePhrases(),
    "spades": SpadesPhrases(),
    "idiot": IdiotPhrases(),
}
"""By a game's name."""
