"""The shape rules of the math family on partial shapes, and the gradients that they decide."""

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.shape import TensorShape

Shape = Any


def build(op: str, shapes: dict[str, Shape], dtypes: dict[str, str] | None = None, **attrs: Any) -> Any:
    """A node of ``op`` on placeholders of the given partial shapes (float32 unless dtypes says otherwise)."""
    dtypes = dtypes or {}
    inputs = {
        name: value if isinstance(value, np.ndarray) else go.placeholder(dtypes.get(name, "float32"), value)
        for name, value in shapes.items()
    }
    return getattr(go.raw_ops, op)(**inputs, **attrs)


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def axes(*values: int) -> np.ndarray:
    return np.array(values, np.int32)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ((2, 3), (3,), (2, 3)),
        ((2, 1), (1, 3), (2, 3)),
        ((), (4,), (4,)),
        ((None, 3), (1, 3), (None, 3)),
        ((None, 3), (5, 1), (5, 3)),
        ((None,), (None,), (None,)),
        (("N", 3), ("N", 3), ("N", 3)),
        (("N", 3), (3,), ("N", 3)),
        (("N",), (None,), (None,)),
        (None, (3,), None),
        ((0,), (1,), (0,)),
    ],
)
@pytest.mark.parametrize("op", ["AddV2", "Maximum", "Less", "Equal", "Complex"])
def test_operands_broadcast(op, x, y, expected):
    names = ("real", "imag") if op == "Complex" else ("x", "y")
    assert build(op, dict(zip(names, (x, y), strict=True))).shape == TensorShape(expected)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ((2,), (3,), ()),
        ((2,), (2,), (2,)),
        ((2,), (1,), (2,)),
        ((None,), (3,), None),
        ((None,), (1,), (None,)),
        (("N",), ("N",), ("N",)),
        ((), (None,), (None,)),
        (None, (3,), None),
    ],
)
def test_equal_says_what_it_will_be_when_shapes_may_not_match(x, y, expected):
    assert build("Equal", {"x": x, "y": y}, incompatible_shape_error=False).shape == TensorShape(expected)


@pytest.mark.parametrize(
    ("shape", "indices", "keep", "expected"),
    [
        ((2, 3, 4), axes(0), False, (3, 4)),
        ((2, 3, 4), axes(-1, 0), True, (1, 3, 1)),
        ((2, 3, 4), np.array(1, np.int64), False, (2, 4)),
        ((2, 3, 4), axes(), False, (2, 3, 4)),
        (("N", 3, None), axes(1), False, ("N", None)),
        ((), axes(), False, ()),
        (None, axes(0), False, None),
        (None, axes(0), True, None),
        ((2, 3, 4), (), False, (None, None)),
        ((2, 3, 4), (2,), False, (None,)),
        ((2, 3, 4), (None,), False, None),
        ((2, 3, 4), (None,), True, (None, None, None)),
        ((2, 3, 4), None, True, (None, None, None)),
    ],
)
@pytest.mark.parametrize("op", ["Sum", "Max", "Any"])
def test_reductions(op, shape, indices, keep, expected):
    dtypes = {"reduction_indices": "int32", "input": "bool" if op == "Any" else "float32"}
    inputs = {"input": shape, "reduction_indices": indices}
    assert build(op, inputs, dtypes, keep_dims=keep).shape == TensorShape(expected)


@pytest.mark.parametrize(
    ("shape", "dimension", "expected"),
    [
        ((2, "N", 4), np.array(-2, np.int32), (2, 4)),
        ((2, 3), (), (None,)),
        (None, np.array(0, np.int32), None),
        ((0, 3), np.array(1, np.int32), (0,)),
    ],
)
def test_positions(shape, dimension, expected):
    node = build("ArgMax", {"input": shape, "dimension": dimension}, {"dimension": "int32"})
    assert node.shape == TensorShape(expected)
    assert node.dtype == go.int64


@pytest.mark.parametrize(
    ("a", "b", "transpose_a", "transpose_b", "expected"),
    [
        ((2, 3), (3, 4), False, False, (2, 4)),
        ((3, 2), (4, 3), True, True, (2, 4)),
        (("N", 3), (None, 4), False, False, ("N", 4)),
        (None, (3, 4), False, False, (None, 4)),
        (None, None, True, False, (None, None)),
    ],
)
def test_matrix_products(a, b, transpose_a, transpose_b, expected):
    product = build("MatMul", {"a": a, "b": b}, transpose_a=transpose_a, transpose_b=transpose_b)
    assert product.shape == TensorShape(expected)
    stacked = build("BatchMatMulV2", {"x": a, "y": b}, adj_x=transpose_a, adj_y=transpose_b)
    assert stacked.shape == (TensorShape(None) if None in (a, b) else TensorShape(expected))


