"""Graphs that would use up time or memory. ``python -m tests.hostile.bombs`` runs each in a process of its own.

Each is a function that must raise a GraphopsError or come to an end, within seconds and with 1.5 GiB more memory than
an idle process has. The output has one line of JSON for each: its name, and what became of it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import graphops as go
from graphops.graph_def import messages
from graphops_registry.errors import GraphopsError

SECONDS = 10
BYTES = 3 << 29
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


# -- sizes ------------------------------------------------------------------------------------------------------------


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


# -- functions --------------------------------------------------------------------------------------------------------


@bomb
def function_that_calls_itself() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    call(made, "c", "f", "x0")
    made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    return run(graph, "y")


@bomb
def functions_that_call_each_other() -> Any:
    graph = graph_with_x()
    for one, other in ("fg", "gf"):
        made = function(graph, one)
        call(made, "c", other, "x0")
        made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    return run(graph, "y")


@bomb
def gradient_of_a_function_that_calls_itself() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    call(made, "c", "f", "x0")
    made.ret["r0"] = "c:output:0"
    call(graph, "y", "f", "x")
    with go.Graph().as_default():
        x, y = go.import_graph_def(graph, return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def loop_whose_condition_is_the_loop() -> Any:
    graph = graph_with_x()
    made = function(graph, "f")
    add(made, "w", "While", "x0", T=[FLOAT], cond="f", body="f")
    made.ret["r0"] = "w:output:0"
    add(graph, "y", "While", "x", T=[FLOAT], cond="f", body="f")
    return run(graph, "y")


@bomb
def recursion_deep_in_a_stack() -> Any:
    def deeper(levels: int) -> Any:
        return deeper(levels - 1) if levels else function_that_calls_itself()

    return deeper(600)


def chain(length: int) -> Any:
    graph = graph_with_x()
    for index in range(length):
        made = function(graph, f"f{index}")
        if index + 1 < length:
            call(made, "c", f"f{index + 1}", "x0")
            made.ret["r0"] = "c:output:0"
        else:
            made.ret["r0"] = "x0"
    call(graph, "y", "f0", "x")
    return graph


@bomb
def chain_of_sixty_functions() -> Any:
    return run(chain(60), "y")


@bomb
def chain_of_three_hundred_functions() -> Any:
    return run(chain(300), "y")


@bomb
def chain_of_ten_thousand_functions() -> Any:
    return run(chain(10_000), "y")


@bomb
def gradient_of_a_chain_of_three_hundred_functions() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(chain(300), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


def doubling(op: str, levels: int) -> Any:
    """Each function calls the next one twice: 2 ** levels calls."""
    graph = graph_with_x()
    add(graph, "p", "Const", dtype={"type": 10}, value={"tensor": {"dtype": 10, "bool_val": [True]}})
    for index in range(levels):
        made = function(graph, f"f{index}")
        if index + 1 == levels:
            add(made, "c", "Sin", "x0", T={"type": FLOAT})
            made.ret["r0"] = "c:y:0"
            break
        if op == "call":
            call(made, "a", f"f{index + 1}", "x0")
            call(made, "b", f"f{index + 1}", "a:output:0")
        else:
            const(made, "p", 10, (), bool_val=[True])
            for name, given in (("a", "x0"), ("b", "a:output:0")):
                add(
                    made, name, "StatelessIf", "p:output:0", given, Tcond={"type": 10}, Tin=[FLOAT], Tout=[FLOAT],
                    then_branch=f"f{index + 1}", else_branch=f"f{index + 1}",
                )  # fmt: skip
        made.ret["r0"] = "b:output:0"
    call(graph, "y", "f0", "x")
    return graph


@bomb
def doubling_calls() -> Any:
    return run(doubling("call", 40), "y", timeout=1)


@bomb
def doubling_conditionals() -> Any:
    return run(doubling("if", 40), "y", timeout=1)


@bomb
def gradient_of_doubling_calls() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(doubling("call", 30), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def gradient_of_doubling_conditionals() -> Any:
    with go.Graph().as_default():
        x, y = go.import_graph_def(doubling("if", 30), return_elements=["x:0", "y:0"])
        return go.gradients(y, x)


@bomb
def export_of_doubling_calls() -> Any:
    with go.Graph().as_default() as graph:
        go.import_graph_def(doubling("call", 60))
        return len(graph.as_graph_def().SerializeToString())


# -- loops ------------------------------------------------------------------------------------------------------------


def endless(op: str, dtype: int = FLOAT) -> Any:
    """A While that never ends; its body applies ``op`` to (x, x)."""
    graph = messages.GraphDef()
    const(graph, "x", dtype, (1,), **({"float_val": [2.0]} if dtype == FLOAT else {"string_val": [b"ab"]}))
    made = function(graph, "yes", 1, 0, dtype)
    made.signature.output_arg.add(name="r", type=10)
    const(made, "t", 10, (), bool_val=[True])
    made.ret["r"] = "t:output:0"
    made = function(graph, "body", dtype=dtype)
    if op == "ConcatV2":
        number(made, "axis", 0)
        add(made, "y", op, "x0", "x0", "axis:output:0", N=2, T={"type": dtype}, Tidx={"type": INT32})
        made.ret["r0"] = "y:output:0"
    elif op == "StringJoin":
        add(made, "y", op, "x0", "x0", N=2)
        made.ret["r0"] = "y:output:0"
    else:
        made.ret["r0"] = "x0"
    add(graph, "y", "While", "x", T=[dtype], cond="yes", body="body")
    return graph


@bomb
def endless_loop() -> Any:
    return run(endless("none"), "y", timeout=1)


@bomb
def loop_that_doubles_its_variable() -> Any:
    return run(endless("ConcatV2"), "y", timeout=8)


@bomb
def loop_that_doubles_its_variable_with_a_limit() -> Any:
    return run(endless("ConcatV2"), "y", memory_limit=1 << 20)


@bomb
def loop_that_doubles_a_string() -> Any:
    return run(endless("StringJoin", STRING), "y", timeout=8)


def frame() -> Any:
    """A TensorFlow 1 loop without end, whose variable doubles in each turn."""
    graph = messages.GraphDef()
    const(graph, "t", 10, (), bool_val=[True])
    const(graph, "x", FLOAT, (1,), float_val=[1.0])
    for name in ("t", "x"):
        dtype = {"type": 10 if name == "t" else FLOAT}
        add(graph, f"enter_{name}", "Enter", name, T=dtype, frame_name={"s": b"f"})
        add(graph, f"merge_{name}", "Merge", f"enter_{name}", f"next_{name}", T=dtype, N=2)
        add(graph, f"switch_{name}", "Switch", f"merge_{name}", "go", T=dtype)
        add(graph, f"exit_{name}", "Exit", f"switch_{name}", T=dtype)
        if name == "t":
            add(graph, "next_t", "NextIteration", "switch_t:1", T=dtype)
        else:
            add(
                graph,
                "axis",
                "Const",
                "^switch_x",
                dtype={"type": INT32},
                value={"tensor": {"dtype": INT32, "int_val": [0]}},
            )
            add(graph, "twice", "ConcatV2", "switch_x:1", "switch_x:1", "axis", N=2, T=dtype, Tidx={"type": INT32})
            add(graph, "next_x", "NextIteration", "twice", T=dtype)
    add(graph, "go", "LoopCond", "merge_t")
    return graph


@bomb
def endless_frame() -> Any:
    return run(frame(), "exit_x", timeout=8)


@bomb
def endless_frame_with_a_limit() -> Any:
    return run(frame(), "exit_x", memory_limit=1 << 20)


# -- lists, stacks, variables -----------------------------------------------------------------------------------------


def with_list(op: str, *inputs: str, count: int = (1 << 31) - 1, sizes: tuple[int, ...] = (1,), **attrs: Any) -> Any:
    graph = graph_with_x()
    ints(graph, "shape", *sizes)
    number(graph, "count", count)
    ints(graph, "counts", count)
    ints(graph, "leading", *([1 << 40] * 3), dtype=INT64)
    number(graph, "three", 3)
    number(graph, "scalar_shape", -1)
    const(graph, "row", FLOAT, (1,), float_val=[1.0])
    add(graph, "list", "TensorListReserve", "shape", "three", element_dtype={"type": FLOAT}, shape_type={"type": INT32})
    if "element_dtype" not in attrs and op not in ("TensorListResize", "TensorListLength"):
        attrs["element_dtype"] = {"type": FLOAT}
    add(graph, "y", op, *inputs, **attrs)
    number(graph, "zero", 0)
    return run(graph, "y" if op in ("TensorListStack", "TensorListGetItem", "TensorListConcatV2") else "y:0")


LISTS: dict[str, Callable[[], Any]] = {
    "list_reserve": lambda: with_list("TensorListReserve", "shape", "count", shape_type={"type": INT32}),
    "list_reserve_negative": lambda: with_list(
        "TensorListReserve", "shape", "count", count=-5, shape_type={"type": INT32}
    ),
    "list_resize": lambda: with_list("TensorListResize", "list", "count"),
    "list_scatter": lambda: with_list("TensorListScatter", "row", "counts", "shape", shape_type={"type": INT32}),
    "list_stack": lambda: with_list("TensorListStack", "list", "shape", sizes=(1 << 30, 1 << 20)),
    "list_stack_of_much": lambda: with_list("TensorListStack", "list", "shape", sizes=(1 << 29,)),
    "list_get_item": lambda: (
        with_list("TensorListGetItem", "list", "three2", "shape", sizes=(1 << 30, 1 << 10))
        if False
        else with_list("TensorListGetItem", "list", "zero", "shape", sizes=(1 << 30, 1 << 10))
    ),
    "list_concat": lambda: with_list(
        "TensorListConcatV2", "list", "scalar_shape", "leading", shape_type={"type": INT32}
    ),
    "list_set_item": lambda: with_list(
        "TensorListSetItem", "list", "count", "row", resize_if_index_out_of_bounds={"b": True}
    ),
}
BOMBS.update(LISTS)


@bomb
def many_zeros_of_a_list() -> Any:
    """A list of 2 ** 24 elements that were never set, stacked: 64 GiB out of two hundred bytes."""
    graph = messages.GraphDef()
    ints(graph, "shape", 1024)
    number(graph, "count", 1 << 24)
    attrs = {"element_dtype": {"type": FLOAT}, "shape_type": {"type": INT32}}
    add(graph, "list", "TensorListReserve", "shape", "count", **attrs)
    add(graph, "y", "TensorListStack", "list", "shape", element_dtype={"type": FLOAT})
    return run(graph, "y")


@bomb
def zeros_of_a_list_with_a_limit() -> Any:
    """64 MiB of elements that were never set, where a run may have 1 MiB."""
    graph = messages.GraphDef()
    ints(graph, "shape", 1024)
    number(graph, "count", 1 << 14)
    attrs = {"element_dtype": {"type": FLOAT}, "shape_type": {"type": INT32}}
    add(graph, "list", "TensorListReserve", "shape", "count", **attrs)
    add(graph, "stacked", "TensorListStack", "list", "shape", element_dtype={"type": FLOAT})
    add(graph, "y", "Size", "stacked", T={"type": FLOAT}, out_type={"type": INT32})
    return refused(graph)


@bomb
def temporary_variable_with_a_limit() -> Any:
    graph = messages.GraphDef()
    shape = {"shape": {"dim": [{"size": 1 << 24}]}}
    add(graph, "v", "TemporaryVariable", shape=shape, dtype={"type": FLOAT}, var_name={"s": b"v"})
    add(graph, "last", "DestroyTemporaryVariable", "v", T={"type": FLOAT}, var_name={"s": b"v"})
    add(graph, "y", "Size", "last", T={"type": FLOAT}, out_type={"type": INT32})
    return refused(graph)


def refused(graph: Any) -> Any:
    """``y`` must not be computed within 1 MiB."""
    raise AssertionError(f"computed {run(graph, 'y', memory_limit=1 << 20)}")


@bomb
def list_that_doubles() -> Any:
    graph = messages.GraphDef()
    ints(graph, "shape", 1)
    number(graph, "count", 1 << 20)
    add(graph, "l0", "TensorListReserve", "shape", "count", element_dtype={"type": FLOAT}, shape_type={"type": INT32})
    for index in range(30):
        add(graph, f"l{index + 1}", "TensorListConcatLists", f"l{index}", f"l{index}", element_dtype={"type": FLOAT})
    add(graph, "y", "TensorListLength", "l30")
    return run(graph, "y")


@bomb
def temporary_variable_of_a_terabyte() -> Any:
    graph = messages.GraphDef()
    shape = {"shape": {"dim": [{"size": 1 << 38}]}}
    add(graph, "v", "TemporaryVariable", shape=shape, dtype={"type": FLOAT}, var_name={"s": b"v"})
    add(graph, "y", "DestroyTemporaryVariable", "v", T={"type": FLOAT}, var_name={"s": b"v"})
    return run(graph, "y")


@bomb
def temporary_variable_of_eight_gibibytes() -> Any:
    graph = messages.GraphDef()
    shape = {"shape": {"dim": [{"size": 1 << 31}]}}
    add(graph, "v", "TemporaryVariable", shape=shape, dtype={"type": FLOAT}, var_name={"s": b"v"})
    add(graph, "y", "DestroyTemporaryVariable", "v", T={"type": FLOAT}, var_name={"s": b"v"})
    return run(graph, "y")


# -- many nodes -------------------------------------------------------------------------------------------------------


@bomb
def chain_of_nodes() -> Any:
    graph = graph_with_x()
    for index in range(30_000):
        add(graph, f"n{index}", "Neg", f"n{index - 1}" if index else "x", T={"type": FLOAT})
    return run(graph, "n29999")


@bomb
def chain_of_integers() -> Any:
    """Each node's value is known when the graph is made."""
    graph = messages.GraphDef()
    number(graph, "x", 1)
    for index in range(30_000):
        before = f"n{index - 1}" if index else "x"
        add(graph, f"n{index}", "AddV2", before, before, T={"type": INT32})
    const(graph, "c", FLOAT, (), float_val=[1.0])
    number(graph, "axis", 0)
    add(graph, "dims", "ExpandDims", "n29999", "axis", T={"type": INT32}, Tdim={"type": INT32})
    add(graph, "y", "Fill", "dims", "c", T={"type": FLOAT}, index_type={"type": INT32})
    return run(graph, "n29999")


