"""What holds for every request: bounded bodies, no posts of other sites, headers, cookies, one line in the
log."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator

import httpx
import pytest
import structlog
from fastapi import FastAPI
from starlette.responses import StreamingResponse
from starlette.types import Message

from kingscorners.server.assets import VERSION
from kingscorners.server.edge import LARGEST_BODY
from kingscorners.server.people import COOKIE, Identity
from kingscorners.server.words import PROBLEMS
from tests.server.conftest import GAME, SECRET, Guest, Server

pytestmark = pytest.mark.anyio

TYPED_BADLY = (
    "",
    "0",
    "1764460800",
    "2026-11-30T00:00:00",
    "20261130",
    "2026-W49",
    "٢٠٢٦-١١-٣٠",
    "yesterday",
)


async def test_a_body_over_64_kilobytes_is_refused(one_guest: Guest) -> None:
    body = json.dumps({"game": GAME, "nonce": "x" * LARGEST_BODY})
    headers = {"Content-Type": "application/json"}

    async def in_parts() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 10_000):
            yield body[start : start + 10_000].encode()

    for content in (body, in_parts()):
        answer = await one_guest.post("/api/v1/matches", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    ("content", "status"),
    [("{", 400), ('{"game": "kings-corners"', 400), ("", 422), ("[]", 422), ("null", 422), ('"x"', 422)],
)
async def test_what_is_no_json_object_is_refused(one_guest: Guest, content: str, status: int) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await one_guest.post("/api/v1/matches", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


async def test_another_content_type_is_refused(one_guest: Guest) -> None:
    answer = await one_guest.post("/api/v1/matches", data={"game": GAME})
    assert answer.status_code == 422
    for kind in (
        "text/plain",
        "multipart/form-data; boundary=a",
        "application/x-www-form-urlencoded; charset=unicode_escape",
        "application/json; charset=utf-16",
    ):
        for path in ("/api/v1/matches", "/en/me", f"/en/new/{GAME}"):
            answer = await one_guest.post(path, content="name=\\ud800", headers={"Content-Type": kind})
            assert (answer.status_code, answer.json()["code"]) == (415, "bad-content")


@pytest.mark.parametrize(
    "body",
    [
        {"game": "\ud800"},
        {"game": GAME, "nonce": "\ud800"},
        {"game": GAME, "options": {"\ud800": 1}},
        {"game": GAME, "options": {"draw": "\ud800"}},
        {"game": GAME, "players": ["\ud800"] * 3},
    ],
)
async def test_half_a_character_is_refused(one_guest: Guest, body: object) -> None:
    content = json.dumps(body)
    answer = await one_guest.post(
        "/api/v1/matches", content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text


async def test_a_nul_in_an_address_is_nowhere(guest: Guest) -> None:
    """PostgreSQL takes no NUL in a text."""
    for path in (
        "/api/v1/matches/%00",
        "/api/v1/matches/x%00/record",
        "/en/play/a%00b",
        "/en/play/%00/turns",
    ):
        assert (await guest.get(path)).status_code == 404
    answer = await guest.post("/api/v1/matches/x%00/moves", json={"move": "end", "ply": 0})
    assert answer.status_code == 404


async def test_head_is_answered_like_get_without_the_body(one_guest: Guest) -> None:
    for path in ("/healthz", "/readyz", "/en/", f"/en/leaderboard/{GAME}"):
        head, get = await one_guest.head(path), await one_guest.get(path)
        assert (head.status_code, head.text) == (200, "")
        assert head.headers["content-type"] == get.headers["content-type"]


async def test_a_body_cut_short_begins_no_match(one_app: FastAPI) -> None:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/matches",
        "raw_path": b"/api/v1/matches",
        "query_string": b"",
        "headers": [(b"host", b"table.example"), (b"content-length", b"100")],
        "scheme": "http",
        "http_version": "1.1",
        "server": ("table.example", 80),
        "client": ("127.0.0.1", 1),
        "root_path": "",
        "asgi": {"version": "3.0"},
    }
    arriving: list[Message] = [
        {"type": "http.request", "body": b'{"game":', "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await asyncio.wait_for(one_app(scope, receive, send), 5)
    assert sent == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://table.example"}, 201),
        ({"Origin": "https://table.example"}, 201),
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://table.example.evil.example"}, 403),
        ({"Origin": "http://table.example:8080"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Origin": "table.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
async def test_only_pages_of_this_site_may_post(
    one_guest: Guest, headers: dict[str, str], status: int
) -> None:
    answer = await one_guest.post("/api/v1/matches", json={"game": GAME}, headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/games", "/api/v1/nowhere", "/api/v1/matches/x"])
async def test_every_answer_has_the_security_headers(one_guest: Guest, path: str) -> None:
    answer = await one_guest.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


async def test_a_guest_is_made_at_the_first_match_without_a_question(
    one_server: Server, one_app: FastAPI
) -> None:
    stranger = await one_server.stranger(one_app)
    assert not (await stranger.get("/api/v1/me")).json()["guest"]
    answer = await stranger.post("/api/v1/matches", json={"game": GAME})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    me = (await stranger.get("/api/v1/me")).json()
    assert me["guest"]
    assert answer.json()["seats"][0]["name"] == me["name"]


async def test_over_https_the_cookie_stays_there(one_app: FastAPI) -> None:
    transport = httpx.ASGITransport(app=one_app)
    async with httpx.AsyncClient(transport=transport, base_url="https://table.example") as browser:
        answer = await browser.post("/api/v1/matches", json={"game": GAME})
        assert answer.headers["set-cookie"].endswith("; Secure")


async def test_another_spelling_of_a_token_is_forged(one_app: FastAPI, one_guest: Guest) -> None:
    token = one_guest.cookies[COOKIE]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    last = letters[letters.index(token[42]) ^ 1]
    assert base64.urlsafe_b64decode(token[:42] + last + "=") == base64.urlsafe_b64decode(token)
    identity = Identity(SECRET.encode())
    assert not identity.visitor(token).fresh
    assert identity.visitor(token[:42] + last + "=").fresh


@pytest.mark.parametrize("token", ["x", "A" * 44, "\u00e9", "", "=" * 44, "A" * 4_000])
async def test_a_forged_cookie_is_a_new_guest(
    one_server: Server, one_app: FastAPI, one_guest: Guest, token: str
) -> None:
    match = await one_guest.begin()
    forger = await one_server.stranger(one_app)
    headers = [(b"cookie", COOKIE.encode() + b"=" + token.encode())]
    answer = await forger.get(f"/api/v1/matches/{match['id']}", headers=headers)
    assert answer.status_code == 404
    begun = await forger.post("/api/v1/matches", json={"game": GAME}, headers=headers)
    assert begun.status_code == 201
    assert f"{COOKIE}={token};" not in begun.headers["set-cookie"]


async def test_a_deleted_guest_cannot_come_back_to_cards_that_are_known(
    one_server: Server, one_app: FastAPI, one_guest: Guest
) -> None:
    """The old cookie, put back by hand, is nobody's: with it the same secrets would be drawn again."""
    token = one_guest.cookies[COOKIE]
    first = await one_guest.begin(nonce="x")
    await one_guest.delete("/api/v1/me")
    again = await one_server.stranger(one_app)
    headers = {"Cookie": f"{COOKIE}={token}"}
    promised = (await again.get("/api/v1/me", headers=headers)).json()["next_commitment"]
    assert promised != first["commitment"]
    begun = await again.post("/api/v1/matches", json={"game": GAME, "nonce": "x"}, headers=headers)
    assert begun.status_code == 201
    assert token not in begun.headers["set-cookie"]
    assert begun.json()["commitment"] != first["commitment"]
    assert begun.json()["zones"] != first["zones"]


