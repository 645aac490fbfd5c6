"""What you see when something of a cluster fails: an error of TensorFlow's classes, with the fix, in bounded time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.cluster import connection, worker
from graphops.cluster.calls import Call, Failed
from graphops.errors import (
    AbortedError,
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    UnavailableError,
    UnknownError,
)
from graphops.extend import PlainKernel, register_kernel, register_op

pytest.importorskip("distributed")

W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
BOUND = 60  # seconds for what must not take for ever

CLUSTER = """
import sys
import graphops as go
with go.cluster.LocalCluster(workers=1) as cluster:
    print(cluster.scheduler_address.replace("tcp", "dask"), flush=True)
    sys.stdin.read()
"""
WITHOUT_DASK = """
import sys
sys.modules["dask"] = sys.modules["distributed"] = None
import graphops as go
go.constant(1.0)
for make in (lambda: go.Session(target="dask://127.0.0.1:8786"), go.cluster.LocalCluster):
    try:
        make()
    except go.errors.FailedPreconditionError as error:
        print(error, error.__notes__)
"""

only_here = register_op("Test>OnlyHere", inputs=["x: float"], outputs=["y: float"])
only_here.shape_rule(lambda c: [c.shape("x")])


@register_kernel("Test>OnlyHere", "CPU")
class OnlyHere(PlainKernel):
    def compute(self, x: Any) -> Any:
        return x + 1


def on(place: str, start: Any = 0) -> Any:
    """A loop of 10**8 turns on a worker: long enough for all that happens meanwhile."""
    with go.device(place):
        found = go.while_loop(lambda i: i < 10**8, lambda i: i + 1, [go.constant(start, go.int64)])
    return found[0] if isinstance(found, (list, tuple)) else found


@contextmanager
def scheduler_process() -> Iterator[tuple[str, int]]:
    """The address and the process of a cluster that can be killed."""
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.send_signal(signal.SIGCONT)
            process.kill()


@pytest.fixture
def own_cluster() -> Iterator[Any]:
    """Two workers that a test may take away."""
    from graphops.cluster import LocalCluster

    with LocalCluster(workers=2, worker_timeout=20) as made:
        yield made


def busy(cluster: Any, name: int) -> bool:
    workers = list(cluster.dask.scheduler.workers.values())
    return any(state.name == name and state.processing for state in workers)


def wait_until(condition: Any) -> None:
    for _ in range(BOUND * 20):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


# -- workers -----------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_a_place_that_goes_away_for_good(own_cluster: Any) -> None:
    y = on(W1) + on(W0)

    def take_away() -> None:
        wait_until(lambda: busy(own_cluster, 1))
        own_cluster.dask.sync(own_cluster.dask.workers[1].close)

    taker = threading.Thread(target=take_away)
    with go.Session(target=own_cluster, config=go.SessionConfig(worker_timeout=2)) as session:
        taker.start()
        with pytest.raises(UnavailableError, match="a worker for /job:worker/task:1") as caught:
            session.run(y, timeout=BOUND)
        taker.join()
    assert "--resources" in "\n".join(caught.value.__notes__)


@pytest.mark.full
def test_a_worker_ends_with_what_a_finished_piece_gave(own_cluster: Any) -> None:
    """W0 ends after its piece was taken over, and before W1 has fetched its output. The piece runs again, on its worker
    without any program or value, and what it assigned is assigned once."""
    run = 0

    def end(value: Any) -> Any:
        if run == 2:  # W0 is believed to have everything, so that the call brings it nothing
            os.kill(own_cluster.dask.workers[0].pid, signal.SIGKILL)
        return value

    with tf.Graph().as_default() as graph:
        v = tf.get_variable("v", initializer=np.int64(1), use_resource=True)
        with tf.device(W0):
            one = v.assign_add(np.int64(10), read_value=True)
            given, kept = one + 1, one + 2
        here = tf.py_func(end, [given], tf.int64)
        with tf.device(W1):
            y = tf.stack([here, kept])
        init = tf.global_variables_initializer()
    with go.Session(graph, target=own_cluster) as session:
        session.run(init)
        for run in (1, 2, 3):
            want = 1 + 10 * run
            assert session.run(y, timeout=BOUND).tolist() == [want + 1, want + 2]
            assert session.variables.snapshot()["v"] == want


@pytest.mark.full
def test_all_workers_end_at_once(own_cluster: Any) -> None:
    """A piece that any worker may run prefers the one that ran it last, which comes back with another address."""
    x = go.placeholder(go.int64, ())
    found = go.while_loop(lambda i: i < 10**6, lambda i: i + 1, [x])
    y = found[0] if isinstance(found, (list, tuple)) else found
    with go.Session(target=own_cluster) as session:
        for moment in (0.0, 0.3, 1.0):
            session.run(y, {x: 5})

            def end(moment: float = moment) -> None:
                time.sleep(moment)
                for nanny in list(own_cluster.dask.workers.values()):
                    os.kill(nanny.pid, signal.SIGKILL)

            killer = threading.Thread(target=end)
            killer.start()
            if not moment:
                killer.join()
            assert session.run(y, {x: 5}, timeout=BOUND) == 10**6
            killer.join()
            wait_until(lambda: len(own_cluster.dask.scheduler.workers) == 2)


@pytest.mark.full
def test_a_piece_that_ends_every_worker(own_cluster: Any) -> None:
    y = on(W0)
    over = threading.Event()

    def kill() -> None:
        while not over.is_set():
            if busy(own_cluster, 0):
                pid = own_cluster.dask.workers[0].pid
                time.sleep(0.2)
                os.kill(pid, signal.SIGKILL)
                wait_until(lambda pid=pid: over.is_set() or own_cluster.dask.workers[0].pid != pid)
            time.sleep(0.02)

    killer = threading.Thread(target=kill)
    with go.Session(target=own_cluster) as session:
        killer.start()
        try:
            with pytest.raises(AbortedError, match="must not end the worker that runs it") as caught:
                session.run(y, timeout=BOUND)
        finally:
            over.set()
            killer.join()
        with go.device(W0):
            assert session.run(go.constant(1) + 1, timeout=BOUND) == 2
    assert f"'{y.node.name}'" in str(caught.value)
    assert caught.value.node is not None


# -- pieces ------------------------------------------------------------------------------------------------------


def test_an_op_that_workers_do_not_know(cluster: Any) -> None:
    y = getattr(go.raw_ops, "Test>OnlyHere")(x=go.raw_ops.PlaceholderWithDefault(input=[1.0], shape=[1]))
    assert go.Session().run(y) == [2.0]
    with go.Session(target=cluster) as session, pytest.raises(NotFoundError, match="Test>OnlyHere") as caught:
        session.run(y)
    assert "fix: import what registers Test>OnlyHere on the workers" in "\n".join(caught.value.__notes__)
    assert not any("load the file" in note for note in caught.value.__notes__)


LATER = """
from graphops.extend import PlainKernel, register_kernel, register_op
op = register_op("Test>Learned", inputs=["x: float"], outputs=["y: float"])
op.shape_rule(lambda c: [c.shape("x")])
class Later(PlainKernel):
    def compute(self, x):
        return x + 1
