"""fuse: a Pad before a convolution becomes its padding; expected values are loops in float64 over padded arrays."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.graph.node import Node
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv
from tests.reference.depthwise import depthwise

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(11)


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


def some(*dims: int, dtype: Any = np.float32) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=dims).astype(dtype)


def only(found: Any, kind: str) -> Node:
    assert ops(found) == [kind]
    (node,) = [node for node in found.nodes if node.type != "Const"]
    return node


def check(y: Any, x: Any, fed: Any, expected: Any, kind: str, padding: str) -> None:
    node = only(rewritten([y], [x], FUSE), kind)
    assert node.attrs["padding"] == padding
    assert node.outputs == (y,)
    for passes in ((), FUSE):
        (value,) = outcome(y, {x: fed}, passes)
        assert np.abs(value - expected).max() <= 1e-5 * np.abs(expected).max()


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("batch", [2, None])
@pytest.mark.parametrize("pads", [((0, 1), (2, 0)), ((3, 3), (3, 3)), ((1, 0), (0, 0))])
def test_any_pad_of_two_dimensions(layout: str, batch: int | None, pads: Any) -> None:
    x, w = some(2, 7, 6, 3), some(3, 2, 3, 4)
    amounts, dims = np.array(((0, 0), *pads, (0, 0)), np.int32), (batch, 7, 6, 3)
    expected = conv(np.pad(x, amounts), w, (2, 1), (1, 1), ((0, 0), (0, 0)))
    strides = [1, 2, 1, 1]
    if layout == "NCHW":
        order = [0, 3, 1, 2]
        x, expected, amounts = x.transpose(order), expected.transpose(order), amounts[order]
        dims, strides = tuple(dims[axis] for axis in order), [strides[axis] for axis in order]
    px = go.placeholder(go.float32, dims)
    y = raw.Conv2D(
        input=raw.Pad(input=px, paddings=amounts), filter=w, strides=strides, padding="VALID", data_format=layout
    )
    check(y, px, x, expected, "Conv2D", "EXPLICIT")


@pytest.mark.parametrize("size", [6, 7])
def test_what_same_pads(size: int) -> None:
    """(0, 1) is what SAME pads before a stride of 2 where the size is even, (1, 1) where it is odd."""
    x, w = some(1, size, size, 2), some(3, 3, 2, 3)
    px = go.placeholder(go.float32, x.shape)
    for pads in ((0, 1), (1, 1)):
        amounts = np.array([(0, 0), pads, pads, (0, 0)], np.int32)
        y = raw.Conv2D(input=raw.Pad(input=px, paddings=amounts), filter=w, strides=[1, 2, 2, 1], padding="VALID")
        expected = conv(np.pad(x, amounts), w, (2, 2), (1, 1), ((0, 0), (0, 0)))
        check(y, px, x, expected, "Conv2D", "SAME" if (pads == (0, 1)) == (size == 6) else "EXPLICIT")


def test_depthwise_pads_as_same_or_not_at_all() -> None:
    x, w = some(2, 6, 6, 3), some(3, 3, 3, 2)
    px = go.placeholder(go.float32, (None, 6, 6, 3))
    for pads, same in (((0, 1), True), ((1, 1), False)):
        amounts = np.array([(0, 0), pads, pads, (0, 0)], np.int32)
        y = raw.DepthwiseConv2dNative(
            input=raw.Pad(input=px, paddings=amounts), filter=w, strides=[1, 2, 2, 1], padding="VALID"
        )
        expected = depthwise(np.pad(x, amounts), w, (2, 2), (1, 1), ((0, 0), (0, 0)))
        if same:
            check(y, px, x, expected, "DepthwiseConv2dNative", "SAME")
        else:
            assert ops(rewritten([y], [px], FUSE)) == ["Pad", "DepthwiseConv2dNative"]


def test_three_dimensions() -> None:
    x, w = some(1, 5, 4, 6, 2), some(3, 1, 3, 2, 3)
    px = go.placeholder(go.float32, x.shape)
    amounts = np.array([(0, 0), (1, 1), (0, 0), (1, 1), (0, 0)], np.int32)
    y = raw.Conv3D(input=raw.Pad(input=px, paddings=amounts), filter=w, strides=[1, 1, 1, 1, 1], padding="VALID")
    check(y, px, x, conv(np.pad(x, amounts), w, (1,) * 3, (1,) * 3, ((0, 0),) * 3), "Conv3D", "SAME")


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float64])
def test_other_types_give_the_same_bits(dtype: Any) -> None:
    x, w = some(1, 5, 5, 2).astype(dtype), some(3, 3, 2, 3).astype(dtype)
    px = go.placeholder(go.as_dtype(x.dtype), x.shape)
    amounts = np.array([(0, 0), (1, 1), (1, 1), (0, 0)], np.int32)
    y = raw.Conv2D(input=raw.Pad(input=px, paddings=amounts), filter=w, strides=[1, 1, 1, 1], padding="VALID")
    only(rewritten([y], [px], FUSE), "Conv2D")
    (plain,), (fused,) = (outcome(y, {px: x}, passes) for passes in ((), FUSE))
    np.testing.assert_allclose(plain.astype(float), fused.astype(float), rtol=float(ml_dtypes.finfo(dtype).eps))


class Parts:
    """A convolution after a Pad, whose parts can be something else."""

    def __init__(self, amounts: Any = ((0, 0), (1, 1), (1, 1), (0, 0)), **changes: Any) -> None:
        self.x = go.placeholder(go.float32, (1, 5, 5, 2))
        self.amounts = go.constant(np.array(amounts, np.int32))
        self.w = go.constant(changes.get("w", some(3, 3, 2, 3)))
        pad = changes.get("pad", lambda x, amounts: raw.Pad(input=x, paddings=amounts))
        self.padded = pad(self.x, self.amounts)
        padding = changes.get("padding", "VALID")
        self.y = raw.Conv2D(input=self.padded, filter=self.w, strides=[1, 1, 1, 1], padding=padding)

    def left(self, *more: Any, fed: Any = ()) -> list[str]:
        return ops(rewritten([self.y, *more], [self.x, *fed], FUSE))


def padded_with(value: float) -> Any:
    return lambda x, amounts: raw.PadV2(input=x, paddings=amounts, constant_values=np.float32(value))


def test_what_pads_other_numbers_or_axes_stays() -> None:
    assert Parts().left() == ["Conv2D"]
    assert Parts(pad=padded_with(0)).left() == ["Conv2D"]
    assert Parts(pad=padded_with(1)).left() == ["PadV2", "Conv2D"]
    mirrored = Parts(pad=lambda x, amounts: raw.MirrorPad(input=x, paddings=amounts, mode="REFLECT"))
    assert mirrored.left() == ["MirrorPad", "Conv2D"]
    assert Parts(((1, 0), (1, 1), (1, 1), (0, 0))).left() == ["Pad", "Conv2D"]
    assert Parts(((0, 0), (1, 1), (1, 1), (0, 1)), w=some(3, 3, 3, 3)).left() == ["Pad", "Conv2D"]
    assert Parts(padding="SAME").left() == ["Pad", "Conv2D"]


def test_an_infinite_weight_meets_the_zeros_of_the_pad() -> None:
    w = some(3, 3, 2, 3)
    w[0, 0, 0, 0] = np.inf
    parts = Parts(w=w)
    assert parts.left() == ["Pad", "Conv2D"]
    parts = Parts()
    x = np.full((1, 5, 5, 2), np.inf, np.float32)
    (plain,), (fused,) = (outcome(parts.y, {parts.x: x}, passes) for passes in ((), FUSE))
    np.testing.assert_array_equal(plain, fused)


def test_what_is_fed_fetched_read_or_awaited_stays() -> None:
    parts = Parts()
    assert parts.left(parts.padded) == ["Pad", "Conv2D"]
    assert parts.left(raw.Neg(x=parts.padded)) == ["Pad", "Conv2D", "Neg"]
    assert parts.left(parts.y.node) == ["Pad", "Conv2D"]
    assert parts.left(fed=[parts.amounts]) == ["Pad", "Conv2D"]
    assert parts.left(fed=[parts.w]) == ["Pad", "Conv2D"]
    with go.get_default_graph().control_dependencies([parts.padded.node]):
        after = raw.Neg(x=parts.x)
    assert parts.left(after) == ["Pad", "Conv2D", "Neg"]


def test_a_pad_of_two_convolutions() -> None:
    parts = Parts()
    other = raw.Conv2D(input=parts.padded, filter=parts.w, strides=[1, 1, 1, 1], padding="VALID")
    assert parts.left(other) == ["Conv2D", "Conv2D"]
    strided = raw.Conv2D(input=parts.padded, filter=parts.w, strides=[1, 2, 2, 1], padding="SAME")
    assert parts.left(strided) == ["Pad", "Conv2D", "Conv2D"]


def test_a_pad_before_an_expand_dims() -> None:
    x, w = some(2, 9, 3), some(1, 4, 3, 2)
    px = go.placeholder(go.float32, (None, 9, 3))
    padded = raw.Pad(input=px, paddings=np.array([(0, 0), (3, 0), (0, 0)], np.int32))
    y = raw.Conv2D(input=raw.ExpandDims(input=padded, dim=1), filter=w, strides=[1, 1, 2, 1], padding="VALID")
    found = rewritten([y], [px], FUSE)
    assert ops(found) == ["ExpandDims", "Conv2D"]
    expected = conv(x[:, None], w, (1, 2), (1, 1), ((0, 0), (3, 0)))
    for passes in ((), FUSE):
        (value,) = outcome(y, {px: x}, passes)
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())
    channels = raw.Conv2D(input=raw.ExpandDims(input=padded, dim=-1), filter=some(2, 2, 1, 1), strides=[1, 1, 1, 1],
                          padding="VALID")  # fmt: skip
    assert ops(rewritten([channels], [px], FUSE)) == ["ExpandDims", "Conv2D"]
    batch = raw.Conv2D(input=raw.ExpandDims(input=padded, dim=0), filter=some(2, 2, 3, 1), strides=[1, 1, 1, 1],
                       padding="VALID")  # fmt: skip
    assert ops(rewritten([batch], [px], FUSE)) == ["ExpandDims", "Conv2D"]


def test_what_follows_is_fused_as_after_any_convolution() -> None:
    parts = Parts()
    y = raw.Relu(features=raw.BiasAdd(value=parts.y, bias=some(3)))
    found = rewritten([y], [parts.x], FUSE)
    assert set(ops(found)) <= {"_FusedConv2D", "Conv2D", "BiasAdd", "Relu"}  # fused where a fast kernel is
    values = {parts.x: some(1, 5, 5, 2)}
    (plain,), (fused,) = (outcome(y, values, passes) for passes in ((), FUSE))
    np.testing.assert_allclose(plain, fused, rtol=1e-5, atol=1e-5)


# -- gradients of a Pad ------------------------------------------------------------------------------------------------


def backwards(op: str, dy: Any, w: Any, whole: Any, strides: Any, layout: str) -> go.Tensor:
    sizes = np.array(whole, np.int32)
    return getattr(raw, op)(
        input_sizes=sizes,
        filter=w,
        out_backprop=dy,
        strides=strides,
        padding="VALID",
        data_format=layout,
    )


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("kind", ["Conv2D", "DepthwiseConv2dNative"])
@pytest.mark.parametrize("pads", [((1, 1), (1, 1)), ((0, 1), (2, 0)), ((0, 0), (0, 0)), ((2, 3), (4, 1))])
@pytest.mark.parametrize("stride", [1, 2])
def test_a_slice_of_a_gradient(layout: str, kind: str, pads: Any, stride: int) -> None:
    """The gradient of the forward loops in float64, by the vector that belongs to each element of x."""
    x_shape, w = (2, 6, 5, 3), some(3, 2, 3, 4)
    forward = conv if kind == "Conv2D" else depthwise
    zero = np.zeros(x_shape)
    like = forward(zero, w, (stride, stride), (1, 1), pads)
    dy = some(*like.shape)
    expected = np.empty(x_shape)
    for index in np.ndindex(*x_shape[1:]):  # images are independent
        one = np.zeros(x_shape)
        one[(slice(None), *index)] = 1
        product = forward(one, w, (stride, stride), (1, 1), pads) * dy
        expected[(slice(None), *index)] = product.sum(axis=(1, 2, 3))
    amounts = np.array(((0, 0), *pads, (0, 0)), np.int32)
    whole, strides = np.array(x_shape) + amounts.sum(axis=1), [1, stride, stride, 1]
    size = np.array(x_shape, np.int32)
    size[1] = -1 if not pads[0][1] else size[1]  # all the rest
    if layout == "NCHW":
        order = [0, 3, 1, 2]
        dy, expected = dy.transpose(order), expected.transpose(order)
        amounts, whole, size, strides = amounts[order], whole[order], size[order], [1, 1, stride, stride]
    pdy = go.placeholder(go.float32, dy.shape)
    pw = go.placeholder(go.float32, w.shape)
    dx = raw.Slice(
        input=backwards(f"{kind}BackpropInput", pdy, pw, whole, strides, layout), begin=amounts[:, 0], size=size
    )
    assert ops(rewritten([dx], [pdy, pw], FUSE)) == [f"{kind}BackpropInput"]
    feeds = {pdy: dy, pw: w}
    for passes in ((), FUSE):
        (value,) = outcome(dx, feeds, passes)
        assert value.shape == expected.shape
        assert np.abs(value - expected).max() <= 1e-5 * np.abs(expected).max()


def test_weights_that_are_not_finite_reach_what_they_reached() -> None:
    w, dy = some(3, 3, 2, 2), some(1, 5, 5, 2)
    w[0, 0, 0, 0], w[2, 1, 1, 1], dy[0, 0, 0, 0] = np.nan, np.inf, -np.inf
    pdy, pw = go.placeholder(go.float32, dy.shape), go.placeholder(go.float32, w.shape)
    whole = backwards("Conv2DBackpropInput", pdy, pw, (1, 7, 7, 2), [1] * 4, "NHWC")
    dx = raw.Slice(input=whole, begin=[0, 1, 1, 0], size=[1, 5, 5, 2])
    assert ops(rewritten([dx], [pdy, pw], FUSE)) == ["Conv2DBackpropInput"]
    (before,), (after,) = (outcome(dx, {pdy: dy, pw: w}, passes) for passes in ((), FUSE))
    np.testing.assert_array_equal(np.isfinite(before), np.isfinite(after))


def test_slices_that_stay() -> None:
    pdy, pw = go.placeholder(go.float32, (1, 5, 5, 2)), go.placeholder(go.float32, (3, 3, 2, 2))
    whole = backwards("Conv2DBackpropInput", pdy, pw, (1, 7, 7, 2), [1] * 4, "NHWC")

    def left(begin: Any, size: Any, *more: go.Tensor) -> list[str]:
        fed = [pdy, pw, *(each for each in (begin, size) if isinstance(each, go.Tensor))]
        return ops(rewritten([raw.Slice(input=whole, begin=begin, size=size), *more], fed, FUSE))

    both = ["Conv2DBackpropInput", "Slice"]
    assert left([0, 1, 1, 1], [1, 5, 5, 1]) == both  # channels
    assert left([0, 1, 1, 0], go.placeholder(go.int32, (4,))) == both
    assert left([0, 1, 1, 0], [1, 5, 5, 2], whole) == both  # fetched
    assert "Slice" in left([0, 1, 1, 0], [1, 5, 5, 2], raw.Neg(x=whole))


def test_a_training_step_without_slices() -> None:
    px, pw = go.placeholder(go.float32, (2, 6, 6, 3)), go.placeholder(go.float32, (3, 3, 3, 4))
    padded = raw.Pad(input=px, paddings=np.array([(0, 0), (1, 1), (1, 1), (0, 0)], np.int32))
    y = raw.Conv2D(input=padded, filter=pw, strides=[1, 2, 2, 1], padding="VALID")
    gradients = go.gradients([raw.Sum(input=raw.Square(x=y), reduction_indices=[0, 1, 2, 3])], [px, pw])
    left = ops(rewritten(gradients, [px, pw]))
    assert "Slice" not in left
    assert left.count("Pad") == 1  # the gradient of the filter reads it, too
    feeds = {px: some(2, 6, 6, 3), pw: some(3, 3, 3, 4)}
    (before,), (after,) = (outcome(gradients, feeds, passes) for passes in ((), FUSE))
    for one, other in zip(before, after, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-4)
