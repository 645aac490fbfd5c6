"""The side of TensorFlow. Runs in its interpreter, where nothing of graphops but this package can be imported."""

from __future__ import annotations

import os
from typing import Any

from graphops.apps.bench.sides import call_tasks, graph_tasks
from graphops.apps.bench.sides.layers import Layer, layer_from
from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of

tf: Any = None
_threads = 0


def start(threads: int) -> dict[str, Any]:
    """Import TensorFlow and give it so many threads."""
    global tf, _threads
    _threads = threads
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    from importlib import import_module

    tf = import_module("tensorflow")
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)
    return {"name": "tensorflow", "version": tf.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    if case["kind"] == "layer":
        return _layer(layer_from(case["layer"]), case["pass"], case["dtype"], case["layout"])
    if case["kind"] == "call":
        return call_tasks.tensorflow_task(tf, case)
    if case.get("name") == "tiny_conv_eager":
        return _eager_convolution()
    tf1 = tf.compat.v1
    config = tf1.ConfigProto(intra_op_parallelism_threads=_threads, inter_op_parallelism_threads=_threads)
    return graph_tasks.make(tf1, lambda graph: tf1.Session(graph=graph, config=config), case)


def _eager_convolution() -> Task:
    """A tiny convolution from NumPy arrays to one, computed at once."""
    x, w = operand(graph_tasks.TINY_X, "x"), operand(graph_tasks.TINY_W, "w")
    conv = tf.raw_ops.Conv2D
    return Task(lambda: conv(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME").numpy(), sample_of)


def _layer(layer: Layer, pass_: str, dtype_name: str, layout: str) -> Task:
    """A concrete function of resident tensors."""
    first = layout == "channels_first"
    rank = len(layer.input)
    forth = [0, rank - 1, *range(1, rank - 1)]  # channels last -> channels first
    tensors = {}
    for role, shape in layer.operands(pass_).items():
        tensor = tf.cast(operand(shape, role), dtype_name)
        tensors[role] = tf.transpose(tensor, forth) if first and role != "w" else tensor
    op = getattr(tf.raw_ops, layer.op_name(pass_))
    attrs = layer.attrs(layout)
    x_sizes = [layer.input[i] for i in forth] if first else list(layer.input)

    def call(**given: Any) -> Any:
        if pass_ == "forward":
            return op(input=given["x"], filter=given["w"], **attrs)
        if pass_ == "filter_gradient":
            return op(input=given["x"], filter_sizes=list(layer.filter), out_backprop=given["dy"], **attrs)
        return op(input_sizes=x_sizes, filter=given["w"], out_backprop=given["dy"], **attrs)

    try:
        function = tf.function(call).get_concrete_function(**tensors)
    except (tf.errors.OpError, TypeError, ValueError) as error:
        raise RefusedError(str(error)) from error

    def run() -> Any:
        try:
            return function(**tensors).numpy()
        except tf.errors.OpError as error:
            raise RefusedError(error.message) from error

    def sample(result: Any) -> list[float]:
        if first and pass_ != "filter_gradient":
            result = result.transpose(0, *range(2, rank), 1)
        return sample_of(result)

    return Task(run, sample, keep=tensors)
