"""TensorFlow 1's loops and conditionals: Switch, Merge, Enter, Exit, NextIteration, stacks and tensor arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.golden.graph_programs.program import Program, Run

M = np.array([[0.5, -0.25], [0.125, 0.75]])


def nested_loops(tf: Any) -> list[Run]:
    """A loop in a loop, the inner one as often as the outer one's counter says, with the gradient."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (2,), name="x")
    n = v1.placeholder(tf.int32, (), name="n")

    def outer(i: Any, s: Any) -> Any:
        _, t = v1.while_loop(lambda j, _: j < i, lambda j, t: (j + 1, t * 0.5 + tf.sin(x)), [0, s])
        return i + 1, t + s

    s = v1.while_loop(lambda i, _: i < n, outer, [0, x])[1]
    y = tf.identity(s, name="y")
    tf.identity(v1.gradients(y * y, x)[0], name="dx")
    runs = [Run(("y:0", "dx:0"), {"x:0": np.array([0.3, -1.2]), "n:0": np.int32(k)}) for k in (0, 1, 4)]
    return [*runs, Run(("y:0",), runs[2].feeds)]


def conditional_in_loop(tf: Any) -> list[Run]:
    """Even turns add, odd turns multiply; the second-order terms of a conditional's gradient as well."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (3,), name="x")

    def turn(i: Any, s: Any) -> Any:
        return i + 1, v1.cond(tf.equal(i % 2, 0), lambda: s + x, lambda: s * x)

    y = tf.identity(v1.while_loop(lambda i, _: i < 5, turn, [0, x])[1], name="y")
    tf.identity(v1.gradients(y, x)[0], name="dx")
    return [Run(("y:0", "dx:0"), {"x:0": np.array([0.5, -1.0, 2.0])})]


def loop_in_conditional(tf: Any) -> list[Run]:
    """A loop in a branch that may not be taken: all of it is dead then, its Enter nodes included."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (), name="x")

    def loop() -> Any:
        return v1.while_loop(lambda s: s < 100.0, lambda s: s * 2.0 + x, [x])

    y = v1.cond(x > 0.0, loop, lambda: x - 1.0, name="choice")
    y = tf.identity(y, name="y")
    tf.identity(v1.gradients(y, x)[0], name="dx")
    return [Run(("y:0", "dx:0"), {"x:0": np.float64(v)}) for v in (3.0, -3.0, 200.0)]


def nested_conditionals(tf: Any) -> list[Run]:
    """Three levels; a branch that gives on what it got; a value from outside; a constant of a branch."""
    v1 = tf.compat.v1
    a = v1.placeholder(tf.bool, (), name="a")
    b = v1.placeholder(tf.bool, (), name="b")
    x = v1.placeholder(tf.float64, (2,), name="x")

    def inner() -> Any:
        return v1.cond(b, lambda: v1.cond(tf.logical_not(a), lambda: x, lambda: x * 3.0), lambda: tf.ones_like(x))

    y = tf.identity(v1.cond(a, inner, lambda: tf.constant([7.0, 8.0], tf.float64)), name="y")
    dx = v1.gradients(y * y, x)[0]
    tf.identity(dx, name="dx")
    values = [(p, q) for p in (True, False) for q in (True, False)]
    return [
        Run(("y:0", "dx:0"), {"a:0": np.bool_(p), "b:0": np.bool_(q), "x:0": np.array([1.5, -2.0])}) for p, q in values
    ]


def switch_and_merge(tf: Any) -> list[Run]:
    """Bare ops: a Merge that says which input came, dead tokens through control inputs, a Merge of three."""
    v1, raw = tf.compat.v1, tf.raw_ops
    p = v1.placeholder(tf.bool, (), name="p")
    q = v1.placeholder(tf.bool, (), name="q")
    x = v1.placeholder(tf.float32, (), name="x")
    outer = raw.Switch(data=x, pred=p)
    inner = raw.Switch(data=outer.output_true, pred=q)
    merged = raw.Merge(inputs=[outer.output_false * 10.0, inner.output_false * 100.0, inner.output_true * 1000.0])
    tf.identity(merged.output, name="y")
    tf.identity(merged.value_index, name="which")
    with tf.control_dependencies([inner.output_true]):
        dead = tf.constant(5.0)
    tf.identity(raw.Merge(inputs=[dead, outer.output_false, inner.output_false]).value_index, name="first")
    return [
        Run(("y:0", "which:0", "first:0"), {"p:0": np.bool_(i), "q:0": np.bool_(j), "x:0": np.float32(2)})
        for i in (0, 1)
        for j in (0, 1)
    ]