register_kernel("Test>Learned", "CPU")(Later)
"""


def test_an_op_that_workers_learn_later(cluster: Any, client: Any) -> None:
    exec(LATER, {"__name__": "later"})  # noqa: S102  # here, and then there
    y = getattr(go.raw_ops, "Test>Learned")(x=go.raw_ops.PlaceholderWithDefault(input=[1.0], shape=[1]))
    with go.Session(target=cluster) as session:
        with pytest.raises(NotFoundError, match="Test>Learned"):
            session.run(y)
        client.run(exec, LATER, {"__name__": "later"})
        assert session.run(y) == [2.0]


def test_notes_of_an_error_name_the_users_tensors_and_line(cluster: Any) -> None:
    x = go.placeholder(go.int32, (None,), name="mine")
    y = go.raw_ops.Reshape(tensor=x, shape=[2, 2], name="shaped")
    notes = []
    for target in ("", cluster):
        with go.Session(target=target) as session, pytest.raises(InvalidArgumentError) as caught:
            session.run(y, {x: [1, 2, 3]})
        notes.append(caught.value.__notes__)
    assert set(notes[0]) < set(notes[1])
    assert any(__file__ in note for note in notes[1])
    assert any("on worker tcp://" in note for note in notes[1])


class Odd(Exception):
    """One that pickle cannot make again."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def test_errors_travel_as_they_are_or_are_told() -> None:
    from graphops.cluster.failures import portable

    error = ZeroDivisionError("by design")
    assert portable(error) is error
    odd = Odd(1, 2)
    odd.add_note("at node 'x'")
    found = portable(odd)
    assert isinstance(found, UnknownError)
    assert "Odd: 1 and 2" in str(found)
    assert "at node 'x'" in found.__notes__


