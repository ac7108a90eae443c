"""How quick the game is on the machine at hand: `python -m bench` measures and writes `results.md`."""
