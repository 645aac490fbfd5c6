"""What a Session gives while its workers are killed at random moments: always what mathematics says.

The full gate kills a few workers. The campaign: GRAPHOPS_FULL=1 GRAPHOPS_KILLS=200 python -m pytest -s -n 0
tests/cluster/test_kills.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from tests.cluster.kills import Scenario, Tally, campaign

pytest.importorskip("distributed")

from tests.cluster.kill_scenarios import Maps, MapsToFiles, Training

pytestmark = pytest.mark.full

KILLS = int(os.environ.get("GRAPHOPS_KILLS", "6"))
SEED = int(os.environ.get("GRAPHOPS_KILLS_SEED", "1"))
W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
TURNS = 10_000  # of a loop, which takes a tenth of a second or so


def counted(start: Any) -> Any:
    """``start + TURNS``, one by one."""
    limit = start + TURNS
    found = go.while_loop(lambda i: i < limit, lambda i: i + 1, [start])
    return found[0] if isinstance(found, (list, tuple)) else found


class Variables(Scenario):
    """Three pieces in a row; the first and the last assign to variables. After n runs: v = 1 + ... + n."""

    def __init__(self, cluster: Any) -> None:
        with go.Graph().as_default() as graph:
            self.n = go.placeholder(go.int64, (), name="n")
            v = go.Variable(np.zeros(1000, np.int64), name="v")
            w = go.Variable(np.zeros((), np.int64), name="w")
            with go.device(W0):
                one = v.assign_add(go.raw_ops.Fill(dims=[1000], value=counted(self.n) - TURNS))
            with go.device(W1):
                two = counted(go.raw_ops.Sum(input=one, axis=[0]))
            with go.device(W0):
                self.three = w.assign_add(counted(two))
            init = go.global_variables_initializer()
        self.session, self.runs, self.found = go.Session(graph, target=cluster), 0, 0
        self.session.run(init)

    def go(self) -> None:
        self.runs += 1
        self.found = int(self.session.run(self.three, {self.n: self.runs}))

    def check(self) -> str:
        n = self.runs
        v = n * (n + 1) // 2
        w = 1000 * n * (n + 1) * (n + 2) // 6 + 2 * TURNS * n
        there = self.session.variables.snapshot()
        if not (there["v"] == v).all() or there["w"] != w or self.found != w:
            return f"after {n} runs v is {there['v'][0]}, not {v}, w is {there['w']} and {self.found}, not {w}"
        return ""

    def close(self) -> None:
        self.session.close()


class Crossing(Scenario):
    """Eight moves of a large array between both workers: each adds 1 and turns it around."""

    SIZE = 300_000

    def __init__(self, cluster: Any) -> None:
        with go.Graph().as_default() as graph:
            self.x = go.placeholder(go.int64, (None,), name="x")
            y = self.x
            for move in range(8):
                with go.device((W0, W1)[move % 2]):
                    late = counted(go.raw_ops.Sum(input=y, axis=[0])) * 0
                    y = go.raw_ops.ReverseV2(tensor=y, axis=[0]) + 1 + late
            self.y = y
        self.session, self.runs = go.Session(graph, target=cluster), 0
        self.found: Any = None

    def go(self) -> None:
        self.runs += 1
        self.found = self.session.run(self.y, {self.x: np.arange(self.SIZE) * self.runs})

    def check(self) -> str:
        wrong = self.found != np.arange(self.SIZE) * self.runs + 8
        return f"run {self.runs}: {wrong.sum()} of {self.SIZE} numbers are wrong" if wrong.any() else ""

    def close(self) -> None:
        self.session.close()


class RandomNumbers(Scenario):
    """Generators go on where they were: what a Session draws in n runs is what a local one draws, bit by bit."""

    def __init__(self, cluster: Any) -> None:
        with go.Graph().as_default() as graph:
            with go.device(W0):
                one = go.raw_ops.RandomUniformInt(
                    shape=[10], minval=np.int64(0), maxval=np.int64(1 << 40), seed=1, seed2=2
                )
                one = one + counted(go.raw_ops.Sum(input=one, axis=[0])) * 0
            with go.device(W1):
                two = go.raw_ops.RandomUniformInt(
                    shape=[10], minval=np.int64(0), maxval=np.int64(1 << 40), seed=3, seed2=4
                )
                two = two + counted(go.raw_ops.Sum(input=one, axis=[0])) * 0
            self.draws = [one, two]
        message = graph.as_graph_def()
        for node in message.node:
            node.device = ""
        with go.Graph().as_default() as here:
            go.import_graph_def(message, name="")
        self.local, self.session = go.Session(here), go.Session(graph, target=cluster)
        self.found: Any = None

    def go(self) -> None:
        self.found = self.session.run(self.draws)

    def check(self) -> str:
        want = self.local.run([draw.name for draw in self.draws])
        return "" if np.array_equal(self.found, want) else f"drew {self.found}, not {want}"

    def close(self) -> None:
        self.session.close()
        self.local.close()


class QueueAndReferences(Scenario):
    """TensorFlow 1: a queue of the client feeds both workers, and a reference variable counts what came."""

    def __init__(self, cluster: Any) -> None:
        with tf.Graph().as_default() as graph:
            queue = tf.FIFOQueue(2, [tf.int64], shapes=[[]])
            self.given = tf.placeholder(tf.int64, [])
            self.put = queue.enqueue(self.given)
            total = tf.Variable(tf.zeros([], tf.int64), use_resource=False)
            with tf.device(W1):
                late = tf.while_loop(lambda i: i < TURNS, lambda i: i + 1, [queue.dequeue()])
            with tf.device(W0):
                self.step = tf.assign_add(total, late)
            init = tf.global_variables_initializer()
        self.session, self.runs, self.found = go.Session(graph, target=cluster), 0, 0
        self.session.run(init)

    def go(self) -> None:
        self.runs += 1
        self.session.run(self.put, {self.given: self.runs})
        self.found = int(self.session.run(self.step))

    def check(self) -> str:
        want = TURNS * self.runs
        return "" if self.found == want else f"after {self.runs} runs the total is {self.found}, not {want}"

    def close(self) -> None:
        self.session.close()


SCENARIOS = (Variables, Crossing, RandomNumbers, QueueAndReferences, Maps, MapsToFiles, Training)


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Any]:
    """Two workers that nothing else uses."""
    from graphops.cluster import LocalCluster

    with LocalCluster(workers=2, worker_timeout=30) as made:
        yield made


@pytest.fixture(scope="module")
def tallies() -> Iterator[list[Tally]]:
    found: list[Tally] = []
    yield found
    print("", Tally.HEADER, *(tally.row() for tally in found), sep="\n")


@pytest.mark.parametrize("kind", SCENARIOS)
def test_killed_workers_change_nothing(kind: type[Scenario], own_cluster: Any, tallies: list[Tally]) -> None:
    scenario, tally = kind(own_cluster), Tally(kind.__name__)
    tallies.append(tally)  # what is interrupted is told, too
    try:
        campaign(scenario, own_cluster, KILLS, SEED, tally)
    finally:
        scenario.close()
    assert (tally.wrong, tally.hung, tally.lost) == (0, 0, 0), "\n".join(tally.stories[:20])
