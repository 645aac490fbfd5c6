"""Cases that are graphs of TensorFlow 1: the same code builds them with ``graphops.compat.v1`` and with TensorFlow's.

``tf`` is one of the two; ``session`` makes a Session of a graph with the right number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of
from graphops.apps.bench.sides.training_graphs import NETWORKS

Sessions = Callable[[Any], Any]

TINY_X, TINY_W = (1, 8, 8, 4), (3, 3, 4, 8)  # a convolution whose arithmetic takes no time
LINKS = 200  # of the chain z * 1.0001 + 0.5, two ops each


def make(tf: Any, session: Sessions, case: dict[str, Any]) -> Task:
    """The task of a case of kind ``small``, ``training``, ``scaling`` or ``network``.

    Raises:
        RefusedError: the framework cannot do it.
    """
    kind = case["kind"]
    if kind == "small":
        return _small(tf, session, case["name"])
    if kind == "training":
        return _training(tf, session, case["name"])
    if kind == "scaling":
        return Task(lambda: None, measure=lambda: _scaling(tf, session, case["shape"], case["count"]))
    if kind == "network":
        return _network(tf, session, Path(case["path"]), case["batch"])
    raise RefusedError(f"no case of the kind {kind} as a graph")


# -- what the executor costs ------------------------------------------------------------------------------------------


def _small(tf: Any, session: Sessions, name: str) -> Task:
    """``<graph>_callable``: by ``make_callable``; ``<graph>_run``: by ``Session.run`` with a feed dict."""
    graph_name, _, how = name.rpartition("_")
    graph = tf.Graph()
    with graph.as_default():
        if graph_name == "tiny_conv":
            value = operand(TINY_X, "x")
            x = tf.placeholder(tf.float32, list(TINY_X))
            y = tf.nn.conv2d(x, tf.constant(operand(TINY_W, "w")), strides=[1, 1, 1, 1], padding="SAME")
        else:
            value = operand((4,), "x")
            x = y = tf.placeholder(tf.float32, [4])
            if graph_name == "one_op":
                y = tf.multiply(x, tf.constant(1.0001))
            else:
                for _ in range(LINKS):
                    y = tf.add(tf.multiply(y, tf.constant(1.0001)), tf.constant(0.5))
        running = session(graph)
    if how == "run":
        return Task(lambda: running.run(y, {x: value}), sample_of, keep=running)
    call = running.make_callable(y, [x])
    return Task(lambda: call(value), sample_of, keep=running)


# -- training ---------------------------------------------------------------------------------------------------------


def _training(tf: Any, session: Sessions, name: str) -> Task:
    """A step: feeds in, loss, gradients, new weights, loss out."""
    network = NETWORKS[name]
    images, labels = network.batch()
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, list(images.shape))
        y = tf.placeholder(tf.int32, list(labels.shape))
        loss = network.loss(tf, x, y)
        step = network.optimizer(tf).minimize(loss)
        initialize = tf.global_variables_initializer()
        running = session(graph)
    running.run(initialize)
    call = running.make_callable([loss, step], [x, y])
    return Task(lambda: call(images, labels)[0], lambda found: [float(found)], keep=running)


# -- graphs that grow -------------------------------------------------------------------------------------------------


def _chain(tf: Any, x: Any, count: int) -> Any:
    """Each node takes the last one."""
    for _ in range(count):
        x = tf.raw_ops.Tanh(x=x)
    return x


def _ladder(tf: Any, x: Any, count: int) -> Any:
    """Each node takes the last two."""
    before = x
    for _ in range(count):
        before, x = x, tf.raw_ops.AddN(inputs=[before, x])
    return x


def _wide(tf: Any, x: Any, count: int) -> Any:
    """All nodes take the same one; one takes them all. Each is different, so that they cannot be merged."""
    return tf.raw_ops.AddN(inputs=[tf.raw_ops.LeakyRelu(features=x, alpha=i / count) for i in range(count - 1)])


def _scoped(tf: Any, x: Any, count: int) -> Any:
    """A chain under name scopes and control dependencies."""
    for _ in range(count // 10):
        with tf.name_scope("block"), tf.control_dependencies([x]):
            for _ in range(10):
                x = tf.raw_ops.Tanh(x=x)
    return x


GROWING: dict[str, Callable[[Any, Any, int], Any]] = {
    "chain": _chain,
    "ladder": _ladder,
    "wide": _wide,
    "scoped": _scoped,
}


def _scaling(tf: Any, session: Sessions, shape: str, count: int) -> dict[str, float]:
    """Seconds of the first run, planning included, of building, and of a later run."""
    graph = tf.Graph()
    value = np.ones(4, np.float32)
    start = time.perf_counter()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [4], name="x")
        y = GROWING[shape](tf, x, count)
        built = time.perf_counter()
        with session(graph) as running:
            call = running.make_callable(y, [x])
            call(value)
            first = time.perf_counter()
            call(value)
            again = time.perf_counter()
    return {"plan and first run": first - built, "build": built - start, "later run": again - first}


# -- frozen graphs ----------------------------------------------------------------------------------------------------


def fed(name: str, sizes: Sequence[int], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """What every side feeds to a placeholder: normal numbers, or zeros of an integer dtype."""
    return operand(sizes, name).astype(dtype) if dtype.kind == "f" else np.zeros(tuple(sizes), dtype)


def _network(tf: Any, session: Sessions, path: Path, batch: int) -> Task:
    """A forward run: all placeholders fed, with ``batch`` for unknown sizes; all ends fetched."""
    message = tf.GraphDef()
    message.ParseFromString(path.read_bytes())
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(message, name="")
        feeds, values = [], []
        for operation in graph.get_operations():
            if operation.type == "Placeholder":
                tensor = operation.outputs[0]
                sizes = [batch if size is None else int(size) for size in tensor.shape.as_list()]
                values.append(fed(operation.name, sizes, np.dtype(tensor.dtype.as_numpy_dtype)))
                feeds.append(tensor)
        used = {tensor.name for operation in graph.get_operations() for tensor in operation.inputs}
        ends = [
            tensor
            for operation in graph.get_operations()
            for tensor in operation.outputs
            if operation.type not in ("Const", "Placeholder") and tensor.name not in used
        ]
        if not ends:
            raise RefusedError(f"'{path.name}' has no node that nobody takes")
        # Statistics that a normalisation gives beside its result also end somewhere; one result is enough.
        first = [tensor for tensor in ends if tensor.name.endswith(":0")] or ends
        running = session(graph)
    call = running.make_callable(first, feeds)
    return Task(lambda: call(*values), lambda found: sample_of(np.asarray(found[-1])), keep=running)