async def test_a_deleted_guest_is_nobody_and_starts_anew(one_guest: Guest) -> None:
    match = await one_guest.begin()
    assert (await one_guest.delete("/api/v1/me")).status_code == 204
    assert (await one_guest.get(f"/api/v1/matches/{match['id']}")).status_code == 404
    assert not (await one_guest.get("/api/v1/me")).json()["guest"]
    assert (await one_guest.begin())["status"] == "playing"


async def test_one_line_is_logged_for_a_request_without_secrets(one_server: Server, one_app: FastAPI) -> None:
    browser = await one_server.stranger(one_app)
    with structlog.testing.capture_logs() as logged:
        answer = await browser.post("/api/v1/matches?token=abc", json={"game": GAME, "nonce": "my-nonce"})
        await browser.get(f"/api/v1/matches/{answer.json()['id']}")
    assert [(line["method"], line["status"]) for line in logged] == [("POST", 201), ("GET", 200)]
    text = json.dumps(logged)
    for secret in (browser.cookies[COOKIE], "token=abc", "my-nonce", SECRET):
        assert secret not in text


async def test_the_wrong_method_and_the_wrong_address_are_problems(one_guest: Guest) -> None:
    for answer, status in (
        (await one_guest.put("/api/v1/matches", json={}), 405),
        (await one_guest.get("/api/v1/nothing"), 404),
        (await one_guest.get("/api/v1/matches/%00"), 404),
        (await one_guest.get("/api/v1/matches/" + "x" * 5_000), 404),
        (await one_guest.get(f"/api/v1/boards/{GAME}?span=decade"), 422),
        (await one_guest.get(f"/api/v1/boards/{GAME}?date=yesterday"), 422),
        (await one_guest.get(f"/api/v1/boards/{GAME}?date=2027-01-01"), 404),
        (await one_guest.get(f"/api/v1/boards/{GAME}?after=x"), 400),
        (await one_guest.get(f"/api/v1/boards/{GAME}?limit=1000000"), 422),
        (await one_guest.get("/api/v1/daily/poker"), 404),
        (await one_guest.post("/api/v1/daily/poker"), 404),
    ):
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status


