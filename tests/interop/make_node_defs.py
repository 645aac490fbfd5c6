"""GraphDefs in which everything occurs that a NodeDef can hold, for import and export to leave as it is.

Run by a Python that has TensorFlow: ``python make_node_defs.py OUT`` writes ``OUT/NAME.pb``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import dtypes

v1 = tf.compat.v1


def _loops() -> None:
    """A loop with a conditional within, a tensor array, and the gradient."""
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    array = tf.TensorArray(tf.float32, 4, element_shape=[None, 3])

    def step(i: Any, y: Any, values: Any) -> tuple[Any, ...]:
        y = tf.cond(tf.reduce_sum(y) > 1.0, lambda: y * 0.5, lambda: tf.sin(y) + x)
        return i + 1, y, values.write(i, y)

    _, y, values = tf.while_loop(lambda i, *_: i < 4, step, (0, x, array))
    tf.identity(v1.gradients([tf.reduce_sum(values.stack()) + tf.reduce_sum(y)], [x])[0], name="gradient")


def loops_v1() -> Any:
    """TensorFlow 1's Switch, Merge, Enter and Exit."""
    v1.disable_control_flow_v2()
    _loops()
    v1.enable_control_flow_v2()
    return v1.get_default_graph().as_graph_def()


def loops_v2() -> Any:
    """If and While ops that call functions."""
    _loops()
    return v1.get_default_graph().as_graph_def(add_shapes=True)


def functions() -> Any:
    """Functions with attrs, with side effects, that call each other, and one with a gradient of its own."""
    counter = v1.Variable(0.0, use_resource=True, name="counter")

    @tf.custom_gradient
    def clipped(x: Any) -> Any:
        return tf.identity(x), lambda dy: tf.clip_by_value(dy, -1.0, 1.0)

    @tf.function(autograph=False)
    def inner(x: Any) -> Any:
        counter.assign_add(1.0)
        return clipped(x) * 2.0, tf.range(3)

    @tf.function(autograph=False, experimental_attributes={"disable_summaries_at_runtime": "a b"})
    def outer(x: Any) -> Any:
        with tf.device("/job:worker/replica:0/task:1/device:GPU:2"):
            y, numbers = inner(x)
        with tf.control_dependencies([y]):
            return y + tf.cast(tf.reduce_sum(numbers), tf.float32)

    x = v1.placeholder(tf.float32, [2], name="x")
    v1.gradients([outer(x)], [x])
    return v1.get_default_graph().as_graph_def()


def surroundings() -> Any:
    """Devices, control inputs, colocation, containers, reference variables, names with every legal character."""
    with tf.device("/job:ps/task:3"):
        ref = v1.Variable(tf.zeros([2, 3]), use_resource=False, name="ref")
    with v1.container("box"), tf.device("/gpu:1"):
        v1.get_variable("held", [4], use_resource=True)
    x = v1.placeholder_with_default([1.0, 2.0], [None], name="In.put-1/a_b")
    with tf.control_dependencies([ref.initializer, x]), v1.colocate_with(ref.op):
        y = tf.identity(x)
    with tf.device("/replica:0/device:CPU:*"), tf.control_dependencies([y, ref.initializer]):
        tf.no_op(name="last")
    a, b, c = tf.split(tf.constant(np.arange(6.0).reshape(2, 3)), 3, axis=1)
    tf.concat([c, b, a], 1, name="reversed")
    tf.raw_ops.IdentityN(input=[x, tf.constant(1), tf.constant("s")])
    return v1.get_default_graph().as_graph_def()


def stripped() -> Any:
    """Attrs that have their defaults left out."""
    x = v1.placeholder(tf.float32, [1, 8, 8, 2], name="x")
    tf.nn.conv2d(x, tf.ones([3, 3, 2, 4]), 1, "SAME")
    tf.matmul(tf.ones([2, 2]), tf.ones([2, 2]))
    tf.nn.max_pool2d(x, 2, 2, "VALID")
    tf.reduce_sum(x, [1, 2])
    graph_def = v1.get_default_graph().as_graph_def()
    for node in graph_def.node:
        for name in ("data_format", "dilations", "use_cudnn_on_gpu", "explicit_paddings", "transpose_a", "keep_dims"):
            node.attr.pop(name, None)
    return graph_def


