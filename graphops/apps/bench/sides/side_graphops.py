"""The side of graphops: each case as a graph of its own, run by ``Session.make_callable`` on resident inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops as go
from graphops.apps.bench.sides import graph_tasks
from graphops.apps.bench.sides.layers import Layer, layer_from
from graphops.apps.bench.sides.runner import RefusedError, Task, operand, sample_of
from graphops.build.variables import Variable, global_variables_initializer
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops_registry.errors import GraphopsError, UnimplementedError

_config = go.SessionConfig()


def start(threads: int | None) -> dict[str, Any]:
    """Use so many threads inside one kernel; by default as many as there are cores."""
    global _config
    if threads:
        _config = go.SessionConfig(intra_op_threads=threads)
    return {"name": "graphops", "version": go.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    if case["kind"] == "layer":
        return _layer(layer_from(case["layer"]), case["pass"], case["dtype"], case["layout"])
    if case.get("name") == "tiny_conv_eager":
        return _eager_convolution()
    from graphops.compat import v1  # not before it is wanted

    return graph_tasks.make(v1, lambda graph: go.Session(graph, config=_config), case)


def _eager_convolution() -> Task:
    """A tiny convolution from NumPy arrays to one, computed at once."""
    x, w = operand(graph_tasks.TINY_X, "x"), operand(graph_tasks.TINY_W, "w")
    conv = go.eager.Conv2D
    return Task(lambda: conv(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME"), sample_of)


def _layer(layer: Layer, pass_: str, dtype_name: str, layout: str) -> Task:
    dtype = go.as_dtype(dtype_name)
    first = layout == "channels_first"
    graph = go.Graph()
    arrays = {}
    for role, shape in layer.operands(pass_).items():
        array = operand(shape, role).astype(dtype.numpy_dtype)
        arrays[role] = _to_channels_first(array) if first and role != "w" else array
    sizes = _channels_first_shape(layer.input) if first else layer.input
    named: dict[str, dict[str, Any]] = {
        "forward": {"input": "x", "filter": "w"},
        "filter_gradient": {"input": "x", "filter_sizes": layer.filter, "out_backprop": "dy"},
        "input_gradient": {"input_sizes": sizes, "filter": "w", "out_backprop": "dy"},
    }
    names = named[pass_]
    op = layer.op_name(pass_)
    with graph.as_default():
        variables = {role: Variable(array) for role, array in arrays.items()}
        inputs: dict[str, Any] = {
            name: variables[given] if isinstance(given, str) else np.array(given, np.int32)
            for name, given in names.items()
        }
        y = getattr(go.raw_ops, op)(**inputs, **layer.attrs(layout))
        initialize = global_variables_initializer()
    session = go.Session(graph, config=_config)
    try:
        session.run(initialize)
        given = [arrays[given] if isinstance(given, str) else np.array(given, np.int32) for given in names.values()]
        kernels = NodeKernels(y.node.op, y.node.attrs, "CPU")
        kernel = kernels.choose(given, (True,)).definition.name
        call = session.make_callable(y)
    except UnimplementedError as error:
        raise RefusedError(str(error)) from error

    def run() -> Any:
        try:
            return call()
        except GraphopsError as error:
            raise RefusedError(str(error)) from error

    def sample(result: Any) -> list[float]:
        return sample_of(np.moveaxis(result, 1, -1) if first and pass_ != "filter_gradient" else result)

    return Task(run, sample, {"kernel": kernel}, keep=session)


def _to_channels_first(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(np.moveaxis(array, -1, 1))


def _channels_first_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    return (shape[0], shape[-1], *shape[1:-1])
