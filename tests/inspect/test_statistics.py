"""Parameters, multiply-adds and activations of graphs and pages; the expected numbers are computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.inspect.statistics import Figures, graph_statistics, page_statistics
from graphops.interchange.page.read import page_from_json

Json = dict[str, Any]


def network(batch: int | None) -> go.Graph:
    """A convolution of 8 x 8 x 3 without padding, a bias, a ReLU, and a matrix product."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [batch, 8, 8, 3], name="x")
        with go.name_scope("features"):
            kernel = go.constant(np.zeros((3, 3, 3, 16), np.float32), name="kernel")
            conv = go.raw_ops.Conv2D(input=x, filter=kernel, strides=[1, 1, 1, 1], padding="VALID", name="conv")
            biased = go.raw_ops.BiasAdd(value=conv, bias=go.constant(np.zeros(16, np.float32), name="b"), name="add")
            relu = go.raw_ops.Relu(features=biased, name="relu")
        flat = go.raw_ops.Reshape(tensor=relu, shape=[-1, 6 * 6 * 16], name="flat")
        weights = go.constant(np.zeros((576, 10), np.float16), name="w")
        go.raw_ops.MatMul(a=go.raw_ops.Cast(x=flat, DstT=go.float16, name="half"), b=weights, name="y")
    return graph


def test_a_small_network() -> None:
    found = graph_statistics(network(2))
    features = found.total("features")
    assert features.parameters == 3 * 3 * 3 * 16 + 16
    assert features.parameter_bytes == 4 * (432 + 16)
    assert features.multiply_adds == 2 * 6 * 6 * 16 * 27  # of each result: a window of 3 x 3 x 3
    assert features.activation_bytes == 3 * 2 * 6 * 6 * 16 * 4  # conv, add, relu
    rows = found.rows()
    assert next(iter(rows)) == "features/"
    assert rows["features/"] == features
    assert rows["y"] == Figures(nodes=1, multiply_adds=2 * 576 * 10, activation_bytes=2 * 10 * 2)
    assert rows["w"] == Figures(nodes=1, parameters=5760, parameter_bytes=11520)  # float16
    assert rows["x"] == Figures(nodes=1)
    total = found.total()
    assert total.parameters == 432 + 16 + 5760
    assert total.multiply_adds == 2 * (15552 + 5760)
    assert total.unknown == 0
    assert found.rows("features")["features/conv"].multiply_adds == 2 * 15552
    assert not found.rows("nowhere")


def test_what_is_not_known_is_said() -> None:
    total = graph_statistics(network(None)).total()
    assert total.unknown == 6  # conv, add, relu, flat, half, y
    assert (total.multiply_adds, total.parameters) == (0, 432 + 16 + 5760)


def test_a_depthwise_convolution_and_its_gradient() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [1, 5, 5, 4], name="x")
        kernel = go.constant(np.zeros((3, 3, 4, 2), np.float32))
        y = go.raw_ops.DepthwiseConv2dNative(input=x, filter=kernel, strides=[1, 1, 1, 1], padding="VALID", name="y")
        go.gradients([y], [x])
    rows = graph_statistics(graph).rows()
    assert rows["y"].multiply_adds == 3 * 3 * 8 * 9  # 3 x 3 places of 8 channels, each of a window of 3 x 3
    backward = sum(f.multiply_adds for name, f in rows.items() if name != "y")
    assert backward == 3 * 3 * 8 * 9 * 2  # of the input and of the filter


def test_variables_and_what_is_no_parameter() -> None:
    with go.Graph().as_default() as graph:
        handle = go.raw_ops.VarHandleOp(dtype=go.float32, shape=[4, 5], name="v")
        go.raw_ops.ReadVariableOp(resource=handle, dtype=go.float32, name="read")
        go.raw_ops.VarHandleOp(dtype=go.int64, shape=[], name="step")
        go.raw_ops.VariableV2(dtype=go.float64, shape=[3], name="old")
        go.constant(np.arange(6), name="axes")
        go.constant(np.float32(2), name="scale")
        a = go.raw_ops.Identity(input=go.constant(np.ones(3, np.float32), name="c"), name="same")
        go.raw_ops.Neg(x=a, name="negative")
    rows = graph_statistics(graph).rows()
    assert rows["v"] == Figures(nodes=1, parameters=20, parameter_bytes=80)
    assert rows["old"] == Figures(nodes=1, parameters=3, parameter_bytes=24)
    assert rows["c"].parameters == 3
    assert rows["negative"] == Figures(nodes=1, activation_bytes=12)
    for name in ("read", "step", "axes", "scale", "same"):
        assert rows[name] == Figures(nodes=1), name


