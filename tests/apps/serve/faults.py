"""Good, bad, slow and cancelled requests while versions change and workers die: who gets a wrong answer, or none?

``python -m tests.apps.serve.faults [--seconds 600] [--clients 8] [--workers 2] [--reload 20] [--kill 30]``

Every answer is compared with what NumPy computes of its request. The last line is JSON; the exit code is 1 if an answer
was wrong, a status was none of those that the request may have, or a request had no answer at all.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import numpy as np

import graphops as go
from tests.apps.serve.client import Client, Reply, children, memory, request
from tests.apps.serve.test_command import Process

WIDTH: Final = 16
PATH: Final = "/v1/models/m:predict"
OUTPUTS: Final = ("y:0", "version:0")
BUSY: Final = (429, 503)  # no room, or the worker has ended: the client may ask again
_RNG: Final = np.random.default_rng(7)
W1: Final = _RNG.normal(size=(WIDTH, 32)).astype(np.float32)
W2: Final = _RNG.normal(size=(32, 3)).astype(np.float32)


def expected(rows: Any, version: float) -> Any:
    """What a version answers."""
    return np.maximum(rows.astype(np.float64) @ W1, 0) @ W2 + version


def write_version(folder: Path, version: int) -> None:
    """A version that adds its number to all values, and gives that number beside them."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None, WIDTH), name="x")
        hidden = go.raw_ops.Relu(features=go.raw_ops.MatMul(a=x, b=go.constant(W1)))
        go.raw_ops.AddV2(x=go.raw_ops.MatMul(a=hidden, b=go.constant(W2)), y=float(version), name="y")
        ones = go.raw_ops.Slice(input=x, begin=[0, 0], size=[-1, 1])
        go.raw_ops.AddV2(x=go.raw_ops.Mul(x=ones, y=0.0), y=float(version), name="version")
    hidden_folder = folder.parent / f"new {version}"
    hidden_folder.mkdir()
    go.save_graph(graph, hidden_folder / "model.pb")
    hidden_folder.rename(folder / str(version))


