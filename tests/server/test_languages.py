"""Languages: which one a page comes in, how another is chosen, and that search engines find all of them."""

import pytest
from starlette.requests import Request

from kingscorners.server.languages import LANGUAGES, UnknownLanguage, in_language, language_of
from kingscorners.server.words import words
from tests.markup import Page
from tests.server.conftest import GAME, Guest

pytestmark = pytest.mark.anyio

HTML = {"Accept": "text/html"}


def asked(path: str, accepted: str = "", cookie: str = "", query: str = "") -> Request:
    headers = [
        (b"accept-language", accepted.encode()),
        (b"cookie", cookie.encode()),
        (b"host", b"table.example"),
    ]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
    }
    return Request({"scheme": "http", "server": ("table.example", 80), "root_path": "", **scope})


@pytest.mark.parametrize(
    ("path", "accepted", "cookie", "language"),
    [
        ("/en/rules/x", "hi", "language=ar", "en"),
        ("/hi/", "", "", "hi"),
        ("/AR-EG/", "", "", "ar"),
        ("/", "hi", "language=ar", "ar"),
        ("/", "hi", "language=xx", "hi"),
        ("/api/v1/games", "xx, en-GB;q=0.8", "", "en"),
        ("/", "en;q=0.3, hi-IN;q=0.9, ar;q=0.5", "", "hi"),
        ("/", "fr, ar-EG ; q=0.4, en;q=0.2", "", "ar"),
        ("/", "zh-Hant-TW, hi", "", "hi"),
        ("/", "hi;q=0, ar;q=0.1", "", "ar"),
        ("/", "*", "", "en"),
        ("/", "hi;q=much, ;;, ar", "", "ar"),
        ("/", "", "", "en"),
        ("*", "ar", "", "ar"),
        ("", "", "", "en"),
    ],
)
def test_the_language_is_the_addresss_or_the_one_chosen_or_the_best_accepted(
    path: str, accepted: str, cookie: str, language: str
) -> None:
    assert language_of(asked(path, accepted, cookie)) == language


@pytest.mark.parametrize(
    ("path", "query", "address"),
    [
        ("/xx/rules/x", "draw=start", "/ar/rules/x?draw=start"),
        ("/xx/", "", "/ar/"),
        ("/HI-in/me", "", "/hi/me"),
        ("/xx//elsewhere.example", "", "/ar//elsewhere.example"),
    ],
)
def test_a_page_in_no_language_is_in_one_that_there_is(path: str, query: str, address: str) -> None:
    assert UnknownLanguage(asked(path, "ar", query=query)).address == address


def test_another_language_has_the_same_page() -> None:
    assert in_language("hi", "/en/rules/x?draw=start") == "/hi/rules/x?draw=start"
    assert in_language("hi", "/en/") == "/hi/"
    assert [in_language("hi", path) for path in ("", "/", "/xx/me", "//elsewhere.example/en/")] == [
        "/hi/"
    ] * 4


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_comes_in_every_language(one_guest: Guest, language: str) -> None:
    match = await one_guest.begin()
    paths = [
        "",
        f"daily/{GAME}",
        f"leaderboard/{GAME}",
        f"new/{GAME}",
        f"rules/{GAME}",
        "me",
        "settings",
        "games",
    ]
    for path in [*paths, f"play/{match['id']}"]:
        answer = await one_guest.get(f"/{language}/{path}", headers=HTML)
        found = Page(answer.text)
        assert answer.status_code == 200
        assert found.faults == []
        html = found.one("html").attributes
        assert (html["lang"], html["dir"]) == (language, "rtl" if language == "ar" else "ltr")
        inside = [
            link
            for link in found.links
            if link.startswith("/") and not link.startswith(("/api/", "/static/"))
        ]
        assert all(link.startswith(f"/{language}/") for link in inside)


async def test_an_unknown_language_is_answered_in_one_that_there_is(one_guest: Guest) -> None:
    answer = await one_guest.get(f"/fr/rules/{GAME}?draw=start", headers={"Accept-Language": "fr, hi;q=0.5"})
    assert answer.status_code == 307
    assert answer.headers["location"] == f"/hi/rules/{GAME}?draw=start"
    answer = await one_guest.post(f"/fr/daily/{GAME}", headers=HTML, follow_redirects=True)
    assert answer.status_code == 200
    assert "/en/play/" in str(answer.url)
    assert (await one_guest.get("/fr/nothing")).status_code == 404
    for path in ("/api/me", "/settings/me", "/.well-known/me", "/nothing/"):
        assert (await one_guest.get(path)).status_code == 404


async def test_the_first_page_is_in_the_language_that_the_browser_wants(one_guest: Guest) -> None:
    answer = await one_guest.get("/", headers={"Accept-Language": "ar-EG,ar;q=0.9,en;q=0.5"})
    assert (answer.status_code, answer.headers["location"]) == (302, "/ar/")
    assert answer.headers["vary"] == "Accept-Language, Cookie"


async def test_choosing_a_language_keeps_the_page_and_is_remembered(one_guest: Guest) -> None:
    path = f"/en/rules/{GAME}?draw=start&decks=2"
    found = Page((await one_guest.get(path, headers=HTML)).text)
    back = found.one("input", name="back").attributes["value"]
    addresses = [
        one.attributes["formaction"] for one in found.all("button") if "formaction" in one.attributes
    ]
    assert addresses == ["/en/language", "/hi/language", "/ar/language"]
    answer = await one_guest.post("/ar/language", data={"back": back}, headers=HTML)
    assert (answer.status_code, answer.headers["location"]) == (303, path.replace("/en/", "/ar/"))
    assert (await one_guest.get("/")).headers["location"] == "/ar/"
    assert (await one_guest.get("/api/v1/me")).json()["guest"] is False


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/en/", "//elsewhere.example/en/", "me", "/en/\r\nX: y", ""]
)
async def test_choosing_a_language_never_leads_to_another_site(one_guest: Guest, back: str) -> None:
    answer = await one_guest.post("/hi/language", data={"back": back}, headers=HTML)
    assert answer.headers["location"] == "/hi/"


async def test_search_engines_find_every_language_of_a_page(one_guest: Guest) -> None:
    found = Page((await one_guest.get(f"/hi/rules/{GAME}?draw=start", headers=HTML)).text)
    site = "http://table.example"
    assert found.one("link", rel="canonical").attributes["href"] == f"{site}/hi/rules/{GAME}"
    links = {one.attributes["hreflang"]: one.attributes["href"] for one in found.all("link", rel="alternate")}
    assert links.pop("x-default") == f"{site}/en/rules/{GAME}"
    assert links == {language: f"{site}/{language}/rules/{GAME}" for language in LANGUAGES}


def test_every_language_has_its_own_name_and_direction() -> None:
    assert [words(language).own_name for language in LANGUAGES] == ["English", "हिन्दी", "العربية"]
    assert [words(language).direction for language in LANGUAGES] == ["ltr", "ltr", "rtl"]
