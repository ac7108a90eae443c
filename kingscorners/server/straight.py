"""Routes that are called straight: FastAPI documents them, and Pydantic reads their bodies.

What FastAPI does for every request to find a function's arguments takes as long as the rules do for a move.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError

from kingscorners.server.problems import BadContent


class StraightRoute(APIRoute):
    """A route of a coroutine that takes the request, its path's texts, and a body: a model read from JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request, which FastAPI asks for once."""
        answer = self.endpoint
        (body,) = self.dependant.body_params
        model: Any = body.field_info.annotation

        async def handle(request: Request) -> Response:
            if "json" not in request.headers.get("content-type", ""):
                raise BadContent
            try:
                sent = model.model_validate_json(await request.body())
            except ValidationError as error:
                faults = [{**fault, "loc": ("body", *fault["loc"])} for fault in error.errors()]
                raise RequestValidationError(faults) from None
            response: Response = await answer(request, **request.path_params, **{body.name: sent})
            return response

        return handle
