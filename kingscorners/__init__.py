"""King's Corners: the best place to play it, and the card table that people self-host."""

__version__ = "0.1.0"
