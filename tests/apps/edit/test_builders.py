"""The processes that build pages: they hang, die and are left alone, and the service goes on."""

from __future__ import annotations

import asyncio
import errno
import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.apps.edit.builders import Builders
from graphops.apps.edit.process import Worker
from tests.apps.edit.conftest import Server, start
from tests.apps.edit.test_runs import ENDLESS, _children, hear, say
from tests.apps.edit.test_service import PAGE, X, page, refused
from tests.systems import on_linux


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of one test alone, whose first process has come up."""
    server = start(tmp_path)
    server.post("/api/check", {"page": PAGE})
    yield server
    server.end()


def builders(server: Server) -> list[int]:
    """The processes that a server without runs has."""
    found = []
    for process in _children(server.process.pid):
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue
        if b"spawn_main" in words:
            found.append(process)
    return found


def until(condition: Callable[[], Any], seconds: float = 30) -> Any:
    """Wait for a condition; returns its value."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def ask(server: Server) -> http.client.HTTPConnection:
    """A check that has been started; no client waits for its result yet."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/api/check", json.dumps({"page": PAGE}), {"X-Graphops-Token": server.token})
    return connection


@pytest.mark.full
@on_linux
def test_processes_that_hang(own: Server) -> None:
    """Two hang, a third request waits; files are read and written all the same, and who leaves frees them."""
    (first,) = builders(own)
    os.kill(first, signal.SIGSTOP)
    hanging = [ask(own)]
    assert own.post("/api/check", {"page": PAGE})["problems"] == []  # by a second process
    (second,) = set(builders(own)) - {first}
    os.kill(second, signal.SIGSTOP)
    hanging += [ask(own), ask(own)]
    assert own.request("PUT", "/api/file?name=a.json", {"page": PAGE})[0] == 200
    assert own.request("PUT", "/api/autosave", {"page": PAGE})[0] == 204
    assert own.request("GET", "/api/files")[0] == 200
    for connection in hanging:
        connection.close()
    until(lambda: not {first, second} & set(builders(own)))
    assert own.post("/api/check", {"page": PAGE})["problems"] == []


@on_linux
def test_a_process_that_dies_at_work(own: Server) -> None:
    (process,) = builders(own)
    os.kill(process, signal.SIGSTOP)
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(refused(own, "POST", "/api/check", {"page": PAGE})))
    asking.start()
    time.sleep(0.3)
    os.kill(process, signal.SIGKILL)
    asking.join(30)
    assert answers == [
        (400, "the process that reads and builds pages ended with signal 9; the next request starts a new one")
    ]
    assert own.post("/api/check", {"page": PAGE})["problems"] == []


def _has_ended(process: int) -> bool:
    """Whether nothing is left of a process but its result. Its first thread may end before the others do."""
    state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return state == "Z" and len(list(Path(f"/proc/{process}/task").iterdir())) == 1


@pytest.mark.full
@on_linux
def test_processes_that_die_between_requests(own: Server) -> None:
    processes = builders(own)
    for process in processes:
        os.kill(process, signal.SIGKILL)
    until(lambda: all(map(_has_ended, processes)))
    assert own.post("/api/check", {"page": PAGE})["problems"] == []


@on_linux
def test_nothing_outlives_a_server_that_is_killed(own: Server) -> None:
    with own.socket(max_size=None) as socket:
        say(socket, type="run", id="long", page=ENDLESS)
        hear(socket, "started")
        own.post("/api/check", {"page": page(X)})
        processes = builders(own)
        assert len(processes) == 2
        own.process.kill()
        own.process.wait(10)
        until(lambda: not [process for process in processes if Path(f"/proc/{process}").exists()])


@pytest.mark.parametrize("sent", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.full)])
@on_linux
def test_the_end_while_a_page_runs_and_another_is_built(own: Server, sent: signal.Signals) -> None:
    with own.socket(max_size=None) as socket:
        say(socket, type="run", id="long", page=ENDLESS)
        hear(socket, "started")
        processes = builders(own)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        hanging = ask(own)
        time.sleep(0.2)
        own.process.send_signal(sent)
        assert own.process.wait(20) == (130 if sent == signal.SIGINT else -signal.SIGTERM)
        hanging.close()
    assert own.process.stdout is not None
    assert "Traceback" not in own.process.stdout.read()
    until(lambda: not [process for process in processes if Path(f"/proc/{process}").exists()])


@on_linux
def test_a_machine_that_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused_by_the_machine(process: Any) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    async def ask_and_run() -> None:
        builders, worker = Builders(tmp_path, 1000), Worker(tmp_path, None, lambda message: None)
        builders.prepare()  # the service comes up all the same
        for _ in range(3):  # nothing is held back from the next request
            with pytest.raises(go.errors.UnavailableError, match="another process must be possible, got 'Resource"):
                await asyncio.wait_for(builders.ask("ops", {}, b"", asyncio.sleep(60)), 10)
        with pytest.raises(go.errors.UnavailableError, match="another process must be possible, got 'Resource"):
            worker.send({"type": "run"}, b"{}")
        builders.close()

    monkeypatch.setattr("multiprocessing.context.SpawnProcess._Popen", staticmethod(refused_by_the_machine))
    handles = len(list(Path("/proc/self/fd").iterdir()))
    asyncio.run(ask_and_run())
    assert len(list(Path("/proc/self/fd").iterdir())) <= handles
