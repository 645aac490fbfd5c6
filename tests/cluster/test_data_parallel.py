"""DataParallel against gradient descent in NumPy, and against a Session that trains on the whole batch."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.cluster import DataParallel
from graphops.errors import (
    CancelledError,
    DeadlineExceededError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    UnimplementedError,
)
from tests.cluster.models import convolutional, descended, linear, rows, slow

raw = go.raw_ops
RATE = 0.1


@pytest.fixture(params=["here", "cluster"])
def target(request: pytest.FixtureRequest) -> Any:
    """This process, or the cluster of two workers."""
    if request.param == "here":
        return ""
    pytest.importorskip("distributed")
    return request.getfixturevalue("cluster")


def trained(
    target: Any, make: Any, feeds: Any, shards: int, steps: int, **options: Any
) -> tuple[list[float], dict[str, Any]]:
    x, y, loss = make()
    with DataParallel(loss, go.train.AdamOptimizer(0.05), target=target, shards=shards, **options) as training:
        losses = [float(training.step({x: feeds[0], y: feeds[1]})) for _ in range(steps)]
        assert training.steps == steps
        return losses, training.state()


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("shards", [1, 3, 16])
def test_gradient_descent(target: Any, shards: int) -> None:
    """Thirteen rows: shards of different sizes, and with 16 shards some without rows."""
    x_values, y_values = rows(13)
    losses, w, b = descended(x_values, y_values, RATE, 6)
    x, y, loss = linear()
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=shards) as training:
        found = [training.step({x: x_values, y: y_values}) for _ in range(6)]
        assert all(isinstance(each, np.float32) for each in found)
        np.testing.assert_allclose(found, losses, rtol=1e-5)
        np.testing.assert_allclose(training.variables()["w"], w, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(training.variables()["b"], b, rtol=1e-5, atol=1e-6)
        assert list(training.variables()) == ["w", "b"]


def test_a_loss_that_is_a_sum(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    w = go.Variable(np.float32(1.0), name="w")
    loss = raw.Sum(input=x * w, axis=[0])
    options: dict[str, Any] = {"target": target, "shards": 3, "reduce": "sum"}
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.5), **options) as training:
        assert training.step({x: np.arange(8)}) == 28
        assert training.variables()["w"] == 1 - 0.5 * 28


def test_a_network_learns_as_in_a_session(target: Any) -> None:
    random = np.random.default_rng(11)
    images, labels = random.normal(size=(10, 8, 8, 2)).astype(np.float32), random.integers(0, 5, 10)
    x, y, loss = convolutional()
    with x.graph.as_default():
        step = go.train.AdamOptimizer(0.05).minimize(loss)
        init = go.global_variables_initializer()
    with go.Session(x.graph) as session:
        session.run(init)
        wanted = [session.run([loss, step], {x: images, y: labels})[0] for _ in range(4)]
        state = session.variables.snapshot()
    losses, found = trained(target, convolutional, (images, labels), 4, 4)
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)
    assert found.keys() == state.keys()
    for name, value in state.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-3, atol=2e-6)


def test_one_shard_gives_the_bits_of_a_session() -> None:
    values = rows(9)
    x, y, loss = linear()
    with x.graph.as_default():
        step = go.train.AdamOptimizer(0.05).minimize(loss)
        init = go.global_variables_initializer()
    with go.Session(x.graph) as session:
        session.run(init)
        wanted = [float(session.run([loss, step], {x: values[0], y: values[1]})[0]) for _ in range(5)]
        losses, state = trained("", linear, values, 1, 5)
        assert losses == wanted
        assert equal(state, session.variables.snapshot())


def test_the_bits_depend_on_the_number_of_shards_alone(cluster: Any) -> None:
    """Also with buckets of a few bytes, each of which is added by a tree of its own."""
    values = rows(29)
    first = trained(cluster, linear, values, 5, 5)
    assert trained(cluster, linear, values, 5, 5)[0] == first[0]
    for options in ({}, {"bucket_bytes": 4}):
        losses, state = trained(cluster, linear, values, 5, 5, **options)
        assert losses == first[0]
        assert equal(state, first[1])


def test_half_precision(target: Any) -> None:
    """The gradient of each element is x: 1 / 3 of 2048 + 0.5 + 0.5 in float32, then rounded to a half."""
    x = go.placeholder(go.half, (None,), name="x")
    w = go.Variable(np.float16(0.0), name="w")
    loss = raw.Mean(input=x * w, axis=[0])
    with DataParallel(loss, go.train.GradientDescentOptimizer(1.0), target=target, shards=3) as training:
        training.step({x: [2048.0, 0.5, 0.5]})
        assert training.variables()["w"] == -np.float16((2048 + 1) / 3)


def test_nan_is_a_value(target: Any) -> None:
    x, y, loss = linear()
    values = rows(6)
    values[0][4, 1] = np.nan
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=2) as training:
        assert np.isnan(training.step({x: values[0], y: values[1]}))
        assert np.isnan(training.variables()["b"])


def test_rates_that_are_fed_and_that_change_with_the_step(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    rate, scale = go.placeholder(go.float32, (), name="rate"), go.placeholder(go.float32, (2,), name="scale")
    w, count = go.Variable(np.float32(0.0), name="w"), go.Variable(np.int64(0), name="count", trainable=False)
    halved = rate * raw.Pow(x=np.float32(0.5), y=raw.Cast(x=count.value(), DstT=go.float32))
    loss = raw.Mean(input=x * w, axis=[0]) * raw.Sum(input=scale, axis=[0])
    optimizer = go.train.GradientDescentOptimizer(halved)
    with DataParallel(loss, optimizer, target=target, shards=2, global_step=count) as training:
        for _ in range(2):  # gradients are 2 * (1 + 3)
            training.step({x: [1.0, 2.0, 3.0], rate: 0.25}, shared={scale: [1.0, 3.0]})
        assert training.variables()["w"] == -(0.25 * 8 + 0.125 * 8)
        assert training.state()["count"] == 2
        with pytest.raises(InvalidArgumentError, match="the feed for 'x:0' must be given once"):
            training.step({x: [1.0]}, shared={x: [1.0]})


def test_variables_that_are_not_trained_and_those_that_are_chosen(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    v, w = go.Variable(np.float32(3.0), name="v"), go.Variable(np.float32(1.0), name="w")
    loss = raw.Mean(input=x * v * w, axis=[0])
    with DataParallel(loss, go.train.GradientDescentOptimizer(1.0), target=target, shards=2, variables=[w]) as training:
        training.step({x: [1.0, 1.0]})
        assert training.state() == {"v": 3, "w": -2}
        training.session.variables["v"] = 10.0  # shards get it when it changes
        training.step({x: [1.0, 1.0]})
        assert training.variables() == {"w": -12}


def test_variables_whose_gradients_are_one_tensor(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    v, w = go.Variable(np.float32(2.0), name="v"), go.Variable(np.float32(8.0), name="w")
    loss = (v + w) * raw.Mean(input=x, axis=[0])
    with DataParallel(loss, go.train.GradientDescentOptimizer(0.5), target=target, shards=2) as training:
        training.step({x: [1.0, 2.0, 6.0, 3.0]})
        assert training.state() == {"v": 0.5, "w": 6.5}


# -- random numbers ---------------------------------------------------------------------------------------------------


def drawn(target: Any, shards: int, seed: int, steps: int = 1) -> float:
    """w after steps whose gradient is the mean of numbers that each shard draws, one for each row."""
    with go.Graph().as_default():
        x, w = go.placeholder(go.float32, (None,), name="x"), go.Variable(np.float32(0.0), name="w")
        noise = raw.RandomUniform(shape=raw.Shape(input=x), dtype=go.float32, seed=seed, seed2=1)
        loss = raw.Mean(input=noise * w, axis=[0])
        with DataParallel(loss, go.train.GradientDescentOptimizer(-1.0), target=target, shards=shards) as training:
            for _ in range(steps):
                training.step({x: np.zeros(shards)})
            return float(training.variables()["w"])


def test_each_shard_of_each_step_draws_numbers_of_its_own(cluster: Any) -> None:
    once = drawn(cluster, 2, seed=3)
    assert 0 < once < 1
    assert drawn(cluster, 2, seed=3) == drawn("", 2, seed=3) == once
    assert drawn("", 2, seed=4) != once
    assert drawn("", 1, seed=3) != once  # so the second shard did not draw what the first drew
    assert drawn("", 2, seed=3, steps=2) != 2 * once
    assert 0.3 < drawn("", 40, seed=3) < 0.7


# -- data that stay on the workers ------------------------------------------------------------------------------------


def test_data_that_stay(target: Any) -> None:
    x_values, y_values = rows(11)
    chosen = [10, 0, 0, 7, 3]
    losses, w, _ = descended(x_values, y_values, RATE, 1)
    picked, w_picked, _ = descended(x_values[chosen], y_values[chosen], RATE, 1)
    x, y, loss = linear()
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=4) as training:
        begin = training.state()
        data = training.shard({x: x_values, y: y_values})
        assert len(data) == 11
        np.testing.assert_allclose(training.step(data), losses[0], rtol=1e-5)
        np.testing.assert_allclose(training.variables()["w"], w, rtol=1e-5, atol=1e-6)
        for numbers in (chosen, np.array(chosen, np.uint8)):
            training.session.variables.restore(begin)
            np.testing.assert_allclose(training.step(data, numbers), picked[0], rtol=1e-5)
            np.testing.assert_allclose(training.variables()["w"], w_picked, rtol=1e-5, atol=1e-6)
        for numbers in ([11], [-1]):
            with pytest.raises(OutOfRangeError, match=r"rows of step\(\) must be from 0 to 10"):
                training.step(data, numbers)
        for bad in (3, [0.5], [[1]], "ab"):
            with pytest.raises(InvalidTypeError, match=r"rows of step\(\) must be a list of row numbers"):
                training.step(data, bad)
        with pytest.raises(InvalidArgumentError, match="a row number or more"):
            training.step(data, [])
        with pytest.raises(InvalidArgumentError, match="must be None unless the data were sharded"):
            training.step({x: x_values, y: y_values}, [0])
        with (
            DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target="", shards=4) as other,
            pytest.raises(InvalidArgumentError, match="sharded by this DataParallel"),
        ):
            other.step(data)


def test_dask_arrays(target: Any) -> None:
    da = pytest.importorskip("dask.array")
    x_values, y_values = rows(10)
    losses, _, _ = descended(x_values, y_values, RATE, 2)
    lazy = da.from_array(x_values, chunks=(4, 2))
    x, y, loss = linear()
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=3) as training:
        np.testing.assert_allclose(training.step({x: lazy, y: y_values}), losses[0], rtol=1e-5)
        data = training.shard({x: lazy, y: da.from_array(y_values, chunks=3)})
        np.testing.assert_allclose(training.step(data), losses[1], rtol=1e-5)


# -- errors and limits ------------------------------------------------------------------------------------------------


def test_errors_of_kernels_are_those_of_a_session(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    w = go.Variable(np.float32(2.0), name="w")
    loss = raw.Mean(input=raw.Reshape(tensor=x, shape=[2], name="shaped") * w, axis=[0])
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=2) as training:
        with pytest.raises(InvalidArgumentError) as here:
            training.session.run(loss, {x: [3.0]})  # what the second shard gets
        with pytest.raises(InvalidArgumentError) as caught:
            training.step({x: [1.0, 2.0, 3.0]})
        assert str(caught.value) == str(here.value)
        assert (caught.value.node, caught.value.op) == (here.value.node, here.value.op) == ("shaped", "Reshape")
        assert training.steps == 0
        assert training.variables() == {"w": 2}
        assert training.step({x: [1.0, 2.0, 3.0, 4.0]}) == 5


def test_a_feed_that_is_missing(target: Any) -> None:
    x, _, loss = linear()
    with DataParallel(loss, go.train.GradientDescentOptimizer(RATE), target=target, shards=2) as training:
        with pytest.raises(InvalidArgumentError, match="'y:0' must be fed") as caught:
            training.step({x: np.zeros((4, 3))})
        with pytest.raises(InvalidArgumentError) as here:
            training.session.run(loss, {x: np.zeros((4, 3))})
        assert str(caught.value) == str(here.value)


def test_what_is_refused() -> None:
    x, _, loss = linear()
    optimizer = go.train.GradientDescentOptimizer(RATE)
    make: Any = DataParallel
    for arguments, error, rule in (
        ({"shards": 0}, InvalidArgumentError, "shards of DataParallel must be a whole number of 1 or more, got 0"),
        ({"shards": True}, InvalidArgumentError, "shards of DataParallel must be a whole number"),
        ({"checkpoint_every": 0}, InvalidArgumentError, "checkpoint_every of DataParallel must be a whole number"),
        ({"bucket_bytes": 0.5}, InvalidArgumentError, "bucket_bytes of DataParallel must be a whole number"),
        ({"reduce": "max"}, InvalidArgumentError, "reduce of DataParallel must be 'mean' or 'sum', got 'max'"),
        ({"config": 3}, InvalidTypeError, "config of DataParallel must be a SessionConfig, got 3"),
        ({"checkpoint": 3}, InvalidTypeError, "checkpoint of DataParallel must be a folder, got 3"),
        ({"target": 3}, InvalidTypeError, "target of Session must be"),
        ({"all_reduce": print}, InvalidArgumentError, "all_reduce of DataParallel must be a function that the workers"),
        ({"variables": []}, InvalidArgumentError, "var_list must hold a variable or more"),
    ):
        with pytest.raises(error) as caught:
            make(loss, optimizer, **{"target": "", "shards": 2} | arguments)
        assert str(caught.value).startswith(rule)
    with pytest.raises(InvalidTypeError, match="optimizer of DataParallel must be one of graphops.train, got 'sgd'"):
        make(loss, "sgd", target="", shards=2)
    with pytest.raises(InvalidTypeError, match="loss of DataParallel must be a tensor"):
        make(3.0, optimizer, target="", shards=2)
    with pytest.raises(InvalidArgumentError, match="loss of DataParallel must be a scalar"):
        make(x, optimizer, target="", shards=2)


def test_a_loss_whose_rank_is_not_known() -> None:
    x, w = go.placeholder(go.float32, name="x"), go.Variable(np.float32(2.0), name="w")
    with (
        DataParallel(x * w, go.train.GradientDescentOptimizer(RATE), target="", shards=2) as training,
        pytest.raises(InvalidArgumentError, match=r"loss of DataParallel must be a scalar, got shape \(2,\)"),
    ):
        training.step({x: [1.0, 2.0, 3.0, 4.0]})


def test_losses_that_a_worker_cannot_compute_alone() -> None:
    import graphops.compat.v1 as tf

    x, w = go.placeholder(go.float32, (None,), name="x"), go.Variable(np.float32(2.0), name="w")
    seen = go.Variable(np.float32(0.0), name="seen", trainable=False)
    optimizer = go.train.GradientDescentOptimizer(RATE)
    with go.control_dependencies([seen.assign_add(1.0, read_value=False)]):
        counted = raw.Mean(input=x * w, axis=[0])
    with go.device("/job:worker/task:1"):
        pinned = raw.Mean(input=x * w, axis=[0])
    python = raw.Mean(input=tf.py_func(lambda value: value, [x], tf.float32) * w, axis=[0])
    for loss, error, rule in (
        (counted, UnimplementedError, "must leave variables as they are.* but it may assign to 'seen'"),
        (pinned, InvalidArgumentError, "must leave its nodes to any worker.* got /job:worker/task:1"),
        (python, UnimplementedError, "must be computed from its feeds: queues, tables, iterators and Python functions"),
    ):
        with DataParallel(loss, optimizer, target="", shards=2) as training:
            with pytest.raises(error, match=rule):
                training.step({x: [1.0, 2.0]})
            assert training.state()["seen"] == 0


def slowed(target: Any, **options: Any) -> tuple[DataParallel, go.Tensor, go.Tensor]:
    x, n = go.placeholder(go.float32, (None,), name="x"), go.placeholder(go.int64, (), name="n")
    w = go.Variable(np.float32(2.0), name="w")
    loss = raw.Mean(input=x * w, axis=[0]) + slow(n)
    return DataParallel(loss, go.train.GradientDescentOptimizer(1.0), target=target, shards=2, **options), x, n


def test_a_step_that_takes_too_long(target: Any) -> None:
    training, x, n = slowed(target, config=go.SessionConfig(timeout=30))
    with training:
        begun = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            training.step({x: [1.0, 2.0], n: 1 << 40}, timeout=0.5)
        assert time.monotonic() - begun < 10
        assert training.variables() == {"w": 2}
        assert training.step({x: [1.0, 2.0], n: 1}) == 3
        with pytest.raises(InvalidArgumentError, match="timeout of run"):
            training.step({x: [1.0, 2.0], n: 1}, timeout=-1)


def test_a_step_that_is_cancelled(target: Any) -> None:
    training, x, n = slowed(target)
    with training:
        training.step({x: [1.0, 2.0], n: 1})
        timer = threading.Timer(0.5, training.cancel)
        timer.start()
        with pytest.raises(CancelledError):
            training.step({x: [1.0, 2.0], n: 1 << 40}, timeout=3)
        timer.join()
        assert training.steps == 1
        assert training.variables() == {"w": 0.5}
    with pytest.raises(FailedPreconditionError, match="clos"):
        training.step({x: [1.0, 2.0], n: 1})


def test_cancel_stops_a_shard_of_this_process() -> None:
    training, x, n = slowed("")
    with training:
        stopped: list[BaseException] = []

        def step() -> None:
            try:
                training.step({x: [1.0, 2.0], n: 1 << 60})
            except CancelledError as error:
                stopped.append(error)

        thread = threading.Thread(target=step, daemon=True)
        thread.start()
        for _ in range(40):  # a cancel before the shard begins is not meant
            thread.join(0.5)
            training.cancel()
            if stopped:
                break
        assert stopped


def test_steps_of_several_threads(target: Any) -> None:
    training, x, n = slowed(target)
    with training:
        threads = [threading.Thread(target=lambda: training.step({x: [1.0, 1.0], n: 1}, timeout=30)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert training.steps == 3
        assert training.variables() == {"w": -1}


def test_an_update_that_fails_changes_nothing(target: Any) -> None:
    x = go.placeholder(go.float32, (None,), name="x")
    v, w = go.Variable(np.float32(2.0), name="v"), go.Variable(np.float32(2.0), name="w")

    class Checked(go.train.GradientDescentOptimizer):
        """Changes v, and then looks at a number that is none."""

        def _finish(self, graph: Any, updates: Any, numbers: Any) -> Any:
            with go.control_dependencies(updates):
                return [raw.CheckNumerics(tensor=np.float32("nan"), message="no").node]

    with DataParallel(raw.Mean(input=x * v * w, axis=[0]), Checked(1.0), target=target, shards=2) as training:
        with pytest.raises(InvalidArgumentError):
            training.step({x: [1.0, 2.0]})
        assert training.state() == {"v": 2, "w": 2}
        assert training.steps == 0
