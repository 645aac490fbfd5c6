"""TensorFlow 2's graphs: If, Case, While, PartitionedCall with captured variables, and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.golden.graph_programs.program import Program, Run

M = np.array([[0.5, -0.25], [0.125, 0.75]])


def loops(tf: Any) -> list[Run]:
    """A loop in a loop with a tensor of around in both, and first and second order gradients."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (2,), name="x")
    w = v1.placeholder(tf.float64, (2,), name="w")

    def outer(i: Any, s: Any) -> Any:
        t = tf.while_loop(lambda j, _: j <= i, lambda j, t: (j + 1, tf.sin(t) * w), [0, s])[1]
        return i + 1, t + x

    y = tf.identity(tf.while_loop(lambda i, _: i < 3, outer, [0, x])[1], name="y")
    dx, dw = v1.gradients(y, [x, w])
    tf.identity(dx, name="dx")
    tf.identity(dw, name="dw")
    return [Run(("y:0", "dx:0", "dw:0"), {"x:0": np.array([0.5, 1.5]), "w:0": np.array([0.7, -0.9])})]


def choices(tf: Any) -> list[Run]:
    """If and Case, one within the other, with gradients of first and second order."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (2,), name="x")
    k = v1.placeholder(tf.int32, (), name="k")

    def pick() -> Any:
        return tf.switch_case(k, [lambda: x * x, lambda: tf.sin(x), lambda: tf.constant([1.0, 2.0], tf.float64)])

    y = tf.identity(tf.cond(k < 5, pick, lambda: x * x * x), name="y")
    dx = tf.identity(v1.gradients(y, x)[0], name="dx")
    tf.identity(v1.gradients(dx, x)[0], name="ddx")
    return [
        Run(("y:0", "dx:0", "ddx:0"), {"x:0": np.array([0.5, -2.0]), "k:0": np.int32(value)})
        for value in (0, 1, 2, 4, -1, 7)
    ]


def calls(tf: Any) -> list[Run]:
    """A tf.function with captured variables, called twice, calling another one; its gradient; an Adam step."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, (None, 2), name="x")
    w = v1.get_variable("w", initializer=M.astype(np.float32))
    b = v1.get_variable("b", (2,), initializer=v1.zeros_initializer())

    @tf.function
    def layer(x: Any) -> Any:
        return tf.nn.tanh(tf.matmul(x, w) + b)

    @tf.function
    def twice(x: Any) -> Any:
        first = layer(x)
        return layer(first), first

    y, hidden = twice(x)
    z = tf.identity(y + layer(hidden), name="z")
    loss = tf.reduce_sum(tf.square(z - 0.25), name="loss")
    for name, grad in zip(("dx", "dw", "db"), v1.gradients(loss, [x, w, b]), strict=True):
        tf.identity(grad, name=name)
    v1.train.AdamOptimizer(0.1).minimize(loss, name="step")
    v1.global_variables_initializer()
    feeds = {"x:0": np.array([[1.0, 0.5], [-0.5, 2.0]], np.float32)}
    values = Run(("z:0", "loss:0", "dx:0", "dw:0", "db:0"), feeds)
    step = Run((), feeds, ("step",))
    return [Run((), targets=("init",)), values, step, step, values, Run(("loss:0",), feeds, ("step",))]


def effects(tf: Any) -> list[Run]:
    """Functions that change variables: in order, only in the branch that is taken, in each turn of a loop."""
    v1 = tf.compat.v1
    v = v1.get_variable("v", initializer=np.float64(1))
    k = v1.placeholder(tf.int32, (), name="k")

    @tf.function
    def add_then_double() -> Any:
        v.assign_add(1.0)
        before = v.read_value()
        v.assign(v * 2.0)
        return before, v.read_value()

    def turn(i: Any) -> Any:
        v.assign_sub(tf.cast(i, tf.float64))
        return i + 1

    @tf.function
    def loop() -> Any:
        tf.while_loop(lambda i: i < k, turn, [0])
        return tf.cond(k > 2, lambda: v.assign_add(100.0), lambda: v.read_value())

    a, b = add_then_double()
    tf.identity(a, name="a")
    tf.identity(b, name="b")
    tf.identity(loop(), name="c")
    v1.global_variables_initializer()
    two = Run(("a:0", "b:0"))
    return [
        Run((), targets=("init",)),
        two,
        two,
        *[Run(("c:0",), {"k:0": np.int32(value)}) for value in (0, 2, 4)],
        Run(("v/Read/ReadVariableOp:0",)),
    ]