@pytest.mark.parametrize(
    ("op", "x", "y", "expected"),
    [
        ("BatchMatMul", ("N", 2, 3), (5, 3, 4), (5, 2, 4)),
        ("BatchMatMulV2", (7, 1, 2, 3), (5, 3, 4), (7, 5, 2, 4)),
        ("BatchMatMulV2", (None, 2, 3), (5, 3, 4), (5, 2, 4)),
        ("BatchMatMulV2", (None, 2, 3), (None, 3, 4), (None, 2, 4)),
        ("BatchMatMulV3", ("N", 2, 3), (3, 4), ("N", 2, 4)),
    ],
)
def test_stacks_of_matrices(op, x, y, expected):
    attrs = {"Tout": "float32"} if op == "BatchMatMulV3" else {}
    assert build(op, {"x": x, "y": y}, **attrs).shape == TensorShape(expected)


@pytest.mark.parametrize(
    ("condition", "t", "e", "expected"),
    [
        ((), (2, 3), (2, None), (2, 3)),
        ((2,), (None, 3), (None, 3), (2, 3)),
        (("N",), (None, 3), (None, 3), ("N", 3)),
        ((2, 3), (None, None), None, (2, 3)),
        (None, (2, 3), None, (2, 3)),
        ((2,), None, None, None),
    ],
)
def test_select(condition, t, e, expected):
    node = build("Select", {"condition": condition, "t": t, "e": e}, {"condition": "bool"})
    assert node.shape == TensorShape(expected)


def test_select_v2_broadcasts_all_three():
    node = build("SelectV2", {"condition": (2, 1), "t": (3,), "e": ("N", 1, 1)}, {"condition": "bool"})
    assert node.shape == TensorShape(("N", 2, 3))


@pytest.mark.parametrize(
    ("op", "data", "ids", "segments", "expected"),
    [
        ("SegmentSum", (5, 2), (5,), None, (None, 2)),
        ("SegmentSum", (0, 2), (None,), None, (0, 2)),
        ("SegmentSum", None, (None,), None, None),
        ("UnsortedSegmentSum", (5, 2), (5,), np.array(3, np.int32), (3, 2)),
        ("UnsortedSegmentSum", (5, 2, 7), ("N", 2), np.array(3, np.int32), (3, 7)),
        ("UnsortedSegmentSum", (5, 2), (), (), (None, 5, 2)),
        ("UnsortedSegmentSum", (5, 2), None, np.array(3, np.int32), None),
    ],
)
def test_segments(op, data, ids, segments, expected):
    inputs = {"data": data, "segment_ids": ids}
    if op == "UnsortedSegmentSum":
        inputs["num_segments"] = segments
    assert build(op, inputs, {"segment_ids": "int32", "num_segments": "int32"}).shape == TensorShape(expected)


def test_accumulate_n_merges_with_its_attr():
    terms = [go.placeholder("float32", (None, 3)), go.placeholder("float32", None)]
    assert go.raw_ops.AccumulateNV2(inputs=terms, shape=(2, None)).shape == TensorShape((2, 3))


def test_scans_and_clips_keep_the_shape():
    assert build("Cumsum", {"x": ("N", 3), "axis": ()}, {"axis": "int32"}).shape == TensorShape(("N", 3))
    clipped = build("ClipByValue", {"t": (2, None), "clip_value_min": (), "clip_value_max": (2, 1)})
    assert clipped.shape == TensorShape((2, None))
    assert build("L2Loss", {"t": None}).shape == TensorShape(())


# -- what gradients make of static shapes --------------------------------------------------------------------------


def gradient_nodes(op: str, x: Shape, y: Shape) -> tuple[list[Any], list[str]]:
    """The gradients of a broadcasting op, and the types of the nodes that were added for them."""
    x, y = go.placeholder("float32", x), go.placeholder("float32", y)
    result = getattr(go.raw_ops, op)(x=x, y=y)
    before = len(result.graph.nodes)
    gradients = go.gradients(result, [x, y])
    return gradients, [node.type for node in result.graph.nodes[before:]]


