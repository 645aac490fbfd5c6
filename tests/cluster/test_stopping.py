"""A piece that runs on a worker stops when nobody wants it any more, and the worker is free for others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.errors import CancelledError, DeadlineExceededError, InvalidArgumentError

pytest.importorskip("distributed")

W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
SOON = 30  # seconds; where a piece goes on, its worker is never free

CLIENT = """
import sys
import graphops as go
with go.device("/job:worker/task:1"):
    endless = go.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [go.constant(0, go.int64)])
with go.Session(target=sys.argv[1]) as session:
    print("runs", flush=True)
    session.run(endless)
"""


def endless() -> Any:
    found = go.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [go.constant(0, go.int64)])
    return found[0] if isinstance(found, (list, tuple)) else found


def endless_of_tensorflow_1() -> Any:
    with go.get_default_graph().as_default():
        return tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [tf.constant(0, tf.int64)])


def is_free(client: Any, place: str) -> bool:
    """Whether a worker does something else within a bounded time."""
    return client.submit(int, resources={place: 1}, pure=False).result(timeout=SOON) == 0


def wait_until_busy(client: Any, place: str) -> None:
    """Return when the worker of a place runs a piece."""

    def busy(dask_worker: Any = None) -> bool:
        here = place in dask_worker.state.total_resources
        return here and any(task.state == "executing" for task in dask_worker.state.tasks.values())

    for _ in range(300):
        if any(client.run(busy).values()):
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"nothing began on {place}")


@pytest.mark.parametrize("make", [endless, endless_of_tensorflow_1])
def test_cancel_stops_what_runs(make: Any, cluster: Any, client: Any) -> None:
    with go.device(W0):
        y = make()
    with go.Session(target=cluster) as session:

        def cancel() -> None:
            wait_until_busy(client, W0)
            session.cancel()

        canceller = threading.Thread(target=cancel)
        canceller.start()
        with pytest.raises(CancelledError, match=r"cancel\(\) was called"):
            session.run(y, timeout=60)
        canceller.join()
        assert is_free(client, W0)
        with go.device(W0):
            assert session.run(go.constant(1) + 1, timeout=SOON) == 2


def test_a_timeout_stops_what_runs(cluster: Any, client: Any) -> None:
    with go.device(W0):
        y = endless()
    with go.Session(target=cluster) as session, pytest.raises(DeadlineExceededError):
        session.run(y, timeout=0.5)
    assert is_free(client, W0)


def test_close_stops_what_runs(cluster: Any, client: Any) -> None:
    with go.device(W0):
        y = endless()
    session = go.Session(target=cluster)

    def close() -> None:
        wait_until_busy(client, W0)
        session.close()

    closer = threading.Thread(target=close)
    closer.start()
    with pytest.raises(CancelledError):
        session.run(y, timeout=60)
    closer.join()
    assert is_free(client, W0)


def test_an_error_elsewhere_stops_what_runs(cluster: Any, client: Any) -> None:
    x = go.placeholder(go.int32, (None,), name="x")
    with go.device(W0):
        y = endless()
    with go.device(W1):
        z = go.raw_ops.Reshape(tensor=x, shape=[2, 2])
    with (
        go.Session(target=cluster) as session,
        pytest.raises(InvalidArgumentError, match="Reshape"),
    ):
        session.run([y, z], {x: [1, 2, 3]}, timeout=60)
    assert is_free(client, W0)


def test_cancel_leaves_other_runs_of_the_client_alone(cluster: Any, client: Any) -> None:
    """A part of what W0 gave is sent on to W1, by a task that nothing but the piece on W1 needs."""
    x = go.placeholder(go.int64, (), name="x")
    with go.device(W0):
        a, b = x + 1, x + 2
    with go.device(W1):
        y = endless() + a
    with go.device(W0):
        slow = go.while_loop(lambda i: i < 300_000, lambda i: i + 1, [x])
    slow = slow[0] if isinstance(slow, (list, tuple)) else slow
    with go.Session(target=client) as one, go.Session(target=client) as other:

        def cancel() -> None:
            wait_until_busy(client, W1)
            one.cancel()

        canceller = threading.Thread(target=cancel)
        found: list[Any] = []
        runner = threading.Thread(target=lambda: found.append(other.run(slow, {x: 1}, timeout=60)))
        canceller.start()
        runner.start()
        with pytest.raises(CancelledError):
            one.run([y, a, b], {x: 1}, timeout=60)
        canceller.join()
        runner.join()
        assert found == [300_000]
        assert is_free(client, W1)


@pytest.mark.full
def test_the_end_of_the_client_stops_what_runs(cluster: Any, client: Any) -> None:
    address = cluster.scheduler_address.replace("tcp", "dask")
    with subprocess.Popen([sys.executable, "-c", CLIENT, address], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "runs\n"
            wait_until_busy(client, W1)
        finally:
            os.kill(process.pid, signal.SIGKILL)
    assert is_free(client, W1)
