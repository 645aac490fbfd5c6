"""The hook that adds gradients in the place of Dask: here through files, as others do it over a network."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.cluster import DataParallel, Round
from graphops.errors import (
    AbortedError,
    InvalidArgumentError,
    InvalidTypeError,
    UnavailableError,
)
from tests.cluster.models import descended, linear, rows

pytest.importorskip("distributed")

raw = go.raw_ops
RATE = 0.1


@dataclass(frozen=True)
class ThroughFiles:
    """Each shard writes its buckets into a folder that all workers see, waits for those of the others, and adds.

    Attributes:
        folder: where.
        fault: ``"raise"``, ``"exit"`` or ``"short"``: what goes wrong on rank 1.
    """

    folder: str
    fault: str = ""

    def __call__(self, round: Round, buckets: Sequence[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        if round.rank == 1 and self.fault == "raise":
            raise OSError("the network is down")
        if round.rank == 1 and self.fault == "exit":
            os._exit(3)
        if round.rank == 1 and self.fault == "short":
            return list(buckets[:-1])
        own = Path(self.folder, f"{round.name}-{round.rank}.npz")
        unfinished = own.with_suffix(f".{os.getpid()}")
        with unfinished.open("wb") as file:
            np.savez(file, *buckets)
        unfinished.rename(own)
        peers = [Path(self.folder, f"{round.name}-{rank}.npz") for rank in range(round.size)]
        deadline = time.monotonic() + round.timeout
        while not all(peer.exists() for peer in peers):
            if time.monotonic() > deadline:
                raise TimeoutError("a peer did not come")
            time.sleep(0.01)
        parts = [list(np.load(peer).values()) for peer in peers]
        return [sum(each[1:], each[0]) for each in zip(*parts, strict=True)]


def test_a_hook_adds_the_gradients(cluster: Any, tmp_path: Path) -> None:
    """Also for a batch of one row, where the second shard has none."""
    values = rows(9)
    losses, w, b = descended(*values, RATE, 3)
    x, y, loss = linear()
    with DataParallel(
        loss, go.train.GradientDescentOptimizer(RATE), target=cluster, shards=2, bucket_bytes=4,
        all_reduce=ThroughFiles(str(tmp_path)),
    ) as training:  # fmt: skip
        found = [training.step({x: values[0], y: values[1]}, timeout=60) for _ in range(3)]
        np.testing.assert_allclose(found, losses, rtol=1e-5)
        np.testing.assert_allclose(training.variables()["w"], w, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(training.variables()["b"], b, rtol=1e-5, atol=1e-6)
        files = sorted(path.stem for path in tmp_path.iterdir())
        assert len(files) == 6
        assert {name[-2:] for name in files} == {"-0", "-1"}
        assert len({name[:-2] for name in files}) == 3
        one = float(training.session.run(loss, {x: values[0][:1], y: values[1][:1]}))
        np.testing.assert_allclose(training.step({x: values[0][:1], y: values[1][:1]}, timeout=60), one, rtol=1e-5)


def failing(cluster: Any, tmp_path: Path, fault: str, timeout: float) -> BaseException:
    values = rows(9)
    x, y, loss = linear()
    config = go.SessionConfig(worker_timeout=timeout)
    with DataParallel(
        loss, go.train.GradientDescentOptimizer(RATE), target=cluster, shards=2, config=config,
        all_reduce=ThroughFiles(str(tmp_path), fault),
    ) as training:  # fmt: skip
        before = training.state()
        with pytest.raises(Exception) as caught:
            training.step({x: values[0], y: values[1]}, timeout=120)
        assert training.steps == 0
        assert all(np.array_equal(before[name], value) for name, value in training.state().items())
        return caught.value


def test_a_hook_that_raises(cluster: Any, tmp_path: Path) -> None:
    error = failing(cluster, tmp_path, "raise", 1.0)
    assert isinstance(error, UnavailableError)
    assert str(error).startswith("all_reduce of shard")
    error = failing(cluster, tmp_path, "short", 1.0)
    assert isinstance(error, (UnavailableError, InvalidTypeError))


@pytest.mark.full
def test_a_hook_that_ends_its_worker(tmp_path: Path) -> None:
    """Its worker comes back and runs it again, until the scheduler has enough of it."""
    with go.cluster.LocalCluster(workers=2, worker_timeout=60) as own:
        error = failing(own, tmp_path, "exit", 60.0)
    assert isinstance(error, AbortedError)


def test_the_error_of_a_shard_counts_more_than_that_of_its_peer(cluster: Any, tmp_path: Path) -> None:
    """The second shard has too few rows for the Reshape; the first one waits for it in the hook, in vain."""
    x, w = go.placeholder(go.float32, (None,), name="x"), go.Variable(np.float32(2.0), name="w")
    loss = raw.Mean(input=raw.Reshape(tensor=x, shape=[2], name="shaped") * w, axis=[0])
    config = go.SessionConfig(worker_timeout=3)
    with DataParallel(
        loss, go.train.GradientDescentOptimizer(RATE), target=cluster, shards=2, config=config,
        all_reduce=ThroughFiles(str(tmp_path)),
    ) as training:  # fmt: skip
        with pytest.raises(InvalidArgumentError) as caught:
            training.step({x: [1.0, 2.0, 3.0]})
        assert caught.value.node == "shaped"


def test_more_shards_than_workers(cluster: Any, tmp_path: Path) -> None:
    x, y, loss = linear()
    values = rows(9)
    config = go.SessionConfig(worker_timeout=1)
    with DataParallel(
        loss, go.train.GradientDescentOptimizer(RATE), target=cluster, shards=3, config=config,
        all_reduce=ThroughFiles(str(tmp_path)),
    ) as training:  # fmt: skip
        with pytest.raises(UnavailableError, match="must have a worker for /job:worker/task:2"):
            training.step({x: values[0], y: values[1]}, timeout=60)
        assert training.steps == 0
