"""``graphops serve`` as a process: it starts, answers, stops, and outlives its workers."""

from __future__ import annotations

import http.client
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphops.apps.cli import main
from graphops.apps.cli.serve import settings
from graphops.apps.serve.settings import Batching
from tests.apps.serve.conftest import MODELS

ROOT = Path(__file__).parents[3]
ROW = {"instances": [[1, 2, 3, 4]]}


class Process:
    """A server that runs."""

    def __init__(self, *options: str) -> None:
        given = ["--rest_api_port", "0", "--drain_seconds", "0"]
        command = [sys.executable, "-m", "graphops", "serve", *given, *options]
        paths = os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
        )
        assert self.process.stderr is not None
        readable, _, _ = select.select([self.process.stderr], [], [], 60)
        assert readable
        first = json.loads(self.process.stderr.readline())
        self.port = first["port"]
        self.log: list[Any] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:  # to the end, whatever comes: a full pipe would stop the server
            try:
                self.log.append(json.loads(line))
            except ValueError:
                self.log.append({"message": line, "no_json": True})

    def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, None if body is None else json.dumps(body).encode())
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        return answer.status, found

    def until(self, holds: Callable[[], Any]) -> Any:
        end = time.monotonic() + 60
        while not (found := holds()):
            assert time.monotonic() < end, self.log
            time.sleep(0.02)
        return found

    def ready(self) -> Process:
        self.until(lambda: self.request("GET", "/readyz")[0] == 200)
        return self

    def close(self) -> None:
        self.process.wait()
        self._reading.join(10)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        self._reading.join(10)
        return code


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    started: list[Process] = []

    def begin(*options: str) -> Process:
        started.append(Process(*options))
        return started[-1]

    yield begin
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
        each.close()


def test_a_server_starts_answers_and_stops(start: Any) -> None:
    server = start("--model_name", "dense", "--model_base_path", str(MODELS / "dense"), "--log_requests").ready()
    status, found = server.request("POST", "/v1/models/dense:predict", ROW)
    assert status == 200
    assert len(found["predictions"][0]) == 3
    assert server.stop() in (0, -signal.SIGTERM)
    lines = [line for line in server.log if line["message"] == "request"]
    assert [(line["model"], line["status"], line["rows"]) for line in lines] == [("dense", 200, 1)]


def test_requests_end_before_the_server_does(start: Any, tmp_path: Path) -> None:
    """SIGTERM comes while a request is under way."""
    page = {
        "graphops_page": 1,
        "blocks": [
            {"id": "n", "op": "Placeholder", "attrs": {"dtype": "int32", "shape": [1]}},
            {"id": "zeros", "op": "Fill", "attrs": {"T": "float"}, "inputs": {"value": 0.5}},
            {"id": "y", "op": "Sin"},
        ],
        "wires": [
            {"from": "n:output", "to": "zeros:dims"},
            {"from": "zeros:output", "to": "y:x"},
        ],
        "fetches": ["y"],
    }
    (tmp_path / "slow.json").write_text(json.dumps(page))
    server = start(str(tmp_path / "slow.json")).ready()
    found: list[Any] = []
    client = threading.Thread(target=lambda: found.append(
        server.request("POST", "/v1/models/slow:predict", {"inputs": [1_000_000]})))  # fmt: skip
    client.start()
    server.until(lambda: _in_flight(server) >= 1 or found)
    server.process.send_signal(signal.SIGTERM)
    client.join(60)
    status, answer = found[0]
    assert status == 200
    assert len(answer["outputs"]) == 1_000_000
    assert server.stop() in (0, -signal.SIGTERM)


def _in_flight(server: Process) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/monitoring/prometheus/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return float(next(line for line in text.splitlines() if line.startswith("graphops_serve_in_flight")).split()[1])


