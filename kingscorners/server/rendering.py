"""Draws pages: one Jinja environment for each `Words`, with them and the drawings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from kingscorners.game import View
from kingscorners.games import GAMES
from kingscorners.options import as_given
from kingscorners.server import sprite
from kingscorners.server.assets import static_url
from kingscorners.server.languages import LANGUAGES
from kingscorners.server.preferences import Preferences
from kingscorners.server.words import Words, words

_TEMPLATES = Path(__file__).parent / "templates"

KEPT_PARTS = 8_000
"""Drawn parts of tables that are kept: some 1 KB each."""


def render(w: Words, template: str, **context: Any) -> str:
    """A template's text. Besides `context` it knows

    * `w`, the `Words`, and `_`, `ngettext`, `pgettext`, `npgettext` for words of its own, where `%(num)s` is
      the number that chooses the plural;
    * `page_address`, where the page is in every language, `None` where `context` has none;
    * `preferences`, the defaults where `context` has none;
    * `featured`, the game that pages about no game lead to;
    * `url("/rules")`, a path within the language, and `static("css/base.css")`;
    * `rules_url(view)`, the rules as they are in one match, and `given(options)`, which of them were chosen;
    * `part("_pile.html", pile=pile)`, another template's text, which is kept (see there);
    * `icon("menu")`, `shape(seat)`, `face(card)`, `suit(card)`, `logo`, and `sprite()`, which the cards need.
    """
    return _template(w, template).render(context)


def part(w: Words, template: str, **drawn: Any) -> Markup:
    """The text of a template that draws values and knows nothing else: kept, since most of a table stays.

    All of `drawn` has to be hashable, and to be drawn alike where it is equal.
    """
    return _part(w, template, tuple(drawn.items()))


@lru_cache(KEPT_PARTS)
def _part(w: Words, template: str, drawn: tuple[tuple[str, Any], ...]) -> Markup:
    return Markup(render(w, template, **dict(drawn)))  # noqa: S704  (it comes from our own template)


@cache
def _template(w: Words, name: str) -> Template:
    template = _environment(w).get_template(name)
    # Jinja copies these for every drawing, and a chain of two mappings is slow to copy.
    template.globals = dict(template.globals)
    return template


@cache
def _environment(w: Words) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    # The extension adds this method when it is loaded, so the class has it not.
    environment.install_gettext_translations(w.catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.globals.update(
        _=_translating(w),
        ngettext=_counting(w, environment.globals["ngettext"]),
        npgettext=_counting(w, environment.globals["npgettext"]),
        w=w,
        page_address=None,
        preferences=Preferences(),
        featured=next(iter(GAMES)),
        languages=[words(other) for other in LANGUAGES],
        url=partial(_url, w.language),
        rules_url=partial(_rules_url, w.language),
        given=as_given,
        part=partial(part, w),
        static=static_url,
        icon=sprite.icon,
        shape=sprite.shape,
        face=sprite.face,
        suit=sprite.suit,
        sprite=sprite.sprite,
        logo=sprite.LOGO,
    )
    return environment


def _translating(w: Words) -> Callable[..., Markup]:
    """What Jinja's own `_` does, which takes ten times as long: a table says `_` fifty times."""

    @cache
    def known(text: str) -> Markup:
        return Markup(w.gettext(text))  # noqa: S704  (it comes from our own templates and catalogues)

    @cache
    def whole(text: str) -> Markup:
        return known(text) % {}

    def translated(text: str, **gaps: Any) -> Markup:
        return known(text) % gaps if gaps else whole(text)

    return translated


def _counting(w: Words, choose: Any) -> Callable[..., str]:
    """A choice of plurals that writes its number as the language does."""

    @pass_context
    def chosen(context: Context, *asked: Any, **gaps: Any) -> str:
        text: str = choose(context, *asked, **{"num": w.number(asked[-1]), **gaps})
        return text

    return chosen


def _url(language: str, path: str) -> str:
    return f"/{language}{path}"


def _rules_url(language: str, view: View) -> str:
    given = as_given(view.options)
    return _url(language, f"/rules/{view.game}" + (f"?{urlencode(given)}" if given else ""))
