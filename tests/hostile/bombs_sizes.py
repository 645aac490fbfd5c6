"""Sizes and numbers of nodes that a few bytes ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops as go
from graphops.interchange.graph_def import messages
from tests.hostile.bomb import (
    BOMBS,
    FLOAT,
    INT32,
    STRING,
    add,
    bomb,
    call,
    const,
    function,
    graph_with_x,
    ints,
    number,
    run,
)


@bomb
def fifty_constants_of_a_gibibyte() -> Any:
    graph = messages.GraphDef()
    for index in range(50):
        const(graph, f"c{index}", FLOAT, (1 << 28,), float_val=[1.0])
    return run(graph, "c0")


@bomb
def constant_of_two_to_the_31() -> Any:
    graph = messages.GraphDef()
    const(graph, "c", FLOAT, (1 << 31,), float_val=[1.0])
    return run(graph, "c")


@bomb
def many_empty_strings() -> Any:
    graph = messages.GraphDef()
    for index in range(20):
        const(graph, f"c{index}", STRING, (1 << 26,))
    return run(graph, "c0")


@bomb
def constants_in_functions() -> Any:
    graph = graph_with_x()
    for index in range(20):
        made = function(graph, f"f{index}")
        const(made, "big", FLOAT, (1 << 27,), float_val=[1.0])
        add(made, "s", "Max", "big:output:0", "x0i:output:0", T={"type": FLOAT}, Tidx={"type": INT32})
        number(made, "x0i", 0)
        made.ret["r0"] = "s:output:0"
        call(graph, f"y{index}", f"f{index}", "x")
    return run(graph, *[f"y{index}" for index in range(20)])


def outputs(op: str, attr: str, *inputs: str, **attrs: Any) -> Callable[[], Any]:
    def explode() -> Any:
        graph = graph_with_x()
        number(graph, "n", 0)
        ints(graph, "v", 1, 2)
        add(graph, "y", op, *inputs, **{attr: (1 << 31) - 1}, **attrs)
        return run(graph, "y:0")

    return explode


BOMBS["split_in_two_to_the_31"] = outputs("Split", "num_split", "n", "x", T={"type": FLOAT})
BOMBS["split_v_in_two_to_the_31"] = outputs(
    "SplitV", "num_split", "x", "v", "n", T={"type": FLOAT}, Tlen={"type": INT32}
)
BOMBS["unpack_in_two_to_the_31"] = outputs("Unpack", "num", "x", T={"type": FLOAT}, axis=0)
BOMBS["partition_in_two_to_the_31"] = outputs("DynamicPartition", "num_partitions", "x", "n", T={"type": FLOAT})


@bomb
def chain_of_nodes() -> Any:
    graph = graph_with_x()
    for index in range(8_000):
        add(graph, f"n{index}", "Neg", f"n{index - 1}" if index else "x", T={"type": FLOAT})
    return run(graph, "n7999")


@bomb
def chain_of_integers() -> Any:
    """Each node's value is known when the graph is made."""
    graph = messages.GraphDef()
    number(graph, "x", 1)
    for index in range(8_000):
        before = f"n{index - 1}" if index else "x"
        add(graph, f"n{index}", "AddV2", before, before, T={"type": INT32})
    const(graph, "c", FLOAT, (), float_val=[1.0])
    number(graph, "axis", 0)
    add(graph, "dims", "ExpandDims", "n7999", "axis", T={"type": INT32}, Tdim={"type": INT32})
    add(graph, "y", "Fill", "dims", "c", T={"type": FLOAT}, index_type={"type": INT32})
    return run(graph, "n7999")


@bomb
def cycle_of_many_nodes() -> Any:
    graph = messages.GraphDef()
    for index in range(20_000):
        add(graph, f"n{index}", "Neg", f"n{(index + 1) % 20_000}", T={"type": FLOAT})
    return run(graph, "n0")


@bomb
def node_with_many_inputs() -> Any:
    graph = graph_with_x()
    add(graph, "y", "AddN", *["x"] * 20_000, N=20_000, T={"type": FLOAT})
    return run(graph, "y")


@bomb
def many_control_inputs() -> Any:
    graph = messages.GraphDef()
    add(graph, "n0", "NoOp")
    for index in range(1, 500):
        add(graph, f"n{index}", "NoOp", *[f"^n{before}" for before in range(index)])
    return run(graph, "n499")


@bomb
def many_unknown_ops() -> Any:
    graph = messages.GraphDef()
    for index in range(20_000):
        add(graph, f"n{index}", f"Op{index}")
    return run(graph, "n0")


@bomb
def long_names() -> Any:
    graph = messages.GraphDef()
    for index in range(3):
        add(graph, "a" * 1_000_000 + str(index), "NoOp")
    return run(graph, "a" * 1_000_000 + "0")


@bomb
def names_that_are_almost_the_same() -> Any:
    graph = messages.GraphDef()
    for index in range(20_000):
        add(graph, f"n_{index}", "NoOp")
    with go.Graph().as_default() as target:
        for _ in range(3):
            go.import_graph_def(graph)
        return [target.unique_name("import/n") for _ in range(20_000)][-1]
