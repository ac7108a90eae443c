"""Whatever a client sends: no answer is a 5xx, and every refusal is a problem that says what is wrong."""

import json
import random
import socket
import string
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok

from kingscorners.server.app import create_app
from kingscorners.server.migrate import migrate
from kingscorners.server.settings import Settings
from tests.server.conftest import GAME

bounded = settings(
    max_examples=12,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    deadline=None,
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, on a port of its own."""
    url = f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'kingscorners.db'}"
    migrate(url)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(create_app(Settings(database_url=url)), log_level="critical"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def check(status: int, text: str, *, api: bool = True) -> None:
    assert status < 500, text
    if api and status >= 400:
        problem = json.loads(text)
        assert problem["status"] == status
        assert problem["detail"]
        assert problem["code"]


def test_nothing_that_the_documented_api_takes_or_nearly_takes_is_a_5xx(address: str) -> None:
    """Requests made from the OpenAPI document, good ones and broken ones, every operation."""
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    modes = schemathesis.GenerationMode
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 12
    for operation in operations:
        for mode in modes:

            @bounded
            @given(case=operation.as_strategy(generation_mode=mode))
            def no_case_is_a_5xx(case: schemathesis.Case[Any]) -> None:
                answer = case.call(base_url=address)
                check(answer.status_code, answer.text)

            # Of what takes any text nothing can be broken.
            with suppress(Unsatisfiable) if mode is modes.NEGATIVE else nullcontext():
                no_case_is_a_5xx()


WORDS = st.one_of(
    st.text(max_size=60),
    st.text(string.printable, max_size=60),
    st.sampled_from(
        ["play 9h north", "carry north east", "end", "deal", "undo", "play 9h 9h", "end end", "__proto__"]
    ),
)


def test_nothing_that_is_posted_as_a_move_is_a_5xx_or_played_without_being_legal(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        match = client.post("/api/v1/matches", json={"game": GAME}).json()
        path = f"/api/v1/matches/{match['id']}"

        @bounded
        @given(move=WORDS, off=st.integers(-2, 2))
        def a_move_is_legal_or_refused(move: str, off: int) -> None:
            before = client.get(path).json()
            answer = client.post(f"{path}/moves", json={"move": move, "ply": before["ply"] + off})
            check(answer.status_code, answer.text)
            if answer.status_code == 200:
                assert off == 0
                assert move == "undo" or move in before["legal"]
            else:
                assert client.get(path).json() == before

        a_move_is_legal_or_refused()


def test_random_bytes_on_the_wire_leave_the_server_standing(address: str) -> None:
    rng = random.Random(1)
    host, port = address.removeprefix("http://").split(":")
    post = b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"
    beginnings = (b"", b"GET / HTTP/1.1\r\n", post)
    for number in range(60):
        with socket.create_connection((host, int(port)), timeout=2) as wire:
            wire.sendall(beginnings[number % 3] + rng.randbytes(rng.randrange(200)))
            wire.shutdown(socket.SHUT_WR)
            answer = wire.recv(100)
            assert b" 500 " not in answer.split(b"\r\n")[0]
    assert httpx.get(f"{address}/healthz").status_code == 200


PATHS = ["/en/", "/en/me", "/en/play/x", "/en/play/x/move", "/en/play/x/undo"]
PATHS += [f"/en/{page}/{GAME}" for page in ("leaderboard", "daily", "new", "rules")]
FIELDS = [
    "date",
    "span",
    "after",
    "profile",
    "draw",
    "seats",
    "level",
    "name",
    "pick",
    "move",
    "ply",
    "nonce",
]


def test_no_page_is_a_5xx_whatever_its_query_or_form_holds(address: str) -> None:
    with httpx.Client(base_url=address) as client:

        @bounded
        @given(
            path=st.sampled_from(PATHS),
            fields=st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=30)),
        )
        def no_page_is_a_5xx(path: str, fields: dict[str, str]) -> None:
            for answer in (client.get(path, params=fields), client.post(path, data=fields)):
                check(answer.status_code, answer.text, api=False)

        no_page_is_a_5xx()
