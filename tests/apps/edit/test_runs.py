"""Runs by the WebSocket: results, steps, values, problems, stops, deaths."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.apps.edit.conftest import Server
from tests.apps.edit.test_service import PAGE, X, page
from tests.systems import on_linux

Json = dict[str, Any]


@pytest.fixture
def socket(server: Server) -> Iterator[Any]:
    with server.socket(max_size=None) as found:
        yield found


@pytest.fixture(scope="module")
def one_socket(server: Server) -> Iterator[Any]:
    """For tests that leave nothing behind: a process takes seconds to come up."""
    with server.socket(max_size=None) as found:
        yield found


def say(socket: Any, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: Any, until: str = "finished", seconds: float = 120) -> list[Json]:
    """What comes until a message of a type."""
    found: list[Json] = []
    while not found or found[-1]["type"] != until:
        found.append(json.loads(socket.recv(timeout=seconds)))
    return found


def run(socket: Any, page: Any, **more: Any) -> list[Json]:
    say(socket, type="run", id="r", page=page, **more)
    return hear(socket)


def results(messages: list[Json]) -> dict[str, Json]:
    return {m["block"]: m["pins"] for m in messages if m["type"] == "result"}


def test_the_worked_example(one_socket: Any) -> None:
    said = run(one_socket, PAGE)
    assert [said[0]["type"], said[-1]["status"]] == ["started", "done"]
    found = results(said)
    assert set(found) == {"input", "filter", "filter_sizes", "convolution", "gradient"}
    gradient = found["gradient"]["result_output"]
    assert (gradient["dtype"], gradient["shape"], gradient["min"], gradient["max"]) == (
        "float32",
        [2] * 5,
        121040,
        282880,
    )
    assert gradient["first"][:6] == [121040, 127840, 130848, 138176, 140656, 148512]
    assert sum(gradient["histogram"]["counts"]) == 32
    kernels = {m["block"]: m["kernel"] for m in said if m["type"] == "result"}
    assert "Conv3D" in kernels["convolution"]
    assert kernels["input"] is None
    say(one_socket, type="value", id="v", pin="gradient:output",
        view={"kind": "table", "start": [1, 1, 1, 0, 0], "count": [9] * 5})  # fmt: skip
    (value,) = hear(one_socket, "value")
    assert value["values"] == [[[[[258352, 272544], [268160, 282880]]]]]
    say(one_socket, type="value", id="v", pin="gradient:output", view={"kind": "image", "axes": [3, 4], "at": [0] * 5})
    (value,) = hear(one_socket, "value")
    assert (value["image"]["width"], value["image"]["height"], value["image"]["low"]) == (2, 2, 121040)


def test_every_block_that_can_runs(one_socket: Any) -> None:
    drawn = page(
        X, {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float"}}, {"id": "n", "op": "Neg"},
        {"id": "m", "op": "Neg"}, {"id": "bad", "op": "Neg", "inputs": {"x": "a"}},
        wires=[("x:output", "n:x"), ("p:output", "m:x")],
    )  # fmt: skip
    said = run(one_socket, drawn)
    assert set(results(said)) == {"x", "n"}
    assert [(m["block"], m["pin"]) for m in said if m["type"] == "problem"] == [("bad", "x")]
    said = run(one_socket, drawn, feeds={"p": [3.0]})
    assert results(said)["m"]["result_y"]["first"] == [-3]
    assert set(results(run(one_socket, drawn, fetches=["n"], all=False))) == {"x", "n"}


COUNT = page(
    {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "int32", "shape": []}},
    {"id": "start", "op": "AssignVariableOp", "attrs": {"dtype": "int32"}, "inputs": {"value": 10}},
    {"id": "add", "op": "AssignAddVariableOp", "attrs": {"dtype": "int32"}, "inputs": {"value": 1}},
    {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "int32"}, "after": ["add"]},
    wires=[("v:resource", f"{name}:resource") for name in ("start", "add", "read")],
    init=["start"], fetches=["read"],
)  # fmt: skip


def step(socket: Any, **more: Any) -> Any:
    say(socket, type="step", id="s", page=COUNT, all=False, **more)
    return results(hear(socket))["read"]["result_value"]["first"]


def test_steps_keep_what_variables_hold(socket: Any) -> None:
    assert [step(socket), step(socket), step(socket, steps=5)] == [[11], [12], [17]]
    say(socket, type="reset")
    hear(socket, "reset")
    assert step(socket) == [11]
    assert results(run(socket, COUNT, steps=3, all=False))["read"]["result_value"]["first"] == [13]


ENDLESS = {
    "graphops_page": 1,
    "functions": {
        "go_on": {
            "arguments": ["i"], "results": ["yes:output"],
            "blocks": [{"id": "i", "op": "Placeholder", "attrs": {"dtype": "int32"}},
                       {"id": "yes", "op": "Const", "attrs": {"value": True}}],
        },
        "more": {
            "arguments": ["i"], "results": ["next:z"],
            "blocks": [{"id": "i", "op": "Placeholder", "attrs": {"dtype": "int32"}},
                       {"id": "next", "op": "AddV2", "inputs": {"y": 1}}],
            "wires": [{"from": "i:output", "to": "next:x"}],
        },
    },
    "blocks": [{"id": "loop", "op": "While", "inputs": {"input": [0]},
                "attrs": {"T": ["int32"], "cond": "go_on", "body": "more"}}],
    "fetches": ["loop"],
}  # fmt: skip


def test_stop(socket: Any) -> None:
    say(socket, type="run", id="long", page=ENDLESS)
    hear(socket, "started")
    time.sleep(0.3)
    say(socket, type="run", id="second", page=PAGE)
    *_, refusal = hear(socket, "problem")
    assert (refusal["id"], refusal["message"]) == ("second", "a run is under way: stop it first")
    say(socket, type="stop")
    said = hear(socket)
    assert (said[-1]["id"], said[-1]["status"]) == ("long", "stopped")
    assert run(socket, PAGE)[-1]["status"] == "done"  # nothing is left of it


@on_linux
def test_a_process_that_dies(socket: Any, server: Server) -> None:
    say(socket, type="run", id="long", page=ENDLESS)
    hear(socket, "started")
    for process in _children(server.process.pid):
        os.kill(process, signal.SIGKILL)
    said = hear(socket)
    assert said[-1]["status"] == "died"
    assert "ended with signal 9" in next(m["message"] for m in said if m["type"] == "problem")
    assert run(socket, PAGE)[-1]["status"] == "done"


def _children(process: int) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
            if parent == process:
                found.append(int(name))
    return found


def test_a_run_that_fails_names_its_block(one_socket: Any) -> None:
    drawn = page({"id": "at", "op": "Placeholder", "attrs": {"dtype": "int32"}},
                 {"id": "take", "op": "Gather", "inputs": {"params": {"dtype": "float", "values": [1.0, 2.0]}}},
                 wires=[("at:output", "take:indices")], feeds={"at": [7]})  # fmt: skip
    said = run(one_socket, drawn)
    assert said[-1]["status"] == "failed"
    (problem,) = [m for m in said if m["type"] == "problem"]
    assert (problem["block"], problem["pin"]) == ("take", "indices")
    assert "indices of op 'Gather' must" in problem["message"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "well-formed JSON"), ("[]", "a message must be an object"), ('{"type": "fly"}', "whose type is one of"),
        ('{"type": "run", "id": 3}', "id of a message must be a text"), ('{"type": ["run"]}', "whose type is one of"),
        ('{"type": "run", "page": {"graphops_page": 1}, "feed": {}}', "keys of 'run' must be among type, id, page"),
        ('{"type": "reset", "page": {"graphops_page": 1}}', "keys of 'reset' must be among type, id, got 'page'"),
        ("[" * 100_000, "nested less deeply"),
        ('{"type": "run", "id": "a"}', "page of a run must be an object"),
        ('{"type": "run", "id": "a", "page": {}}', "graphops_page"),
        ('{"type": "run", "id": "a", "page": {"graphops_page": 1}, "steps": 0}', "steps of a run must be"),
        ('{"type": "run", "id": "a", "page": {"graphops_page": 1}, "feeds": []}', "feeds of a message must be"),
        ('{"type": "run", "id": "a", "page": {"graphops_page": 1}, "fetches": ["x"]}', "must be a block that is right"),
        ('{"type": "run", "id": "a", "page": {"graphops_page": 1}}', "must have something to compute"),
    ],
)  # fmt: skip
def test_bad_messages(one_socket: Any, text: str, message: str) -> None:
    one_socket.send(text)
    said = hear(one_socket, "problem")
    assert message in said[-1]["message"]
    say(one_socket, type="reset")
    hear(one_socket, "reset")  # it still listens


@pytest.mark.parametrize(
    ("view", "pin", "message"),
    [
        ({"kind": "table"}, "nothing:output", "must be a pin that was computed"),
        ({"kind": "table", "start": [0], "count": [1]}, "x:output", None),
        ({"kind": "table", "start": [-1], "count": [1]}, "x:output", "start of a view must be 1 whole numbers"),
        ({"kind": "table", "start": [0, 0], "count": [1]}, "x:output", "start of a view must be 1 whole numbers"),
        ({"kind": "image", "axes": [0, 1], "at": [0]}, "x:output", "axes of a picture must be two axes of 1"),
        ({"kind": "image", "axes": "ab", "at": [0]}, "x:output", "axes of a picture must be"),
        ({"kind": "table", "axes": [0, 1]}, "x:output", "keys of a view must be among kind, start, count, got 'axes'"),
        ({"kind": ["table"]}, "x:output", "kind of a view must be one of summary, table, image"),
    ],
)
def test_views(one_socket: Any, view: Json, pin: str, message: str | None) -> None:
    run(one_socket, page(X))
    say(one_socket, type="value", id="v", pin=pin, view=view)
    (found,) = hear(one_socket, "value" if message is None else "problem")
    assert found["id"] == "v"
    if message is None:
        assert found["values"] == [1]
    else:
        assert message in found["message"]


@pytest.mark.parametrize("hello", ["", "{}", '{"type": "hello", "token": "wrong"}', '{"token": 3}', "[]", '"token"'])
def test_who_does_not_know_the_token(server: Server, hello: str) -> None:
    with server.socket(hello) as socket, pytest.raises(ConnectionClosed) as caught:
        socket.recv(timeout=10)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_other_pages_cannot_connect(server: Server) -> None:
    with pytest.raises(InvalidStatus) as caught, server.socket(origin="http://example.com"):
        pass
    assert caught.value.response.status_code == 403
