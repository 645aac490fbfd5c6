"""fuse: what follows a Squeeze or a Reshape after a convolution or a product; expected values are sums in float64."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from tests.plan.plain_fusing import fuse_with_plain_kernels
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv

raw = go.raw_ops
FUSE = ("fuse",)
CHANCE = np.random.default_rng(13)
NO = ((0, 0), (0, 0))


@pytest.fixture(autouse=True)
def _graph(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    fuse_with_plain_kernels(monkeypatch)
    with go.Graph().as_default():
        yield


def some(*dims: int) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=dims).astype(np.float32)


def line(x: Any, w: Any, axes: Any = (1,)) -> Any:
    """A convolution along one axis."""
    y = raw.Conv2D(input=raw.ExpandDims(input=x, dim=1), filter=w, strides=[1, 1, 1, 1], padding="VALID")
    return raw.Squeeze(input=y, squeeze_dims=list(axes))


def check(y: Any, x: Any, fed: Any, expected: Any, left: list[str], fused: tuple[str, ...]) -> None:
    found = rewritten([y], [x], FUSE)
    assert ops(found) == left
    assert [node.attrs["fused_ops"] for node in found.nodes if node.type.startswith("_Fused")] == [fused]
    for passes in ((), FUSE):
        (value,) = outcome(y, {x: fed}, passes)
        np.testing.assert_allclose(value, expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max())


FUSED = ["ExpandDims", "_FusedConv2D", "Squeeze"]


@pytest.mark.parametrize("axes", [(1,), (-3,)])
def test_a_convolution_along_one_axis(axes: Any) -> None:
    x, w, b = some(2, 9, 3), some(1, 2, 3, 4), some(4)
    px = go.placeholder(go.float32, (None, 9, 3))
    sums = conv(x[:, None], w, (1, 1), (1, 1), NO)[:, 0]
    y = raw.BiasAdd(value=line(px, w, axes), bias=b)
    check(y, px, x, sums + b, FUSED, ("BiasAdd",))
    check(raw.Relu(features=y), px, x, np.maximum(sums + b, 0), FUSED, ("BiasAdd", "Relu"))
    swish = y * raw.Sigmoid(x=y)
    check(swish, px, x, (sums + b) / (1 + np.exp(-sums - b)), FUSED, ("BiasAdd", "Swish"))


def test_constants_for_each_channel() -> None:
    x, w, a, b = some(2, 9, 3), some(1, 2, 3, 4), some(4), some(1, 1, 4)
    px = go.placeholder(go.float32, (None, 9, 3))
    sums = conv(x[:, None], w, (1, 1), (1, 1), NO)[:, 0]
    check(line(px, w) * a + b, px, x, sums * a + b, FUSED, ("BiasAdd",))


def test_a_product_of_three_axes() -> None:
    x, w, b = some(2, 5, 3), some(3, 4), some(4)
    px = go.placeholder(go.float32, (None, 5, 3))
    product = raw.MatMul(a=raw.Reshape(tensor=px, shape=[-1, 3]), b=w)
    y = raw.Relu(features=raw.BiasAdd(value=raw.Reshape(tensor=product, shape=[-1, 5, 4]), bias=b))
    expected = np.maximum(x.astype(np.float64) @ w + b, 0)
    check(y, px, x, expected, ["Reshape", "_FusedMatMul", "Reshape"], ("BiasAdd", "Relu"))


def left(y: Any, *x: Any) -> list[str]:
    return ops(rewritten([y], x, FUSE))


def test_what_does_not_keep_the_channels_stays() -> None:
    x, w = go.placeholder(go.float32, (6, 3)), some(3, 4)
    product = raw.MatMul(a=x, b=w)
    for shape in ([4, 6], [3, 8], [24]):
        y = raw.BiasAdd(value=raw.Reshape(tensor=product, shape=[1, *shape]), bias=some(shape[-1]))
        assert left(y, x) == ["MatMul", "Reshape", "BiasAdd"]
    sizes = go.placeholder(go.int32, (2,))
    y = raw.BiasAdd(value=raw.Reshape(tensor=product, shape=sizes), bias=some(4))
    assert left(y, x, sizes) == ["MatMul", "Reshape", "BiasAdd"]
    image = go.placeholder(go.float32, (2, 1, 5, 3))
    y = raw.Conv2D(input=image, filter=some(1, 2, 3, 1), strides=[1, 1, 1, 1], padding="VALID")
    for axes in ([3], [1, 3], []):
        squeezed = raw.Squeeze(input=y, squeeze_dims=axes)
        assert "Squeeze" in left(raw.AddV2(x=squeezed, y=some(4)), image)
        assert "_FusedConv2D" not in left(raw.AddV2(x=squeezed, y=some(4)), image)


def test_what_is_added_to_more_axes_stays() -> None:
    x, w = go.placeholder(go.float32, (2, 9, 3)), some(1, 2, 3, 4)
    for more in (some(1, 1, 1, 4), some(2, 1, 4), some(8, 4)):
        assert left(line(x, w) + more, x) == ["ExpandDims", "Conv2D", "Squeeze", "AddV2"]
        assert left(line(x, w) * more, x) == ["ExpandDims", "Conv2D", "Squeeze", "Mul"]


def test_a_view_that_is_read_twice_or_fetched_stays() -> None:
    x, w, b = go.placeholder(go.float32, (2, 9, 3)), some(1, 2, 3, 4), some(4)
    squeezed = line(x, w)
    y = raw.BiasAdd(value=squeezed, bias=b)
    assert left(y, x) == FUSED
    for more in (squeezed, raw.Neg(x=squeezed), squeezed.node):
        assert "_FusedConv2D" not in ops(rewritten([y, more], [x], FUSE))
    assert left(y, x, squeezed) == ["BiasAdd"]
