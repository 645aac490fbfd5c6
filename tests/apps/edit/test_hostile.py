"""What the service must live through: clients that misbehave, folders and files that do, processes that die."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import os
import signal
import socket as sockets
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed

import graphops as go
from graphops.apps.edit.files import Folder
from graphops.apps.edit.outbox import Outbox
from graphops_registry import dtypes
from graphops_registry.errors import AlreadyExistsError
from tests.apps.edit.conftest import Server, start
from tests.apps.edit.test_runs import COUNT, ENDLESS, _children, hear, results, run, say, step
from tests.apps.edit.test_service import PAGE, X, page, refused
from tests.systems import on_linux

Json = dict[str, Any]


@pytest.fixture
def socket(server: Server) -> Any:
    with server.socket(max_size=None) as found:
        yield found


@pytest.fixture(scope="module")
def one_socket(server: Server) -> Any:
    """For tests that leave nothing behind."""
    with server.socket(max_size=None) as found:
        yield found


# -- requests ---------------------------------------------------------------------------------------------------------


def test_a_body_without_a_length_that_is_too_large(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest("POST", "/api/import")
    connection.putheader("X-Graphops-Token", server.token)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    part = b"100000\r\n" + b"x" * (1 << 20) + b"\r\n"
    try:
        for _ in range(66):
            connection.send(part)
        connection.send(b"0\r\n\r\n")
    except OSError:
        pass  # it may hang up before it has heard everything
    answer = connection.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read())["error"]["kind"] == "ResourceExhaustedError"
    connection.close()
    for length in ("9" * 19, "-1", "1e3"):
        found = raw(
            server, f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {length}\r\n\r\n"
        )
        assert found[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 413")


def test_who_has_no_token_sends_little(server: Server) -> None:
    """The service would read it before it knows the ticket."""
    long = json.dumps({"ticket": "x" * 5000})
    status, message = refused(server, "POST", "/api/token", long.encode(), x_graphops_token=None)
    assert (status, message) == (413, "a request must have at most 4,096 bytes")
    head = f"POST /api/token HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert raw(server, f"{head}{len(long):x}\r\n{long}\r\n0\r\n\r\n")[:12] == b"HTTP/1.1 413"
    assert refused(server, "POST", "/api/token", {"ticket": "x" * 4000}, x_graphops_token=None)[0] == 403


def raw(server: Server, text: str) -> bytes:
    with sockets.create_connection(("127.0.0.1", server.port), 10) as connection:
        connection.sendall(text.encode())
        return connection.recv(1 << 16)


def test_half_a_request(server: Server) -> None:
    for _ in range(5):
        with sockets.create_connection(("127.0.0.1", server.port), 10) as connection:
            head = f"PUT /api/file?name=half.json HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            connection.sendall(f"{head}X-Graphops-Token: {server.token}\r\nContent-Length: 1000\r\n\r\n{{".encode())
    assert server.request("GET", "/api/state")[0] == 200
    assert not (server.folder / "half.json").exists()


@pytest.mark.parametrize(
    ("page_text", "message"),
    [
        ('{"graphops_page": 1, "ui": {"view": [1e999]}}', "finite"),
        ('{"graphops_page": 1, "title": "\\ud800"}', "whole characters"),
        ('{"graphops_page": 1, "ui": {"a": ' + "[" * 900 + "]" * 900 + "}}", "nested less deeply"),
        ('{"graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp", "after": ["\\ud800"]}]}', "whole characters"),
    ],
)
def test_pages_that_could_not_be_kept(server: Server, page_text: str, message: str) -> None:
    for method, path in (("POST", "/api/check"), ("PUT", "/api/file?name=kept.json"), ("PUT", "/api/autosave")):
        assert message in refused(server, method, path, f'{{"page": {page_text}}}'.encode())[1]


def test_a_short_file_of_large_constants(server: Server) -> None:
    """A hundred bytes of a GraphDef stand for an array of 1 GiB."""
    from graphops.interchange.graph_def import messages

    message = messages.GraphDef()
    node = message.node.add()
    node.name, node.op = "c", "Const"
    node.attr["dtype"].type = 1
    tensor = node.attr["value"].tensor
    tensor.dtype = 1
    tensor.tensor_shape.dim.add().size = 1 << 28
    tensor.float_val.append(1.0)
    assert "to be drawn" in refused(server, "POST", "/api/import", message.SerializeToString())[1]
    (server.folder / "bomb.pb").write_bytes(message.SerializeToString())
    assert "to be drawn" in refused(server, "GET", "/api/file?name=bomb.pb")[1]


def test_a_page_whose_shapes_want_too_much(server: Server) -> None:
    drawn = page(
        {"id": "r", "op": "Range", "inputs": {name: {"dtype": "int32", "values": value} for name, value in
                                               (("start", 0), ("limit", 2_000_000_000), ("delta", 1))}},
        {"id": "f", "op": "Fill", "inputs": {"value": {"dtype": "float", "values": 1}}}, wires=[("r:output", "f:dims")],
    )  # fmt: skip
    (problem,) = server.post("/api/check", {"page": drawn})["problems"]
    assert problem["message"] == "a shape must have rank <= 32, got 2,000,000,000"


def test_check_says_what_is_wrong_with_feeds_and_fetches(server: Server) -> None:
    found = server.post("/api/check", {"page": page(X, feeds={"x": [1, 2, 3]}, fetches=["x:nothing"])})
    assert [(p["block"], p["pin"]) for p in found["problems"]] == [("x", None), ("x", "nothing")]
    ring = page({"id": "a", "op": "Neg"}, {"id": "b", "op": "Neg"}, X, wires=[("a:y", "b:x"), ("b:y", "a:x")])
    found = server.post("/api/check", {"page": ring})
    assert ([p["block"] for p in found["problems"]], list(found["nodes"])) == (["a", "b"], ["x"])


def test_fit_looks_at_what_leads_to_the_wire(server: Server) -> None:
    """Other faults, and blocks with the names of the stand-ins, do not matter."""
    drawn = page(
        X, {"id": "bad", "op": "Nothing"}, {"id": "fit.y", "op": "NoOp"}, {"id": "after", "op": "MatMul"},
        {"id": "sum", "op": "AddV2", "after": ["fit.y"]}, wires=[("sum:z", "after:a")],
    )  # fmt: skip
    assert server.post("/api/fit", {"page": drawn, "wire": {"from": "x:output", "to": "sum:x"}}) == {"fits": True}
    inner = page(X, pages={"p": {"blocks": [{"id": "m", "op": "MatMul"}]}})
    found = server.post("/api/fit", {"page": inner, "wire": {"from": "x:output", "to": "p/m:a"}})
    assert (found["fits"], found["block"], found["pin"]) == (False, "p/m", "a")


# -- files -------------------------------------------------------------------------------------------------------------


def test_names_that_people_give_and_names_that_some_system_does_not_take(server: Server) -> None:
    for name in ("Übung 1 (neu).json", "a+b.json", "日本/ページ.json"):
        quoted = "".join(f"%{byte:02x}" for byte in name.encode())
        assert server.request("PUT", f"/api/file?name={quoted}", {"page": PAGE})[0] == 200
        assert server.request("GET", f"/api/file?name={quoted}")[1]["name"] == name
    for name in ("con.json", "NUL.json", "a/com1.json", "c:x.json", "a%5cb.json", "x.json%20", "a./b.json", "%20a.json",
                 "a%0a.json", "*.json", "?.json", "a|b.json", ".hidden/a.json", "%c2%80.json", "conin$.json",
                 "COM%c2%b9.json", "a%e2%80%aenosj.json", "a%ed%a0%80.json", "a%ff.json", "~/../a.json"):  # fmt: skip
        assert refused(server, "PUT", f"/api/file?name={name}", {"page": PAGE})[0] == 400, name
    assert refused(server, "PUT", "/api/file?name=x.json", {"page": PAGE, "overwrite": "yes"})[0] == 400


def test_a_folder_with_anything_in_it(server: Server, tmp_path: Path) -> None:
    inner = server.folder / "odd"
    inner.mkdir()
    with open(os.fsencode(inner) + b"/\xff.json", "wb") as file:
        file.write(b"{}")
    os.mkfifo(inner / "pipe.json")
    (inner / "folder.json").mkdir()
    (inner / "loop").symlink_to(inner)
    names = [file["name"] for file in server.request("GET", "/api/files")[1]["files"]]
    assert not [name for name in names if name.startswith("odd/")]
    for name in ("odd/pipe.json", "odd/folder.json"):
        assert refused(server, "GET", f"/api/file?name={name}")[0] == 404
    with sockets.socket(sockets.AF_UNIX) as listening:
        where = os.getcwd()
        os.chdir(inner)  # addresses of sockets are short
        listening.bind("socket.json")
        os.chdir(where)
    (inner / "circle.json").symlink_to("circle.json")
    (inner / "circle").symlink_to("circle")
    (inner / "inside.json").symlink_to("folder.json")
    for name in ("folder.json", "pipe.json", "socket.json"):
        assert refused(server, "PUT", f"/api/file?name=odd/{name}", {"page": PAGE, "overwrite": True})[0] == 409
        assert not (inner / name).is_file()
    for name in ("circle.json", "circle/a.json", "inside.json", "loop/folder.json"):
        assert refused(server, "GET", f"/api/file?name=odd/{name}")[0] == 403
        assert refused(server, "PUT", f"/api/file?name=odd/{name}", {"page": PAGE, "overwrite": True})[0] == 403


def test_a_link_that_comes_after_the_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is opened is what was looked at: no link is followed, be it there from the start or not."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.json").write_text(json.dumps(PAGE))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "up").symlink_to(tmp_path / "secret")
    (tmp_path / "pages" / "a.json").symlink_to(tmp_path / "secret" / "a.json")
    monkeypatch.setattr(Path, "is_symlink", lambda path: False)  # the look came too early
    for name in ("up/a.json", "a.json"):
        with pytest.raises((go.errors.NotFoundError, OSError)):
            Folder(tmp_path / "pages", 1 << 20).read(name)
    (tmp_path / "pages" / "b.json").write_text(json.dumps(PAGE))
    assert Folder(tmp_path / "pages", 1 << 20).read("b.json")["page"]["blocks"]
    with pytest.raises(go.errors.InvalidArgumentError, match="at most 9 bytes"):
        Folder(tmp_path / "pages", 9).read("b.json")


@pytest.mark.full
def test_a_folder_that_is_taken_away(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    server = start(tmp_path / "pages")
    try:
        (tmp_path / "pages").rmdir()
        assert server.request("GET", "/api/files")[1] == {"files": []}
        assert server.request("GET", "/api/autosaves")[1] == {"kept": []}
        for method, path in (("GET", "/api/file?name=a.json"), ("PUT", "/api/autosave")):
            assert refused(server, method, path, {"page": PAGE} if method == "PUT" else None)[0] == 404
        assert server.request("GET", "/api/state")[0] == 200
    finally:
        server.end()


# -- the WebSocket -----------------------------------------------------------------------------------------------------


def test_a_binary_message_ends_the_connection(server: Server) -> None:
    for first in (True, False):
        with server.socket(b"\x00" if first else None) as socket:
            if not first:
                socket.send(b"\x00")
            with pytest.raises(ConnectionClosed) as caught:
                socket.recv(timeout=10)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == (1008 if first else 1003)


@pytest.mark.parametrize(
    "hello", ['{"type": "run", "token": "%s"}', '{"type": "hello", "token": "\\ud800"}', "[" * 5000]
)
def test_other_greetings(server: Server, hello: str) -> None:
    text = hello.replace("%s", server.token)
    with server.socket(text) as socket, pytest.raises(ConnectionClosed) as caught:
        socket.recv(timeout=10)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_many_messages_while_a_run_goes_on(socket: Any) -> None:
    say(socket, type="run", id="long", page=ENDLESS)
    hear(socket, "started")
    for number in range(100):
        say(socket, type="value", id=f"v{number}", pin="x:output")
    say(socket, type="value", id="large", pin="x" * (1 << 17))
    say(socket, type="stop", id="another run")  # is not this one
    say(socket, type="stop", id="long")
    said = hear(socket, "finished")
    refusals = [m["id"] for m in said if m["type"] == "problem" and "must wait for their answers" in m["message"]]
    assert refusals == [f"v{number}" for number in range(63, 100)]
    assert "at most 65,536 bytes" in next(m["message"] for m in said if m.get("id") == "large")
    answered = [hear(socket, "problem")[-1]["id"] for _ in range(63)]
    assert answered == [f"v{number}" for number in range(63)]


@pytest.mark.full
def test_a_stop_before_the_process_has_come_up(server: Server) -> None:
    with server.socket(max_size=None) as socket:
        say(socket, type="run", id="r", page=ENDLESS)
        say(socket, type="value", id="v", pin="x:output")
        say(socket, type="stop", id="r")
        say(socket, type="reset", id="z")
        said = hear(socket, "reset")
        assert [m["status"] for m in said if m["type"] == "finished"] == ["stopped"]
        assert [m["type"] for m in said if m.get("id") == "v"] == ["problem"]
        assert run(socket, PAGE)[-1]["status"] == "done"


@pytest.mark.full
@on_linux
def test_a_process_that_dies_idle(server: Server) -> None:
    with server.socket(max_size=None) as socket:
        assert step(socket) == [11]
        others = set(_children(server.process.pid))
        for process in others:
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                os.kill(process, signal.SIGKILL)
        say(socket, type="value", id="v", pin="read:value")
        assert hear(socket, "problem")[-1]["id"] == "v"
        assert step(socket) == [11]  # a new process: the variables are gone, and init ran again


@pytest.mark.full
def test_a_page_that_does_not_fit_into_the_pipe_does_not_hold_up_others(server: Server) -> None:
    """The process reads nothing until it has come up; the service goes on."""
    large = page(X, {"id": "text", "op": "Const", "attrs": {"value": "a" * (8 << 20)}}, fetches=["x"])
    with server.socket(max_size=None) as socket:
        say(socket, type="run", id="r", page=large)
        begin = time.monotonic()
        assert server.request("GET", "/api/state")[0] == 200
        waited = time.monotonic() - begin
        assert hear(socket)[-1]["status"] == "done"
        assert waited < time.monotonic() - begin  # it answered before the run was over


@pytest.mark.full
def test_two_editors(server: Server) -> None:
    with server.socket(max_size=None) as one, server.socket(max_size=None) as other:
        assert [step(one), step(other), step(one)] == [[11], [11], [12]]


# -- runs --------------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_an_init_that_fails_is_tried_again(socket: Any) -> None:
    drawn = page(
        {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "int32", "shape": []}},
        {"id": "start", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": []}},
        {"id": "begin", "op": "AssignVariableOp"}, {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "int32"}},
        wires=[("v:resource", "begin:resource"), ("start:output", "begin:value"), ("v:resource", "read:resource")],
        init=["begin"], fetches=["read"],
    )  # fmt: skip
    for feeds, status in (({}, "failed"), ({"start": 5}, "done")):
        say(socket, type="step", id="s", page=drawn, all=False, feeds=feeds)
        said = hear(socket)
        assert said[-1]["status"] == status
    assert results(said)["read"]["result_value"]["first"] == [5]


def test_a_step_of_another_page_begins_anew(socket: Any) -> None:
    assert [step(socket), step(socket)] == [[11], [12]]
    say(socket, type="step", id="s", page={**COUNT, "ui": {"view": [1, 2, 3]}}, all=False)
    assert results(hear(socket))["read"]["result_value"]["first"] == [13]  # where blocks are drawn does not matter
    say(socket, type="step", id="s", page={**COUNT, "title": "another"}, all=False)
    assert results(hear(socket))["read"]["result_value"]["first"] == [11]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"feeds": {"x": "a"}}, "the feed of 'x:0' must be a number, got 'a'"),
        ({"feeds": {"x": [[1, 2]]}}, "must have shape (2,), got (1, 2)"),
        ({"feeds": {"x": [1, 2], "x:output": [1, 2]}}, "a feed must come once"),
        ({"feeds": {"y": 1}}, "a feed must name a block"),
        ({"fetches": ["x:nothing"]}, "'x:nothing' must be an output"),
        ({"all": "yes"}, "all of a message must be true or false"),
        ({"steps": True}, "steps of a run must be"),
    ],
)
def test_runs_that_are_refused(one_socket: Any, more: Json, message: str) -> None:
    said = run(one_socket, page(X, {"id": "n", "op": "Neg"}, wires=[("x:output", "n:x")]), **more)
    assert said[-1]["status"] == "failed"
    assert message in next(m["message"] for m in said if m["type"] == "problem")


@pytest.mark.full
def test_short_steps_tell_of_themselves(socket: Any) -> None:
    """Steps of less than a tenth of a second each: now and then one says how far they are."""
    said = run(socket, {**COUNT, "steps": 3000})
    steps = [m["step"] for m in said if m["type"] == "progress"]
    assert steps == sorted(steps)
    assert len([m for m in said if m["type"] == "result" and m["block"] == "read"]) > 1
    assert steps
    assert steps[0] < 3000


def test_values_of_every_kind(one_socket: Any) -> None:
    """Handles, lists of tensors, references, bytes, nothing at all."""
    drawn = page(
        {"id": "handle", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": []}},
        {"id": "list", "op": "EmptyTensorList", "attrs": {"element_dtype": "float"},
         "inputs": {"element_shape": {"dtype": "int32", "values": -1}, "max_num_elements": 3}},
        {"id": "variable", "op": "VariableV2", "attrs": {"dtype": "float", "shape": [2]}},
        {"id": "assign", "op": "Assign", "inputs": {"value": [1.0, "nan"]}},
        {"id": "bytes", "op": "Const", "attrs": {"value": ["a", {"base64": "/wA="}]}},
        {"id": "empty", "op": "Const", "attrs": {"value": {"dtype": "half", "values": [], "shape": [0, 3]}}},
        {"id": "unsigned", "op": "Const", "attrs": {"value": {"dtype": "uint64", "values": [2**64 - 1, 0]}}},
        {"id": "none", "op": "NoOp"},
        wires=[("variable:ref", "assign:ref")],
    )  # fmt: skip
    said = run(one_socket, drawn, fetches=["handle", "list", "assign", "bytes", "empty", "unsigned", "none"], all=False)
    assert said[-1]["status"] == "done", said
    found = results(said)
    assert found["handle"]["result_resource"]["dtype"] == "resource"
    assert found["list"]["result_handle"]["dtype"] == "variant"
    assert (found["assign"]["result_output_ref"]["nans"], found["assign"]["result_output_ref"]["max"]) == (1, 1)
    assert found["bytes"]["result_output"]["first"] == ["a", "\\xff\x00"]
    assert (found["empty"]["result_output"]["count"], found["empty"]["result_output"]["min"]) == (0, None)
    assert (found["unsigned"]["result_output"]["max"], found["unsigned"]["result_output"]["min"]) == (str(2**64 - 1), 0)
    assert found["none"] == {}
    for pin in (
        "handle:resource",
        "list:handle",
        "assign:output_ref",
        "bytes:output",
        "empty:output",
        "unsigned:output",
    ):
        say(one_socket, type="value", id="v", pin=pin)
        answer = json.loads(one_socket.recv(timeout=30))
        assert (answer["type"], answer.get("pin")) == ("value", pin), answer


# -- parts -------------------------------------------------------------------------------------------------------------


def test_what_waits_for_a_slow_reader_is_bounded() -> None:
    async def use() -> list[Json]:
        box = Outbox()
        box.put({"type": "started", "id": "r"})
        for number in range(1000):
            for block in "ab":
                box.put({"type": "result", "id": "r", "block": block, "number": number})
            box.put({"type": "progress", "id": "r", "number": number})
        box.put({"type": "finished", "id": "r"})
        return [await box.get() for _ in range(5)]

    found = asyncio.run(use())
    assert [(m["type"], m.get("block"), m.get("number")) for m in found] == [
        ("started", None, None), ("result", "a", 999), ("result", "b", 999), ("progress", None, 999),
        ("finished", None, None),
    ]  # fmt: skip


def test_nobody_waits_for_one_who_has_gone() -> None:
    async def use() -> None:
        box = Outbox()
        for number in range(1000):
            box.put({"type": "value", "id": str(number)})
        waiting = asyncio.create_task(box.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        box.close()
        await asyncio.wait_for(waiting, 5)

    asyncio.run(use())


FOUND = {value.name: value for value in vars(dtypes).values() if isinstance(value, go.DType)}
NUMBERS = [dtype for dtype in FOUND.values() if not dtype.is_host_only and not dtype.is_ref]


@pytest.mark.parametrize("dtype", NUMBERS, ids=[dtype.name for dtype in NUMBERS])
def test_every_dtype_has_a_summary(dtype: go.DType) -> None:
    from graphops.apps.edit.value_views import summary, table
    from tests.apps.edit.schema import validator

    array = np.zeros((2, 3)).astype(dtype.numpy_dtype)
    array[0, 0] = 1
    found = summary(array, dtype)
    validator("summary").validate(found)
    assert (found["dtype"], found["count"], found["zeros"], float(found["max"])) == (dtype.name, 6, 5, 1)
    assert len(table(array, [0, 0], [2, 3])) == 2


def test_statistics_look_at_every_element() -> None:
    from graphops.apps.edit.value_views import summary

    many = np.zeros((1 << 22) * 2 + 7, np.float32)
    many[1], many[-1], many[5], many[-2] = 3, -8, np.nan, np.inf
    found = summary(many)
    assert (found["min"], found["max"], found["nans"], found["infs"]) == (-8, 3, 1, 1)
    assert found["zeros"] == many.size - 4
    assert found["mean"] == pytest.approx(-5 / (many.size - 2))
    assert found["std"] == pytest.approx(
        float(np.std(np.where(np.isfinite(many), many, 0).astype(np.float64))), rel=1e-5
    )
    for value in (1e300, 5e-324, 1.7e308, -(2.0**60)):
        found = summary(np.full(3, value))
        assert (found["min"], sum(found["histogram"]["counts"]) if found["histogram"] else 3) == (value, 3)
    assert summary(np.array([-1.7e308, 1.7e308]))["histogram"] is None
    assert summary(np.full(4, np.nan))["min"] is None


MOST = float(np.finfo(np.float64).max)
NEAR: list[Any] = [
    [1.0, 1.0000000000000002],
    [-1.0, -1.0000000000000002, -1.0],
    [2**60, 2**60 + 300],
    np.array([2**64 - 1, 2**64 - 2, 0 + 2**64 - 4000], np.uint64),
    [1 + 0j, 1.0000000000000002 + 0j],
    [0.0, 5e-324],
    [0.0, -5e-324, 1e-320],
    [1e-320, 1.1e-320, 2.3e-308],
    [MOST, MOST],
    [-MOST, -MOST],
    [MOST, np.nextafter(MOST, 0)],
    [MOST / 2, np.nextafter(MOST / 2, 0)],
    [1.0, 1.0 + 2**-48, np.nan, np.inf],
    np.array([65504, -65504, 6e-8], np.float16),
    np.array([6e-8, 1.2e-7], np.float16),
    np.array([1e-45, 3e-45, 3.4e38], np.float32),
]


@pytest.mark.parametrize("values", NEAR, ids=range(len(NEAR)))
def test_a_histogram_counts_every_finite_number(values: Any) -> None:
    """Also of numbers that lie so near to each other that no 32 edges fit between them."""
    from graphops.apps.edit.value_views import summary

    array = np.array(values)
    histogram = summary(array)["histogram"]
    assert sum(histogram["counts"]) == np.isfinite(array).sum()
    assert len(histogram["counts"]) == 32
    edges = histogram["edges"]
    assert np.isfinite(edges).all()
    assert all(one < other for one, other in itertools.pairwise(edges))


def test_numbers_that_are_near_to_each_other_do_not_end_a_run(socket: Any) -> None:
    near = {"id": "c", "op": "Const", "attrs": {"dtype": "double", "value": [1.0, 1.0000000000000002]}}
    said = run(socket, page(near, {"id": "n", "op": "Neg"}, wires=[("c:output", "n:x")]))
    assert said[-1]["status"] == "done"


def test_of_two_that_write_a_new_file_one_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second looked whether the name is free before the first had written."""
    folder = Folder(tmp_path, 1 << 20)
    monkeypatch.setattr(Path, "exists", lambda *_, **__: False)
    assert folder.write("a.json", {**PAGE, "title": "first"}, False)["name"] == "a.json"
    with pytest.raises(AlreadyExistsError, match="name of a file must be new, but 'a.json' exists"):
        folder.write("a.json", {**PAGE, "title": "second"}, False)
    assert json.loads((tmp_path / "a.json").read_text())["title"] == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    folder.write("a.json", {**PAGE, "title": "third"}, True)
    assert json.loads((tmp_path / "a.json").read_text())["title"] == "third"
