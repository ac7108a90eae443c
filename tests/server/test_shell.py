"""What lets the site be installed, and what a browser may keep of it."""

import json
import re

import pytest
from fastapi import FastAPI

from kingscorners.server import assets
from kingscorners.server.languages import LANGUAGES
from tests.markup import Page
from tests.server.conftest import GAME, Guest, Server

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_language_has_a_manifest_whose_pictures_are_there(
    one_guest: Guest, language: str
) -> None:
    answer = await one_guest.get(f"/{language}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["id"], manifest["scope"], manifest["lang"]) == ("/", "/", language)
    assert manifest["dir"] == ("rtl" if language == "ar" else "ltr")
    assert (await one_guest.get(manifest["start_url"])).status_code == 200
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = (await one_guest.get(icon["src"])).content
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
        assert icon["sizes"] == f"{width}x{height}"


async def test_pages_name_their_manifest(one_guest: Guest) -> None:
    page = Page((await one_guest.get("/en/")).text)
    assert page.one("link", rel="manifest").attributes["href"] == "/en/manifest.webmanifest"


async def test_the_worker_keeps_only_files_of_this_build_and_the_pages_for_being_offline(
    one_guest: Guest,
) -> None:
    answer = await one_guest.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    given = dict(re.findall(r'(\w+) = ("[^"]*"|\[[^]]*])', answer.text.splitlines()[0]))
    assert json.loads(given["OFFLINE"]) == [f"/{language}/offline" for language in LANGUAGES]
    kept = json.loads(given["KEPT"])
    assert kept
    assert all(path.startswith(json.loads(given["ASSETS"])) for path in kept)
    for path in [*kept, *json.loads(given["OFFLINE"])]:
        assert (await one_guest.get(path)).status_code == 200


async def test_the_page_for_being_offline_names_nobody(server: Server, app: FastAPI) -> None:
    guest = await server.guest(app)
    await guest.begin()
    mine, anybodys = await guest.get("/en/offline"), await (await server.stranger(app)).get("/en/offline")
    assert mine.text == anybodys.text
    assert Page(mine.text).faults == []


async def test_a_page_that_is_still_the_same_is_not_sent_again(one_guest: Guest) -> None:
    match = await one_guest.begin()
    at = f"/en/play/{match['id']}"
    first = await one_guest.get(at)
    assert first.headers["cache-control"] == "private, no-cache"
    known = {"If-None-Match": f'"other", {first.headers["etag"]}'}
    again = await one_guest.get(at, headers=known)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    await one_guest.move(match, next(iter(match["legal"])))
    changed = await one_guest.get(at, headers=known)
    assert (changed.status_code, changed.headers["etag"] != first.headers["etag"]) == (200, True)


async def test_only_whole_pages_may_be_kept(one_guest: Guest) -> None:
    match = await one_guest.begin()
    for path in (f"/api/v1/matches/{match['id']}", f"/en/play/{match['id']}/turns", "/api/v1/me"):
        answer = await one_guest.get(path)
        assert (answer.headers["cache-control"], "etag" in answer.headers) == ("no-store", False), path
    missing = await one_guest.get("/en/play/none", headers={"Accept": "text/html"})
    assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")


async def test_files_are_kept_for_a_year_under_an_address_that_changes_with_them(one_guest: Guest) -> None:
    page = Page((await one_guest.get(f"/en/rules/{GAME}")).text)
    links = [link.attributes["href"] for link in page.all("link", rel="stylesheet")]
    for address in links:
        assert address.startswith(f"/static/{assets.VERSION}/")
        answer = await one_guest.get(address)
        assert answer.headers["cache-control"] == f"public, max-age={365 * 24 * 3600}, immutable"
