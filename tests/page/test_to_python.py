"""Graphs as Python source: what is written builds the same nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.page import build_page, load_page, python_source
from tests.page.test_write import EXAMPLES, RECORDED, nodes_of


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
        go.import_graph_def(go.graph_def.read_file(path), name="")
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
        go.constant(np.ones(2).astype(go.as_dtype("bfloat16").as_numpy_dtype), name="a.b-c")
        go.constant([b"\xff", b"'"], name="X/")
        go.constant(1, name="x/")  # TensorFlow takes both names for one
        go.constant(np.zeros((0, 2)), name="lambda")
        go.raw_ops.Where(condition=go.raw_ops.Unique(x=[1, 1]).idx > 0)
    assert same(built(python_source(graph)), graph)
