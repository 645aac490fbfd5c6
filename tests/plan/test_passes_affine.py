"""fuse: affine steps by constants after a constant filter become part of it; expected values are loops in float64."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.passes import affine
from graphops.plan.passes.fold import Folding
from graphops.plan.passes.optimise import optimise
from tests.plan.plain_fusing import fuse_with_plain_kernels
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv
from tests.reference.depthwise import depthwise

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(7)
NO_PADS = ((0, 0), (0, 0))


@pytest.fixture(autouse=True)
def _graph(monkeypatch):
    fuse_with_plain_kernels(monkeypatch)
    with go.Graph().as_default():
        yield


def some(*dims: int, dtype: Any = np.float32) -> np.ndarray[Any, Any]:
    return (0.5 + CHANCE.random(dims)).astype(dtype) * CHANCE.choice([-1, 1], dims).astype(dtype)


def norm(y: Any, v: Any, layout: str) -> Any:
    return raw.FusedBatchNormV3(
        x=y, scale=v, offset=v + 1, mean=v - 1, variance=np.abs(v), epsilon=0.01, is_training=False, data_format=layout
    )[0]


# Each step as a node, and in float64 with the vector where it is broadcast to.
STEPS = {
    "bias": (lambda y, v, s, layout: raw.BiasAdd(value=y, bias=v, data_format=layout), lambda y, v: y + v),
    "mul": (lambda y, v, s, layout: raw.Mul(x=y, y=v.reshape(s)), lambda y, v: y * v),
    "mul from the left": (lambda y, v, s, layout: raw.Mul(x=v.reshape(s), y=y), lambda y, v: v * y),
    "add": (lambda y, v, s, layout: raw.AddV2(x=y, y=v.reshape(s)), lambda y, v: y + v),
    "sub": (lambda y, v, s, layout: raw.Sub(x=y, y=v.reshape(s)), lambda y, v: y - v),
    "sub from": (lambda y, v, s, layout: raw.Sub(x=v.reshape(s), y=y), lambda y, v: v - y),
    "div": (lambda y, v, s, layout: raw.RealDiv(x=y, y=v.reshape(s)), lambda y, v: y / v),
    "half": (lambda y, v, s, layout: raw.Mul(x=y, y=v.dtype.type(0.5)), lambda y, v: y * 0.5),
    "norm": (
        lambda y, v, s, layout: norm(y, v, layout),
        lambda y, v: (y - (v - 1)) / np.sqrt(np.abs(v) + 0.01) * v + v + 1,
    ),
}


def check(y: Any, feeds: Any, wanted: Any, kind: str, tolerance: float = 2e-5) -> None:
    """One node of ``kind`` is left, and every way of running gives what is wanted."""
    found = rewritten([y], list(feeds), FUSE)
    assert ops(found) == [kind]
    for passes in ((), FUSE, ("fold_constants", "merge_common", "drop_identities", "fuse")):
        (value,) = outcome(y, feeds, passes)
        assert np.abs(value - wanted).max() <= tolerance * np.abs(wanted).max(), passes


@pytest.mark.parametrize(("first", "second"), [*itertools.product(STEPS, repeat=2)])
def test_two_steps_after_a_convolution(first: str, second: str) -> None:
    x, w, v = some(2, 5, 6, 3), some(3, 2, 3, 4), [some(4), some(4)]
    for layout, shape in (("NHWC", (4,)), ("NCHW", (4, 1, 1))):
        expected = conv(x, w, (1, 1), (1, 1), NO_PADS)
        px = go.placeholder(go.float32, x.shape if layout == "NHWC" else (2, 3, 5, 6))
        y = raw.Conv2D(input=px, filter=w, strides=[1, 1, 1, 1], padding="VALID", data_format=layout)
        for name, value in zip((first, second), v, strict=True):
            node, oracle = STEPS[name]
            y, expected = node(y, value, shape, layout), oracle(expected, value.astype(np.float64))
        fed = x
        if layout == "NCHW":
            fed, expected = x.transpose(0, 3, 1, 2), expected.transpose(0, 3, 1, 2)
        check(raw.Relu(features=y), {px: fed}, np.maximum(expected, 0), "_FusedConv2D")


@pytest.mark.parametrize("name", STEPS)
def test_depthwise(name: str) -> None:
    x, w, v, bias = some(2, 6, 5, 3), some(3, 3, 3, 2), some(6), some(6)
    px = go.placeholder(go.float32, (None, 6, 5, 3))
    y = raw.DepthwiseConv2dNative(input=px, filter=w, strides=[1, 2, 2, 1], padding="VALID")
    node, oracle = STEPS[name]
    y = node(raw.BiasAdd(value=y, bias=bias), v, (1, 1, 6), "NHWC")
    expected = oracle(depthwise(x, w, (2, 2), (1, 1), NO_PADS) + bias, v.astype(np.float64))
    check(raw.Relu6(features=y), {px: x}, np.clip(expected, 0, 6), "_FusedDepthwiseConv2dNative")


@pytest.mark.parametrize("name", [name for name in STEPS if name != "norm"])
@pytest.mark.parametrize("transposed", [False, True])
def test_products(name: str, transposed: bool) -> None:
    a, b, v, bias = some(4, 5), some(5, 3), some(3), some(3)
    pa = go.placeholder(go.float32, (None, 5))
    product = raw.MatMul(a=pa, b=b.T.copy() if transposed else b, transpose_b=transposed)
    node, oracle = STEPS[name]
    y = raw.BiasAdd(value=node(product, v, (1, 3), "NHWC"), bias=bias)
    check(y, {pa: a}, oracle(a.astype(np.float64) @ b, v.astype(np.float64)) + bias, "_FusedMatMul")


def test_groups_strides_and_float64() -> None:
    x, w, v = some(1, 7, 6, 4, dtype=np.float64), some(2, 2, 2, 6, dtype=np.float64), some(6, dtype=np.float64)
    px = go.placeholder(go.float64, x.shape)
    y = raw.Conv2D(input=px, filter=w, strides=[1, 2, 1, 1], padding="VALID")
    y = raw.AddV2(x=raw.Mul(x=y, y=v), y=v)
    check(y, {px: x}, conv(x, w, (2, 1), (1, 1), NO_PADS) * v + v, "_FusedConv2D", 1e-13)


class Parts:
    """A convolution by a constant, whose result is multiplied by something."""

    def __init__(self, value: Any, w: Any = None) -> None:
        self.x = go.placeholder(go.float32, (1, 5, 4, 3))
        self.w = go.constant(some(2, 2, 3, 3) if w is None else w)
        self.v = value
        self.y = raw.Mul(x=raw.Conv2D(input=self.x, filter=self.w, strides=[1, 1, 1, 1], padding="VALID"), y=value)

    def left(self, *fed: Any) -> list[str]:
        return ops(rewritten([self.y], [self.x, *fed], FUSE))

    def filter(self, *fed: Any) -> go.Tensor:
        """The filter of the fused node."""
        found = rewritten([self.y], [self.x, *fed], FUSE)
        (node,) = [node for node in found.nodes if node.type == "_FusedConv2D"]
        return node.inputs[1]


LEFT = ["Conv2D", "Mul"]


def test_what_is_no_number_for_each_channel() -> None:
    rows, ones = np.ones((4, 1, 1), np.float32), np.ones(3, np.float32)
    for value in (rows, np.ones((3, 3), np.float32), go.placeholder(go.float32, (3,)), np.ones((1, 1, 1, 1, 3), "f")):
        parts = Parts(value)
        fed = [value] if isinstance(value, go.Tensor) else []
        assert parts.left(*fed) == LEFT
    given = go.constant(ones)
    assert Parts(given).left() == ["_FusedConv2D"]
    parts = Parts(given)
    assert parts.left(given) == LEFT  # a constant that is fed is none


def test_numbers_that_cannot_be_moved() -> None:
    """Infinities are not made part of a filter, nor is a scale with which it overflows."""
    large, w = np.full((2, 2, 3, 3), 1e30, np.float32), some(2, 2, 3, 3)
    w[0, 0, 0, 0] = np.inf
    for scale, filter_ in (([1, np.inf, 1], None), ([1, np.nan, 1], None), ([1e30] * 3, large), ([1, 1, 1], w)):
        parts = Parts(np.array(scale, np.float32), filter_)
        assert parts.filter() is parts.w


def test_a_filter_that_is_fed_stays() -> None:
    parts = Parts(np.full(3, 2, np.float32))
    assert parts.filter() is not parts.w
    assert parts.filter(parts.w) is parts.w


def test_what_is_read_in_between_stays() -> None:
    parts = Parts(np.full(3, 2, np.float32))
    end = raw.AddV2(x=parts.y, y=np.ones(3, np.float32))
    found = rewritten([end, parts.y], [parts.x], FUSE)
    assert ops(found) == ["_FusedConv2D", "AddV2"]
    values = {parts.x: some(1, 5, 4, 3)}
    for one, other in zip(
        outcome([end, parts.y], values, ())[0], outcome([end, parts.y], values, FUSE)[0], strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def test_statistics_that_are_read() -> None:
    x = go.placeholder(go.float32, (1, 5, 4, 3))
    y = raw.Conv2D(input=x, filter=some(2, 2, 3, 3), strides=[1, 1, 1, 1], padding="VALID")
    v = np.ones(3, np.float32)
    found = raw.FusedBatchNormV3(x=y, scale=v, offset=v, mean=v, variance=v, is_training=False)
    assert ops(rewritten([found[0], found[1]], [x], FUSE)) == ["Conv2D", "FusedBatchNormV3"]


def test_the_filter_of_two_convolutions_is_scaled_for_one() -> None:
    x, w, v = some(1, 5, 4, 3), some(2, 2, 3, 3), some(3)
    px, shared = go.placeholder(go.float32, x.shape), go.constant(w)
    first, second = (raw.Conv2D(input=px, filter=shared, strides=[1, 1, 1, 1], padding="VALID") for _ in range(2))
    fetches = [raw.Mul(x=first, y=v), raw.Neg(x=second)]
    expected = conv(x, w, (1, 1), (1, 1), NO_PADS)
    scaled, negated = outcome(fetches, {px: x}, FUSE)[0]
    np.testing.assert_allclose(scaled, expected * v, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(negated, -expected, rtol=1e-5, atol=1e-5)


def test_plans_of_one_graph_share_a_scaled_filter() -> None:
    parts = Parts(np.full(3, 2, np.float32))
    assert parts.filter().node.attrs["value"] is parts.filter().node.attrs["value"]
    first = affine.scaled(np.ones((2, 3)), np.ones(3))
    assert affine.scaled(np.ones((2, 3)), np.ones(3)) is not first  # of another array


def test_a_memory_limit_counts_scaled_filters() -> None:
    parts = Parts(np.full(3, 2, np.float32))
    value = parts.w.node.attrs["value"]
    assert Folding(value.nbytes).keeps(value.nbytes)
    limited = Folding(value.nbytes - 1)
    assert not limited.keeps(value.nbytes)
    nodes = [node for node in go.get_default_graph().nodes if node is not parts.x.node]
    found = optimise(nodes, [parts.y], [parts.x], FUSE, limited)
    (node,) = [node for node in found.nodes if node.type == "_FusedConv2D"]
    assert node.inputs[1] is parts.w
