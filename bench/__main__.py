"""Measures King's Corners on this machine: `python -m bench` writes `bench/results.md`, in a few minutes.

`python -m bench rules games http late longest boards page paint solver` takes only the parts named, and
prints them.
"""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench import boards, games, http, late, longest, page, paint, rules, solver

PARTS = {
    "rules": rules.run,
    "games": games.run,
    "http": http.run,
    "late": late.run,
    "longest": longest.run,
    "boards": boards.run,
    "page": page.run,
    "paint": paint.run,
    "solver": solver.run,
}
RESULTS = Path(__file__).with_name("results.md")


def main(names: list[str]) -> int:
    """Run the parts of these names, all of them without any."""
    if unknown := [name for name in names if name not in PARTS]:
        print(f"There is no part {unknown[0]!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    sections = []
    for name in names or PARTS:
        print(f"Measuring {name} …", file=sys.stderr, flush=True)
        sections.append(PARTS[name]())
    if names:
        print("\n".join(sections))
        return 0
    load = os.getloadavg()[0]
    head = f"""# Results of the bench

{datetime.now(UTC):%d %B %Y}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load:.1f} at
the end. All figures are from this one run. Compare ratios: the machine may be busy with other things.
"""
    RESULTS.write_text("\n".join([head, *sections]))
    print(f"Written to bench/{RESULTS.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
