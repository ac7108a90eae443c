"""What is typed into an address, read as strictly as JSON: Pydantic would take `1_0` for ten."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def _like(pattern: str, what: str) -> BeforeValidator:
    written = re.compile(pattern, re.ASCII)

    def check(text: object) -> object:
        if isinstance(text, str) and not written.fullmatch(text):
            raise PydanticCustomError("typed", "Input should be {what}", {"what": what})
        return text

    return BeforeValidator(check)


Whole = Annotated[int, _like(r"\d{1,9}", "a whole number")]
Day = Annotated[date, _like(r"\d{4}-\d\d-\d\d", "a date such as 2026-11-30")]
