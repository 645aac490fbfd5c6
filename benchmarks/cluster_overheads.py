"""What a run on a cluster costs beside the work: a piece, three pieces across two workers, and how a map speeds up.

Prints a table of milliseconds: graphops on two workers, the same functions of NumPy by plain Dask on the same workers,
and graphops in one process. With GRAPHOPS_PEER, the path of a Python that has TensorFlow, also a Session of TensorFlow
over grpc on two servers. The sides alternate; a figure is the least of the rounds' medians.

Then the time of a map that computes (products of matrices, one thread each) on one worker and on two, alternating.

``--quick`` is a first impression, ``--json FILE`` writes all figures.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.bench.machine import machine

W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
SIZES = (8, 1 << 20)  # floats
CASES = tuple((pieces, size) for pieces in (1, 3) for size in SIZES)
PLACES = {1: (W1,), 3: (W0, W1, W0)}
PATIENCE = 120  # seconds for an answer of TensorFlow
SIDE = 1600  # of the matrices of the map: a task takes about 0.4 s


def double(x: np.ndarray) -> np.ndarray:
    return x * np.float32(2)


def graph(pieces: int, places: bool) -> tuple[go.Tensor, go.Tensor]:
    """x doubled once, or on one worker, the other, and the first again."""
    with go.Graph().as_default():
        x = y = go.placeholder(go.float32, (None,), name="x")
        for place in PLACES[pieces]:
            with go.device(place if places else ""):
                y = go.raw_ops.Mul(x=y, y=2.0)
        return x, y


class OnCluster:
    """A Session, on a cluster or in this process."""

    def __init__(self, target: Any, pieces: int, size: int) -> None:
        self.x, self.y = graph(pieces, places=bool(target))
        self.session = go.Session(self.x.graph, target=target)
        self.value = np.ones(size, np.float32)

    def __call__(self) -> np.ndarray:
        return self.session.run(self.y, {self.x: self.value})

    def close(self) -> None:
        self.session.close()


class OnDask:
    """``Client.submit`` of a function of NumPy."""

    def __init__(self, client: Any, pieces: int, size: int) -> None:
        self.client, self.pieces = client, pieces
        self.value = np.ones(size, np.float32)

    def __call__(self) -> np.ndarray:
        found: Any = self.value
        for place in PLACES[self.pieces]:
            found = self.client.submit(double, found, resources={place: 1}, pure=False)
        return found.result(timeout=PATIENCE)

    def close(self) -> None:
        """Nothing is open."""


class OnTensorFlow:
    """A Session over grpc, in a process of its own with two servers."""

    def __init__(self, python: str) -> None:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
        script = str(Path(__file__).with_name("cluster_tensorflow.py"))
        self.process = subprocess.Popen(
            [python, script], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def seconds(self, pieces: int, size: int, runs: int) -> float:
        """The median of some runs there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([pieces, size, runs]), file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=PATIENCE)


def timed(call: Callable[[], Any], runs: int) -> float:
    """The median of some runs, after one that does not count."""
    call()
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return median(found)


def overheads(cluster: Any, client: Any, rounds: int, runs: int, peer: OnTensorFlow | None) -> list[dict[str, Any]]:
    """A row for each case: the least of each side's medians, in seconds."""
    rows = []
    for pieces, size in CASES:
        sides: dict[str, Any] = {
            "graphops": OnCluster(cluster, pieces, size),
            "dask": OnDask(client, pieces, size),
            "one process": OnCluster("", pieces, size),
        }
        for side in sides.values():
            np.testing.assert_array_equal(side(), np.full(size, 2.0**pieces, np.float32))
        found: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name, side in sides.items():
                found.setdefault(name, []).append(timed(side, runs))
            if peer is not None:
                found.setdefault("tensorflow", []).append(peer.seconds(pieces, size, runs))
        for side in sides.values():
            side.close()
        rows.append({"pieces": pieces, "bytes": 4 * size, **{name: min(values) for name, values in found.items()}})
    return rows


