"""Graphs that are built here, for TensorFlow to import: each with feeds, fetches and our answers.

A graph may be stateful: then ``init`` names the node that runs first, and ``steps`` says how often the fetches are run,
the last answer counting.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import graphops as go
from graphops.build import control_flow
from graphops.graph.body_graph import BodyGraph


class Built(NamedTuple):
    """What to run in the default graph.

    Attributes:
        feeds: arrays by the name of the tensor.
        fetches: tensors.
        init: a node to run first.
        steps: how many times to run the fetches.
    """

    feeds: dict[str, np.ndarray]
    fetches: list[Any]
    init: go.Node | None = None
    steps: int = 1


def _normal(*shape: int, dtype: Any = np.float32, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def conv_gradients() -> Built:
    """Convolutions of two and three dimensions, pooling, and all their gradients."""
    x = go.placeholder(go.float32, (None, 9, 8, 3), name="x")
    v = go.placeholder(go.float64, (1, 5, 6, 7, 2), name="v")
    w, w3 = go.constant(_normal(3, 3, 3, 4, seed=1)), go.constant(_normal(2, 3, 2, 2, 3, dtype=np.float64, seed=2))
    y = go.raw_ops.Conv2D(input=x, filter=w, strides=[1, 2, 1, 1], padding="EXPLICIT",
                          explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0])  # fmt: skip
    y = go.raw_ops.MaxPool(input=go.raw_ops.Relu(features=y), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
    y3 = go.raw_ops.Conv3D(input=v, filter=w3, strides=[1, 1, 2, 1, 1], padding="VALID")
    loss = go.raw_ops.L2Loss(t=y)
    grads = [*go.gradients([loss], [x, w]), *go.gradients([go.raw_ops.L2Loss(t=y3)], [v, w3])]
    return Built({"x:0": _normal(2, 9, 8, 3), "v:0": _normal(1, 5, 6, 7, 2, dtype=np.float64)}, [y, y3, *grads])


def classifier_gradients() -> Built:
    """A dense network, broadcasting, softmax cross entropy, and gradients."""
    x = go.placeholder(go.float32, (None, 6), name="x")
    labels = go.placeholder(go.int32, (None,), name="labels")
    w, b = go.constant(_normal(6, 5, seed=1)), go.constant(_normal(5, seed=2))
    logits = go.raw_ops.MatMul(a=go.raw_ops.Tanh(x=x), b=w) + b
    losses = go.raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=logits, labels=labels)[0]
    grads = go.gradients([go.raw_ops.Mean(input=losses, reduction_indices=[0])], [x, w, b])
    feeds = {"x:0": _normal(4, 6), "labels:0": np.array([0, 3, 4, 1], np.int32)}
    return Built(feeds, [logits, losses, *grads])


def conditional() -> Built:
    """A cond within a cond, with what it captures, and the gradient through both."""
    x = go.placeholder(go.float32, (3,), name="x")
    flag = go.placeholder(go.bool_, (), name="flag")
    total = go.raw_ops.Sum(input=x, reduction_indices=[0])
    inner = control_flow.cond(go.raw_ops.Less(x=total, y=0.0), lambda: x * 3.0, lambda: x * x)
    y = control_flow.cond(flag, lambda: inner + total, lambda: go.raw_ops.Exp(x=x))
    branch = control_flow.switch_case(go.constant(1), [lambda: x, lambda: x + 1.0, lambda: x * 5.0])
    feeds = {"x:0": np.array([0.5, -0.25, 1.5], np.float32), "flag:0": np.array(True)}
    return Built(feeds, [y, branch, *go.gradients([y], [x])])


def loop() -> Built:
    """A while loop over several variables, one that grows, and the gradient through it."""
    x = go.placeholder(go.float32, (2, 2), name="x")
    n = go.placeholder(go.int32, (), name="n")
    w = go.constant(_normal(2, 2, seed=3) * 0.5)
    _, y, total = control_flow.while_loop(
        lambda i, y, total: i < n,
        lambda i, y, total: (i + 1, go.raw_ops.Tanh(x=go.raw_ops.MatMul(a=y, b=w)), total + y),
        [0, x, x * 0.0],
    )
    _, grown = control_flow.while_loop(
        lambda i, rows: i < 3,
        lambda i, rows: (i + 1, go.raw_ops.ConcatV2(values=[rows, x], axis=0)),
        [0, x],
        shape_invariants=[go.TensorShape(()), go.TensorShape((None, 2))],
        maximum_iterations=2,
    )
    grads = go.gradients([go.raw_ops.Sum(input=total * y, reduction_indices=[0, 1])], [x, w])
    return Built({"x:0": _normal(2, 2), "n:0": np.array(4, np.int32)}, [y, total, grown, *grads])


def variables() -> Built:
    """Resource variables that an optimizer's op and an assignment change, in order by control dependencies."""
    w = go.Variable(_normal(3, seed=4), name="w")
    momentum = go.Variable(np.zeros(3, np.float32), name="momentum")
    x = go.placeholder(go.float32, (3,), name="x")
    (grad,) = go.gradients([go.raw_ops.L2Loss(t=w * x)], [w])
    step = go.raw_ops.ResourceApplyMomentum(var=w.handle, accum=momentum.handle, lr=0.1, grad=grad, momentum=0.9)
    with go.control_dependencies([step]):
        after = w.read_value()
        slot = momentum.read_value()
    init = go.global_variables_initializer()
    return Built({"x:0": np.array([1.0, -2.0, 0.5], np.float32)}, [after, slot], init, steps=3)


