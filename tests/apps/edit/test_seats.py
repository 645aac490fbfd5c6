"""Windows that are loaded again: their runs go on, are told again, and end if nobody comes back."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from graphops.apps.edit.outbox import Outbox
from graphops.apps.edit.seats import Seats
from tests.apps.edit.conftest import Server
from tests.apps.edit.test_runs import COUNT, ENDLESS, _children, hear, results, say
from tests.apps.edit.test_service import PAGE

Json = dict[str, Any]


def hello(server: Server, session: object) -> str:
    return json.dumps({"type": "hello", "token": server.token, "session": session})


def test_a_run_goes_on_while_its_window_is_loaded_again(server: Server) -> None:
    name = "window-that-is-loaded-again"
    with server.socket(hello(server, name), max_size=None) as socket:
        (greeting,) = hear(socket, "session")
        assert greeting == {"type": "session", "kept": True, "resumed": False, "run": None, "told": []}
        say(socket, type="step", id="s", page=COUNT)
        assert hear(socket)[-1]["status"] == "done"
    with server.socket(hello(server, name), max_size=None) as socket:
        (greeting,) = hear(socket, "session")
        assert (greeting["resumed"], greeting["run"]) == (True, None)
        assert greeting["told"][0]["type"] == "started"
        assert results(greeting["told"])["read"]["result_value"]["first"] == [11]
        say(socket, type="step", id="t", page=COUNT)
        assert results(hear(socket))["read"]["result_value"]["first"] == [12]  # the variables are there
        say(socket, type="value", id="v", pin="read:value")
        assert hear(socket, "value")[-1]["values"] == 12
        say(socket, type="run", id="long", page=ENDLESS)
        hear(socket, "started")
    with server.socket(hello(server, name), max_size=None) as socket:
        (greeting,) = hear(socket, "session")
        assert greeting["run"] == "long"
        say(socket, type="stop", id="long")
        assert hear(socket)[-1]["status"] == "stopped"
        say(socket, type="reset", id="z")
        hear(socket, "reset")
    with server.socket(hello(server, name), max_size=None) as socket:
        assert hear(socket, "session")[-1]["told"] == []


def test_a_session_belongs_to_one_connection(server: Server) -> None:
    name = "window-that-was-duplicated"
    with server.socket(hello(server, name), max_size=None) as one:
        hear(one, "session")
        say(one, type="run", id="r", page=PAGE)
        hear(one)
        with server.socket(hello(server, name), max_size=None) as other:
            (greeting,) = hear(other, "session")
            assert greeting == {"type": "session", "kept": False, "resumed": False, "run": None, "told": []}
            say(other, type="value", id="v", pin="gradient:output")
            assert hear(other, "problem")[-1]["kind"] == "NotFoundError"
        say(one, type="value", id="v", pin="gradient:output")
        hear(one, "value")


@pytest.mark.parametrize("name", ["short", "x" * 65, "a" * 20 + "/", 7, ["x" * 20], True])
def test_names_that_are_none(server: Server, name: object) -> None:
    with server.socket(hello(server, name)) as socket, pytest.raises(ConnectionClosed) as caught:
        socket.recv(timeout=10)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_a_session_is_worth_nothing_without_the_token(server: Server) -> None:
    name = "window-of-somebody-else"
    with server.socket(hello(server, name), max_size=None) as socket:
        hear(socket, "session")
        say(socket, type="run", id="r", page=PAGE)
        hear(socket)
    for token in ("", "wrong", None):
        text = json.dumps({"type": "hello", "token": token, "session": name})
        with server.socket(text) as socket, pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


class Stub:
    """A worker without a process."""

    def __init__(self, heard: Any) -> None:
        self.heard, self.run, self.closed = heard, None, False

    def close(self) -> None:
        self.closed = True


def test_who_does_not_come_back_is_not_waited_for() -> None:
    made: list[Stub] = []

    def make(heard: Any) -> Any:
        made.append(Stub(heard))
        return made[-1]

    async def story() -> None:
        seats = Seats(make, 0.05)
        for number in range(6):
            seat = await seats.take(f"window-number-{number:04d}", Outbox())
            made[-1].heard({"type": "started", "id": "r"})
            seats.leave(seat)
        assert [stub.closed for stub in made] == [True, True, False, False, False, False]
        empty = await seats.take("window-without-a-run", Outbox())
        seats.leave(empty)
        assert made[-1].closed
        back = await seats.take("window-number-0005", Outbox())
        end = time.monotonic() + 10
        while not all(stub.closed for stub in made[:5]):
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        assert back.resumed
        assert not made[5].closed
        seats.close()
        assert made[5].closed

    asyncio.run(story())


def test_what_is_told_again_is_bounded() -> None:
    made: list[Stub] = []

    def make(heard: Any) -> Any:
        made.append(Stub(heard))
        return made[-1]

    async def story() -> None:
        seat = await Seats(make).take("window-that-hears-a-lot", Outbox())
        made[0].heard({"type": "started", "id": "r"})
        for number in range(5000):
            made[0].heard({"type": "result", "id": "r", "block": f"b{number % 10}", "n": number})
            made[0].heard({"type": "progress", "id": "r"})
            made[0].heard({"type": "problem", "id": "r"})
            made[0].heard({"type": "problem", "id": "of a value"})
        told = seat.greeting()["told"]
        assert len(told) <= 1100
        assert {m["n"] for m in told if m["type"] == "result"} == set(range(4990, 5000))

    asyncio.run(story())


@pytest.mark.full
def test_the_processes_end_with_the_server(server: Server) -> None:
    from tests.apps.edit.conftest import start

    own = start(server.folder)
    with own.socket(hello(own, "window-of-a-server-that-ends"), max_size=None) as socket:
        hear(socket, "session")
        say(socket, type="run", id="r", page=ENDLESS)
        hear(socket, "started")
    assert _children(own.process.pid)
    own.end()
