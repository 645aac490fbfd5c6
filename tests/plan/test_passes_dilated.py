"""fuse: a convolution between SpaceToBatchND and BatchToSpaceND; expected values are dilated loops in float64."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.plan.make import ancestors
from graphops.plan.passes.optimise import PASSES, optimise
from graphops_registry.shape import TensorShape
from tests.plan.rewritten import check_complete, ops, outcome, rewritten
from tests.reference.conv import conv
from tests.reference.depthwise import depthwise

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(12)


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def some(*dims: int, dtype: Any = np.float32) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=dims).astype(dtype)


def around(x: Any, w: Any, blocks: Any, pads: Any, crops: Any, between: Any = lambda y: y, **more: Any) -> Any:
    """A convolution of the batches of ``x``."""
    kind = more.pop("kind", raw.Conv2D)
    ends = more.pop("ends", blocks)
    attrs = {"strides": [1, 1, 1, 1], "padding": "VALID", **more}
    batches = raw.SpaceToBatchND(input=x, block_shape=np.array(blocks), paddings=np.array(pads, np.int32))
    y = between(kind(input=batches, filter=w, **attrs))
    return raw.BatchToSpaceND(input=y, block_shape=np.array(ends), crops=np.array(crops, np.int32))


def around_line(x: Any, w: Any, block: int, pads: Any, crops: Any, axis: int = 1, squeezed: int = 1) -> Any:
    """The same along one axis, as TensorFlow writes it."""
    batches = raw.SpaceToBatchND(input=x, block_shape=[block], paddings=np.array([pads], np.int32))
    y = raw.Conv2D(
        input=raw.ExpandDims(input=batches, dim=axis), filter=w, strides=[1, 1, 1, 1], padding="VALID", name="conv"
    )
    y = raw.Squeeze(input=y, squeeze_dims=[squeezed])
    return raw.BatchToSpaceND(input=y, block_shape=[block], crops=np.array([crops], np.int32))


def check(y: Any, x: Any, fed: Any, expected: Any, left: list[str], relative: float = 1e-5) -> Any:
    found = rewritten([y], [x], FUSE)
    assert ops(found) == left
    for passes in ((), FUSE, PASSES):
        (value,) = outcome(y, {x: fed}, passes)
        assert value.shape == expected.shape
        assert np.abs(value.astype(np.float64) - expected).max() <= relative * np.abs(expected).max()
    return next(node for node in found.nodes if node.type.endswith(("Conv2D", "Native")))


NO = ((0, 0), (0, 0))


@pytest.mark.parametrize("batch", [2, None])
@pytest.mark.parametrize(
    ("blocks", "pads", "crops", "padding"),
    [
        ((2, 3), ((0, 0), (0, 0)), ((0, 0), (0, 0)), "VALID"),
        ((2, 2), ((2, 2), (2, 2)), ((0, 0), (0, 0)), "SAME"),
        ((3, 2), ((3, 3), (2, 2)), ((0, 0), (0, 0)), "SAME"),
        ((5, 5), ((5, 8), (5, 8)), ((0, 3), (0, 3)), "SAME"),
        ((4, 4), ((4, 4), (0, 0)), ((0, 0), (0, 0)), "EXPLICIT"),
        ((4, 4), ((3, 5), (1, 7)), ((1, 0), (1, 3)), "EXPLICIT"),
        ((4, 4), ((1, 3), (2, 2)), ((1, 3), (2, 2)), "VALID"),
        ((2, 1), ((2, 2), (1, 1)), ((0, 0), (0, 0)), "SAME"),
    ],
)
def test_two_axes(batch: int | None, blocks: Any, pads: Any, crops: Any, padding: str) -> None:
    x, w = some(2, 12, 12, 3), some(3, 3, 3, 4)
    px = go.placeholder(go.float32, (batch, 12, 12, 3))
    whole = conv(np.pad(x, ((0, 0), *pads, (0, 0))), w, (1, 1), blocks, NO)
    _, rows, columns, _ = whole.shape
    expected = whole[:, crops[0][0] : rows - crops[0][1], crops[1][0] : columns - crops[1][1]]
    node = check(around(px, w, blocks, pads, crops), px, x, expected, ["Conv2D"])
    assert node.attrs["padding"] == padding
    assert node.attrs["dilations"] == (1, *blocks, 1)


def test_one_of_two_axes() -> None:
    x, w = some(1, 8, 5, 2), some(3, 2, 2, 3)
    px = go.placeholder(go.float32, x.shape)
    expected = conv(x, w, (1, 1), (2, 1), ((2, 2), (0, 0)))
    node = check(around(px, w, (2,), ((2, 2),), ((0, 0),)), px, x, expected, ["Conv2D"])
    assert node.attrs["dilations"] == (1, 2, 1, 1)


@pytest.mark.parametrize(("axis", "squeezed"), [(1, 1), (1, -3), (-3, 1), (2, 2), (-2, -2)])
def test_one_axis_of_a_line(axis: int, squeezed: int) -> None:
    x = some(2, 10, 3)
    place = axis % 4
    w = some(*((1, 3) if place == 1 else (3, 1)), 3, 4)
    px = go.placeholder(go.float32, (None, 10, 3))
    for pads, crops, left in (
        ((4, 6), (0, 2), ["ExpandDims", "Conv2D", "Squeeze"]),
        ((0, 2), (0, 2), ["ExpandDims", "Conv2D", "Squeeze"]),
    ):
        y = around_line(px, w, 4, pads, crops, axis, squeezed)
        before, after = pads[0] - crops[0], pads[1] - crops[1]
        wide = [(0, 0), (before, after)] if place == 1 else [(before, after), (0, 0)]
        dilations = (1, 4) if place == 1 else (4, 1)
        expected = np.squeeze(conv(np.expand_dims(x, place), w, (1, 1), dilations, wide), place)
        node = check(y, px, x, expected, left)
        assert node.attrs["dilations"] == (1, *dilations, 1)
        assert node.outputs[0].shape.dims == (None, *np.expand_dims(expected, place).shape[1:])


def test_a_pad_before_becomes_padding_as_well() -> None:
    x, w = some(2, 11, 3), some(1, 2, 3, 4)
    px = go.placeholder(go.float32, (None, 11, 3))
    padded = raw.Pad(input=px, paddings=np.array([(0, 0), (3, 0), (0, 0)], np.int32))
    y = around_line(padded, w, 2, (0, 0), (0, 0))
    expected = conv(x[:, None], w, (1, 1), (1, 2), ((0, 0), (3, 0)))[:, 0]
    node = check(y, px, x, expected, ["ExpandDims", "Conv2D", "Squeeze"])
    assert node.attrs["explicit_paddings"] == (0, 0, 0, 0, 3, 0, 0, 0)


def test_two_convolutions_of_the_same_batches() -> None:
    x, kernels = some(2, 8, 3), [some(1, 2, 3, 4), some(1, 3, 3, 4)]
    px = go.placeholder(go.float32, (None, 8, 3))
    lines = [around_line(px, w, 2, (4, 0), (0, 0)) for w in kernels]
    found = rewritten(lines, [px], ("merge_common", "fuse"))
    assert sorted(ops(found)) == ["Conv2D", "Conv2D", "ExpandDims", "Squeeze", "Squeeze"]
    for value, w in zip(outcome(lines, {px: x}, PASSES)[0], kernels, strict=True):
        expected = conv(x[:, None], w, (1, 1), (1, 2), ((0, 0), (4, 0)))[:, 0]
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())


def test_depthwise() -> None:
    x, w = some(2, 8, 8, 3), some(3, 3, 3, 2)
    px = go.placeholder(go.float32, (None, 8, 8, 3))
    for pads, margin in ((((2, 2), (2, 2)), ((2, 2), (2, 2))), (((0, 0), (0, 0)), NO)):
        expected = depthwise(x, w, (1, 1), (2, 2), margin)
        y = around(px, w, (2, 2), pads, NO, kind=raw.DepthwiseConv2dNative)
        check(y, px, x, expected, ["DepthwiseConv2dNative"])


def test_bias_and_activation_between() -> None:
    x, w, b = some(2, 8, 8, 3), some(3, 3, 3, 4), some(4)
    px = go.placeholder(go.float32, (None, 8, 8, 3))
    y = around(px, w, (2, 2), ((2, 2), (2, 2)), NO, lambda y: raw.Relu(features=raw.BiasAdd(value=y, bias=b)))
    found = rewritten([y], [px], FUSE)
    assert set(ops(found)) <= {"_FusedConv2D", "Conv2D", "BiasAdd", "Relu"}  # fused where a fast kernel is
    expected = np.maximum(conv(x, w, (1, 1), (2, 2), ((2, 2), (2, 2))) + b, 0)
    for passes in ((), FUSE):
        (value,) = outcome(y, {px: x}, passes)
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize(("dtype", "relative"), [(np.float64, 1e-12), (np.float16, 1e-3), (ml_dtypes.bfloat16, 1e-2)])
def test_other_types(dtype: Any, relative: float) -> None:
    x, w = some(1, 6, 6, 2).astype(dtype), some(3, 3, 2, 3).astype(dtype)
    px = go.placeholder(go.as_dtype(x.dtype), x.shape)
    expected = conv(x.astype(np.float64), w.astype(np.float64), (1, 1), (2, 2), ((2, 2), (2, 2)))
    check(around(px, w, (2, 2), ((2, 2), (2, 2)), NO), px, x, expected, ["Conv2D"], relative)


def left(y: Any, x: Any, *more: Any, fed: Any = ()) -> list[str]:
    return ops(rewritten([y, *more], [x, *fed], FUSE))


WHOLE = ["SpaceToBatchND", "Conv2D", "BatchToSpaceND"]


def test_what_does_not_fit_stays() -> None:
    x, w = go.placeholder(go.float32, (1, 8, 8, 2)), some(3, 3, 2, 3)
    zeros = ((0, 0), (0, 0))
    assert left(around(x, w, (2, 2), zeros, zeros), x) == ["Conv2D"]
    assert left(around(x, w, (2, 2), zeros, ((1, 0), (0, 0))), x) == WHOLE  # more is cut off than was put on
    assert left(around(x, w, (2, 2), ((1, 1), (1, 1)), ((0, 2), (0, 0))), x) == WHOLE
    assert left(around(x, w, (2, 2), zeros, zeros, ends=(1, 4)), x) == WHOLE
    assert left(around(x, w, (2, 2), zeros, zeros, strides=[1, 2, 2, 1]), x) == WHOLE
    assert left(around(x, w, (2, 2), zeros, zeros, padding="SAME"), x) == WHOLE
    assert left(around(x, some(2, 2, 2, 3), (2, 2), zeros, zeros, dilations=[1, 2, 2, 1]), x) == WHOLE
    softmax = around(x, w, (2, 2), zeros, zeros, lambda y: raw.Add(x=y, y=some(1, 2, 2, 3)))
    assert left(softmax, x) == ["SpaceToBatchND", "Conv2D", "Add", "BatchToSpaceND"]
    channels = around(x, some(1, 1, 1, 3), (2, 2, 2), (*zeros, (0, 0)), (*zeros, (0, 1)))
    assert left(channels, x) == WHOLE  # blocks of channels
    infinite = w.copy()
    infinite[0, 0, 0, 0] = np.inf
    assert left(around(x, infinite, (2, 2), ((1, 1), (1, 1)), zeros), x) == WHOLE
    assert left(around(x, infinite, (2, 2), zeros, zeros), x) == ["Conv2D"]


def test_what_fails_fails_as_before() -> None:
    x, w = go.placeholder(go.float32, (None, None, 8, 2)), some(3, 3, 2, 3)
    y = around(x, w, (2, 2), ((0, 0), (0, 0)), ((0, 0), (0, 0)))
    assert left(y, x) == WHOLE  # whether the size is a multiple of the block is not known
    nodes = [node for node in ancestors([y], [x]) if node.type != "Placeholder"]
    for size, kinds in ((7, WHOLE), (4, WHOLE), (8, ["Conv2D"])):  # no multiple of the block; smaller than the filter
        found = optimise(nodes, [y], [x], FUSE, feed_shapes={x: TensorShape((1, size, 8, 2))})
        assert ops(found) == kinds
    fed = some(1, 7, 8, 2)
    (plain,), (fused,) = (outcome(y, {x: fed}, passes, runs=1) for passes in ((), PASSES))
    assert plain == fused
    assert plain[0].__name__ == "InvalidArgumentError"


def test_a_result_without_elements_stays_empty() -> None:
    """The dilated convolution would have a kernel that is larger than its input."""
    x = some(1, 4, 8, 2)
    px = go.placeholder(go.float32, x.shape)
    y = around(px, some(3, 2, 2, 3), (2, 1), ((0, 2), (1, 4)), ((0, 2), (0, 4)))
    for passes in ((), PASSES):
        assert outcome(y, {px: x}, passes)[0].shape == (1, 0, 8, 3)


def test_infinities_and_nan_go_where_they_went() -> None:
    x, w = some(1, 8, 8, 2), some(3, 3, 2, 3)
    x[0, 0, 0, 0], x[0, 3, 4, 1], x[0, 7, 7, 0] = np.nan, np.inf, -np.inf
    px = go.placeholder(go.float32, x.shape)
    y = around(px, w, (2, 2), ((2, 2), (2, 2)), NO)
    (plain,), (fused,) = (outcome(y, {px: x}, passes) for passes in ((), FUSE))
    np.testing.assert_array_equal(np.isnan(plain), np.isnan(fused))
    np.testing.assert_array_equal(plain[np.isinf(plain)], fused[np.isinf(plain)])
    assert np.isnan(plain).any()
    assert np.isinf(plain).any()


def test_what_is_fed_fetched_read_or_awaited_stays() -> None:
    x, w, paddings = go.placeholder(go.float32, (1, 8, 8, 2)), some(3, 3, 2, 3), go.constant([[2, 2], [2, 2]])
    batches = raw.SpaceToBatchND(input=x, block_shape=[2, 2], paddings=paddings)
    inner = raw.Conv2D(input=batches, filter=w, strides=[1, 1, 1, 1], padding="VALID")
    y = raw.BatchToSpaceND(input=inner, block_shape=[2, 2], crops=np.zeros((2, 2), np.int32))
    assert left(y, x) == ["Conv2D"]
    for more in (inner, batches.node, inner.node, y.node):
        assert left(y, x, more) == WHOLE
    assert left(y, x, raw.Neg(x=inner)) == ["SpaceToBatchND", "Conv2D", "BatchToSpaceND", "Neg"]
    assert left(y, x, batches) == ["SpaceToBatchND", "Conv2D"]
    assert left(y, x, raw.Neg(x=batches)) == ["SpaceToBatchND", "Conv2D", "Neg"]
    assert left(y, x, fed=[paddings]) == WHOLE
    for node in (batches.node, inner.node, y.node):
        with go.get_default_graph().control_dependencies([node]):
            after = raw.Neg(x=x)
        assert left(y, x, after) == [*WHOLE, "Neg"]


def test_paddings_that_follow_from_the_size() -> None:
    """TensorFlow computes them in the graph, and they are known where the shapes of the feeds are."""
    x, w = go.placeholder(go.float32, (None, None, 3)), some(1, 3, 3, 4)
    size = raw.StridedSlice(input=raw.Shape(input=x), begin=[1], end=[2], strides=[1], shrink_axis_mask=1)
    more = raw.FloorMod(x=4 - raw.FloorMod(x=size + 8, y=4), y=4)
    batches = raw.SpaceToBatchND(
        input=x, block_shape=[4], paddings=raw.Pack(values=[raw.Pack(values=[4, 4 + more], axis=0)], axis=0)
    )
    inner = raw.Conv2D(input=raw.ExpandDims(input=batches, dim=1), filter=w, strides=[1, 1, 1, 1], padding="VALID")
    y = raw.BatchToSpaceND(
        input=raw.Squeeze(input=inner, squeeze_dims=[-3]), block_shape=[4],
        crops=raw.Pack(values=[raw.Pack(values=[0, more], axis=0)], axis=0),
    )  # fmt: skip
    assert "BatchToSpaceND" in ops(rewritten([y], [x]))
    nodes = [node for node in ancestors([y], [x]) if node.type != "Placeholder"]
    for length in (10, 11, 12):
        fed = some(2, length, 3)
        found = optimise(nodes, [y], [x], PASSES, feed_shapes={x: TensorShape(fed.shape)})
        check_complete(found, [y], [x])
        assert ops(found) == ["ExpandDims", "Conv2D", "Squeeze"]
        expected = conv(fed[:, None], w, (1, 1), (1, 4), ((0, 0), (4, 4)))[:, 0]
        for value in outcome(y, {x: fed}, PASSES, runs=4):
            np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())