def test_a_worker_that_dies_is_replaced(start: Any) -> None:
    """Its requests get 503, all others a right answer."""
    server = start("--model_name", "dense", "--model_base_path", str(MODELS / "dense"), "--workers", "2").ready()
    expected = server.request("POST", "/v1/models/dense:predict", ROW)
    assert expected[0] == 200
    found: list[Any] = []
    stop = threading.Event()

    def client() -> None:
        while not stop.is_set():
            found.append(server.request("POST", "/v1/models/dense:predict", ROW))

    clients = [threading.Thread(target=client) for _ in range(4)]
    for each in clients:
        each.start()
    server.until(lambda: len(found) > 20)
    workers = _children(server.process.pid)
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    server.until(lambda: len(replaced := _children(server.process.pid)) == 2 and workers[0] not in replaced)
    before = len(found)
    server.until(lambda: len(found) > before + 20)
    stop.set()
    for each in clients:
        each.join(60)
    assert {status for status, _ in found} <= {200, 503}
    assert all(answer == expected for answer in found if answer[0] == 200)
    assert any("worker" in line["message"] for line in server.log)
    children = _children(server.process.pid)
    server.stop()
    for child in children:
        server.until(lambda child=child: not Path(f"/proc/{child}").exists())


def test_workers_end_with_a_server_that_is_killed(start: Any) -> None:
    server = start("--model_name", "dense", "--model_base_path", str(MODELS / "dense"), "--workers", "1").ready()
    (worker,) = _children(server.process.pid)
    server.process.kill()
    server.process.wait()
    server.until(lambda: not Path(f"/proc/{worker}").exists() or _state(worker) == "Z")


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _children(pid: int) -> list[int]:
    return [int(part) for part in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "one of MODEL"),
        (["x", "--model_base_path", "y"], "one of MODEL"),
        (["/no/such/model"], "must be there"),
        (["--model_config_file", "/no/such/file"], "must be in a file"),
        ([str(MODELS / "dense"), "--rest_api_port", "70000"], "must be a port"),
        ([str(MODELS / "dense"), "--workers", "-1"], "at least 0"),
        ([str(MODELS / "dense"), "--max_connections", "0"], "at least 1"),
        ([str(MODELS / "dense"), "--drain_seconds", "-1"], "from 0 to 86400"),
        ([str(MODELS / "dense"), "--keep_alive_seconds", "nan"], "from 1 to 86400"),
        ([str(MODELS / "dense"), "--batching_parameters_file", "x"], "--enable_batching"),
        ([str(MODELS / "dense"), "--model_name", "a/b"], "no slash"),
        ([str(MODELS / "dense"), "--rest_api_host", "no.such.host.invalid"], "an address of this machine"),
        ([str(MODELS / "dense"), "--fetch", "y"], "NAME=TENSOR"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], options: list[str], says: str) -> None:
    assert main(["serve", *options]) in (1, 2)
    assert says in capsys.readouterr().err


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", str(MODELS / "dense"), "--rest_api_port", str(taken.getsockname()[1])]) == 1
    assert "must be free to listen on" in capsys.readouterr().err


def test_options_have_the_names_of_tensorflow_serving(tmp_path: Path) -> None:
    import argparse

    from graphops.apps.cli import serve

    batching = tmp_path / "batching"
    batching.write_text("max_batch_size { value: 16 }")
    token = tmp_path / "token"
    token.write_text("a token of some length\n")
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    given = settings(parser.parse_args([
        "--rest_api_port=8601", "--model_name=dense", f"--model_base_path={MODELS / 'dense'}", "--enable_batching=true",
        f"--batching-parameters-file={batching}", "--rest_api_timeout_in_ms=500", "--tensorflow_intra_op_parallelism=1",
        f"--token_file={token}", "--file_system_poll_wait_seconds=0",
    ]))  # fmt: skip
    assert (given.port, given.models[0].name, given.limits.seconds, given.intra_op_threads) == (8601, "dense", 0.5, 1)
    assert given.batching == Batching(max_batch_size=16)
    assert (given.token, given.poll, given.host) == ("a token of some length", 0.0, "127.0.0.1")


def test_import_graphops_loads_nothing_of_it() -> None:
    code = "import sys, graphops, graphops.apps.cli; print([m for m in sys.modules if m.startswith(('uvicorn', " \
           "'prometheus', 'graphops.apps.serve'))])"  # fmt: skip
    paths = os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                           env={**os.environ, "PYTHONPATH": paths}, check=True)  # fmt: skip
    assert found.stdout.strip() == "[]"
