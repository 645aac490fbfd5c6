"""What a data-parallel step costs with 1, 8 and 64 MB of parameters, on two workers of this machine.

Beside it: the same step in one process, the same two shards in one process, and what Dask itself takes for such
arrays: to send the parameters, to make an array of their size on each worker, to add the two, and to fetch the sum.
Prints the median of the steps in milliseconds. The model is one matrix product, so a step is mostly transport.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

import graphops as go
from graphops.cluster import DataParallel, LocalCluster

SIDES: Final = {1: 512, 8: 1448, 64: 4096}  # MB of parameters -> rows and columns of a float32 matrix
STEPS: Final = 9
BATCH: Final = 16


def model(side: int) -> tuple[go.Tensor, go.Tensor]:
    """Rows, and the mean square of their products with a matrix; in a graph of its own."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None, side), name="x")
        w = go.Variable(np.full((side, side), 0.01, np.float32), name="w")
        y = go.raw_ops.MatMul(a=x, b=w)
        return x, go.raw_ops.Mean(input=y * y, axis=[0, 1])


@contextmanager
def one_process(side: int, rows: np.ndarray[Any, Any]) -> Iterator[Callable[[], Any]]:
    x, loss = model(side)
    with x.graph.as_default():
        step = go.train.GradientDescentOptimizer(0.1).minimize(loss)
        init = go.global_variables_initializer()
    with go.Session(x.graph) as session:
        session.run(init)
        yield lambda: session.run([loss, step], {x: rows})


@contextmanager
def in_shards(side: int, rows: np.ndarray[Any, Any], target: Any) -> Iterator[Callable[[], Any]]:
    x, loss = model(side)
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.1), target=target, shards=2) as training:
        yield lambda: training.step({x: rows})


@contextmanager
def dask_alone(side: int, cluster: LocalCluster) -> Iterator[Callable[[], Any]]:
    import dask
    from distributed import Client

    parameters = np.full(side * side, 0.01, np.float32)
    with (
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 PiB"}),
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        workers = sorted(client.scheduler_info(n_workers=-1)["workers"])

        def step() -> Any:
            sent = client.submit(np.copy, parameters, pure=False)
            parts = [client.submit(np.negative, sent, workers=[each], pure=False) for each in workers]
            return client.gather(client.submit(np.add, *parts, pure=False), direct=True)

        yield step


def milliseconds(step: Callable[[], Any]) -> float:
    """The median, after two steps that do not count."""
    times = []
    for _ in range(2 + STEPS):
        begun = time.perf_counter()
        step()
        times.append(time.perf_counter() - begun)
    return 1000 * statistics.median(times[2:])


def main() -> None:
    print(f"{'MB':>4} {'one process':>12} {'2 shards here':>14} {'2 workers':>10} {'Dask alone':>11} {'ratio':>6}")
    with LocalCluster(workers=2) as cluster:
        for megabytes, side in SIDES.items():
            rows = np.random.default_rng(0).normal(size=(BATCH, side)).astype(np.float32)
            ways = one_process(side, rows), in_shards(side, rows, ""), in_shards(side, rows, cluster)
            found = []
            for way in (*ways, dask_alone(side, cluster)):
                with way as step:
                    found.append(milliseconds(step))
            here, shards, workers, alone = found
            print(f"{megabytes:4} {here:12.1f} {shards:14.1f} {workers:10.1f} {alone:11.1f} {workers / alone:6.2f}")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
