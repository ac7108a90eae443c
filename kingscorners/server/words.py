"""Words: what ids, cards, numbers and dates are called in a language."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from babel import Locale

LANGUAGES = ("en",)
"""The languages the pages come in, by the first part of their address; the first is for who asks for none."""

_LOCALE = Path(__file__).parent / "locale"


class Words:
    """The words of one language: get it with `words`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = Locale.parse(language)
        self.catalogue = gettext.translation("messages", _LOCALE, [language], fallback=True)

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return str(self.locale.text_direction)

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return (self.locale.get_display_name() or self.language).capitalize()


@cache
def words(language: str) -> Words:
    """The words of one of `LANGUAGES`."""
    return Words(language)
