"""Making graphs node by node, without a library, and running them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops as go
from graphops.interchange.graph_def import messages

FLOAT, INT32, STRING, INT64, RESOURCE, VARIANT = 1, 3, 7, 9, 20, 21
BOMBS: dict[str, Callable[[], Any]] = {}


def bomb(function: Callable[[], Any]) -> Callable[[], Any]:
    BOMBS[function.__name__] = function
    return function


def add(graph: Any, name: str, op: str, *inputs: str, **attrs: Any) -> Any:
    """A NodeDef; ints, texts, lists of dtypes, and AttrValues as dicts."""
    node = (graph.node if hasattr(graph, "node") else graph.node_def).add(name=name, op=op, input=inputs)
    for key, value in attrs.items():
        if isinstance(value, dict):
            node.attr[key].MergeFrom(messages.AttrValue(**value))
        elif isinstance(value, str):
            node.attr[key].func.name = value
        elif isinstance(value, list):
            node.attr[key].list.type.extend(value)
        else:
            node.attr[key].i = value
    return node


def const(graph: Any, name: str, dtype: int, sizes: tuple[int, ...], **values: Any) -> None:
    tensor = {"dtype": dtype, "tensor_shape": {"dim": [{"size": size} for size in sizes]}, **values}
    add(graph, name, "Const", dtype={"type": dtype}, value={"tensor": tensor})


def number(graph: Any, name: str, value: int, dtype: int = INT32) -> None:
    const(graph, name, dtype, (), **{"int_val" if dtype == INT32 else "int64_val": [value]})


def ints(graph: Any, name: str, *values: int, dtype: int = INT32) -> None:
    const(graph, name, dtype, (len(values),), **{"int_val" if dtype == INT32 else "int64_val": list(values)})


def run(graph: Any, *fetches: str, feeds: Any = None, timeout: float | None = 5, **config: Any) -> Any:
    with go.Graph().as_default() as target:
        go.import_graph_def(graph, name="")
        with go.Session(target, config=go.SessionConfig(**config)) as session:
            return session.run(list(fetches), feeds, timeout=timeout)


def function(graph: Any, name: str, inputs: int = 1, outputs: int = 1, dtype: int = FLOAT) -> Any:
    """A FunctionDef with arguments ``x0`` ... and results ``r0`` ..."""
    made = graph.library.function.add()
    made.signature.name = name
    for index in range(inputs):
        made.signature.input_arg.add(name=f"x{index}", type=dtype)
    for index in range(outputs):
        made.signature.output_arg.add(name=f"r{index}", type=dtype)
    return made


def call(graph: Any, name: str, what: str, *inputs: str, dtype: int = FLOAT) -> None:
    add(graph, name, "PartitionedCall", *inputs, f=what, Tin=[dtype] * len(inputs), Tout=[dtype])


def graph_with_x() -> Any:
    graph = messages.GraphDef()
    const(graph, "x", FLOAT, (), float_val=[2.0])
    return graph
