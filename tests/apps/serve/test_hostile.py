"""Requests of strangers: whatever they send, the answer is a result or says what is wrong with the request."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from graphops.apps.serve.settings import Batching, Limits

NAMES = ("dense", "image", "text", "several", "examples", "bfloat", "counter", "empty")
VALUES: tuple[Any, ...] = (
    0, -1, 1.5, 10**30, -(10**400), 1e308, float("nan"), float("inf"), True, None, "", "x", "\x00", "\ud800",
    {"b64": "AA=="}, {"b64": "?"}, {"b64": 3}, {"b64": "QUFB" * 1000}, {}, {"x": 1}, [], [[]], [[], [1]], [[1, 2], [3]],
    [[0.5] * 4], [[1, 2, 3, 4], [5, 6, 7, 8]], [1, [2]], ["a", "b"], [True, 1], [[[[[[[[1]]]]]]]], [None], [[300] * 2],
    [{"x": [1.0, 2.0]}], [{"x": [1, "a"]}], [{"x": [[1]]}], [{"a": 1.0, "b": 2}], [{"a": 1.0, "b": 2.5}], [{"a": 1.0}],
    [[[[1, 2, 3]] * 8] * 8], 2**31 - 1, -(2**31), 10**9,
)  # fmt: skip
NAMED = ("x", "a", "b", "n", "text", "image", "inputs", "b64")
KEYS = ("instances", "inputs", "examples", "context", "signature_name", "unknown", "b64")
SIGNATURES = ("", "serving_default", "count", "regress", "__saved_model_init_op", "nothing", 7)
BODIES = (
    b"", b"{", b"null", b"[]", b"\xff", b"\x00" * 100, b"[" * 50_000, b'{"instances":' + b"[" * 50_000,
    b'{"a":' * 20_000, b'{"instances": [1e999]}', b'{"instances": ' + b"9" * 10_000 + b"}",
    b'{"instances": [' + b"[]," * 50_000 + b"[]]}", b'{"instances": [' + b"1," * 100_000 + b"1]}",
    b'{"inputs": {"x": ' + b"[" * 60 + b"1" + b"]" * 60 + b"}}", b"PK\x03\x04", b"\x93NUMPY\x01\x00\xff\xff",
)  # fmt: skip
PATHS = (
    "/v1/models/{}", "/v1/models/{}/metadata", "/v1/models/{}:predict", "/v1/models/{}:classify",
    "/v1/models/{}:regress", "/v1/models/{}/versions/1:predict", "/v1/models/{}/versions/-1:predict",
    "/v1/models/{}/labels/%00:predict", "/v1/models/%ff{}:predict", "/v1/models/../../{}", "/v1/{}", "//", "/%",
    "/v1/models/{}:predict?signature_name=%ff&x=1", "/v1/models/{}/versions/99999999999999999999:predict",
)  # fmt: skip
KINDS = ("application/json", "application/x-npy", "application/x-npz", "", "text/plain; charset=\xff")


def made(rng: random.Random, depth: int = 0) -> Any:
    """A value, and values within values."""
    if depth < 3 and rng.random() < 0.3:
        return [made(rng, depth + 1) for _ in range(rng.randrange(4))]
    if depth < 3 and rng.random() < 0.2:
        return {rng.choice(NAMED): made(rng, depth + 1) for _ in range(2)}
    return rng.choice(VALUES)


def request(rng: random.Random) -> tuple[str, str, bytes, str]:
    """Method, path, body, type."""
    name = rng.choice((*NAMES, "none", "%", "a b", "d" * 500))
    usual = rng.random() < 0.7
    path = (rng.choice(PATHS[2:6]) if usual else rng.choice(PATHS)).format(name)
    if rng.random() < 0.15:
        body = rng.choice(BODIES)
    else:
        keys = rng.sample(KEYS, rng.randrange(1, 3))
        fields = {key: rng.choice(SIGNATURES) if key == "signature_name" else made(rng) for key in keys}
        body = json.dumps(fields).encode()
        if rng.random() < 0.1:
            at = rng.randrange(len(body))
            body = body[:at] + bytes([rng.randrange(256)]) + body[at + 1 :]
    method = "POST" if usual else rng.choice(("POST", "GET", "DELETE", "HEAD", "OPTIONS"))
    return method, path, body, "application/json" if usual else rng.choice(KINDS)


def check(server: Any, seed: int, count: int) -> set[int]:
    """Send ``count`` requests, eight at a time; the statuses of the answers."""
    rng = random.Random(seed)  # noqa: S311
    seen: set[int] = set()

    async def send_some() -> None:
        for _ in range(count // 8):
            some = [request(rng) for _ in range(8)]
            answers = await asyncio.gather(
                *(server.send(method, path, body, {"content-type": kind}) for method, path, body, kind in some)
            )
            for (method, path, body, kind), (status, content, about) in zip(some, answers, strict=True):
                assert 200 <= status < 500, (status, method, path, body[:300], kind, content)
                if about["content-type"] == "application/json" and content:
                    found = json.loads(content)
                    assert status < 300 or (list(found) == ["error"] and found["error"]), (path, body[:300], content)
                seen.add(status)

    asyncio.run_coroutine_threadsafe(send_some(), server.loop).result(500)
    assert server.request("POST", "/v1/models/dense:predict", b'{"instances": [[1, 2, 3, 4]]}')[0] == 200
    return seen


@pytest.fixture(scope="module")
def server(serving: Any) -> Any:
    batching = Batching(max_batch_size=8, batch_timeout_micros=100, num_batch_threads=2, allowed_batch_sizes=(4, 8))
    return serving(*NAMES, batching=batching, limits=Limits(body_bytes=1 << 20, memory=1 << 26))


def test_some_requests(server: Any) -> None:
    seen = check(server, 1, 600)
    assert {200, 400, 404} <= seen


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_requests(server: Any, seed: int) -> None:
    check(server, seed, 6000)
