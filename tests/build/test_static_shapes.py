"""Shapes that are known while the graph is built: named dimensions, constant expressions, refinement."""

import numpy as np
import pytest

import graphops as go
from graphops.graph.constant_value import constant_value
from graphops_registry.errors import GraphopsError, InvalidArgumentError


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def test_named_dimensions_pass_through_ops():
    x = go.placeholder(go.float32, ("N", 8, 8, 3))
    w = go.constant(np.zeros((3, 3, 3, 5), np.float32))
    y = go.nn.conv2d(x, w, 2, "SAME")
    assert y.shape == ("N", 4, 4, 5)
    flat = go.raw_ops.Reshape(tensor=y, shape=[-1, 80])
    assert flat.shape == ("N", 80)
    assert (flat @ go.constant(np.zeros((80, 2), np.float32))).shape == ("N", 2)
    (dx,) = go.gradients(y, [x])
    assert dx.shape == ("N", 8, 8, 3)


def test_sizes_from_constant_expressions():
    x = go.placeholder(go.float32, (2, 5, 6, 7, 3))
    n = go.constant(4)
    sizes = go.raw_ops.Pack(values=[2, 2, 3, 3, n + 1 - 1])
    dy = go.placeholder(go.float32, (2, 5, 6, 7, 4))
    dw = go.raw_ops.Conv3DBackpropFilterV2(
        input=x, filter_sizes=sizes, out_backprop=dy, strides=[1] * 5, padding="SAME"
    )
    assert dw.shape == (2, 2, 3, 3, 4)
    shape = go.raw_ops.Shape(input=x)
    assert constant_value(shape).tolist() == [2, 5, 6, 7, 3]
    assert constant_value(go.raw_ops.Prod(input=shape[1:], reduction_indices=0)) == 630
    assert go.raw_ops.Fill(dims=shape[-2:], value=1.0).shape == (7, 3)


def test_partly_known_sizes():
    x = go.placeholder(go.float32, (None, 4))
    shape = go.raw_ops.Shape(input=x)
    assert go.raw_ops.Fill(dims=shape, value=1.0).shape == (None, 4)
    assert go.raw_ops.Reshape(tensor=x, shape=go.raw_ops.Pack(values=[shape[0], 2, 2])).shape == (None, 2, 2)
    joined = go.raw_ops.ConcatV2(values=[shape, [7]], axis=0)
    assert go.raw_ops.Fill(dims=joined, value=1.0).shape == (None, 4, 7)


def test_a_fed_constant_is_not_folded_into_results():
    size = go.constant([2], name="size")
    y = go.raw_ops.Fill(dims=size + 1, value=1.0)
    with go.Session() as session:
        assert session.run(y).shape == (3,)
        assert session.run(y, {size: [4]}).shape == (5,)


def test_doubling_expressions_take_no_exponential_time():
    n = go.constant(1)
    for _ in range(30):
        n = go.raw_ops.FloorMod(x=n + n, y=1000)
    assert constant_value(n) == pow(2, 30, 1000)


def test_set_shape_refines():
    x = go.placeholder(go.float32, None)
    x.set_shape([None, 3])
    x.set_shape([2, None])
    assert x.shape == (2, 3)
    with pytest.raises(InvalidArgumentError, match="compatible"):
        x.set_shape([4, 3])


def test_what_is_known_too_late_is_found_at_run():
    x, w = go.placeholder(go.float32), go.placeholder(go.float32)
    y = go.raw_ops.Conv2D(input=x, filter=w, strides=[1] * 4, padding="VALID")
    assert y.shape.rank == 4
    with go.Session() as session, pytest.raises(GraphopsError, match="filter of op 'Conv2D' must reach no further"):
        session.run(y, {x: np.zeros((1, 2, 2, 1)), w: np.zeros((3, 1, 1, 1))})


def test_merge_takes_a_late_input(graph):
    start = go.placeholder(go.float32, (2,))
    merge = go.raw_ops.Merge(inputs=[start, start])
    step = go.raw_ops.NextIteration(data=merge.output * 2.0)
    merge.output.node.set_late_input(1, step)
    assert merge.output.node.inputs[1] is step
    with pytest.raises(GraphopsError, match="must belong to a Merge"):
        step.node.set_late_input(0, start)
    with pytest.raises(GraphopsError, match="dtype float32"):
        merge.output.node.set_late_input(1, go.constant([1, 2]))
    with pytest.raises(GraphopsError, match="index below 2"):
        merge.output.node.set_late_input(2, step)
    with go.Session() as session, pytest.raises(GraphopsError, match="NextIteration must be in a loop"):
        session.run(merge.output, {start: [1, 2]})
