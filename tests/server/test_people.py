"""Guests: names, tokens, and the secrets of their deals."""

import hashlib
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingscorners.server.people import LONGEST_NAME, BadName, Identity, clean_name, made_up_name, same_name
from tests.server.conftest import Guest

anyio = pytest.mark.anyio
IDENTITY = Identity(b"a site's secret")


@pytest.mark.parametrize(
    "name", ["Noor H.", "रोहिणी", "لينا", "क्‍ष", "O'Neil", "<b>Bea</b>", "7", "x" * 24, "李", "🂡 Ace", "a-b_c"]
)
def test_names_in_any_script_are_kept(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        ("   ", "name-empty"),
        ("\u200d\u200c", "name-empty"),
        ("\u0301", "name-empty"),
        ("\u3164", "name-empty"),
        ("\u2800 \u115f", "name-empty"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305\u0306", "name-characters"),
        ("\u0e2a" + "\u0e47" * 10, "name-characters"),
        ("a" + "\u20dd" * 5, "name-characters"),
        ("x" * 25, "name-long"),
        ("a\x00b", "name-characters"),
        ("a\x1bb", "name-characters"),
        ("\u202egnik", "name-characters"),
        ("a\u2066b", "name-characters"),
        ("a\u200fb", "name-characters"),
        ("a\ufeffb", "name-characters"),
        ("\ue000", "name-characters"),
        ("\ud800", "name-characters"),
    ],
)
def test_what_cannot_be_shown_is_no_name(name: str, code: str) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(name)
    assert refused.value.reason.code == code


@pytest.mark.parametrize("unseen", list("\ufe0f\u034f\u180b\u3164\u2800\u17b4\u115f\u200c\u200d\U000e0100"))
def test_names_that_look_the_same_are_the_same_for_their_tags(unseen: str) -> None:
    assert (
        same_name(clean_name(f"Asha{unseen}")) == same_name(clean_name(f"As{unseen}ha")) == same_name("asha")
    )
    assert same_name("As ha") != same_name("Asha")


def test_spaces_are_tidied_and_letters_composed() -> None:
    assert clean_name("  Ann \t\n B ") == "Ann B"
    assert clean_name("e\u0301") == "\u00e9"


@given(st.text(max_size=40))
def test_a_name_that_is_kept_stays_as_it_is(name: str) -> None:
    try:
        kept = clean_name(name)
    except BadName:
        return
    assert 0 < len(kept) <= LONGEST_NAME
    assert clean_name(kept) == kept


@given(st.binary(min_size=32, max_size=32))
def test_made_up_names_can_be_kept(key: bytes) -> None:
    name = made_up_name(key.hex())
    assert clean_name(name) == name
    assert set(name) <= set(string.ascii_letters + string.digits + " ")


@given(st.text(max_size=60))
def test_a_token_that_was_not_made_here_is_nobodys(token: str) -> None:
    assert IDENTITY.visitor(token).fresh


def test_a_token_is_known_again_and_only_on_its_own_site() -> None:
    visitor = IDENTITY.visitor(None)
    assert visitor.fresh
    assert not IDENTITY.visitor(visitor.token).fresh
    assert (
        IDENTITY.visitor(visitor.token).key
        == visitor.key
        == hashlib.sha256(visitor.token.encode()).hexdigest()
    )
    assert Identity(b"another secret").visitor(visitor.token).fresh


def test_every_match_of_every_guest_has_a_secret_of_its_own() -> None:
    keys = [IDENTITY.visitor(None).key for _ in range(5)]
    secrets = {IDENTITY.deal_secret(key, begun) for key in keys for begun in range(5)}
    assert len(secrets) == 25


@anyio
async def test_a_name_is_changed_and_shown_at_the_table(one_guest: Guest) -> None:
    assert (await one_guest.patch("/api/v1/me", json={"name": "Bea"})).status_code == 404
    match = await one_guest.begin()
    assert (await one_guest.patch("/api/v1/me", json={"name": "  Bea "})).json()["name"] == "Bea"
    assert (await one_guest.look(match))["seats"][0]["name"] == "Bea"
    assert (await one_guest.get("/api/v1/me")).json()["name"] == "Bea"


@anyio
@pytest.mark.parametrize("name", ["", "x" * 25, "x" * 2_000, "\u202ex", "a\x00b", 7, None])
async def test_a_name_that_cannot_be_is_refused_with_the_reason(one_guest: Guest, name: object) -> None:
    await one_guest.begin()
    before = (await one_guest.get("/api/v1/me")).json()
    answer = await one_guest.patch("/api/v1/me", json={"name": name})
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert (await one_guest.get("/api/v1/me")).json() == before