def growing(tf: Any) -> list[Run]:
    """A loop variable whose shape grows, and the gradient of what is computed of it."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (1,), name="x")
    w = v1.placeholder(tf.float64, (), name="w")
    grown = v1.while_loop(
        lambda i, s: i < 4,
        lambda i, s: (i + 1, tf.concat([s, s[-1:] * 2.0], 0)),
        [0, x],
        shape_invariants=[tf.TensorShape(()), tf.TensorShape([None])],
    )[1]
    y = tf.identity(grown * w, name="y")
    tf.identity(v1.gradients(y, w)[0], name="dw")
    tf.identity(v1.gradients(y * y, x)[0], name="dx")
    tf.identity(tf.shape(y), name="size")
    return [Run(("y:0", "dw:0", "dx:0", "size:0"), {"x:0": np.array([3.0]), "w:0": np.float64(0.5)})]


def tensor_arrays(tf: Any) -> list[Run]:
    """A recurrent network over arrays, with gradients of inputs and weights; and an inner loop over one row."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (None, 2), name="x")
    w = tf.constant(M, name="w")
    count = tf.shape(x)[0]
    rows = v1.TensorArray(tf.float64, count).unstack(x)

    def turn(i: Any, state: Any, states: Any) -> Any:
        state = tf.tanh(tf.linalg.matmul(state, w) + rows.read(i)[tf.newaxis])
        return i + 1, state, states.write(i, state[0])

    start = [0, tf.zeros((1, 2), tf.float64), v1.TensorArray(tf.float64, count)]
    y = tf.identity(v1.while_loop(lambda i, *_: i < count, turn, start)[2].stack(), name="y")
    dx, dw = v1.gradients(y * y, [x, w])
    tf.identity(dx, name="dx")
    tf.identity(dw, name="dw")
    feeds = [np.array([[0.1, 0.2], [-0.3, 0.4], [0.5, -0.6]]), np.array([[1.0, -1.0]])]
    return [Run(("y:0", "dx:0", "dw:0"), {"x:0": feed}) for feed in feeds]


def invariants(tf: Any) -> list[Run]:
    """Tensors from outside (constant Enter nodes) in both loops, used often, with their gradients."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (2, 2), name="x")
    w = v1.placeholder(tf.float64, (2, 2), name="w")

    def outer(i: Any, s: Any) -> Any:
        inner = v1.while_loop(lambda j, _: j < 2, lambda j, t: (j + 1, tf.matmul(t, w) + w), [0, s])[1]
        return i + 1, inner + tf.sin(w)

    y = tf.identity(v1.while_loop(lambda i, _: i < 3, outer, [0, x])[1], name="y")
    for name, dx in zip(("dx", "dw"), v1.gradients(y, [x, w]), strict=True):
        tf.identity(dx, name=name)
    return [Run(("y:0", "dx:0", "dw:0"), {"x:0": M + 1, "w:0": M})]


def two_loops(tf: Any) -> list[Run]:
    """One loop takes what another gives, and both their counters; a loop without turns; several variables."""
    v1 = tf.compat.v1
    n = v1.placeholder(tf.int32, (), name="n")
    a, b = v1.while_loop(lambda a, b: a < n, lambda a, b: (a + b, b + 1), [0, 1])
    c, d, e = v1.while_loop(lambda c, d, e: c > b, lambda c, d, e: (c - 1, d + c, e ^ d), [a, 0, 5])
    for name, tensor in zip("abcde", (a, b, c, d, e), strict=True):
        tf.identity(tensor, name=name)
    return [Run(tuple(f"{name}:0" for name in "abcde"), {"n:0": np.int32(n)}) for n in (0, 1, 20, 100)]


def map_and_scan(tf: Any) -> list[Run]:
    """``map_fn``, ``scan`` and ``foldl``, which write loops with tensor arrays."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float64, (None,), name="x")
    tf.identity(v1.map_fn(lambda v: v * v + 1.0, x), name="mapped")
    tf.identity(v1.scan(lambda a, v: a * 0.5 + v, x), name="scanned")
    folded = tf.identity(v1.foldl(lambda a, v: a * v, x), name="folded")
    tf.identity(v1.gradients(folded, x)[0], name="dx")
    return [Run(("mapped:0", "scanned:0", "folded:0", "dx:0"), {"x:0": np.array([1.0, -2.0, 3.5, 0.25])})]


PROGRAMS = {
    "v1_nested_loops": Program(nested_loops),
    "v1_conditional_in_loop": Program(conditional_in_loop),
    "v1_loop_in_conditional": Program(loop_in_conditional),
    "v1_nested_conditionals": Program(nested_conditionals),
    "v1_switch_and_merge": Program(switch_and_merge, text=True),
    "v1_growing": Program(growing),
    "v1_tensor_arrays": Program(tensor_arrays),
    "v1_invariants": Program(invariants),
    "v1_two_loops": Program(two_loops),
    "v1_map_and_scan": Program(map_and_scan),
}
