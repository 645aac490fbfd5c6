"""The API's schema itself, and requests that are almost right: 4xx with the error object, and a server that lives."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.apps.edit.conftest import Server
from tests.apps.edit.schema import SCHEMA, validator
from tests.apps.edit.test_runs import COUNT, hear, say
from tests.apps.edit.test_service import PAGE, X, page

FULL = os.environ.get("GRAPHOPS_FULL") == "1"
EDITOR_API = Path(__file__).parents[3] / "docs" / "reference" / "editor_service.md"
WIRE = {"from": "x:output", "to": "neg:x"}
DRAWN = page(
    X, {"id": "neg", "op": "Neg", "attrs": {}, "inputs": {}, "after": ["x"], "device": "/cpu:0"},
    pages={"inner": {"blocks": [{"id": "y", "op": "NoOp"}]}}, feeds={"x": [1, 2]}, fetches=["x"], steps=2,
)  # fmt: skip
REQUESTS: list[tuple[str, str, Any]] = [
    ("POST", "/api/check", {"page": PAGE}),
    ("POST", "/api/check", {"page": DRAWN}),
    ("POST", "/api/fit", {"page": DRAWN, "wire": WIRE}),
    ("PUT", "/api/file?name=fuzz.json", {"page": PAGE, "overwrite": True}),
    ("PUT", "/api/autosave", {"page": DRAWN, "name": "fuzz.json"}),
    ("POST", "/api/export?form=graphdef", {"page": DRAWN}),
    ("POST", "/api/export?form=python", {"page": COUNT}),
    ("POST", "/api/import", DRAWN),
    ("PUT", "/api/file?name=fuzz.json", {"page": PAGE, "version": "0" * 64}),
    ("POST", "/api/fill", {"rule": "normal", "dtype": "float", "shape": [2, 3], "seed": 1}),
    ("POST", "/api/export?form=svg", {"page": DRAWN}),
]
MESSAGES: list[Any] = [
    {"type": "run", "id": "a", "page": DRAWN, "fetches": ["x"], "all": True, "steps": 2, "feeds": {"x": [1, 2]}},
    {"type": "step", "id": "a", "page": COUNT, "fetches": None, "all": False, "steps": None, "feeds": {}},
    {"type": "value", "id": "v", "pin": "x:output", "view": {"kind": "table", "start": [0], "count": [9]}},
    {"type": "value", "id": "v", "pin": "x:output", "view": {"kind": "image", "axes": [0, 1], "at": [0]}},
    {"type": "value", "id": "v", "pin": "x:output", "view": {"kind": "colours", "at": [0]}},
    {"type": "value", "id": "v", "pin": "x:output", "view": {"kind": "file", "form": "npy"}},
    {"type": "save", "id": "s", "name": "fuzz.safetensors", "overwrite": True},
    {"type": "load", "id": "l", "page": COUNT, "name": "fuzz.safetensors"},
    {"type": "stop", "id": "a"},
    {"type": "reset", "id": None},
]
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1 << 31, 1 << 70, 0.5, 1e300, "", "x", "x:output", "../x.json", "\u263a", "a\0b", [], {}, [[]],
    [[1], [2, 3]], {"a": 1}, {"values": [1], "shape": [-1]}, {"file": "../x.npy"}, {"base64": "?"}, "{1,{2}", "A" * 200,
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in ``value`` with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def changed(value: Any, seed: int) -> Any:
    """The same with one to three places changed."""
    chance = random.Random(seed)  # noqa: S311
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places(value))
        match chance.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("page", "id", "op", "attrs", "wires", f"{key}x", "more"))] = holder[key]
            case 2:
                holder[key] = copy.deepcopy(chance.choice(places(value)))[0]
            case _:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
        if not places(value):
            break
    return value


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for name in SCHEMA["$defs"]:
        validator(name)


def test_the_requests_of_these_tests_are_right() -> None:
    for method, path, body in REQUESTS:
        route = path.partition("?")[0]
        name = f"request {method} {route}" if f"request {method} {route}" in SCHEMA["$defs"] else f"request {route}"
        if route != "/api/import":
            validator(name).validate(body)
    for message in MESSAGES:
        validator("message to the service").validate(message)


def test_the_documentation_names_everything() -> None:
    text = EDITOR_API.read_text()
    for name in SCHEMA["$defs"]:
        if name.startswith(("request", "answer")):
            assert name.split()[-1] in text, name
    for kind in ("message to the service", "message to the editor"):
        for one in SCHEMA["$defs"][kind]["oneOf"]:
            for named in one["properties"]["type"].get("enum", [one["properties"]["type"].get("const")]):
                assert f"`{named}`" in text, named


# One server for all examples; what a request does to it stays, as in life.
BOUNDED = settings(max_examples=250 if FULL else 40, derandomize=True,
                   suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip


@BOUNDED
@given(which=st.integers(0, len(REQUESTS) - 1), seed=st.integers(0, 1 << 30))
def test_requests_that_are_almost_right(server: Server, which: int, seed: int) -> None:
    method, path, body = REQUESTS[which]
    status, _, _ = server.request(method, path, changed(body, seed))  # checks the answer by the schema
    assert status in (200, 204, 400, 403, 404, 409, 413)


@BOUNDED
@given(which=st.integers(0, len(REQUESTS) - 1), at=st.floats(0, 1), data=st.binary(max_size=8), cut=st.booleans())
def test_requests_whose_bytes_are_changed(server: Server, which: int, at: float, data: bytes, cut: bool) -> None:
    method, path, body = REQUESTS[which]
    text = json.dumps(body).encode()
    place = int(at * len(text))
    sent = text[:place] + data + (b"" if cut else text[place + len(data) :])
    status, _, _ = server.request(method, path, sent)
    assert status in (200, 204, 400, 403, 404, 409, 413)


@settings(BOUNDED, max_examples=100 if FULL else 40)
@given(method=st.sampled_from(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")),
       path=st.sampled_from(("/api/ops", "/api/file", "/api/files", "/api/autosave", "/api/export", "/api/run", "/api/",
                             "/api/array", "/api/fill",
                             "/api", "/api/ops/", "//api/ops", "/api/../api/ops", "/", "/static/", "/x")),
       query=st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=20))  # fmt: skip
def test_any_path_and_query(server: Server, method: str, path: str, query: str) -> None:
    from urllib.parse import quote

    url = f"{path}?name={quote(query)}&form={quote(query)}"
    if method == "HEAD":
        return  # has no body to be checked
    status, _, _ = server.request(method, url, b"{}" if method in ("POST", "PUT", "PATCH") else None)
    assert status < 500


def test_messages_that_are_almost_right(server: Server) -> None:
    with server.socket(max_size=None) as socket:
        for seed in range(150 if FULL else 30):
            message = changed(MESSAGES[seed % len(MESSAGES)], seed)
            if isinstance(message, dict) and message.get("type") in ("run", "step"):
                message["steps"] = 1
            say(socket, **message) if isinstance(message, dict) else socket.send(json.dumps(message))
            if seed % 10 == 9:  # it answers: all runs before are over
                say(socket, type="stop")
                say(socket, type="reset", id=f"alive {seed}")
                while hear(socket, "reset")[-1]["id"] != f"alive {seed}":
                    pass
    assert server.request("GET", "/api/state")[0] == 200


@pytest.mark.parametrize("name", ["error", "answer /api/fit", "message to the editor"])
def test_the_schema_refuses(name: str) -> None:
    for wrong in ({}, {"error": {"message": "x"}}, {"fits": False}, {"type": "finished", "id": "r", "status": "well"}):
        assert not validator(name).is_valid(wrong)
