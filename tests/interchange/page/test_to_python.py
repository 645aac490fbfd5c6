"""Graphs as Python source: what is written builds the same nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.graph.functions import Function
from graphops.interchange.graph_def.read import read_file
from graphops.interchange.page import build_page, load_page, page_of, page_text, python_source, read_page
from tests.interchange.page.test_write import EXAMPLES, RECORDED, nodes_of


def built(source: str) -> go.Graph:
    found: dict[str, Any] = {"__name__": "source"}
    exec(compile(source, "source.py", "exec"), found)  # noqa: S102 - what is tested
    graph: go.Graph = found["build"]()
    return graph


def same(one: go.Graph, other: go.Graph) -> bool:
    return repr(sorted(nodes_of(one).items())) == repr(sorted(nodes_of(other).items()))


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_recorded_graphs(path: Path) -> None:
    with go.Graph().as_default() as graph:
        go.import_graph_def(read_file(path), name="")
    copy = built(python_source(graph))
    assert same(copy, graph)
    assert list(copy.functions) == list(graph.functions)


RIGHT = [path for path in EXAMPLES if path.stem != "intended_error"]


@pytest.mark.parametrize("path", RIGHT, ids=[path.stem for path in RIGHT])
def test_pages(path: Path) -> None:
    page = build_page(load_page(path))
    page.raise_problems()
    assert same(built(python_source(page.graph)), page.graph)


def test_how_it_reads() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [2, None], name="x")
        y = go.raw_ops.MatMul(a=x, b=[[1.0, 2.0], [3.0, 4.0]], transpose_b=True, name="product")
        with go.device("/cpu:0"):
            go.raw_ops.Split(axis=1, value=y, num_split=2, name="scope/parts")
        with go.control_dependencies([y]):
            go.raw_ops.NoOp(name="class")
    source = python_source(graph)
    lines = source.split("    with graph.as_default():\n")[1].split("    return graph")[0]
    assert lines == (
        "        x = go.raw_ops.Placeholder(dtype='float32', shape=[2, None], name='x')\n"
        "        product = go.raw_ops.MatMul(\n"
        "            a=x,\n"
        "            b=np.array([[1.0, 2.0], [3.0, 4.0]], np.float32),\n"
        "            transpose_b=True,\n"
        "            name='product',\n"
        "        )\n"
        "        with go.device('/device:CPU:0'):\n"
        "            scope_parts = "
        "go.raw_ops.Split(split_dim=np.array(1, np.int32), value=product, num_split=2, name='scope/parts')\n"
        "        with go.control_dependencies([product]):\n"
        "            class_ = go.raw_ops.NoOp(name='class')\n"
    )
    assert same(built(source), graph)


def test_awkward_names_and_values() -> None:
    with go.Graph().as_default() as graph:
        go.constant(np.arange(100.0), name="go")
        go.constant([np.nan], name="1x")
        go.constant(np.ones(2).astype(go.as_dtype("bfloat16").numpy_dtype), name="a.b-c")
        go.constant([b"\xff", b"'"], name="X/")
        go.constant(1, name="x/")  # TensorFlow takes both names for one
        go.constant(np.zeros((0, 2)), name="lambda")
        go.raw_ops.Where(condition=go.raw_ops.Unique(x=[1, 1]).idx > 0)
    assert same(built(python_source(graph)), graph)


def test_colocated_nodes_can_be_written_again(tmp_path: Path) -> None:
    with go.Graph().as_default() as graph:
        x = go.constant(1.0, name="x")
        with graph.colocate_with(x):
            go.raw_ops.Neg(x=x, name="y")
    copy = built(python_source(graph))
    assert copy.node("y").attrs["_class"] == ("loc:@x",)
    assert copy.as_graph_def() == graph.as_graph_def()


@pytest.mark.parametrize(
    "dtype",
    ["bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "int4", "uint2",
     "float4_e2m1fn", "qint8", "quint16", "complex128", "uint64", "bool"],
)  # fmt: skip
def test_every_kind_of_dtype(dtype: str) -> None:
    numbers = np.array([1, 0]).astype(go.as_dtype(dtype).numpy_dtype)
    with go.Graph().as_default() as graph:
        go.raw_ops.Const(value=numbers, dtype=dtype, name="c")
        literal = go.raw_ops.Const(value=numbers, dtype=dtype, name="i/input")
        go.raw_ops.Identity(input=literal, name="i")
    assert same(built(python_source(graph)), graph)


AWKWARD = [
    "\"'\\\n#\u2028\u2029\\N{DASH}{x}%s",
    "'''\"\"\"",
    "\\",
    "a\0b",
    "\x85\x1c\x0b\r",
    "\ufeff\u202e",
    "); raise SystemExit(1); (",
]


@pytest.mark.parametrize("text", AWKWARD)
def test_texts_stay_texts(text: str) -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.CheckNumerics(tensor=[1.0], message=text, name="text")
        go.raw_ops.Const(value=text.encode(), dtype="string", name="value")
        go.raw_ops.VarHandleOp(dtype="float", shape=[], shared_name=text.encode() + b"\xff", name="bytes")
        go.raw_ops.Identity(input=1.0, _class=(text,), name="class")
    assert same(built(python_source(graph)), graph)
    assert built(python_source(graph)).node("class").attrs["_class"] == (text,)


def test_names_that_the_source_uses() -> None:
    """Nodes that are called as what values are written with."""
    with go.Graph().as_default() as graph:
        for name in ("float", "object", "getattr", "print"):
            go.constant(1.0, name=name)
        go.constant(["a"], name="texts")
        go.raw_ops.Const(value=np.array([np.inf, np.nan]), dtype="double", name="special")
        go.raw_ops.CropAndResize(image=np.zeros((1, 2, 2, 1), np.float32), boxes=np.zeros((1, 4), np.float32),
                                 box_ind=[0], crop_size=[1, 1], extrapolation_value=np.inf, name="crop")  # fmt: skip
    assert same(built(python_source(graph)), graph)


def test_waiting_for_a_call_without_results() -> None:
    with go.Graph().as_default() as graph:
        body = go.Graph(library_of=graph)
        graph.add_function(Function("f", body))
        call = go.raw_ops.StatefulPartitionedCall(args=[], Tout=[], f="f", name="call")
        assert call == []
        with go.control_dependencies(["call"]):
            go.raw_ops.NoOp(name="after")
    copy = built(python_source(graph))
    assert [node.name for node in copy.node("after").control_inputs] == ["call"]


def test_minus_zero_is_not_the_default() -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.CropAndResize(image=np.zeros((1, 2, 2, 1), np.float32), boxes=np.zeros((1, 4), np.float32),
                                 box_ind=[0], crop_size=[1, 1], extrapolation_value=-0.0, name="crop")  # fmt: skip
    page = build_page(read_page(page_text(page_of(graph))))
    for copy in (built(python_source(graph)), page.graph):
        assert np.signbit(copy.node("crop").attrs["extrapolation_value"])
