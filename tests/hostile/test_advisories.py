"""TensorFlow's security advisories: their inputs are refused, or give the right value, in each of four ways.

The ways are eager, a graph of constants, a graph of placeholders of unknown shape, and a GraphDef that the library's
own checks have not seen. See ``advisories.py`` for the calls and ``run_advisories.py`` for how they run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.graph_def import messages
from graphops_registry.attr import parse_attr
from graphops_registry.errors import FailedPreconditionError, GraphopsError, InvalidArgumentError, NotFoundError
from graphops_registry.op_def import registered_ops
from tests.hostile.advisories import CASES, NO_SUCH_OP
from tests.hostile.bomb import FLOAT, add, graph_with_x, run

ROOT = Path(__file__).parent.parent.parent
WAYS = ("eager", "static", "dynamic", "import")
_seen: dict[tuple[str, str], str] = {}


def in_a_process(module: str, *names: str) -> list[list[str]]:
    """The lines of JSON that ``python -m module names`` prints."""
    if sys.platform != "linux":
        pytest.skip("looks into /proc, which Linux has")
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels")))
    done = subprocess.run(
        [sys.executable, "-m", module, *names],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


@pytest.fixture(scope="module")
def outcomes() -> dict[tuple[str, str], str]:
    """One process for all of them, started when the first is asked for."""
    if not _seen:
        for name, way, said in in_a_process("tests.hostile.run_advisories"):
            _seen[name, way] = said
    return _seen


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_advisory(case: Any, outcomes: Any) -> None:
    failed = {way: outcomes[case.name, way] for way in WAYS if outcomes[case.name, way].startswith("FAILED")}
    assert not failed


def test_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("op", NO_SUCH_OP)
def test_no_such_op(op: str) -> None:
    go.raw_ops.__dir__()
    assert op not in {known.name for known in registered_ops()}, f"write tests for {NO_SUCH_OP[op]}"
    graph = messages.GraphDef()
    graph.node.add(name="y", op=op)
    with go.Graph().as_default(), go.Session() as session:
        go.import_graph_def(graph, name="")
        with pytest.raises(NotFoundError, match=op):
            session.run("y")


# -- what is no call of one op ----------------------------------------------------------------------------------------


def test_cve_2020_15190_switch_has_an_output_without_a_value() -> None:
    x, false = np.ones(2, np.float32), np.array(False)
    with pytest.raises(GraphopsError):
        go.eager.Switch(data=x, pred=false)
    with go.Graph().as_default(), go.Session() as session:
        taken = go.raw_ops.Switch(data=x, pred=false)
        assert session.run(taken[0]).tolist() == [1.0, 1.0]
        with pytest.raises(InvalidArgumentError, match="branch that was not taken"):
            session.run(taken[1])
        p = go.placeholder(go.bool_)
        with pytest.raises(InvalidArgumentError, match="scalar"):
            session.run(go.raw_ops.Switch(data=x, pred=p)[0], {p: [True, False]})


@pytest.mark.parametrize("text", ["[" * 100_000, "{" * 100_000, "list(" * 50_000])
def test_cve_2021_29615_deeply_nested_attrs(text: str) -> None:
    with pytest.raises(GraphopsError):
        parse_attr(f"a: {text}")
    with pytest.raises(GraphopsError):
        parse_attr(f"a: list(int) = {text}")
    with go.Graph().as_default(), pytest.raises(GraphopsError):
        go.import_graph_def("node { name: 'a' op: 'NoOp' attr { key: 'a' value { list " + text)


def nested(levels: int) -> Any:
    """An AttrValue within an AttrValue within one, by way of the attrs of functions."""
    data = b""
    for _ in range(levels):
        entry = b"\x0a\x01a\x12" + _varint(len(data)) + data
        function = b"\x0a\x01f\x12" + _varint(len(entry)) + entry
        data = b"\x52" + _varint(len(function)) + function
    value = b"\x0a\x01a\x12" + _varint(len(data)) + data
    node = b"\x0a\x01n\x12\x04NoOp\x2a" + _varint(len(value)) + value
    return b"\x0a" + _varint(len(node)) + node


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


@pytest.mark.parametrize("levels", [40, 200, 5000])
def test_cve_2021_29615_deeply_nested_attr_messages(levels: int) -> None:
    with go.Graph().as_default() as graph:
        try:
            go.import_graph_def(nested(levels))
        except GraphopsError:
            return
        assert len(graph) == 1


@pytest.mark.parametrize("name", ["functions_that_call_each_other", "function_that_calls_itself"])
def test_cve_2021_41213_recursive_functions(name: str) -> None:
    (found,) = in_a_process("tests.hostile.run_bombs", name)
    assert found[1].startswith("refused"), found[1]


def cycle() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "b", T={"type": FLOAT})
    add(graph, "b", "Neg", "a", T={"type": FLOAT})
    return graph


def missing_input() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "nobody", T={"type": FLOAT})
    return graph


def output_that_is_not_there() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "x:7", T={"type": FLOAT})
    return graph


def attr_of_another_kind() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "x", T={"s": b"float"})
    return graph


def dtype_that_does_not_exist() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "x", T={"type": 99})
    return graph


def too_many_inputs() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Neg", "x", "x", T={"type": FLOAT})
    return graph


def negative_shape() -> Any:
    graph = graph_with_x()
    add(graph, "a", "Placeholder", dtype={"type": FLOAT}, shape={"shape": {"dim": [{"size": -7}]}})
    return graph


def constant_of_huge_size() -> Any:
    graph = messages.GraphDef()
    shape = {"dim": [{"size": 1 << 40}] * 2}
    add(graph, "a", "Const", dtype={"type": FLOAT},
        value={"tensor": {"dtype": FLOAT, "tensor_shape": shape, "float_val": [1.0]}})  # fmt: skip
    return graph


@pytest.mark.parametrize(
    "make",
    [
        cycle, missing_input, output_that_is_not_there, attr_of_another_kind, dtype_that_does_not_exist,
        too_many_inputs, negative_shape, constant_of_huge_size,
    ],
)  # fmt: skip
def test_cve_2022_23594_tampered_graphs(make: Any) -> None:
    with pytest.raises(GraphopsError):
        run(make(), "a")


def test_cve_2022_29207_resource_handles_of_no_element() -> None:
    with go.Graph().as_default(), go.Session() as session:
        handle = go.placeholder(go.resource)
        empty = np.empty(0, object)
        for y in (
            go.raw_ops.StackPushV2(handle=handle, elem=[1.0]),
            go.raw_ops.StackPopV2(handle=handle, elem_type="float32"),
            go.raw_ops.ReadVariableOp(resource=handle, dtype="float32"),
            go.raw_ops.TensorArraySizeV3(handle=handle, flow_in=0.0),
        ):
            for value in (empty, np.array([None], object), np.array(None, object), np.array(b"x", object)):
                with pytest.raises(GraphopsError):
                    session.run(y, {handle: value})


def test_cve_2020_15204_stateful_ops_have_no_session_in_eager_calls() -> None:
    for op, arguments in (
        ("VarHandleOp", {"dtype": "float32", "shape": []}),
        ("StackV2", {"max_size": 1, "elem_type": "float32"}),
    ):
        with pytest.raises(FailedPreconditionError, match="Session"):
            getattr(go.eager, op)(**arguments)