def lists(tf: Any) -> list[Run]:
    """Tensor arrays as tensor lists: a recurrent network with gradients of inputs and weights; scan and map."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (None, 2), name="x")
    w = v1.placeholder(tf.float64, (2, 2), name="w")
    count = tf.shape(x)[0]
    rows = tf.TensorArray(tf.float64, count).unstack(x)

    def turn(i: Any, state: Any, states: Any) -> Any:
        state = tf.tanh(tf.linalg.matvec(w, state) + rows.read(i))
        return i + 1, state, states.write(i, state)

    start = [0, tf.zeros((2,), tf.float64), tf.TensorArray(tf.float64, count)]
    y = tf.identity(tf.while_loop(lambda i, *_: i < count, turn, start)[2].stack(), name="y")
    for name, grad in zip(("dx", "dw"), v1.gradients(y * y, [x, w]), strict=True):
        tf.identity(grad, name=name)
    tf.identity(tf.map_fn(lambda row: tf.reduce_sum(row) * row, x), name="mapped")
    tf.identity(tf.scan(lambda a, row: a * 0.5 + row, x), name="scanned")
    feeds = {"x:0": np.array([[0.1, 0.2], [-0.3, 0.4], [0.5, -0.6]]), "w:0": M}
    return [Run(("y:0", "dx:0", "dw:0", "mapped:0", "scanned:0"), feeds)]


def limited(tf: Any) -> list[Run]:
    """``maximum_iterations``, a loop without turns, a conditional in the loop, a non-differentiable variable."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (), name="x")
    n = v1.placeholder(tf.int32, (), name="n")

    def turn(i: Any, s: Any, flag: Any) -> Any:
        s = tf.cond(flag, lambda: s * x, lambda: s + x * x)
        return i + 1, s, tf.logical_not(flag)

    y = tf.while_loop(lambda i, *_: i < n, turn, [0, x, tf.constant(True)], maximum_iterations=5)
    tf.identity(y[0], name="turns")
    out = tf.identity(y[1], name="y")
    dx = tf.identity(v1.gradients(out, x)[0], name="dx")
    tf.identity(v1.gradients(dx, x)[0], name="ddx")
    return [
        Run(("turns:0", "y:0", "dx:0", "ddx:0"), {"x:0": np.float64(1.5), "n:0": np.int32(value)})
        for value in (0, 1, 3, 9)
    ]


def pruned(tf: Any) -> list[Run]:
    """Changes in a branch and in a body that no result needs, beside one that a result needs."""
    v1 = tf.compat.v1
    v = v1.get_variable("v", initializer=7.0)
    w = v1.get_variable("w", initializer=7.0)
    p = v1.placeholder(tf.bool, (), name="p")

    def branch() -> Any:
        v.assign(1.0)
        return w.assign_add(1.0) * 2

    def body(i: Any) -> Any:
        v.assign_add(1.0)
        return i + 1

    tf.identity(tf.cond(p, branch, lambda: tf.constant(2.0)), name="q")
    tf.identity(tf.while_loop(lambda i: i < 3, body, [0]), name="i")
    tf.identity(v.read_value(), name="v_now")
    tf.identity(w.read_value(), name="w_now")
    v1.global_variables_initializer()
    return [
        Run((), targets=("init",)),
        Run(("q:0",), {"p:0": np.bool_(True)}),
        Run(("i:0",)),
        Run(("v_now:0", "w_now:0")),
    ]


def random_in_bodies(tf: Any) -> list[Run]:
    """Random nodes of one name and seed in two bodies: each draws its own numbers."""

    def body(i: Any, a: Any) -> Any:
        return i + 1, a + tf.raw_ops.RandomUniform(shape=[2], dtype=tf.float32, seed=2, seed2=10, name="draw")

    for name in ("a", "b"):
        tf.identity(tf.while_loop(lambda i, _: i < 2, body, [0, tf.zeros([2])])[1], name=name)
    return [Run(("a:0", "b:0")), Run(("b:0",)), Run(("a:0",))]


PROGRAMS = {
    "v2_loops": Program(loops, v2=True),
    "v2_choices": Program(choices, v2=True),
    "v2_calls": Program(calls, v2=True),
    "v2_effects": Program(effects, v2=True, text=True),
    "v2_lists": Program(lists, v2=True),
    "v2_limited": Program(limited, v2=True),
    "v2_pruned": Program(pruned, v2=True),
    "v2_random_in_bodies": Program(random_in_bodies, v2=True),
}
