"""Load on ``graphops serve``, beside TensorFlow behind a plain Starlette application.

``python benchmarks/serve_load.py --peer-python PYTHON [--seconds 5] [--clients 1 8 64] [--models mlp mobilenet]``.
PYTHON has TensorFlow, Keras, Starlette and uvicorn. All servers answer the same JSON, one after the other, round by
round; the table has the medians of the rounds, and TensorFlow's processor time divided by that of the server.
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
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).parents[1]
MAKE = """
import sys, keras, numpy as np
keras.utils.set_random_seed(1)
kind, folder = sys.argv[1:]
if kind == "mlp":
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(256, "relu"), keras.layers.Dense(256, "relu"),
                              keras.layers.Dense(10, "softmax")])
else:
    model = keras.applications.MobileNetV2((96, 96, 3), weights=None)
model.export(folder)
"""
PEER = """
import json, sys, tensorflow as tf, uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route
model = tf.saved_model.load(sys.argv[1])
signature = model.signatures["serving_default"]
name = next(iter(signature.structured_input_signature[1]))
def compute(body):
    rows = tf.constant(json.loads(body)["instances"], tf.float32)
    return {"predictions": next(iter(signature(**{name: rows}).values())).numpy().tolist()}
async def predict(request):
    return JSONResponse(await run_in_threadpool(compute, await request.body()))
async def ready(request):
    return JSONResponse({})
app = Starlette(routes=[Route("/v1/models/m:predict", predict, methods=["POST"]), Route("/readyz", ready)])
uvicorn.run(app, port=int(sys.argv[2]), log_level="error")
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


async def _client(port: int, request: bytes, until: float, times: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < until:
        begin = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.split(b"\r\n")[0], head
        length = next(
            int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-le")
        )
        await reader.readexactly(length)
        times.append(time.perf_counter() - begin)
    writer.close()


def measure(port: int, pid: int, body: bytes, clients: int, seconds: float) -> Measured:
    """One round."""
    head = f"POST /v1/models/m:predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    times: list[float] = []

    async def all_clients() -> float:
        begin = time.perf_counter()
        await asyncio.gather(*(_client(port, head + body, begin + seconds, times) for _ in range(clients)))
        return time.perf_counter() - begin

    used = _cpu(pid)
    took = asyncio.run(all_clients())
    used = _cpu(pid) - used
    times.sort()
    status = Path(f"/proc/{pid}/status").read_text()
    memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
    p50, p99 = times[len(times) // 2] * 1e3, times[int(len(times) * 0.99)] * 1e3
    return Measured(len(times) / took, p50, p99, used / len(times) * 1e3, memory)


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
    shape = (1, 64) if kind == "mlp" else (1, 96, 96, 3)
    rows = np.random.default_rng(0).random(shape).round(4).tolist()
    body = json.dumps({"instances": rows}).encode()
    batching = folder / "batching"
    sizes = " ".join(f"allowed_batch_sizes: {size}" for size in (1, 2, 4, 8, 16, 32))
    batching.write_text(f"max_batch_size {{ value: 32 }} num_batch_threads {{ value: 2 }} {sizes}")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))}
    own = [sys.executable, "-m", "graphops", "serve", "--model_name", "m", "--model_base_path", str(model.parent),
           "--rest_api_timeout_in_ms", "300000"]  # fmt: skip
    batched = ["--enable_batching", "--batching_parameters_file", str(batching)]
    servers = {
        "graphops": started([*own, "--rest_api_port", "18501"], 18501, "/readyz", env),
        "graphops, batching": started([*own, "--rest_api_port", "18503", *batched], 18503, "/readyz", env),
        "TensorFlow": started([args.peer_python, "-c", PEER, str(model), "18502"], 18502, "/readyz"),
    }
    ports = {"graphops": 18501, "graphops, batching": 18503, "TensorFlow": 18502}
    try:
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
    parser.add_argument("--models", nargs="+", default=["mlp", "mobilenet"], choices=["mlp", "mobilenet"])
    args = parser.parse_args()
    print("| model | clients | server | requests/s | p50 ms | p99 ms | CPU ms | MiB | CPU, TensorFlow's over its own |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind in args.models:
            run(kind, args, Path(folder))


if __name__ == "__main__":
    main()