# -- versions and packages ---------------------------------------------------------------------------------------


def test_another_version_on_a_worker(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    go.constant(1.0)
    ours = worker.versions()
    monkeypatch.setattr(connection, "versions", lambda: ("0.0.1", ours[1]))
    monkeypatch.setattr(connection.Connection, "_check_versions", check_with(cluster, ours))
    with pytest.raises(FailedPreconditionError, match=r"must run the client's versions .*0\.0\.1 .*got"):
        go.Session(target=cluster)


def check_with(cluster: Any, theirs: tuple[str, str]) -> Any:
    """The check of a Connection whose workers answer ``theirs``; they would look up the patched function by name."""
    check = connection.Connection._check_versions

    def patched(self: Any) -> None:
        answers = self.client.run(os.getpid)
        self.client.run = lambda *_, **__: dict.fromkeys(answers, theirs)
        check(self)

    return patched


def test_a_worker_refuses_a_client_of_another_version() -> None:
    call: Any = Call("t/0", 0, ("0.0.1", "3.0"), "key", None, (), (), {}, 0, go.SessionConfig())
    found = worker.run_piece(call)
    assert isinstance(found, Failed)
    assert isinstance(found.error, FailedPreconditionError)
    assert "0.0.1 and 3.0, got" in str(found.error)


def test_without_dask() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DASK], capture_output=True, text=True, timeout=BOUND, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all("must have Dask" in line and "pip install 'graphops[cluster]'" in line for line in lines)


# -- the scheduler and the client --------------------------------------------------------------------------------


@pytest.mark.full
def test_nobody_at_the_address() -> None:
    go.constant(1.0)
    with pytest.raises(UnavailableError, match=r"a scheduler must be at tcp://127\.0\.0\.1:9 to make a Session"):
        go.Session(target="dask://127.0.0.1:9")


@pytest.mark.full
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_scheduler_is_lost_in_a_run(how: signal.Signals) -> None:
    y = on(W0)
    with scheduler_process() as (address, pid):
        session = go.Session(target=address, config=go.SessionConfig(worker_timeout=1))
        killer = threading.Timer(1.5, os.kill, (pid, how))
        killer.start()
        with pytest.raises(UnavailableError, match="the scheduler at .* must be reachable"):
            session.run(y, timeout=BOUND)
        with pytest.raises(UnavailableError, match="the scheduler at .* must be reachable"):
            session.run(y, timeout=BOUND)
        begun = time.monotonic()
        session.close()
        assert time.monotonic() - begun < BOUND


@pytest.mark.full
def test_variables_outlive_the_scheduler() -> None:
    v = go.Variable(np.zeros(3, np.int64), name="v")
    with go.device(W0):
        step = v.assign_add(np.ones(3, np.int64))
    init = go.global_variables_initializer()
    with scheduler_process() as (address, pid), go.Session(target=address) as session:
        session.run(init)
        session.run(step)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(UnavailableError):
            session.run(step, timeout=BOUND)
        there = session.variables.snapshot()
        np.testing.assert_array_equal(there["v"], [1, 1, 1])
    for node in v.graph.nodes:
        node.device = ""
    with go.Session() as after:
        after.variables.restore(there)
        np.testing.assert_array_equal(after.run(step), [2, 2, 2])


def test_a_client_that_is_closed(cluster: Any) -> None:
    from distributed import Client

    y = go.constant(1) + 1
    client = Client(cluster.scheduler_address, set_as_default=False)
    session = go.Session(target=client)
    assert session.run(y) == 2
    client.close()
    with pytest.raises(UnavailableError, match="must be reachable"):
        session.run(y, timeout=BOUND)
    session.close()
    with pytest.raises(GraphopsError):
        go.Session(target=client)