def function_calls() -> Built:
    """A function of the library called twice, and the gradient of the calls."""
    body = BodyGraph(go.get_default_graph())
    with body.as_default():
        a, b = (body.argument(go.float32, go.TensorShape(None), name) for name in ("a", "b"))
        c = go.raw_ops.Sigmoid(x=a) * b
    body.function("gate", [a, b], [c])
    x = go.placeholder(go.float32, (4,), name="x")
    (y,) = go.raw_ops.PartitionedCall(args=[x, x + 1.0], Tout=[go.float32], f="gate")
    (z,) = go.raw_ops.PartitionedCall(args=[y, x], Tout=[go.float32], f="gate")
    return Built({"x:0": _normal(4)}, [y, z, *go.gradients([z], [x])])


def dtypes() -> Built:
    """Constants of many dtypes, casts between them, strings, and what fills, slices and gathers."""
    fetches: list[Any] = []
    for dtype in (go.half, go.bfloat16, go.float64, go.int8, go.uint8, go.int16, go.uint16, go.uint32, go.int64,
                  go.uint64, go.complex64, go.complex128, go.bool_):  # fmt: skip
        c = go.constant(np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype.numpy_dtype))
        fetches.append(go.raw_ops.Cast(x=go.raw_ops.Transpose(x=c, perm=[1, 0]), DstT=go.float32))
    text = go.raw_ops.StringJoin(inputs=[go.constant([b"a", b"\xff\x00"]), go.constant(b"z")], separator="-")
    filled = go.raw_ops.Fill(dims=[2, 3], value=np.float64(1.5))
    empty = go.raw_ops.Shape(input=go.constant(np.zeros((0, 3), np.float32)))
    picked = go.raw_ops.GatherV2(params=filled, indices=[1, 0, 1], axis=1)
    special = go.constant(np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45], np.float32))
    return Built({}, [*fetches, text, filled, empty, picked, special])


def scopes_and_controls() -> Built:
    """Names under scopes, devices, control dependencies and colocation."""
    x = go.placeholder(go.float32, (2,), name="x")
    with go.name_scope("outer"), go.device("/device:CPU:0"):
        check = go.raw_ops.Assert(condition=go.raw_ops.All(input=x > -100.0, reduction_indices=[0]), data=[x])
        with go.control_dependencies([check]), go.name_scope("inner"):
            y = go.raw_ops.Identity(input=x, name="y")
        with go.colocate_with(y.node):
            z = y * 2.0
    return Built({"x:0": np.array([1.0, 2.0], np.float32)}, [y, z])


GRAPHS: dict[str, Callable[[], Built]] = {
    function.__name__: function
    for function in (
        conv_gradients, classifier_gradients, conditional, loop, variables, function_calls, dtypes, scopes_and_controls,
    )
}  # fmt: skip


def write(name: str, where: Path) -> None:
    """Build a graph, run it, and store it with its feeds and our answers."""
    where.mkdir(parents=True, exist_ok=True)
    graph = go.Graph()
    with graph.as_default():
        built = GRAPHS[name]()
    with go.Session(graph) as session:
        if built.init is not None:
            session.run(built.init)
        for _ in range(built.steps):
            values = session.run(built.fetches, built.feeds)
    suffix = "pbtxt" if name == "loop" else "pb"  # one of them as text
    go.save_graph(graph, where / f"graph.{suffix}")
    about = {
        "graph": f"graph.{suffix}",
        "fetches": [tensor.name for tensor in built.fetches],
        "init": built.init.name if built.init is not None else "",
        "steps": built.steps,
        "feeds": list(built.feeds),
    }
    (where / "about.json").write_text(json.dumps(about))
    arrays = {f"feed{number}": value for number, value in enumerate(built.feeds.values())}
    for number, value in enumerate(values):
        array = np.asarray(value)
        arrays[f"fetch{number}"] = array.astype("S") if array.dtype == object else array
    np.savez(where / "values.npz", **arrays)
