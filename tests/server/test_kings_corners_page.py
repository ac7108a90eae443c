"""What the rule book of King's Corners says about the page (`docs/rules/kings-corners.md`)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio


async def page_of(guest: Guest, match: Any, **query: str) -> str:
    answer = await guest.get(f"/en/play/{match['id']}", params=query, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def outlined(page: str) -> set[str]:
    return set(re.findall(r'class="slot zone-(\w+)[^"]* legal', page))


async def test_KA18_the_places_of_a_picked_card_or_pile_are_outlined(one_guest: Guest) -> None:
    match = await one_guest.begin()
    tried: set[str] = set()
    while tried != {"play", "carry"}:
        for verb, what in {tuple(move.split()[:2]) for move in match["legal"] if move.count(" ") == 2}:
            tried.add(verb)
            places = {move.split()[2] for move in match["legal"] if move.startswith(f"{verb} {what} ")}
            assert outlined(await page_of(one_guest, match, pick=what)) == places
        match = (await one_guest.move(match, match["legal"][0])).json()["match"]
        assert match["ply"] < 500


async def test_KA19_a_pile_shows_its_top_card_and_its_bottom_card_and_their_number(one_guest: Guest) -> None:
    match, tall = await one_guest.begin(), 0
    while tall < 5:
        page = await page_of(one_guest, match)
        for zone in match["zones"]:
            if zone["kind"] not in ("side", "corner") or not zone["cards"]:
                continue
            found = re.search(rf'<button class="slot zone-{zone["name"]} .*?</button>', page, re.DOTALL)
            assert found
            faces = re.findall(r'class="card (\w+)">.*?href="#(\w\w)"', found[0], re.DOTALL)
            under = [("under", zone["cards"][0])] if len(zone["cards"]) > 1 else []
            assert faces == [*under, ("top", zone["cards"][-1])]
            assert f'aria-hidden="true">{len(zone["cards"])}</span>' in found[0]
            tall += bool(under)
        match = (await one_guest.move(match, match["legal"][0])).json()["match"]
