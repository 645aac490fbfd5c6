"""Measures what a cluster costs, and sets what the simulator predicts from it beside measured times.

The tasks of the comparison sleep: they need no processor, so four workers on two cores are four workers. Only plain
functions run, no graph. Then it prints the simulator's curves to 10,000 workers.

``--quick`` is a first impression, ``--json FILE`` writes all figures.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.bench.machine import machine
from graphops.apps.bench.simulator import Costs, data_parallel, independent, simulate

LARGE = 256 << 20  # bytes
PATIENCE = 120  # seconds for any result
WORKERS = (1, 2, 4)


def nothing(x: Any = None) -> int:
    return 0


def rest(x: Any, seconds: float) -> int:
    time.sleep(seconds)
    return 0


def gradient(parameters: np.ndarray, seconds: float) -> np.ndarray:
    time.sleep(seconds)
    return parameters


def add(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return left + right


def size(x: np.ndarray) -> int:
    return x.nbytes


def least(call: Callable[[], None], rounds: int) -> float:
    """Seconds of the quickest of some runs, after one that does not count."""
    call()
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return min(found)


def at(worker: int) -> dict[str, Any]:
    """Pinned to a worker."""
    return {"resources": {f"/job:worker/task:{worker}": 1}, "pure": False}


def measured_costs(client: Any, workers: int, rounds: int, number: int) -> tuple[Costs, float]:
    """The simulator's numbers, from tasks that do nothing and one result that travels.

    Tasks of a map come to the scheduler in one message. Pinned ones are all sent on at once, so a flood of them on one
    worker takes what that worker needs for each, or what the scheduler needs; a flood on all workers what the scheduler
    needs. A task of a chain also waits for a message there and one back.

    Returns:
        The costs of a map, and the seconds that a task takes that is submitted by itself.
    """

    from dask import delayed

    def flood(over: int) -> None:
        futures = []
        for worker in range(over):
            futures += client.map(nothing, range(number // over), **at(worker))
        client.gather(futures)

    def chain() -> None:
        last: Any = 0
        for _ in range(number):
            last = delayed(nothing)(last)
        client.compute(last, resources=at(0)["resources"]).result(timeout=PATIENCE)

    def submits() -> None:
        client.gather([client.submit(nothing, **at(task % workers)) for task in range(number)])

    def bandwidth() -> float:
        """Of a result that is there and then asked for by another worker: a message there and back is its latency."""
        there = client.submit(np.ones, LARGE, np.uint8, **at(0))
        client.submit(size, there, **at(0)).result(timeout=PATIENCE)
        start = time.perf_counter()
        client.submit(size, there, **at(1)).result(timeout=PATIENCE)
        return LARGE / (time.perf_counter() - start)

    scheduler = least(lambda: flood(workers), rounds) / number
    worker = least(lambda: flood(1), rounds) / number
    latency = max((least(chain, rounds) / number - scheduler - worker) / 2, 1e-5)
    fastest = max(bandwidth() for _ in range(rounds))
    start = time.perf_counter()
    futures = client.map(nothing, range(number), pure=False)
    submitted = (time.perf_counter() - start) / number
    client.gather(futures)
    return Costs(submitted, scheduler, worker, latency, fastest), least(submits, rounds) / number


def a_map(client: Any, tasks: int, seconds: float) -> None:
    client.gather(client.map(rest, range(tasks), seconds=seconds, pure=False))


def a_training(client: Any, workers: int, seconds: float, count: int, steps: int) -> None:
    """As graphops.apps.bench.simulator.data_parallel has it."""
    parameters: Any = np.zeros(count // 4, np.float32)
    for _ in range(steps):
        level = [client.submit(gradient, parameters, seconds, **at(worker)) for worker in range(workers)]
        while len(level) > 1:
            above = [
                client.submit(add, left, right, pure=False)
                for left, right in zip(level[::2], level[1::2], strict=False)
            ]
            level = above + level[len(level) - len(level) % 2 :]
        parameters = client.submit(gradient, level[0], 0.0, pure=False)
    client.submit(size, parameters, pure=False).result(timeout=PATIENCE)


def compare(clients: dict[int, Any], costs: Costs, submit: float, rounds: int, quick: bool) -> list[dict[str, Any]]:
    """A row for each case and number of workers: measured and predicted seconds."""
    tasks, steps = (16, 2) if quick else (64, 8)
    rows: list[dict[str, Any]] = []
    for seconds in (0.01, 0.1):
        for workers, client in clients.items():
            found = least(lambda client=client, seconds=seconds: a_map(client, tasks, seconds), rounds)
            said = simulate(independent(tasks, seconds), workers, costs)
            rows.append({"case": f"{tasks} tasks of {seconds} s", "workers": workers, "measured": found, "said": said})
    for count in (4 << 10, 8 << 20):
        for workers, client in clients.items():
            found = least(
                lambda client=client, workers=workers, count=count: a_training(client, workers, 0.05, count, steps),
                rounds,
            )
            said = simulate(data_parallel(workers, 0.05, count, steps), workers, replace(costs, client=submit))
            case = f"{steps} steps of 0.05 s, {count:,} bytes"
            rows.append({"case": case, "workers": workers, "measured": found, "said": said})
    return rows


def main() -> None:
    """Print the tables."""
    from distributed import Client

    from graphops.cluster import LocalCluster

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few tasks, one round")
    parser.add_argument("--json", metavar="FILE", help="write all figures")
    args = parser.parse_args()
    rounds, number = (1, 100) if args.quick else (5, 1000)
    print(machine())
    with ExitStack() as stack:
        clients = {}
        for workers in WORKERS:
            cluster = stack.enter_context(LocalCluster(workers=workers))
            clients[workers] = stack.enter_context(Client(cluster.scheduler_address, set_as_default=False))
        costs, submit = measured_costs(clients[max(WORKERS)], max(WORKERS), rounds, number)
        rows = compare(clients, costs, submit, rounds, args.quick)
    print(", ".join(f"{name} {value:.3g}" for name, value in asdict(costs).items()) + f"; a submit {submit:.3g}")
    print(f"{'case':32} {'workers':>8} {'measured s':>11} {'predicted s':>12} {'ratio':>6}")
    for row in rows:
        ratio = row["measured"] / row["said"]
        print(f"{row['case']:32} {row['workers']:8} {row['measured']:11.3f} {row['said']:12.3f} {ratio:6.2f}")
    print("share of the ideal speed, for four tasks a worker")
    for seconds in (0.1, 1.0, 10.0):
        shares = [
            f"{workers:,}: {4 * seconds / simulate(independent(4 * workers, seconds), workers, costs):.2f}"
            for workers in (10, 100, 1000, 10_000)
        ]
        print(f"  tasks of {seconds:g} s   " + "   ".join(shares))
    if args.json:
        text = json.dumps({"machine": machine(), "costs": asdict(costs), "submit": submit, "rows": rows}, indent=1)
        Path(args.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