def test_functions_count_where_they_are_called() -> None:
    page = page_from_json(
        {
            "graphops_page": 1,
            "functions": {
                "f": {
                    "arguments": ["a"],
                    "blocks": [
                        {"id": "a", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [2, 4]}},
                        {"id": "w", "op": "Const", "attrs": {"dtype": "float", "value": [[1.0], [2.0], [3.0], [4.0]]}},
                        {"id": "y", "op": "MatMul"},
                    ],
                    "wires": [{"from": "a:output", "to": "y:a"}, {"from": "w:output", "to": "y:b"}],
                    "results": ["y:product"],
                },
                "self": {
                    "arguments": ["a"],
                    "blocks": [
                        {"id": "a", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [2, 4]}},
                        {"id": "y", "op": "PartitionedCall", "attrs": {"f": "self", "Tout": ["float"]}},
                    ],
                    "wires": [{"from": "a:output", "to": "y:args:0"}],
                    "results": ["y:output:0"],
                },
            },
            "blocks": [
                {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None, 4]}},
                {"id": "one", "op": "PartitionedCall", "attrs": {"f": "f", "Tout": ["float"]}},
                {"id": "two", "op": "PartitionedCall", "attrs": {"f": "f", "Tout": ["float"]}},
                {"id": "endless", "op": "PartitionedCall", "attrs": {"f": "self", "Tout": ["float"]}},
            ],
            "wires": [{"from": "x:output", "to": f"{to}:args:0"} for to in ("one", "two", "endless")],
        }
    )
    found, built = page_statistics(page, size=2)
    rows = found.rows()
    assert not built.problems
    assert rows["one"].multiply_adds == rows["two"].multiply_adds == 2 * 4
    assert (rows["one"].parameters, rows["two"].parameters) == (4, 0)  # the same weights
    assert rows["endless"].unknown > 0  # it ends
    body, _ = page_statistics(page, function="f")
    assert body.rows()["y"] == Figures(nodes=1, multiply_adds=2 * 4, activation_bytes=2 * 4)
    assert body.total().parameters == 4
    with pytest.raises(go.errors.NotFoundError, match="function must be one of the page, got 'g'"):
        page_statistics(page, function="g")


def test_branches_have_the_weights_of_both_and_take_what_the_costliest_takes() -> None:
    def branch(columns: int) -> Json:
        return {
            "arguments": ["a"],
            "blocks": [
                {"id": "a", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [2, 4]}},
                {"id": "w", "op": "Const", "attrs": {"dtype": "float", "value": np.ones((4, columns)).tolist()}},
                {"id": "y", "op": "MatMul"},
            ],
            "wires": [{"from": "a:output", "to": "y:a"}, {"from": "w:output", "to": "y:b"}],
            "results": ["y:product"],
        }

    choice = {"then_branch": "f", "else_branch": "g", "Tout": ["float"]}
    page = {
        "graphops_page": 1,
        "functions": {"f": branch(3), "g": branch(5)},
        "blocks": [
            {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [2, 4]}},
            {"id": "p", "op": "Placeholder", "attrs": {"dtype": "bool", "shape": []}},
            {"id": "if", "op": "StatelessIf", "attrs": choice},
        ],
        "wires": [{"from": "p:output", "to": "if:cond"}, {"from": "x:output", "to": "if:input:0"}],
    }
    found, built = page_statistics(page_from_json(page))
    assert not built.problems
    assert (found.of["if"].parameters, found.of["if"].parameter_bytes) == (4 * 3 + 4 * 5, 4 * (4 * 3 + 4 * 5))
    assert found.of["if"].multiply_adds == 2 * 4 * 5


