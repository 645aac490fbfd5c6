"""Sessions on two workers give what NumPy or a local Session gives."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.errors import (
    CancelledError,
    DeadlineExceededError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
    UnavailableError,
    UnimplementedError,
)

pytest.importorskip("distributed")

W0, W1 = "/job:worker/task:0", "/job:worker/task:1"
X = np.arange(6, dtype=np.float32).reshape(2, 3) / 4


def there_and_back() -> tuple[go.Tensor, go.Tensor]:
    x = go.placeholder(go.float32, (None, 3), name="x")
    with go.device(W0):
        a = x * 2.0
    with go.device(W1):
        b = go.raw_ops.Exp(x=a)
    with go.device(W0):
        return x, b + a


def test_pieces_on_two_workers(cluster: Any) -> None:
    x, y = there_and_back()
    with go.Session(x.graph, target=cluster) as session:
        assert type(session).__name__ == "ClusterSession"
        want = np.exp(2 * X) + 2 * X
        for _ in range(2):  # the second time, programs are there
            np.testing.assert_allclose(session.run(y, {x: X}), want, rtol=1e-6)
        np.testing.assert_allclose(session.make_callable(y, [x])(X), want, rtol=1e-6)
        found = session.run({"y": [y], "x": x}, {x: X})
        np.testing.assert_array_equal(found["x"], X)
        assert "3 pieces" in session.explain(y, [x])


def test_other_targets(cluster: Any, client: Any) -> None:
    x, y = there_and_back()
    for target in (client, cluster.scheduler_address.replace("tcp", "dask"), cluster.dask):
        with go.Session(x.graph, target=target) as session:
            assert session.run(y, {x: X}).shape == (2, 3)
    with tf.Session(cluster.scheduler_address.replace("tcp", "dask"), x.graph) as session:
        assert session.run(y, {x: X}).shape == (2, 3)
    assert client.status == "running"


def test_targets_that_are_none() -> None:
    go.constant(1.0)
    with pytest.raises(NotFoundError, match="target of Session"):
        go.Session(target="nonsense")
    with pytest.raises(InvalidTypeError, match="target of Session"):
        go.Session(target=3)


def test_partial_feeds(cluster: Any) -> None:
    x, y = there_and_back()
    b = y.op.inputs[0]
    a = y.op.inputs[1]
    with go.Session(x.graph, target=cluster) as session:
        np.testing.assert_allclose(session.run(y, {a: X, b: X}), 2 * X, rtol=1e-6)


def test_training_is_that_of_a_local_session(cluster: Any) -> None:
    x = go.placeholder(go.float32, (None, 3), name="x")
    w = go.Variable(np.ones((3, 1), np.float32), name="w")
    with go.device(W0):
        hidden = go.raw_ops.MatMul(a=x, b=w)
    with go.device(W1):
        noise = go.random.uniform([], seed=3) if hasattr(go, "random") else go.constant(0.5)
        loss = go.raw_ops.Sum(input=hidden * hidden * noise, axis=[0, 1])
    step = go.train.AdamOptimizer(0.01).minimize(loss)
    init = go.global_variables_initializer()
    results = []
    for target in ("", cluster):
        graph = x.graph if target else without_jobs(x.graph)
        with go.Session(graph, target=target) as session:
            session.run(init.name)
            losses = [session.run([loss.name, step.name], {"x:0": X})[0] for _ in range(4)]
            results.append((losses, session.variables.snapshot()))
    np.testing.assert_allclose(results[0][0], results[1][0], rtol=1e-5)
    assert results[0][1].keys() == results[1][1].keys()
    for name, value in results[0][1].items():
        np.testing.assert_allclose(value, results[1][1][name], rtol=1e-5, atol=1e-7)


def without_jobs(graph: go.Graph) -> go.Graph:
    message = graph.as_graph_def()
    for node in message.node:
        node.device = ""
    copy = go.Graph()
    go.import_graph_def(message, name="", graph=copy)
    return copy


def test_random_numbers_are_those_of_a_local_session(cluster: Any) -> None:
    r = go.raw_ops.RandomUniform(shape=[4], dtype=go.float32, seed=3, seed2=4)
    n = go.raw_ops.RandomStandardNormal(shape=[4], dtype=go.float32)
    with go.Session() as local, go.Session(target=cluster) as session:
        for _ in range(3):
            np.testing.assert_array_equal(session.run(r), local.run(r))
        assert not np.array_equal(session.run(n), session.run(n))


def test_errors_are_those_of_a_local_session(cluster: Any) -> None:
    x = go.placeholder(go.int32, (None,), name="x")
    y = go.raw_ops.Reshape(tensor=x, shape=[2, 2], name="shaped")
    v = go.Variable([1.0], name="v")
    errors = []
    with go.Session() as local, go.Session(target=cluster) as session:
        for each in (local, session):
            with pytest.raises(InvalidArgumentError) as caught:
                each.run(y, {x: [1, 2, 3]})
            errors.append((str(caught.value), caught.value.node, caught.value.op))
            with pytest.raises(InvalidArgumentError, match="must be fed"):
                each.run(y)
            with pytest.raises(FailedPreconditionError, match="'v' must be initialised"):
                each.run(v.read_value())
        assert session.run(y, {x: [1, 2, 3, 4]}).tolist() == [[1, 2], [3, 4]]
    assert errors[0] == errors[1]


def test_limits(cluster: Any) -> None:
    i = go.constant(0, go.int64)
    endless = go.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [i])
    endless = endless[0] if isinstance(endless, (list, tuple)) else endless
    with go.Session(target=cluster) as session:
        begun = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            session.run(endless, timeout=0.5)
        assert time.monotonic() - begun < 10
        assert session.run(go.constant(1) + 1) == 2
        with pytest.raises(UnimplementedError, match="as_device_arrays"):
            session.run(i + 1, as_device_arrays=True)
    limited = go.SessionConfig(memory_limit=1000)
    large = go.raw_ops.Fill(dims=[1000], value=go.raw_ops.PlaceholderWithDefault(input=1.0, shape=()))
    with (
        go.Session(target=cluster, config=limited) as session,
        pytest.raises(ResourceExhaustedError, match=r"must stay within 1,000 bytes"),
    ):
        session.run(large)


def test_a_device_that_nobody_has(cluster: Any) -> None:
    with go.device("/job:worker/task:7"):
        y = go.raw_ops.Neg(x=go.raw_ops.PlaceholderWithDefault(input=1.0, shape=()))
    config = go.SessionConfig(worker_timeout=1)
    missing = pytest.raises(UnavailableError, match=r"a worker for /job:worker/task:7")
    with go.Session(target=cluster, config=config) as session, missing:
        session.run(y)


def test_state_of_the_client(cluster: Any) -> None:
    with tf.Graph().as_default() as graph:
        queue = tf.FIFOQueue(3, [tf.float32], shapes=[[]])
        fill = queue.enqueue_many([[1.0, 2.0, 3.0]])
        with tf.device(W0):
            y = queue.dequeue() * 10.0
        z = tf.py_func(lambda value: value + np.float32(1), [y], tf.float32)
    with go.Session(graph, target=cluster) as session:
        session.run(fill)
        assert [float(session.run(z)) for _ in range(3)] == [11.0, 21.0, 31.0]


def test_a_trace_names_the_workers(cluster: Any) -> None:
    x, y = there_and_back()
    with go.Session(x.graph, target=cluster) as session:
        trace = go.RunMetadata()
        session.run(y, {x: X}, run_metadata=trace)
        devices = {node.device for node in trace.nodes}
        assert len(devices) == 2
        assert all("/device:CPU:0" in device for device in devices)
        assert trace.nodes == sorted(trace.nodes, key=lambda node: node.start_ns)


def pid_of(client: Any, place: str) -> int:
    return int(client.submit(os.getpid, resources={place: 1}, pure=False).result(timeout=30))


def test_a_worker_that_is_killed_loses_nothing(cluster: Any, client: Any) -> None:
    v = go.Variable(np.zeros(3, np.float32), name="v")
    with go.device(W1):
        step = v.assign_add(np.ones(3, np.float32))
    init = go.global_variables_initializer()
    with go.Session(target=cluster) as session:
        session.run(init)
        for number in range(4):
            session.run(step)
            if number in (0, 2):
                os.kill(pid_of(client, W1), signal.SIGKILL)
        np.testing.assert_array_equal(session.run(v), np.full(3, 4.0))


def test_a_worker_that_is_killed_in_a_run(cluster: Any, client: Any) -> None:
    n = go.placeholder(go.int64, (), name="n")
    with go.device(W0):
        i = go.while_loop(lambda i: i < n, lambda i: i + 1, [go.constant(0, go.int64)])
        i = i[0] if isinstance(i, (list, tuple)) else i
    with go.Session(target=cluster) as session:
        assert session.run(i, {n: 3}) == 3
        victim = pid_of(client, W0)
        killer = threading.Timer(0.3, os.kill, (victim, signal.SIGKILL))
        killer.start()
        assert session.run(i, {n: 3_000_000}) == 3_000_000
        killer.join()
        assert pid_of(client, W0) != victim


def test_cancel(cluster: Any) -> None:
    i = go.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, [go.constant(0, go.int64)])
    i = i[0] if isinstance(i, (list, tuple)) else i
    with go.Session(target=cluster) as session:
        threading.Timer(1.0, session.cancel).start()
        with pytest.raises(CancelledError):
            session.run(i, timeout=20)
        assert session.run(go.constant(1) + 1) == 2


def test_a_worker_needs_what_another_gave_before_the_client_ran(cluster: Any) -> None:
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [2, 3])
        with tf.device(W0):
            doubled, raised = x * 2.0, tf.exp(x)
        here = tf.py_func(lambda value: value + np.float32(1), [doubled], tf.float32)
        with tf.device(W1):
            y = here + raised
    with go.Session(graph, target=cluster) as session:
        np.testing.assert_allclose(session.run(y, {x: X}), 2 * X + 1 + np.exp(X), rtol=1e-6)


def test_a_variable_may_take_another_shape(cluster: Any) -> None:
    with go.device(W0):
        ref = go.raw_ops.Variable(shape=[], dtype=go.float32, name="v")
        changes = [
            go.raw_ops.Assign(ref=ref, value=np.ones(shape, np.float32), validate_shape=False)
            for shape in ((2,), (3, 1))
        ]
        twice = go.raw_ops.Identity(input=ref) * 2.0
    with go.Session(target=cluster) as session:
        session.run(changes[0])
        assert session.run(twice).tolist() == [2, 2]
        session.run(changes[1])
        assert session.run(twice).tolist() == [[2], [2], [2]]


def test_large_weights_travel_without_a_warning(cluster: Any) -> None:
    """Dask warns of more than 10 MB beside a task; a warning is an error in tests."""
    w = go.constant(np.arange(4 << 20, dtype=np.float32))
    with go.Session(target=cluster) as session:
        assert session.run(go.raw_ops.Max(input=w + 1.0, axis=[0])) == float(4 << 20)
