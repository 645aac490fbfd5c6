"""The HTTP in front: limits, tokens, clients that go away, health, metrics, pages."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import numpy as np
import pytest

from graphops.apps.serve.settings import Limits

ROW = b'{"instances": [[1, 2, 3, 4]]}'
TOKEN = "a token of some length"
PREDICT = "/v1/models/dense:predict"


@pytest.fixture(scope="module")
def server(serving: Any) -> Any:
    return serving("dense", "several", "examples")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("POST", "/v1/models/none:predict", ROW, 404, "Servable not found for request: Latest(none)"),
        ("POST", "/v1/models/dense/versions/7:predict", ROW, 404, "Specific(dense, 7)"),
        ("POST", "/v1/models/dense/versions/" + "9" * 30 + ":predict", ROW, 404, "18 digits"),
        ("GET", "/v1/models/none", b"", 404, "Could not find any versions of model none"),
        ("GET", "/v1/models/dense/versions/7", b"", 404, "version 7 of model dense"),
        ("GET", "/v1/models", b"", 400, "Malformed request: GET /v1/models"),
        ("POST", "/v1/models/dense:explain", ROW, 400, "Malformed request"),
        ("PUT", PREDICT, ROW, 400, "Malformed request"),
        ("GET", "/etc/passwd", b"", 400, "Malformed request"),
        ("GET", "/v1/models/..%2f..%2fetc", b"", 404, "Could not find"),
        ("POST", PREDICT, b"", 400, "well-formed JSON"),
        ("POST", PREDICT, b"{}", 400, "one of 'instances' and 'inputs', got neither"),
        ("POST", PREDICT, b'{"instances": [], "inputs": []}', 400, "got both"),
        ("POST", PREDICT, b'{"instances": []}', 400, "at least one row"),
        ("POST", PREDICT, b'{"instances": [[1, 2, 3]]}', 400, "x"),
        ("POST", PREDICT, b'{"instances": [[1, 2, 3, "4"]]}', 400, "input 'x' must have values of dtype float32"),
        ("POST", PREDICT, b'{"instances": [{"y": 1}]}', 400, "among x, got 'y'"),
        ("POST", PREDICT, b'{"instances": [{"x": [1, 2, 3, 4]}, 5]}', 400, "objects beside values"),
        ("POST", PREDICT, b'{"inputs": {"y": 1}}', 400, "'x' is missing"),
        ("POST", PREDICT, b'{"signature_name": 3, "inputs": 1}', 400, "'signature_name' of a request must be a text"),
        ("POST", PREDICT, b'{"signature_name": "servin_default", "inputs": 1}', 400, "did you mean 'serving_default'?"),
        ("POST", "/v1/models/several:predict", b'{"instances": [1]}', 400, "a, b"),
        ("POST", "/v1/models/several:predict", b'{"signature_name": "count", "instances": [1]}', 400, "n"),
        ("POST", "/v1/models/dense:classify", b'{"examples": [{"x": 1}]}', 400, "one input 'inputs' of strings"),
        ("POST", "/v1/models/examples:classify", b'{"examples": []}', 400, "at least one"),
        ("POST", "/v1/models/examples:classify", b'{"examples": [{"x": [1, "a"]}]}', 400, "values of one kind"),
        ("POST", "/v1/models/examples:classify", b'{"examples": [{"x": null}]}', 400, "numbers, texts"),
        ("POST", "/v1/models/examples:classify", b'{"context": {"x": 1}, "examples": [{"x": 1}]}', 400, "in 'context'"),
        ("POST", "/v1/models/examples:classify", b'{"examples": [{"n": 99999999999999999999}]}', 400, "got 9999999999"),
        ("POST", "/v1/models/examples:classify", b'{"examples": [{"x": [1.5]}]}', 400, ""),
        ("POST", "/v1/models/examples:regress", b'{"examples": [{"x": [1.5, 2.5]}]}', 400, "must be outputs"),
    ],
)  # fmt: skip
def test_errors(server: Any, method: str, path: str, body: bytes, status: int, says: str) -> None:
    found, answer = server.request(method, path, body)
    assert found == status, answer
    assert list(answer) == ["error"]
    assert says in answer["error"]


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        ("application/x-npy", b"", "archive of arrays"),
        ("application/x-npy", b"\x93NUMPY\x01\x00", "array of NumPy's"),
        ("application/x-npz", b"PK\x03\x04" + b"\x00" * 30, "archive"),
    ],
)
def test_arrays_that_are_none(server: Any, kind: str, body: bytes, says: str) -> None:
    status, answer = server.request("POST", PREDICT, body, {"content-type": kind})
    assert status == 400
    assert says in answer["error"]


def test_arrays(server: Any) -> None:
    def npy(array: Any, pickled: bool = False) -> bytes:
        file = io.BytesIO()
        np.save(file, array, allow_pickle=pickled)
        return file.getvalue()

    kind = {"content-type": "application/x-npy"}
    status, content = server.request("POST", PREDICT, npy(np.ones((2, 4), np.float32)), kind)
    assert status == 200
    assert np.load(io.BytesIO(content)).shape == (2, 3)
    for wrong in (np.ones((2, 3), np.float32), np.array(["a"]), np.ones((1, 4), np.complex64), np.full((1, 4), 1e300)):
        assert server.request("POST", PREDICT, npy(wrong), kind)[0] == 400
    status, answer = server.request("POST", PREDICT, npy(np.array([object()]), pickled=True), kind)
    assert status == 400
    assert "numbers or texts" in answer["error"]


@pytest.mark.parametrize(
    "query", ["signature_name=none", "other=1", "&".join(["a=1"] * 50), "%ff=%ff", "signature_name"]
)
def test_queries(server: Any, query: str) -> None:
    file = io.BytesIO()
    np.save(file, np.ones((1, 4), np.float32))
    kind = {"content-type": "application/x-npy"}
    status, answer = server.request("POST", f"{PREDICT}?{query}", file.getvalue(), kind)
    if query == "signature_name":  # without a value it is not there
        assert status == 200
    else:
        assert (status, list(answer)) == (400, ["error"])


def test_an_archive_may_not_grow(serving: Any) -> None:
    small = serving("dense", limits=Limits(body_bytes=1 << 20))
    file = io.BytesIO()
    np.savez_compressed(file, x=np.zeros((1 << 20, 4), np.float32))  # a few kilobytes for 16 MiB
    status, answer = small.request("POST", PREDICT, file.getvalue(), {"content-type": "application/x-npz"})
    assert status == 400
    assert "at most 1,048,576 bytes" in answer["error"]


def test_sizes(serving: Any) -> None:
    server = serving("dense", limits=Limits(body_bytes=1000, answer_bytes=8))
    assert server.request("POST", PREDICT, b" " * 1001)[0] == 413
    assert server.request("POST", PREDICT, b" " * 1001, {"content-length": "10"})[0] == 413  # whatever it says
    for length in ("-1", "x", "9" * 50):
        assert server.request("POST", PREDICT, ROW, {"content-length": length})[0] == 413
    status, answer = server.request("POST", PREDICT, ROW)
    assert status == 429
    assert "outputs of an answer must have at most 8 bytes" in answer["error"]
    status, answer = server.request("POST", PREDICT, ROW, {"content-encoding": "gzip"})
    assert status == 415


def test_full(serving: Any) -> None:
    """What there is no room for gets 429 with Retry-After, and the next one an answer again."""
    server = serving("dense", limits=Limits(in_flight=1, bytes_in_flight=500))
    gate = asyncio.Event()
    answer = server.backend.answer

    async def slow(call: Any) -> Any:
        await gate.wait()
        return await answer(call)

    server.backend.answer = slow

    async def two() -> Any:
        first = asyncio.create_task(server.send("POST", PREDICT, ROW))
        await asyncio.sleep(0.02)
        second = await server.send("POST", PREDICT, ROW)
        gate.set()
        return await first, second

    (first, _, _), (second, content, headers) = server.wait(two())
    assert (first, second) == (200, 429)
    assert headers["retry-after"] == "1"
    assert "at most 1" in json.loads(content)["error"]
    assert server.request("POST", PREDICT, b" " * 501)[0] == 429  # more bytes than all requests may have
    assert server.request("POST", PREDICT, ROW)[0] == 200


def test_a_client_that_goes_away(server: Any) -> None:
    """Its request is cancelled, and counted as that."""
    cancelled = []
    original = server.backend.answer

    async def never(call: Any) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(call.path)
            raise

    server.backend.answer = never
    try:
        assert server.wait(server.send("POST", PREDICT, ROW, gone=True)) == (0, b"", {})
        server.until(lambda: cancelled == [PREDICT])
    finally:
        server.backend.answer = original
    _, text = server.get("/monitoring/prometheus/metrics")
    assert b'request_count{model_name="",status="CANCELLED"} 1.0' in text


def test_deadline(serving: Any) -> None:
    server = serving("dense", limits=Limits(seconds=0.05))
    batcher = server.backend._service._batcher

    async def stuck(*_: Any) -> Any:
        await asyncio.Event().wait()

    batcher.run = stuck
    status, answer = server.request("POST", PREDICT, ROW)
    assert status == 504
    assert "within 0.0" in answer["error"]


def test_health_and_readiness(serving: Any, tmp_path: Any) -> None:
    from graphops.apps.serve.settings import ModelConfig

    waiting = serving(models=(ModelConfig("none", str(tmp_path)),), ready=False)
    assert waiting.get("/healthz") == (200, {"status": "ok"})
    assert waiting.get("/readyz") == (503, {"ready": False})
    ready = serving("dense")
    assert ready.get("/readyz") == (200, {"ready": True})
    ready.app.stopping = True
    assert ready.get("/readyz")[0] == 503


def test_token(serving: Any) -> None:
    right = {"authorization": f"Bearer {TOKEN}"}
    server = serving("dense", token=TOKEN)
    for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN}):
        for method, path in (("POST", PREDICT), ("GET", "/v1/models/dense"), ("GET", "/state.json"),
                             ("GET", "/monitoring/prometheus/metrics")):  # fmt: skip
            assert server.request(method, path, ROW, headers)[0] == 401
    assert server.request("POST", PREDICT, ROW, right)[0] == 200
    assert server.get("/healthz")[0] == 200
    assert server.request("POST", PREDICT, ROW, {"host": "elsewhere", **right})[0] == 200


def test_other_sites(server: Any, serving: Any) -> None:
    assert server.request("POST", PREDICT, ROW, {"host": "evil.example"})[0] == 403  # it may point to this machine
    for host in ("127.0.0.1:8501", "localhost", "[::1]:8501"):
        assert server.request("POST", PREDICT, ROW, {"host": host})[0] == 200
    assert server.request("POST", PREDICT, ROW, {"origin": "https://evil.example"})[0] == 403
    assert server.request("POST", PREDICT, ROW, {"origin": "null"})[0] == 403
    assert server.request("POST", PREDICT, ROW, {"origin": "http://localhost:8501"})[0] == 200
    cors = serving("dense", cors=True)
    status, _, headers = cors.wait(cors.send("OPTIONS", PREDICT, b"", {"origin": "https://other.example"}))
    assert (status, headers["access-control-allow-origin"]) == (200, "*")
    assert cors.request("POST", PREDICT, ROW, {"origin": "https://other.example"})[0] == 200


def test_metrics(serving: Any) -> None:
    server = serving("dense")
    server.request("POST", PREDICT, ROW)
    server.request("POST", PREDICT, b"{")
    _, text = server.get("/monitoring/prometheus/metrics")
    lines = text.decode().splitlines()
    assert "# TYPE :tensorflow:serving:request_count counter" in lines
    assert ':tensorflow:serving:request_count{model_name="dense",status="OK"} 1.0' in lines
    assert ':tensorflow:serving:request_count{model_name="dense",status="INVALID_ARGUMENT"} 1.0' in lines
    latency = ':tensorflow:serving:request_latency_count{API="Predict",entrypoint="REST",model_name="dense"} 1.0'
    assert latency in lines
    assert any(line.startswith(":tensorflow:serving:runtime_latency_bucket") for line in lines)
    state = server.get("/state.json")[1]
    assert state["requests"]["dense"]["succeeded"] == 1
    assert state["requests"]["dense"]["p99_ms"] > 0


def test_pages(server: Any) -> None:
    for path in ("/", "/docs", "/static/serve.js", "/static/docs.js", "/static/serve.css"):
        status, content, headers = server.wait(server.send("GET", path))
        assert status == 200
        assert content
        assert "default-src 'self'" in headers["content-security-policy"]
        assert b"http://" not in content  # nothing comes from elsewhere
        assert b"https://" not in content
    assert server.get("/static/../app.py")[0] == 400


def test_openapi(server: Any) -> None:
    """The document is of this form, and its schemas accept what the server does."""
    import jsonschema

    status, document = server.get("/openapi.json")
    assert status == 200
    assert document["openapi"].startswith("3.1")
    operation = document["paths"]["/v1/models/dense/versions/1:predict"]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    good = {"inputs": {"x": [[1.0, 2.0, 3.0, 4.0]]}}
    jsonschema.validate(good, schema)
    assert server.post(PREDICT, good)[0] == 200
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"inputs": {"x": [[1.0, 2.0]]}}, schema)
    assert "/v1/models/examples/versions/1:classify" in document["paths"]
    assert "/v1/models/examples/versions/1:regress" in document["paths"]


def test_the_examples_of_the_page_have_the_right_form(server: Any) -> None:
    state = server.get("/state.json")[1]
    for model in state["models"]:
        for name, about in model["versions"][0]["signatures"].items():
            if not about["method"].endswith(("classify", "regress")):
                status, answer = server.post(f"/v1/models/{model['name']}:predict", about["example"])
                assert status == 200, (name, answer)


def test_slow_bodies_end(serving: Any) -> None:
    server = serving("dense", limits=Limits(seconds=0.05))
    sent: list[Any] = []

    async def receive() -> Any:
        if not sent_parts:
            sent_parts.append(1)
            return {"type": "http.request", "body": b"{", "more_body": True}
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    sent_parts: list[int] = []
    scope = {"type": "http", "method": "POST", "path": PREDICT, "raw_path": PREDICT.encode(), "query_string": b"",
             "headers": [(b"host", b"localhost")]}  # fmt: skip
    server.wait(server.app(scope, receive, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
