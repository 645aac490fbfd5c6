"""Training while workers die and join, disks fill up and processes end: the bits stay the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.checkpoint import load
from graphops.cluster import DataParallel
from graphops.errors import (
    DataLossError,
    FailedPreconditionError,
    NotFoundError,
    UnavailableError,
)
from tests.cluster.models import linear, rows, slow

pytest.importorskip("distributed")

raw = go.raw_ops
W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
VALUES = rows(21)


@pytest.fixture(scope="module")
def sturdy() -> Iterator[Any]:
    """A cluster whose workers may take their time to come back, and are not given up."""
    import dask

    keeping = dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
    with keeping, go.cluster.LocalCluster(workers=2, worker_timeout=60) as made:
        yield made


@pytest.fixture
def watcher(sturdy: Any) -> Iterator[Any]:
    """A client of it. All workers are there."""
    from distributed import Client

    with Client(sturdy.scheduler_address, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=60)
        yield made


def noisy() -> tuple[go.Tensor, go.Tensor, go.Tensor, go.Tensor]:
    """:func:`linear` with noise on its rows, and a loop that takes as long as a placeholder says."""
    x, y, loss = linear()
    with x.graph.as_default():
        n = go.placeholder(go.int64, (), name="n")
        noise = raw.RandomStandardNormal(shape=raw.Shape(input=y), dtype=go.float32, seed=3, seed2=4)
        w = x.graph.get_collection("trainable_variables")[0]
        penalty = raw.Mean(input=noise, axis=[0]) * raw.Sum(input=w * w, axis=[0, 1])
        return x, y, n, loss + penalty * 0.01 + slow(n)


def trained(
    target: Any, steps: int, before: Callable[[int, DataParallel], Any] | None = None, turns: int = 1, **options: Any
) -> tuple[list[float], dict[str, Any]]:
    """Losses and state after steps on four shards; ``before`` is called before each with its number."""
    x, y, n, loss = noisy()
    losses = []
    with DataParallel(loss, go.train.AdamOptimizer(0.05), target=target, shards=4, **options) as training:
        while training.steps < steps:
            if before is not None:
                before(training.steps, training)
            losses.append(float(training.step({x: VALUES[0], y: VALUES[1], n: turns}, timeout=60)))
        return losses, training.state()


def assert_same_bits(found: dict[str, Any], wanted: dict[str, Any]) -> None:
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        np.testing.assert_array_equal(found[name], value)


def pid_of(client: Any, place: str) -> int:
    """The process of a worker, once it is there."""
    return int(client.submit(os.getpid, resources={place: 1}, pure=False).result(timeout=60))


def kill(client: Any, place: str) -> None:
    os.kill(pid_of(client, place), signal.SIGKILL)


def test_a_worker_that_is_killed(cluster: Any, client: Any) -> None:
    def killing(step: int, _: DataParallel) -> None:
        if step == 1:
            kill(client, W1)

    losses, state = trained("", 3)
    found, again = trained(cluster, 3, killing)
    client.wait_for_workers(2, timeout=60)
    np.testing.assert_allclose(found, losses, rtol=1e-4)
    assert again.keys() == state.keys()
    again_here = trained(cluster, 3)
    assert found == again_here[0]
    assert_same_bits(again, again_here[1])


@pytest.mark.full
def test_workers_that_are_killed_between_steps(sturdy: Any, watcher: Any) -> None:
    def killing(step: int, _: DataParallel) -> None:
        if step in (1, 3):
            kill(watcher, (W0, W1)[step == 3])

    losses, state = trained(sturdy, 5)
    found, again = trained(sturdy, 5, killing)
    assert found == losses
    assert_same_bits(again, state)


@pytest.mark.full
def test_workers_that_are_killed_in_steps(sturdy: Any, watcher: Any) -> None:
    """Each third step has a worker killed while shards run."""
    timers = []

    def killing(step: int, _: DataParallel) -> None:
        if step % 3 == 1:
            pid = pid_of(watcher, (W0, W1)[step % 2])
            timers.append(threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)))
            timers[-1].start()

    losses, state = trained(sturdy, 10)
    found, again = trained(sturdy, 10, killing, turns=200_000)
    for timer in timers:
        timer.join()
    assert found == losses
    assert_same_bits(again, state)


@pytest.mark.full
def test_data_on_a_worker_that_is_killed(sturdy: Any, watcher: Any) -> None:
    """Sharded data, of NumPy and of Dask, are there again."""
    da = pytest.importorskip("dask.array")
    results = []
    for kills in (False, True):
        x, y, loss = linear()
        options: dict[str, Any] = {"target": sturdy, "shards": 2}
        with DataParallel(loss, go.train.AdamOptimizer(0.05), **options) as training:
            data = training.shard({x: VALUES[0], y: da.from_array(VALUES[1], chunks=4)})
            losses = []
            for _ in range(4):
                losses.append(float(training.step(data, timeout=60)))
                if kills:
                    kill(watcher, W1)
            results.append((losses, training.state()))
    assert results[0][0] == results[1][0]
    assert_same_bits(results[1][1], results[0][1])


@contextmanager
def another_worker(client: Any, count: int = 3) -> Iterator[None]:
    """A worker that comes, so that there are ``count``, and goes."""
    address = client.scheduler.address
    options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1"]
    command = [sys.executable, "-m", "dask", "worker", address, *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        client.wait_for_workers(count, timeout=60)
        yield
    finally:
        process.kill()
        process.wait(30)


@pytest.mark.full
def test_a_worker_that_joins_and_leaves(sturdy: Any, watcher: Any) -> None:
    losses, state = trained(sturdy, 6)
    with another_worker(watcher):
        found, again = trained(sturdy, 3)
        assert found == losses[:3]
    closed: list[Any] = []

    def changing(step: int, _: DataParallel) -> None:
        if step == 2:
            closed.append(another_worker(watcher))
            closed[0].__enter__()
        if step == 4:
            closed[0].__exit__(None, None, None)

    found, again = trained(sturdy, 6, changing)
    assert found == losses
    assert_same_bits(again, state)


@pytest.mark.full
def test_a_scheduler_that_is_lost(cluster: Any, tmp_path: Path) -> None:
    """The training goes on, on another cluster, from the last checkpoint."""
    losses, state = trained(cluster, 7)
    options: dict[str, Any] = {"checkpoint": tmp_path / "run", "checkpoint_every": 2}
    other = go.cluster.LocalCluster(workers=1, worker_timeout=3)

    def closing(step: int, _: DataParallel) -> None:
        if step == 5:
            other.close()

    begun = time.monotonic()
    with pytest.raises(UnavailableError):
        trained(other, 7, closing, config=go.SessionConfig(worker_timeout=2), **options)
    assert time.monotonic() - begun < 60
    found, again = trained(cluster, 7, **options)
    assert found == losses[4:]
    assert_same_bits(again, state)


@pytest.mark.full
def test_all_workers_are_lost(tmp_path: Path) -> None:
    """A step gives up when no worker comes, and works again when one has come: also with data that the last one had."""
    from distributed import Client

    losses, state = [], {}
    for lost in (False, True):
        x, y, loss = linear()
        with (
            go.cluster.LocalCluster(workers=1, worker_timeout=2) as other,
            Client(other.scheduler_address, set_as_default=False) as client,
            DataParallel(
                loss, go.train.AdamOptimizer(0.05), target=other, shards=2, config=go.SessionConfig(worker_timeout=1)
            ) as training,
        ):
            data = training.shard({x: VALUES[0], y: VALUES[1]})
            found = [training.step(data)]
            if not lost:
                losses, state = [*found, training.step(data)], training.state()
                continue
            other.dask.scale(0)
            before = training.state()
            for _ in range(2):
                with pytest.raises(UnavailableError, match="must have a worker"):
                    training.step(data, timeout=60)
            time.sleep(3)  # until the scheduler has given the data up
            assert_same_bits(training.state(), before)
            with another_worker(client, 1):
                assert [*found, training.step(data, timeout=60)] == losses
                assert_same_bits(training.state(), state)


# -- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    losses, state = trained("", 7)
    folder = tmp_path / "a" / "run"
    options: dict[str, Any] = {"checkpoint": folder, "checkpoint_every": 2}
    assert trained("", 5, **options)[0] == losses[:5]
    assert sorted(path.name for path in folder.glob("*.safetensors")) == ["step-2.safetensors", "step-4.safetensors"]
    found, again = trained("", 7, **options)  # the fifth step is done again
    assert found == losses[4:]
    assert_same_bits(again, state)
    with load(folder / "step-6.safetensors") as checkpoint:
        assert set(checkpoint.values) == set(state)


def test_random_numbers_without_a_seed_go_on(tmp_path: Path) -> None:
    """What they depend on is in the checkpoint, so a step that is done again draws the same numbers."""
    x = go.placeholder(go.float32, (None,), name="x")
    w = go.Variable(np.float32(0.0), name="w")
    noise = raw.RandomUniform(shape=raw.Shape(input=x), dtype=go.float32)
    loss = raw.Mean(input=noise * w, axis=[0])
    results = []
    options: dict[str, Any] = {"target": "", "shards": 2, "checkpoint": tmp_path}
    with DataParallel(loss, go.train.GradientDescentOptimizer(1.0), **options) as training:
        training.save()
        training.step({x: np.zeros(4)})
        results.append(float(training.variables()["w"]))
    with DataParallel(loss, go.train.GradientDescentOptimizer(1.0), **options) as training:
        assert training.steps == 0
        training.step({x: np.zeros(4)})
        results.append(float(training.variables()["w"]))
        assert training.restore() == 0
        training.step({x: np.zeros(4)})
        results.append(float(training.variables()["w"]))
    assert results[0] == results[1] == results[2] != 0


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow beyond 100 bytes."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk(tmp_path: Path) -> None:
    x, y, loss = linear()
    feeds = {x: VALUES[0], y: VALUES[1]}
    options: dict[str, Any] = {"target": "", "shards": 2, "checkpoint": tmp_path, "checkpoint_every": 1}
    with DataParallel(loss, go.train.AdamOptimizer(0.05), **options) as training:
        training.step(feeds)
        state = training.state()
        with full_disk(), pytest.raises(NotFoundError, match="must be in a folder that exists") as caught:
            training.step(feeds)
        assert "step 2 is done" in "".join(caught.value.__notes__)
        assert training.steps == 2
    assert [path.name for path in tmp_path.glob("*.safetensors")] == ["step-1.safetensors"]
    _, _, loss = linear()  # another process builds its graph anew
    with DataParallel(loss, go.train.AdamOptimizer(0.05), **options) as training:
        assert training.steps == 1
        assert_same_bits(training.state(), state)


def test_a_checkpoint_that_is_damaged(tmp_path: Path) -> None:
    x, y, loss = linear()
    options: dict[str, Any] = {"target": "", "shards": 2, "checkpoint": tmp_path, "checkpoint_every": 1}
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.1), **options) as training:
        for _ in range(3):
            training.step({x: VALUES[0], y: VALUES[1]})
    newest = tmp_path / "step-3.safetensors"
    newest.write_bytes(newest.read_bytes()[:-5])
    with pytest.raises(DataLossError) as caught:
        DataParallel(loss, go.train.GradientDescentOptimizer(0.1), **options)
    assert "remove the file, and the checkpoint before it counts" in "".join(caught.value.__notes__)
    newest.unlink()
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.1), **options) as training:
        assert training.steps == 2


def test_checkpoints_that_do_not_fit(tmp_path: Path) -> None:
    _, _, loss = linear()
    options: dict[str, Any] = {"target": "", "shards": 2, "checkpoint": tmp_path}
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.1), **options) as training:
        with pytest.raises(NotFoundError, match="a checkpoint must be in the folder"):
            training.restore()
        path = training.save()
        foreign = tmp_path / "foreign.safetensors"
        go.checkpoint.save(foreign, training.state())
        with pytest.raises(FailedPreconditionError, match="must be a checkpoint of a DataParallel"):
            training.restore(foreign)
    _, _, loss = linear()
    with pytest.raises(NotFoundError, match="variable '.*Momentum' must have a value in"):
        DataParallel(loss, go.train.MomentumOptimizer(0.1, 0.9), **options)
    w = go.Variable(np.zeros((3, 1), np.float32), name="w")
    one = raw.Sum(input=w, axis=[0, 1])
    with pytest.raises(NotFoundError, match="value '.*' of .* must be of a variable"):
        DataParallel(one, go.train.GradientDescentOptimizer(0.1), **options)
    _, _, loss = linear()
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.1), target="", shards=3) as training:
        with pytest.raises(FailedPreconditionError, match="must have a checkpoint folder"):
            training.save()
        assert training.restore(path) == 0
    occupied = tmp_path / "file"
    occupied.write_text("")
    with (
        DataParallel(
            loss, go.train.GradientDescentOptimizer(0.1), target="", shards=2, checkpoint=occupied / "run"
        ) as training,
        pytest.raises(NotFoundError, match="checkpoint of DataParallel must be a folder that exists"),
    ):
        training.save()


_CLIENT = """
import sys
from tests.cluster.test_data_parallel_failures import trained
trained("", 1000, lambda step, training: print(step, flush=True), checkpoint=sys.argv[1], checkpoint_every=3)
"""


@pytest.mark.full
def test_a_client_that_is_killed(tmp_path: Path) -> None:
    losses, state = trained("", 40)
    command = [sys.executable, "-c", _CLIENT, str(tmp_path)]
    root = Path(__file__).resolve().parents[2]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) == 20:
                process.kill()
                break
        process.stdout.close()
        process.wait(30)
    found, again = trained("", 40, checkpoint=tmp_path, checkpoint_every=1000)
    assert 40 - len(found) >= 18
    assert found == losses[40 - len(found) :]
    assert_same_bits(again, state)