def test_ops_with_products_of_their_own() -> None:
    with go.Graph().as_default() as graph:
        x, vector = go.placeholder(go.float32, [10, 10], name="x"), go.placeholder(go.float32, [10], name="v")
        go.raw_ops.Einsum(inputs=[x], equation="ij->ji", name="turned")
        go.raw_ops.Einsum(inputs=[x, x], equation="ij,jk->ik", name="product")
        go.raw_ops._FusedMatMul(a=x, b=x, args=[vector], fused_ops=["BiasAdd"], name="fused")
        go.raw_ops.SparseMatMul(a=x, b=x, name="sparse")

        def fed(*shape: int) -> go.Tensor:
            return go.placeholder(go.float32, shape)

        cell = {"w": fed(10, 24), "wci": fed(6), "wcf": fed(6), "wco": fed(6), "b": fed(24)}
        go.raw_ops.LSTMBlockCell(x=fed(8, 4), cs_prev=fed(8, 6), h_prev=fed(8, 6), **cell, name="cell")
        go.raw_ops.BlockLSTM(
            seq_len_max=np.int64(5), x=fed(5, 8, 4), cs_prev=fed(8, 6), h_prev=fed(8, 6), **cell, name="lstm"
        )
        go.raw_ops.GRUBlockCell(
            x=fed(8, 4), h_prev=fed(8, 6), w_ru=fed(10, 12), w_c=fed(10, 6), b_ru=fed(12), b_c=fed(6), name="gru"
        )
    found = graph_statistics(graph).of
    expected = {"turned": 0, "product": 1000, "fused": 1000, "sparse": 1000, "cell": 8 * 10 * 24,
                "lstm": 5 * 8 * 10 * 24, "gru": 8 * 10 * 18}  # fmt: skip
    assert {name: found[name].multiply_adds for name in expected} == expected


def test_functions_that_call_each_other_twice_and_deeply() -> None:
    """A thousand blocks of a page stand for 2^100 calls."""

    def body(number: int) -> Json:
        call = {"op": "PartitionedCall", "attrs": {"f": f"f{number + 1}", "Tout": ["float"]}}
        last = {"op": "MatMul", "inputs": {"b": [[1.0, 2.0], [3.0, 4.0]]}}
        blocks = [{"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [1, 2]}}]
        if number == 99:
            wires = [{"from": "x:output", "to": "y:a"}]
            return {
                "arguments": ["x"],
                "blocks": [*blocks, {"id": "y"} | last],
                "wires": wires,
                "results": ["y:product"],
            }
        wires = [{"from": "x:output", "to": "y:args:0"}, {"from": "y:output:0", "to": "z:args:0"}]
        blocks += [{"id": "y"} | call, {"id": "z"} | call]
        return {"arguments": ["x"], "blocks": blocks, "wires": wires, "results": ["z:output:0"]}

    functions = {f"f{number}": body(number) for number in reversed(range(100))}
    call: Json = {"id": "c", "op": "PartitionedCall", "attrs": {"f": "f90", "Tout": ["float"]}}
    page: Json = {"graphops_page": 1, "functions": functions, "blocks": [
        {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [1, 2]}}, call,
        {**call, "id": "deep", "attrs": {**call["attrs"], "f": "f0"}}],
        "wires": [{"from": "x:output", "to": "c:args:0"}, {"from": "x:output", "to": "deep:args:0"}]}  # fmt: skip
    found, built = page_statistics(page_from_json(page))
    assert not built.problems
    assert found.of["c"].multiply_adds == 2**9 * 4
    assert found.of["deep"].unknown == 2**64  # calls within 64 calls are not counted, and that is said


def test_a_page_with_an_optimizer() -> None:
    page: Json = {
        "graphops_page": 1,
        "blocks": [
            {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None, 3]}},
            {"id": "v", "op": "VarHandleOp", "attrs": {"dtype": "float", "shape": [3, 2]}},
            {"id": "read", "op": "ReadVariableOp", "attrs": {"dtype": "float"}},
            {"id": "y", "op": "MatMul"},
            {"id": "loss", "op": "Sum", "inputs": {"reduction_indices": [0, 1]}},
            {"id": "grads", "op": "Gradients"},
            {"id": "update", "op": "Momentum", "inputs": {"lr": 0.1, "momentum": 0.9}},
        ],
        "wires": [
            {"from": "v:resource", "to": "read:resource"},
            {"from": "x:output", "to": "y:a"},
            {"from": "read:value", "to": "y:b"},
            {"from": "y:product", "to": "loss:input"},
            {"from": "loss:output", "to": "grads:ys:0"},
            {"from": "v:resource", "to": "grads:xs:0"},
            {"from": "grads:grads", "to": "update:grads"},
            {"from": "v:resource", "to": "update:vars"},
        ],
    }
    found, built = page_statistics(page_from_json(page), size=5)
    assert not built.problems
    assert set(found.of) == {"x", "v", "read", "y", "loss", "grads", "update"}
    assert found.total().parameters == 6  # not the momentum
    assert found.of["y"].multiply_adds == 5 * 3 * 2
    assert found.of["grads"].multiply_adds == 5 * 3 * 2  # that of v alone: nothing asks for that of x


@pytest.mark.parametrize("size", [0, -1, 1 << 40, True, 1.5, "2"])
def test_a_wrong_size(size: Any) -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match="size of an unknown axis must be a number from 1"):
        page_statistics(page_from_json({"graphops_page": 1}), size=size)