def unknown_attrs() -> Any:
    """Attrs that no OpDef declares, of each kind, alone and as lists."""
    tf.constant(1.0, name="c")
    graph_def = v1.get_default_graph().as_graph_def()
    attr = graph_def.node[0].attr
    attr["_bytes"].s = b"\xff\x00x"
    attr["_int"].i = -(2**62)
    attr["_float"].f = float("inf")
    attr["_bool"].b = False
    attr["_type"].type = tf.qint8.as_datatype_enum
    attr["_shape"].shape.CopyFrom(tf.TensorShape([None, 2]).as_proto())
    attr["_unknown_rank"].shape.unknown_rank = True
    attr["_tensor"].tensor.CopyFrom(tf.make_tensor_proto(np.arange(3)))
    attr["_func"].func.name = "some_function"
    attr["_func"].func.attr["T"].type = tf.float32.as_datatype_enum
    attr["_nothing"].SetInParent()
    attr["_empty_list"].list.SetInParent()
    attr["_ints"].list.i.extend([1, -1])
    attr["_texts"].list.s.extend([b"a", b""])
    attr["_shapes"].list.shape.add().unknown_rank = True
    attr["_funcs"].list.func.add().name = "f"
    attr["_XlaMustCompile"].b = True
    attr["_placeholder"].placeholder = "T"
    return graph_def


def constants() -> Any:
    """Constants of each dtype: as bytes, as lists of values, one value for all, nothing, special values."""
    rng = np.random.default_rng(3)
    for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int8, tf.uint8, tf.int16, tf.uint16, tf.int32,
                  tf.uint32, tf.int64, tf.uint64, tf.complex64, tf.complex128, tf.bool, dtypes.int4,
                  dtypes.uint4, dtypes.float8_e5m2, dtypes.float8_e4m3fn):  # fmt: skip
        for shape in ((), (3,), (2, 40), (0, 2)):
            values = rng.integers(0, 2, shape).astype(dtype.as_numpy_dtype)
            tf.raw_ops.Const(value=tf.make_tensor_proto(values, dtype), dtype=dtype, name=f"{dtype.name}_{len(shape)}")
    for dtype in (tf.qint8, tf.quint8, tf.qint32):
        values = np.array([(1,), (2,)], dtype.as_numpy_dtype)
        tf.raw_ops.Const(value=tf.make_tensor_proto(values, dtype), dtype=dtype, name=dtype.name)
    tf.constant([b"a\x00\xff", b"", b"long" * 40], name="texts")
    tf.constant(b"alone", shape=[2, 2], name="same_text")
    tf.constant(2.5, shape=[50], name="splat")
    tf.constant([np.nan, np.inf, -np.inf, -0.0, 1e-45], name="special")
    graph_def = v1.get_default_graph().as_graph_def()
    half = graph_def.node.add(name="last_value_repeats", op="Const")
    half.attr["dtype"].type = tf.half.as_datatype_enum
    half.attr["value"].tensor.dtype = tf.half.as_datatype_enum
    half.attr["value"].tensor.tensor_shape.dim.add().size = 5
    half.attr["value"].tensor.half_val.extend([0x3C00, 0x4000])
    return graph_def


GRAPHS: tuple[Callable[[], Any], ...] = (
    loops_v1, loops_v2, functions, surroundings, stripped, unknown_attrs, constants,
)  # fmt: skip


def main() -> None:
    """Write all of them."""
    v1.disable_eager_execution()
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for make in GRAPHS:
        with tf.Graph().as_default():
            graph_def = make()
        (out / f"{make.__name__}.pb").write_bytes(graph_def.SerializeToString())
        print(f"{make.__name__}: {len(graph_def.node)} nodes, {len(graph_def.library.function)} functions")


if __name__ == "__main__":
    main()
