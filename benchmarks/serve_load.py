"""Load on ``graphops serve``, beside TensorFlow behind a plain Starlette application.

``python benchmarks/serve_load.py --peer-python PYTHON [--seconds 5] [--clients 1 8 64] [--models mlp mlp1024 mobilenet]
[--servers NAME ...]``.
PYTHON has TensorFlow, Keras, Starlette, uvicorn and httptools. All servers answer the same JSON, one after the other,
round by round; the table has the medians of the rounds, and TensorFlow's processor time divided by that of the server.
Processor time and memory are those of a server and its workers together. ``mlp`` has two hidden layers of 256,
``mlp1024`` of 1024.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
MAKE = """
import sys, keras, numpy as np
keras.utils.set_random_seed(1)
kind, folder = sys.argv[1:]
if kind.startswith("mlp"):
    width = 256 if kind == "mlp" else 1024
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(width, "relu"), keras.layers.Dense(width, "relu"),
                              keras.layers.Dense(10, "softmax")])
else:
    model = keras.applications.MobileNetV2((96, 96, 3), weights=None)
model.export(folder)
"""
PEER = """
import asyncio, json, os, sys, numpy as np, tensorflow as tf, uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route
model = tf.saved_model.load(sys.argv[1])
most = int(sys.argv[2]) if len(sys.argv) > 2 else 0
signature = model.signatures["serving_default"]
name = next(iter(signature.structured_input_signature[1]))
def compute(rows):
    return next(iter(signature(**{name: tf.constant(rows)}).values())).numpy()
async def answers(queue):
    while True:
        some = [await queue.get()]
        while not queue.empty() and len(some) < most:
            some.append(queue.get_nowait())
        rows = np.concatenate([each for each, _ in some])
        size = 1 << (len(rows) - 1).bit_length()
        padded = np.concatenate([rows, np.repeat(rows[:1], size - len(rows), 0)])
        found = await run_in_threadpool(compute, padded)
        at = 0
        for each, future in some:
            future.set_result(found[at : at + len(each)])
            at += len(each)
async def start():
    global queue, threads
    queue = asyncio.Queue()
    threads = [asyncio.create_task(answers(queue)) for _ in range(2)]
async def predict(request):
    rows = np.array(json.loads(await request.body())["instances"], np.float32)
    if most:
        if "queue" not in globals():
            await start()
        future = asyncio.get_running_loop().create_future()
        await queue.put((rows, future))
        found = await future
    else:
        found = await run_in_threadpool(compute, rows)
    return JSONResponse({"predictions": found.tolist()})
async def ready(request):
    return JSONResponse({})
app = Starlette(routes=[Route("/v1/models/m:predict", predict, methods=["POST"]), Route("/readyz", ready)])
uvicorn.run(app, port=int(os.environ["PORT"]), log_level="error", http="auto", loop="asyncio")
"""


class Measured(NamedTuple):
    """What one round of one server gave; times in milliseconds, memory in MiB.

    ``cpu`` is the processor's time for a request: other programs of a busy machine change it least.
    """

    rate: float
    p50: float
    p99: float
    cpu: float
    memory: float


class _Client(asyncio.Protocol):
    """A client that sends one request after the other over one connection, as cheaply as Python can.

    It shares the machine with the server: each microsecond that it takes is one that the server does not have.
    """

    def __init__(self, request: bytes, until: float, times: list[float], over: asyncio.Future[None]) -> None:
        self._request, self._until, self._times, self._over = request, until, times, over
        self._got = b""
        self._left = -1  # bytes of the answer that have not come; unknown before its head has

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._next()

    def _next(self) -> None:
        self._begin = time.perf_counter()
        if self._begin >= self._until:
            self._transport.close()
            self._over.set_result(None)
        else:
            self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if self._left < 0:
            self._got += data
            end = self._got.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._got[:end].lower()
            if b" 200 " not in head[:20]:
                self._over.set_exception(RuntimeError(f"the server answers {self._got[:300]!r}"))
                self._transport.abort()
                return
            size = int(head.partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            self._left = size - (len(self._got) - end - 4)
        else:
            self._left -= len(data)
        if self._left == 0:
            self._times.append(time.perf_counter() - self._begin)
            self._got, self._left = b"", -1
            self._next()

    def connection_lost(self, error: Exception | None) -> None:
        if not self._over.done():
            self._over.set_exception(ConnectionError("the server closed a connection without an answer"))


def measure(port: int, pid: int, body: bytes, clients: int, seconds: float) -> Measured:
    """One round."""
    head = f"POST /v1/models/m:predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    times: list[float] = []

    async def all_clients() -> float:
        loop = asyncio.get_running_loop()
        begin = time.perf_counter()
        ends: list[asyncio.Future[None]] = [loop.create_future() for _ in range(clients)]
        for end in ends:
            make = partial(_Client, head + body, begin + seconds, times, end)
            await loop.create_connection(make, "127.0.0.1", port)
        await asyncio.gather(*ends)
        return time.perf_counter() - begin

    processes = _processes(pid)
    used = sum(map(_cpu, processes))
    took = asyncio.run(all_clients())
    used = sum(map(_cpu, processes)) - used
    times.sort()
    p50, p99 = times[len(times) // 2] * 1e3, times[int(len(times) * 0.99)] * 1e3
    return Measured(len(times) / took, p50, p99, used / len(times) * 1e3, sum(map(_memory, processes)))


def _processes(pid: int) -> list[int]:
    """A server and its workers."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(each) for each in task.read_text().split()]
    return found


