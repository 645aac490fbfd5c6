"""Functions as TensorFlow 1 wrote them: the op of a node that calls one is the function's name."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.golden.graph_programs.program import Program, Run

X = np.array([1.5, -2.0, 3.0], np.float32)


def _calls(tf: Any) -> list[Run]:
    """Functions of several results that call each other, and a stateful one."""
    from tensorflow.python.framework import function

    @function.Defun(tf.float32, tf.int32, func_name="Both")
    def both(x: Any, n: Any) -> Any:
        return tf.cast(n, tf.float32) * x, n + 1

    @function.Defun(tf.float32, func_name="Outer")
    def outer(x: Any) -> Any:
        scaled, n = both(x, 3)
        again, _ = both(scaled, n)
        return again - x

    x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
    scaled, n = both(x, 2)
    tf.identity(outer(scaled), name="y")
    tf.identity(n, name="n")
    (dx,) = tf.gradients(outer(x), x)
    tf.identity(dx, name="dx")
    return [Run(("y:0", "n:0", "dx:0"), {"x:0": X})]


def _in_bodies(tf: Any) -> list[Run]:
    """Calls in the bodies of a conditional and of a loop."""
    from tensorflow.python.framework import function

    @function.Defun(tf.float32, func_name="Twice")
    def twice(x: Any) -> Any:
        return 2 * x

    x = tf.compat.v1.placeholder(tf.float32, [3], name="x")
    y = tf.cond(tf.reduce_sum(x) > 0, lambda: twice(x), lambda: x - 1)
    z = tf.while_loop(lambda i, _: i < 3, lambda i, v: (i + 1, tf.ensure_shape(twice(v), [3])), [0, y])[1]
    tf.identity(z, name="z")
    return [Run(("z:0",), {"x:0": X}), Run(("z:0",), {"x:0": -X})]


def _constants(tf: Any) -> list[Run]:
    """Constants of no text, and of variants that hold nothing."""
    from tensorflow.core.framework import tensor_pb2, types_pb2

    nothing = tensor_pb2.TensorProto(dtype=types_pb2.DT_VARIANT)
    nothing.tensor_shape.dim.add(size=2)
    for _ in range(2):
        nothing.variant_val.add()
    tf.raw_ops.Shape(input=tf.constant(nothing), name="variants")
    tf.raw_ops.Shape(input=tf.zeros([0], tf.string), name="texts")
    tf.constant(0.0, shape=[2, 0], name="numbers")
    return [Run(("variants:0", "texts:0", "numbers:0"))]


def _counted(tf: Any) -> list[Run]:
    """For, up, down and not at all; a call by the name of a device."""
    from tensorflow.python.framework import function

    @function.Defun(tf.int32, tf.float32, tf.float32, func_name="Body")
    def body(i: Any, x: Any, y: Any) -> Any:
        return x * tf.cast(i, tf.float32), y + x

    body.add_to_graph(tf.compat.v1.get_default_graph())
    x = tf.compat.v1.placeholder(tf.float32, [3], name="x")
    for name, numbers in (("up", (1, 5, 2)), ("down", (3, -1, -1)), ("none", (2, 2, 1))):
        found = tf.raw_ops.For(start=numbers[0], limit=numbers[1], delta=numbers[2], input=[x, x], body=body)
        tf.identity(found[0], name=f"{name}_x")
        tf.identity(found[1], name=f"{name}_y")
    called = tf.raw_ops.RemoteCall(
        target="/job:localhost/replica:0/task:0/device:CPU:0", args=[2, x, x], Tout=[tf.float32] * 2, f=body
    )
    tf.identity(called[1], name="called")
    names = [f"{name}_{part}:0" for name in ("up", "down", "none") for part in "xy"]
    return [Run((*names, "called:0"), {"x:0": X})]


PROGRAMS = {
    "v1_functions": Program(_calls),
    "v1_functions_in_bodies": Program(_in_bodies, v2=True),
    "v1_counted_loops": Program(_counted),
    "v1_empty_constants": Program(_constants),
}