def test_equal_static_shapes_need_no_sum():
    gradients, types = gradient_nodes("AddV2", (2, 3), (2, 3))
    assert not {"Sum", "Reshape", "BroadcastGradientArgs"} & set(types)
    gradients, types = gradient_nodes("Mul", ("N", 3), ("N", 3))
    assert not {"Sum", "Reshape", "BroadcastGradientArgs"} & set(types)
    assert [gradient.shape for gradient in gradients] == [TensorShape(("N", 3))] * 2


def test_a_bias_is_summed_over_the_batch_without_looking_at_shapes():
    gradients, types = gradient_nodes("AddV2", (None, 10), (10,))
    assert types.count("Sum") == 1
    assert not {"Reshape", "BroadcastGradientArgs"} & set(types)
    assert gradients[1].shape == TensorShape((10,))


def test_stretched_axes_are_summed_and_kept():
    gradients, types = gradient_nodes("Sub", (2, 1), (1, 3))
    assert types.count("Sum") == 2
    assert "Reshape" not in types
    assert [gradient.shape for gradient in gradients] == [TensorShape((2, 1)), TensorShape((1, 3))]


@pytest.mark.parametrize(("x", "y"), [((None,), (None,)), ((None, 3), (4, 3)), (None, (3,)), (("N",), ("M",))])
def test_unknown_shapes_are_compared_at_run(x, y):
    _, types = gradient_nodes("Mul", x, y)
    assert types.count("BroadcastGradientArgs") == 1


@pytest.mark.parametrize("shapes", [((4, 3), (4, 3)), ((1, 3), (4, 3)), ((3,), (4, 3)), ((), (2,)), ((2, 1), (1, 3))])
@pytest.mark.parametrize("static", ["known", "rank", "unknown"])
def test_gradients_of_broadcast_operands_have_the_shapes_of_the_operands(shapes, static):
    def partial(shape):
        return {"known": shape, "rank": (None,) * len(shape), "unknown": None}[static]

    arrays = [np.random.default_rng(size).random(shape, np.float32) for size, shape in enumerate(shapes)]
    x, y = (go.placeholder("float32", partial(shape)) for shape in shapes)
    gradients = go.gradients(go.raw_ops.Mul(x=x, y=y), [x, y])
    with go.Session(x.graph) as session:
        dx, dy = session.run(gradients, dict(zip((x, y), arrays, strict=True)))
    for got, operand, other in ((dx, *arrays), (dy, *arrays[::-1])):
        full = np.broadcast_to(other, np.broadcast_shapes(*shapes))
        missing = full.ndim - operand.ndim
        axes = (*range(missing), *(i + missing for i, size in enumerate(operand.shape) if size == 1))
        np.testing.assert_allclose(got, full.sum(axis=axes).reshape(operand.shape), rtol=1e-6)


@pytest.mark.parametrize("op", ["Sum", "Mean", "Prod", "Max"])
@pytest.mark.parametrize("static", ["known", "rank", "unknown"])
@pytest.mark.parametrize("fed_axes", [False, True])
@pytest.mark.parametrize("keep", [False, True])
def test_gradients_of_reductions_on_every_kind_of_partial_shape(op, static, fed_axes, keep):
    x = np.array([[[1.0, 2], [3, 4], [5, 6]], [[12, 11], [10, 9], [8, 7]]])  # (2, 3, 2)
    shape = {"known": x.shape, "rank": (None,) * 3, "unknown": None}[static]
    fed = go.placeholder("float64", shape)
    indices = go.placeholder("int32", None) if fed_axes else np.array([0, -1], np.int32)
    gradient = go.gradients(getattr(go.raw_ops, op)(input=fed, reduction_indices=indices, keep_dims=keep), fed)[0]
    feeds = {fed: x, indices: np.array([0, -1], np.int32)} if fed_axes else {fed: x}
    with go.Session(fed.graph) as session:
        result = session.run(gradient, feeds)
    products = np.prod(x, axis=(0, 2), keepdims=True)
    expected = {
        "Sum": np.ones_like(x),
        "Mean": np.full_like(x, 0.25),
        "Prod": products / x,
        "Max": (x == x.max(axis=(0, 2), keepdims=True)).astype(float),
    }[op]
    np.testing.assert_allclose(result, expected, rtol=1e-14)
