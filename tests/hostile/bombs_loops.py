"""Loops without end, and what grows in them: variables, lists, stacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.interchange.graph_def import messages
from tests.hostile.bomb import (
    BOMBS,
    FLOAT,
    INT32,
    INT64,
    STRING,
    add,
    bomb,
    const,
    function,
    graph_with_x,
    ints,
    number,
    run,
)


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
    return run(endless("none"), "y", timeout=0.3)


@bomb
def loop_that_doubles_its_variable() -> Any:
    return run(endless("ConcatV2"), "y", timeout=1)


@bomb
def loop_that_doubles_its_variable_with_a_limit() -> Any:
    return run(endless("ConcatV2"), "y", memory_limit=1 << 20)


@bomb
def loop_that_doubles_a_string() -> Any:
    return run(endless("StringJoin", STRING), "y", timeout=1)


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
    return run(frame(), "exit_x", timeout=1)


@bomb
def endless_frame_with_a_limit() -> Any:
    return run(frame(), "exit_x", memory_limit=1 << 20)


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