@bomb
def cycle_of_many_nodes() -> Any:
    graph = messages.GraphDef()
    for index in range(100_000):
        add(graph, f"n{index}", "Neg", f"n{(index + 1) % 100_000}", T={"type": FLOAT})
    return run(graph, "n0")


@bomb
def node_with_many_inputs() -> Any:
    graph = graph_with_x()
    add(graph, "y", "AddN", *["x"] * 100_000, N=100_000, T={"type": FLOAT})
    return run(graph, "y")


@bomb
def many_control_inputs() -> Any:
    graph = messages.GraphDef()
    add(graph, "n0", "NoOp")
    for index in range(1, 1500):
        add(graph, f"n{index}", "NoOp", *[f"^n{before}" for before in range(index)])
    return run(graph, "n1499")


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


# -- running them -----------------------------------------------------------------------------------------------------


def outcome(function: Callable[[], Any]) -> str:
    try:
        function()
    except GraphopsError as error:
        return f"refused: {type(error).__name__}: {str(error)[:150]}"
    except BaseException as error:
        return f"FAILED: {type(error).__name__}: {str(error)[:150]}"
    return "ended"


def main(names: list[str]) -> None:
    warm = graph_with_x()
    add(warm, "y", "Neg", "x", T={"type": FLOAT})
    run(warm, "y")  # loads everything
    with open("/proc/self/statm", encoding="ascii") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + BYTES
    for name in names or BOMBS:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            signal.alarm(SECONDS)
            os.write(write, outcome(BOMBS[name]).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = pipe.read().decode()
        status = os.waitpid(child, 0)[1]
        if not said:
            said = f"FAILED: killed by {signal.Signals(status & 127).name}" if status & 127 else f"FAILED: {status}"
        print(json.dumps([name, said]), flush=True)


np.seterr(all="ignore")
if __name__ == "__main__":
    main(sys.argv[1:])
