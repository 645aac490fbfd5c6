"""The API's schema, held against every answer and message that the tests see."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

import graphops.apps.edit

SCHEMA: Any = json.loads((Path(graphops.apps.edit.__file__).parent / "api.schema.json").read_text())


@cache
def validator(name: str) -> Any:
    """What checks one definition of the schema."""
    return jsonschema.Draft202012Validator({**SCHEMA["$defs"][name], "$defs": SCHEMA["$defs"]})


def check_answer(method: str, path: str, status: int, found: Any) -> None:
    """Raise unless an answer to a request is as the schema says."""
    route = path.partition("?")[0]
    assert status < 500, (method, path, status, found)
    if status >= 400:
        if route != "/":
            validator("error").validate(found)
        return
    name = next((name for name in (f"answer {method} {route}", f"answer {route}") if name in SCHEMA["$defs"]), None)
    if name is not None:
        validator(name).validate(json.loads(found) if isinstance(found, bytes) else found)
    else:
        assert status == 204 or route == "/api/export" or not route.startswith("/api/"), (
            f"{method} {route} has no schema"
        )


class Checked:
    """A WebSocket whose incoming messages are checked."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    def recv(self, timeout: float | None = None) -> Any:
        text = self._socket.recv(timeout=timeout)
        validator("message to the editor").validate(json.loads(text))
        return text

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)
