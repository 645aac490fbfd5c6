"""TensorFlow 1's reference variables: Assign, AssignAdd, Scatter*, Apply*, in conditionals and loops, in order."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.golden.graph_programs.program import Program, Run

START = np.arange(6, dtype=np.float32).reshape(2, 3) / 8


def assignments(tf: Any) -> list[Run]:
    """Values before and after changes that control inputs keep in order."""
    v1 = tf.compat.v1
    v = v1.get_variable("v", initializer=START)
    old = tf.identity(v.read_value() + 0.0, name="old")
    with tf.control_dependencies([old]):
        added = v1.assign_add(v, tf.ones_like(START))
    with tf.control_dependencies([added]):
        between = tf.identity(v.read_value() * 1.0, name="between")
    with tf.control_dependencies([between]):
        less = v1.assign_sub(v, between * 0.5)
    with tf.control_dependencies([less]):
        scattered = v1.scatter_update(v, [1], [[9.0, 8.0, 7.0]])
    with tf.control_dependencies([scattered]):
        tf.identity(v.read_value() * 1.0, name="new")
    v1.global_variables_initializer()
    return [Run((), targets=("init",)), *[Run(("old:0", "between:0", "new:0"))] * 2, Run(("v:0",))]


def optimizers(tf: Any) -> list[Run]:
    """Three steps each of momentum, Adam, RMSProp and Adagrad on variables of their own."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, (None, 2), name="x")
    makers = {
        "sgd": lambda: v1.train.GradientDescentOptimizer(0.1),
        "momentum": lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        "adam": lambda: v1.train.AdamOptimizer(0.05),
        "rmsprop": lambda: v1.train.RMSPropOptimizer(0.05, centered=True, momentum=0.5),
        "adagrad": lambda: v1.train.AdagradOptimizer(0.1),
    }
    names = []
    for name, maker in makers.items():
        w = v1.get_variable(f"{name}_w", initializer=START)
        b = v1.get_variable(f"{name}_b", (3,), initializer=v1.zeros_initializer())
        loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.matmul(x, w) + b) - 0.5), name=f"{name}_loss")
        maker().minimize(loss, var_list=[w, b], name=f"{name}_step")
        names += [f"{name}_w", f"{name}_b"]
    v1.global_variables_initializer()
    feeds = {"x:0": np.array([[1.0, 2.0], [-1.0, 0.5], [0.25, 3.0]], np.float32)}
    steps = Run((), feeds, tuple(f"{name}_step" for name in makers))
    return [Run((), targets=("init",)), *[steps] * 3, Run(tuple(f"{name}:0" for name in names))]


def state_in_branches(tf: Any) -> list[Run]:
    """Only the branch that is taken changes the variable; a loop changes it in each turn."""
    v1 = tf.compat.v1
    v = v1.get_variable("v", initializer=np.float32(1))
    p = v1.placeholder(tf.bool, (), name="p")
    taken = v1.cond(p, lambda: v1.assign_add(v, 10.0) + 0.0, lambda: v1.assign(v, -1.0) * 1.0)
    tf.identity(taken, name="taken")

    def turn(i: Any) -> Any:
        with tf.control_dependencies([v1.assign_add(v, tf.cast(i, tf.float32))]):
            return i + 1

    looped = v1.while_loop(lambda i: i < 5, turn, [0], parallel_iterations=1)
    with tf.control_dependencies([looped]):
        tf.identity(v.read_value() * 1.0, name="after")
    v1.global_variables_initializer()
    runs = [Run(("taken:0",), {"p:0": np.bool_(value)}) for value in (True, False, True)]
    return [Run((), targets=("init",)), *runs, Run(("after:0",)), Run(("v:0",))]


def counting(tf: Any) -> list[Run]:
    """CountUpTo, IsVariableInitialized, a shape that changes, slots of one name in a container."""
    v1 = tf.compat.v1
    n = v1.get_variable("n", initializer=np.int64(2))
    tf.identity(v1.count_up_to(n, 5), name="counted")
    free = v1.Variable(START, validate_shape=False, name="free")
    tf.identity(v1.is_variable_initialized(n), name="known")
    bigger = v1.assign(free, tf.ones((3, 4)), validate_shape=False)
    tf.identity(tf.shape(bigger), name="size")
    v1.global_variables_initializer()
    return [
        Run(("known:0",)),
        Run((), targets=("init",)),
        Run(("known:0", "free:0")),
        Run(("counted:0",)),
        Run(("counted:0",)),
        Run(("n:0", "size:0")),
        Run(("free:0",)),
    ]


def changed_in_loops(tf: Any) -> list[Run]:
    """A variable that is read before a loop, and changed in it: each iteration sees the change before."""
    v1 = tf.compat.v1
    v = v1.get_variable("v", initializer=np.float32(2))

    def square(i: Any) -> Any:
        with tf.control_dependencies([i]):
            squared = tf.square(v)
        with tf.control_dependencies([v1.assign(v, squared)]):
            return i + 1

    def half(i: Any) -> Any:
        with tf.control_dependencies([tf.cond(i > 0, lambda: v1.assign(v, v / 2), lambda: v1.assign(v, v + 8))]):
            return i + 1

    tf.identity(tf.while_loop(lambda i: i < 4, square, [0]), name="r")
    tf.identity(tf.while_loop(lambda i: i < 3, half, [0]), name="s")
    v1.global_variables_initializer()
    return [Run((), targets=("init",)), Run(("r:0",)), Run(("v:0",)), Run(("s:0",)), Run(("v:0",))]


PROGRAMS = {
    "v1_assignments": Program(assignments),
    "v1_optimizers": Program(optimizers),
    "v1_state_in_branches": Program(state_in_branches),
    "v1_counting": Program(counting, text=True),
    "v1_changed_in_loops": Program(changed_in_loops),
}
