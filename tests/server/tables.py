"""Tables over HTTP: asking for them, pressing their buttons, reading them."""

import html
import re
from typing import Any

from tests.server.conftest import Guest

FORM = {"Accept": "text/html"}
SCRIPT = {"Accept": "application/json"}
BUTTON = re.compile(r"<button\b([^>]*)>", re.DOTALL)
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def address(match: Any) -> str:
    return f"/en/play/{match['id']}"


async def table(guest: Guest, match: Any, **query: str) -> str:
    answer = await guest.get(address(match), params=query, headers=FORM)
    assert answer.status_code == 200, answer.text
    return answer.text


async def submit(guest: Guest, match: Any, move: str, ply: int | str, headers: Any = FORM) -> Any:
    return await guest.post(f"{address(match)}/move", data={"move": move, "ply": str(ply)}, headers=headers)


def buttons(page: str, form: str) -> list[str]:
    """The values of the buttons of one form that can be pressed."""
    found = []
    for attributes in BUTTON.findall(page):
        known = {name: html.unescape(value) for name, value in ATTRIBUTE.findall(attributes)}
        if known.get("form") == form and not re.search(
            r"\bdisabled\b(?!=)", re.sub(r'"[^"]*"', "", attributes)
        ):
            found.append(known["value"])
    return found


def ply_of(page: str) -> int:
    found = re.search(r'name="ply" value="(\d+)"', page)
    assert found
    return int(found[1])


def shown_cards(page: str) -> set[str]:
    """The faces that the page shows, and every card named in an attribute; the drawings left out."""
    page = re.sub(r'<svg class="sprite".*?</defs></svg>', "", page, flags=re.DOTALL)
    faces = set(re.findall(r'href="#([A23456789TJQK][cdhs])"', page))
    attributes = " ".join(value for name, value in ATTRIBUTE.findall(page) if name != "d")
    named = set(re.findall(r"\b([A23456789TJQK][cdhs])\b", attributes))
    return faces | named


def visible(match: Any) -> set[str]:
    return {card for zone in match["zones"] for card in zone["cards"]} - {"??"}


def legal(page: str) -> str:
    found = re.search(r"data-legal='([^']*)'", page)
    assert found
    return found[1].replace("\\u0027", "'")