def _memory(pid: int) -> float:
    """MiB that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def _cpu(pid: int) -> float:
    """Seconds that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def started(command: list[str], port: int, ready: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """A server that answers."""
    process = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
    import http.client

    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", ready)
            if connection.getresponse().status == 200:
                return process
        except OSError:
            pass
        time.sleep(0.2)
    process.kill()
    raise RuntimeError(f"{command[0]} does not answer")


def run(kind: str, args: argparse.Namespace, folder: Path) -> None:
    """The rows of one model."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    model = folder / kind / "1"
    subprocess.run([args.peer_python, "-c", MAKE, kind, str(model)], check=True, **quiet)
    shape = (1, 96, 96, 3) if kind == "mobilenet" else (1, 64)
    rows = np.random.default_rng(0).random(shape).round(4).tolist()
    body = json.dumps({"instances": rows}).encode()
    batching = folder / "batching"
    sizes = " ".join(f"allowed_batch_sizes: {size}" for size in (1, 2, 4, 8, 16, 32))
    batching.write_text(f"max_batch_size {{ value: 32 }} num_batch_threads {{ value: 2 }} {sizes}")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))}
    own = [sys.executable, "-m", "graphops", "serve", "--model_name", "m", "--model_base_path", str(model.parent),
           "--rest_api_timeout_in_ms", "300000"]  # fmt: skip
    batched = ["--enable_batching", "--batching_parameters_file", str(batching)]
    commands = {
        "graphops": own,
        "graphops, batching": [*own, *batched],
        "graphops, batching, a worker": [*own, *batched, "--workers", "1"],
        "TensorFlow": [args.peer_python, "-c", PEER, str(model)],
        "TensorFlow, batching": [args.peer_python, "-c", PEER, str(model), "32"],
    }
    if args.servers:
        commands = {name: commands[name] for name in commands if name in {*args.servers, "TensorFlow"}}
    ports = {name: 18501 + number for number, name in enumerate(commands)}
    servers: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, command in commands.items():
            port = ["--rest_api_port", str(ports[name])] if name.startswith("graphops") else []
            given = {**env, "PORT": str(ports[name]), "TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": ""}
            servers[name] = started([*command, *port], ports[name], "/readyz", given)
        for name, process in servers.items():
            measure(ports[name], process.pid, body, 8, 2)  # the first requests compile
        for clients in args.clients:
            found: dict[str, list[Measured]] = {name: [] for name in servers}
            for _ in range(args.rounds):
                for name, process in servers.items():
                    found[name].append(measure(ports[name], process.pid, body, clients, args.seconds))
            for name, rounds in found.items():
                median = Measured(*(statistics.median(column) for column in zip(*rounds, strict=True)))
                ratio = statistics.median(
                    theirs.cpu / ours.cpu for ours, theirs in zip(rounds, found["TensorFlow"], strict=True)
                )
                times = f"{median.p50:.2f} | {median.p99:.2f} | {median.cpu:.2f}"
                row = (
                    f"| {kind} | {clients} | {name} | {median.rate:.0f} | {times} | {median.memory:.0f} | {ratio:.2f} |"
                )
                print(row, flush=True)
    finally:
        for process in servers.values():
            process.terminate()
            process.wait()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python", required=True)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    models = ["mlp", "mlp1024", "mobilenet"]
    parser.add_argument("--models", nargs="+", default=models, choices=models)
    parser.add_argument("--servers", nargs="+", help="those alone, and TensorFlow")
    args = parser.parse_args()
    print("| model | clients | server | requests/s | p50 ms | p99 ms | CPU ms | MiB | CPU, TensorFlow's over its own |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in args.models:
            run(kind, args, Path(folder))


if __name__ == "__main__":
    main()
