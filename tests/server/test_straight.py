"""Moves are called straight; what they are sent is read as strictly, and documented as well, as all else."""

from typing import Any

import pytest

from tests.server.conftest import Guest

pytestmark = pytest.mark.anyio

JSON = "application/json"


@pytest.mark.parametrize(
    ("content", "kind", "status", "field"),
    [
        ('{"move": "end", "ply": 0', JSON, 400, None),
        ("", JSON, 400, None),
        ('{"move": "end", "ply": 0}', "application/x-www-form-urlencoded", 415, None),
        ("move=end&ply=0", "application/x-www-form-urlencoded", 415, None),
        ("[]", JSON, 422, "body"),
        ("{}", JSON, 422, "move"),
        ('{"move": "end"}', JSON, 422, "ply"),
        ('{"move": 1, "ply": 0}', JSON, 422, "move"),
        ('{"move": "end", "ply": "0"}', JSON, 422, "ply"),
        ('{"move": "end", "ply": false}', JSON, 422, "ply"),
        ('{"move": "end", "ply": 0.0}', JSON, 422, "ply"),
        ('{"move": "end", "ply": -1}', JSON, 422, "ply"),
        ('{"move": "end", "ply": 0, "more": 1}', JSON, 422, "more"),
        ('{"move": "\\ud800", "ply": 0}', JSON, 400, None),
    ],
)
async def test_what_is_no_move_is_refused(
    one_guest: Guest, content: str, kind: str, status: int, field: str | None
) -> None:
    match = await one_guest.begin()
    address = f"/api/v1/matches/{match['id']}/moves"
    answer = await one_guest.post(address, content=content, headers={"Content-Type": kind})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().get("field") == field
    assert (await one_guest.look(match)) == match


async def test_moves_are_documented(one_guest: Guest) -> None:
    paths: dict[str, Any] = (await one_guest.get("/api/v1/openapi.json")).json()["paths"]
    for verb, body in (("moves", "NewMove"), ("undo", "NewUndo")):
        told = paths[f"/api/v1/matches/{{match}}/{verb}"]["post"]
        assert [parameter["name"] for parameter in told["parameters"]] == ["match"]
        assert told["requestBody"]["content"][JSON]["schema"] == {"$ref": f"#/components/schemas/{body}"}
        assert {"200", "4XX", "503"} <= set(told["responses"])