class Map:
    """A map that computes: products of matrices, one matrix a chunk."""

    def __init__(self, client: Any, tasks: int) -> None:
        with go.Graph().as_default() as made:
            self.x = go.placeholder(go.float32, (None, SIDE, SIDE), name="x")
            y = self.x
            for _ in range(8):
                y = go.raw_ops.Tanh(x=go.raw_ops.BatchMatMulV2(x=y, y=y))
            self.y = go.raw_ops.Sum(input=y, axis=[1, 2])
        self.session = go.Session(made, target=client)
        self.client, self.tasks = client, tasks

    def __call__(self) -> float:
        """Seconds."""
        import dask.array as da

        shape = (self.tasks, SIDE, SIDE)
        x = da.random.default_rng(0).standard_normal(shape, chunks=(1, SIDE, SIDE)).astype(np.float32)
        start = time.perf_counter()
        with self.client.as_current():
            self.session.map(self.y, {self.x: x}).compute()
        return time.perf_counter() - start

    def close(self) -> None:
        self.session.close()


class PlainMap:
    """The same by ``Client.map`` of a function of NumPy, where Sessions have no ``map``."""

    def __init__(self, client: Any, tasks: int) -> None:
        self.client, self.tasks = client, tasks

    def __call__(self) -> float:
        start = time.perf_counter()
        self.client.gather(self.client.map(product, range(self.tasks), pure=False))
        return time.perf_counter() - start

    def close(self) -> None:
        """Nothing is open."""


def product(seed: int) -> float:
    """A task of a map."""
    y = np.random.default_rng(seed).standard_normal((SIDE, SIDE)).astype(np.float32)
    for _ in range(8):
        y = np.tanh(y @ y)
    return float(y.sum())


def speed_up(rounds: int, tasks: int) -> dict[str, Any]:
    """Seconds on one worker and on two, and the ratio."""
    from distributed import Client

    from graphops.cluster import LocalCluster

    kind = Map if hasattr(go.Session, "map") else PlainMap
    found: dict[int, list[float]] = {1: [], 2: []}
    with ExitStack() as stack:
        sides = {}
        for workers in found:
            cluster = stack.enter_context(LocalCluster(workers=workers, threads=1))
            client = stack.enter_context(Client(cluster.scheduler_address, set_as_default=False))
            sides[workers] = kind(client, tasks)
            stack.callback(sides[workers].close)
            sides[workers]()  # prepares
        for _ in range(rounds):
            for workers, side in sides.items():
                found[workers].append(side())
    one, two = (min(values) for values in found.values())
    return {"by": kind.__name__, "tasks": tasks, "one worker": one, "two workers": two, "speed-up": one / two}


def main() -> None:
    """Print the tables."""
    from distributed import Client

    from graphops.cluster import LocalCluster

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round of few runs")
    parser.add_argument("--json", metavar="FILE", help="write all figures")
    args = parser.parse_args()
    rounds, runs = (1, 5) if args.quick else (5, 50)
    python = os.environ.get("GRAPHOPS_PEER")
    peer = OnTensorFlow(python) if python else None
    print(machine())
    try:
        with LocalCluster(workers=2, threads=1) as cluster, Client(cluster.scheduler_address) as client:
            rows = overheads(cluster, client, rounds, runs, peer)
    finally:
        if peer is not None:
            peer.close()
    sides = [name for name in rows[0] if name not in ("pieces", "bytes")]
    print("milliseconds")
    print(f"{'pieces':>6} {'bytes':>10} " + " ".join(f"{name:>12}" for name in sides))
    for row in rows:
        print(f"{row['pieces']:6} {row['bytes']:10,} " + " ".join(f"{row[name] * 1e3:12.3f}" for name in sides))
    scaling = speed_up(1 if args.quick else 5, 8 if args.quick else 32)
    print(
        f"{scaling['tasks']} tasks by {scaling['by']}: {scaling['one worker']:.2f} s on one worker, "
        f"{scaling['two workers']:.2f} s on two, {scaling['speed-up']:.2f} times as fast"
    )
    if args.json:
        text = json.dumps({"machine": machine(), "overheads": rows, "speed-up": scaling}, indent=1)
        Path(args.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
