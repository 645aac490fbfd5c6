"""graphops in one process with TensorFlow, TensorBoard and ONNX: each of the 24 orders of import works.

Run by a Python that has the three others, with graphops on PYTHONPATH: ``python import_orders.py`` tries all orders,
each in a process of its own, and prints a line for each; ``python import_orders.py graphops,onnx,...`` tries one here.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")


def load_graphops() -> Any:
    """graphops with its messages, which are made when they are first used."""
    import graphops as go

    assert go.GraphDef().SerializeToString() == b""
    return go


def load_tensorflow() -> Any:
    """TensorFlow."""
    import tensorflow as tf

    return tf


def load_tensorboard() -> Any:
    """TensorBoard's own copy of the messages of graphs and events."""
    from tensorboard.compat.proto import event_pb2, graph_pb2

    assert event_pb2.Event().step == 0
    return graph_pb2


def load_onnx() -> Any:
    """ONNX, whose message names (TensorProto, ...) are partly the same."""
    import onnx
    import onnx.checker
    import onnx.helper

    return onnx


LOADERS: dict[str, Callable[[], Any]] = {
    "graphops": load_graphops,
    "tensorflow": load_tensorflow,
    "tensorboard": load_tensorboard,
    "onnx": load_onnx,
}


def try_order(order: list[str]) -> None:
    """Import in this order, then let each of them do something with a small graph."""
    import numpy as np

    modules = {name: LOADERS[name]() for name in order}
    go, tf, onnx = modules["graphops"], modules["tensorflow"], modules["onnx"]
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (2,), name="x")
        y = go.raw_ops.Tanh(x=x * 2.0 + 1.0, name="y")
    feed = np.array([0.5, -1.0], np.float32)
    with go.Session(graph) as session:
        ours = session.run(y, {x: feed})
    data = graph.as_graph_def().SerializeToString()
    with tf.Graph().as_default() as there:
        tf.import_graph_def(tf.compat.v1.GraphDef.FromString(data), name="")
        with tf.compat.v1.Session(graph=there) as session:
            theirs = session.run("y:0", {"x:0": feed})
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)
    back = go.Graph()
    go.import_graph_def(there.as_graph_def(), name="", graph=back)  # a message of TensorFlow's
    with go.Session(back) as session:
        np.testing.assert_array_equal(session.run("y:0", {"x:0": feed}), ours)
    assert [node.name for node in modules["tensorboard"].GraphDef.FromString(data).node] == [
        n.name for n in graph.nodes
    ]
    value = onnx.helper.make_tensor_value_info
    model = onnx.helper.make_graph(
        [onnx.helper.make_node("Tanh", ["x"], ["y"])], "g", [value("x", 1, [2])], [value("y", 1, [2])]
    )
    onnx.checker.check_model(onnx.helper.make_model(model))


def main() -> int:
    """All orders, or the one that is given."""
    if len(sys.argv) > 1:
        try_order(sys.argv[1].split(","))
        return 0
    failed = 0
    for order in itertools.permutations(LOADERS):
        text = ",".join(order)
        done = subprocess.run([sys.executable, __file__, text], capture_output=True, text=True, check=False)
        failed += done.returncode != 0
        print(f"{text}: {'works' if done.returncode == 0 else done.stderr[-600:]}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