async def test_what_is_no_cursor_is_told_to_be_none(one_guest: Guest) -> None:
    answer = await one_guest.get(f"/api/v1/boards/{GAME}?after=x")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-cursor")
    assert answer.json()["detail"] == PROBLEMS["bad-cursor"] != PROBLEMS["bad-notation"]


async def test_a_span_that_there_is_not_is_told_with_those_that_there_are(one_guest: Guest) -> None:
    answer = await one_guest.get(f"/api/v1/boards/{GAME}?span=decade")
    assert answer.json()["detail"] == "span: the allowed values are day, week, month, all."


@pytest.mark.parametrize(
    ("asked", "told"),
    [(f"date={day}", "date: Input should be a date such as 2026-11-30.") for day in TYPED_BADLY]
    + [(f"limit={number}", "limit: Input should be a whole number.") for number in ("1_0", "5.0", "٥", "x")],
)
async def test_days_and_numbers_are_written_in_one_way(one_guest: Guest, asked: str, told: str) -> None:
    answer = await one_guest.get(f"/api/v1/boards/{GAME}?{asked}")
    assert (answer.status_code, answer.json()["detail"]) == (422, told)
    if asked.startswith("date"):
        assert (await one_guest.get(f"/api/v1/daily/{GAME}?{asked}")).json()["detail"] == told


async def test_the_number_of_moves_in_a_form_is_written_in_digits(one_guest: Guest) -> None:
    match = await one_guest.begin()
    path, form = f"/en/play/{match['id']}/move", {"move": match["legal"][0]}
    for ply in ("0_0", "+0", " 0", "0.0", "٠"):
        answer = await one_guest.post(path, data={**form, "ply": ply})
        assert (answer.status_code, answer.json()["field"]) == (422, "ply")
    assert (await one_guest.post(path, data={**form, "ply": "0"})).status_code == 200


@pytest.mark.parametrize("path", ["css/play.css", "css/base.css", "js/play.js"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
async def test_files_can_only_be_read(one_guest: Guest, method: str, path: str) -> None:
    answer = await one_guest.request(method, f"/static/{VERSION}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (405, "bad-method")
    assert answer.headers["allow"] == "GET, HEAD"
    assert "immutable" not in answer.headers["cache-control"]


async def test_the_wrong_method_is_told_which_is_right(one_guest: Guest) -> None:
    assert (await one_guest.put("/api/v1/daily/x", json={})).headers["allow"] in ("GET", "POST")
    assert (await one_guest.delete("/en/")).headers["allow"] == "GET"


# ---------------------------------------------------------------------- what nobody expected


@pytest.fixture
def broken(one_app: FastAPI) -> FastAPI:
    """A server with two faults in it: one before it answers, one in the middle of the answer."""

    async def fails() -> None:
        raise RuntimeError("the King of hearts is under the carpet")

    async def stops() -> StreamingResponse:
        async def parts() -> AsyncIterator[bytes]:
            yield b"x" * 100
            await fails()

        return StreamingResponse(parts())

    one_app.add_api_route("/api/v1/broken", fails, methods=["GET", "POST"])
    one_app.add_api_route("/en/me/broken", fails)
    one_app.add_api_route("/stops", stops)
    return one_app


@pytest.mark.parametrize("path", ["/api/v1/broken", "/en/me/broken"])
async def test_a_fault_is_answered_politely_and_its_trace_is_for_the_log_alone(
    one_server: Server, broken: FastAPI, path: str
) -> None:
    guest = await one_server.stranger(broken)
    kind = "application/json" if path.startswith("/api/") else "text/html"
    with structlog.testing.capture_logs() as logged:
        answer = await guest.get(path, headers={"Accept": kind})
    assert answer.status_code == 500
    assert "carpet" not in answer.text
    assert "Traceback" not in answer.text
    assert PROBLEMS["unexpected"] in answer.text
    assert answer.headers["content-type"].startswith(kind.replace("json", "problem+json"))
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    fault, request = logged
    assert isinstance(fault["exc_info"], RuntimeError)
    assert (fault["path"], request["status"]) == (path, 500)


async def test_an_answer_that_fails_half_way_is_broken_off(one_server: Server, broken: FastAPI) -> None:
    guest = await one_server.stranger(broken)
    with pytest.raises(RuntimeError, match="carpet"), structlog.testing.capture_logs() as logged:
        await guest.get("/stops")
    assert [line["log_level"] for line in logged] == ["error", "info"]


async def test_pages_are_compressed(one_guest: Guest) -> None:
    answer = await one_guest.get("/api/v1/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()["info"]["title"] == "King's Corners"


async def test_health_and_readiness(one_guest: Guest) -> None:
    assert (await one_guest.get("/healthz")).json() == {"status": "ok"}
    assert (await one_guest.get("/readyz")).json() == {"status": "ok"}