class Run:
    """One run: the server, its clients, and what they saw."""

    def __init__(self, args: argparse.Namespace, folder: Path, server: Process) -> None:
        self._args = args
        self._folder = folder
        self._server = server
        self._end = time.monotonic() + args.seconds
        self.version = 1
        self.seen: Counter[str] = Counter()
        self.faults: list[str] = []
        self._left_open: list[Client] = []
        self.memory: list[tuple[float, float, float]] = []

    @property
    def _is_on(self) -> bool:
        return time.monotonic() < self._end

    async def all(self) -> None:
        """Everything at once, until the time is over."""
        clients = (self._client(random.Random(seed)) for seed in range(self._args.clients))  # noqa: S311
        await asyncio.gather(self._reload(), self._kill(), self._watch(), *clients)
        for each in self._left_open:
            each.close()

    async def _wait(self, seconds: float) -> bool:
        await asyncio.sleep(max(0.0, min(seconds, self._end - time.monotonic())))
        return self._is_on

    async def _reload(self) -> None:
        while await self._wait(self._args.reload):
            self.version += 1
            write_version(self._folder, self.version)
            shutil.rmtree(self._folder / str(self.version - 2), ignore_errors=True)

    async def _kill(self) -> None:
        while await self._wait(self._args.kill):
            workers = children(self._server.process.pid)
            if workers:
                os.kill(random.choice(workers), signal.SIGKILL)  # noqa: S311
                self.seen["workers killed"] += 1

    async def _watch(self) -> None:
        begin, pid = time.monotonic(), self._server.process.pid
        while True:
            workers = children(pid)
            found = time.monotonic() - begin, memory(pid), memory(*workers)
            self.memory.append(found)
            held = f"server {found[1]:.0f} MiB, {len(workers)} workers {found[2]:.0f} MiB"
            print(f"{found[0]:6.0f} s: {held}; {dict(self.seen)}", flush=True)
            if not await self._wait(10.0):
                return

    async def _client(self, rng: random.Random) -> None:
        client = Client(self._server.port)
        while self._is_on:
            kind = rng.choices(("good", "npy", "bad", "slow", "cancelled", "half"), (50, 15, 15, 8, 8, 4))[0]
            try:
                await getattr(self, f"_{kind}")(client, rng)
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                self._fault("lost", f"{kind}: {type(error).__name__}")
            except TimeoutError:
                self._fault("lost", f"{kind}: no answer within a minute")
            await asyncio.sleep(rng.random() * self._args.pause)
        client.close()

    def _fault(self, what: str, sentence: str) -> None:
        self.seen[what] += 1
        self.faults = [*self.faults, f"{what}: {sentence}"][:20]

    # -- what clients do ----------------------------------------------------------------------------------------------

    def _rows(self, rng: random.Random) -> Any:
        count = rng.randrange(1, 5)
        return np.array([[round(rng.uniform(-2, 2), 3) for _ in range(WIDTH)] for _ in range(count)], np.float32)

    def _check(self, reply: Reply, rows: Any, found: Any = None) -> None:
        if reply.status in BUSY and b"error" in reply.body:
            self.seen[f"refused with {reply.status}"] += 1
            return
        if reply.status != 200:
            self._fault("unexpected", f"{reply.status} {reply.body[:200]!r}")
            return
        if found is None:
            found = json.loads(reply.body)["predictions"]
            found = {name: np.array([row[name] for row in found]) for name in OUTPUTS}
        version = found["version:0"][0, 0]
        right = found["y:0"].shape == (len(rows), 3) and self.version - 2 <= version <= self.version
        if right and np.allclose(found["y:0"], expected(rows, version), rtol=1e-4, atol=1e-3):
            self.seen["right"] += 1
        else:
            self._fault("wrong", f"version {version} of {self.version}: {found['y:0'].tolist()} for {rows.tolist()}")

    async def _good(self, client: Client, rng: random.Random) -> None:
        rows = self._rows(rng)
        body = json.dumps({"instances": [[round(each, 3) for each in row] for row in rows.tolist()]}).encode()
        self._check(await client.ask(request("POST", PATH, body)), rows)

    async def _npy(self, client: Client, rng: random.Random) -> None:
        rows, file = self._rows(rng), io.BytesIO()
        np.save(file, rows)
        reply = await client.ask(request("POST", PATH, file.getvalue(), "application/x-npy"))
        self._check(reply, rows, dict(np.load(io.BytesIO(reply.body))) if reply.status == 200 else None)

    async def _bad(self, client: Client, rng: random.Random) -> None:
        path, body, status = rng.choice((
            (PATH, b'{"instances": [[1, 2]]}', 400), (PATH, b'{"instances": [', 400), (PATH, b"{}", 400),
            ("/v1/models/none:predict", b'{"instances": [1]}', 404), (f"{PATH}s", b"{}", 400),
            (PATH, b'{"instances": [["a"]]}', 400), ("/v1/models/m/versions/999999:predict", b"{}", 404),
        ))  # fmt: skip
        reply = await client.ask(request("POST", path, body))
        if reply.status == status or reply.status in BUSY:
            self.seen["refused, as is right"] += 1
        else:
            self._fault("unexpected", f"{reply.status} instead of {status} for {body!r} to {path}")

    async def _slow(self, client: Client, rng: random.Random) -> None:
        rows = self._rows(rng)
        data = request("POST", PATH, json.dumps({"instances": rows.astype(float).tolist()}).encode())
        step = len(data) // 4 + 1
        pieces = [data[at : at + step] for at in range(0, len(data), step)]
        self._check(await client.ask(*pieces, pause=0.5 * rng.random()), rows)

    async def _cancelled(self, client: Client, rng: random.Random) -> None:
        data = request("POST", PATH, json.dumps({"instances": self._rows(rng).astype(float).tolist()}).encode())
        _, writer = await client.open()
        writer.write(data[: rng.choice((len(data), len(data) - 7, 60))])
        await asyncio.sleep(rng.random() * 0.005)
        client.close()
        self.seen["cancelled"] += 1

    async def _half(self, client: Client, rng: random.Random) -> None:
        other = Client(self._server.port)
        self._left_open.append(other)  # it is left to the server to end it
        if len(self._left_open) > 100:
            self._left_open.pop(0).close()
        _, writer = await other.open()
        writer.write(b"POST /v1/models/m:pre"[: rng.randrange(20)])
        self.seen["left open"] += 1


def main() -> int:
    """Run, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in (("seconds", 600.0), ("reload", 20.0), ("kill", 30.0), ("pause", 0.01)):
        parser.add_argument(f"--{name}", type=float, default=value)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "m"
        folder.mkdir()
        write_version(folder, 1)
        server = Process("--model_name", "m", "--model_base_path", str(folder), "--workers", str(args.workers),
                         "--enable_batching", "--file_system_poll_wait_seconds", "0.5",
                         "--header_timeout_seconds", "3")  # fmt: skip
        try:
            run = Run(args, folder, server.ready())
            asyncio.run(run.all())
            healthy = server.request("GET", "/readyz")[0] == 200
        finally:
            server.stop()
            server.close()
    third = max(1, len(run.memory) // 3)
    means = [[sum(column) / third for column in zip(*part, strict=True)][1:]
             for part in (run.memory[:third], run.memory[-third:])]  # fmt: skip
    print(*run.faults, sep="\n")
    bad = {name: run.seen[name] for name in ("wrong", "lost", "unexpected")}
    print(json.dumps({**run.seen, **bad, "versions": run.version, "ready at the end": healthy,
                      "MiB of server and workers, first third": [round(each) for each in means[0]],
                      "last third": [round(each) for each in means[1]]}))  # fmt: skip
    return 1 if any(bad.values()) or not healthy else 0


if __name__ == "__main__":
    sys.exit(main())
