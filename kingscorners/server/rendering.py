"""Draws pages: one Jinja environment a language, with its words and the drawings."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kingscorners.game import View
from kingscorners.games import GAMES
from kingscorners.options import as_given
from kingscorners.server import sprite
from kingscorners.server.assets import static_url
from kingscorners.server.words import LANGUAGES, Words, words

_TEMPLATES = Path(__file__).parent / "templates"


def render(language: str, template: str, **context: Any) -> str:
    """A template's text. Besides `context` it knows

    * `w`, the `Words` of the language, and `_`, `ngettext`, `pgettext` for words of its own;
    * `featured`, the game that pages about no game lead to;
    * `url("/rules")`, a path within the language, and `static("css/base.css")`;
    * `rules_url(view)`, the rules as they are in one match;
    * `icon("menu")`, `shape(seat)`, `face(card)`, `suit(card)`, `logo`, and `sprite()`, which the cards need.
    """
    return _environment(language).get_template(template).render(context)


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    chosen: Words = words(language)
    environment.install_gettext_translations(chosen.catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(
        w=chosen,
        featured=next(iter(GAMES)),
        languages=[words(other) for other in LANGUAGES],
        url=partial(_url, language),
        rules_url=partial(_rules_url, language),
        static=static_url,
        icon=sprite.icon,
        shape=sprite.shape,
        face=sprite.face,
        suit=sprite.suit,
        sprite=sprite.sprite,
        logo=sprite.LOGO,
    )
    return environment


def _url(language: str, path: str) -> str:
    return f"/{language}{path}"


def _rules_url(language: str, view: View) -> str:
    given = as_given(view.options)
    return _url(language, f"/rules/{view.game}" + (f"?{urlencode(given)}" if given else ""))
