"""Networks drawn at random, mapped over arrays that are cut at random, give what one run gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r

pytest.importorskip("dask.array")

import dask.array as da

MOST = 60_000  # elements


class Layers:
    """Layers with random attrs: each takes a tensor of rank 4."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        names = sorted(name for name in vars(Layers) if not name.startswith("_"))
        self._all: list[Callable[[go.Tensor], go.Tensor]] = [getattr(self, name) for name in names]

    def _one(self, h: go.Tensor) -> go.Tensor:
        found = self._all[self._number(0, len(self._all))](h)
        sizes = found.shape.as_list()
        return found if 0 < np.prod(sizes) <= MOST else h

    def _number(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high))

    def _weights(self, *sizes: int) -> Any:
        return self.rng.standard_normal(sizes).astype(np.float32) / 4

    def _window(self, h: go.Tensor) -> dict[str, Any]:
        _, height, width, _ = h.shape.as_list()
        size = [1, self._number(1, min(5, height + 1)), self._number(1, min(5, width + 1)), 1]
        strides = [1, self._number(1, 4), self._number(1, 3), 1]
        return {"ksize": size, "strides": strides, "padding": str(self.rng.choice(["SAME", "VALID"]))}

    def convolution(self, h: go.Tensor) -> go.Tensor:
        window = self._window(h)
        _, height, width, _ = window.pop("ksize")
        return r.Conv2D(input=h, filter=self._weights(height, width, h.shape.as_list()[3], 3), **window)

    def dilated(self, h: go.Tensor) -> go.Tensor:
        filters = self._weights(3, 2, h.shape.as_list()[3], 2)
        return r.Conv2D(input=h, filter=filters, strides=[1] * 4, dilations=[1, 2, 3, 1], padding="SAME")

    def depthwise(self, h: go.Tensor) -> go.Tensor:
        filters = self._weights(3, 3, h.shape.as_list()[3], 1)
        stride = self._number(1, 3)
        return r.DepthwiseConv2dNative(input=h, filter=filters, strides=[1, stride, stride, 1], padding="SAME")

    def transposed(self, h: go.Tensor) -> go.Tensor:
        n, height, width, channels = h.shape.as_list()
        stride = self._number(1, 4)
        return r.Conv2DBackpropInput(
            input_sizes=[n, height * stride, width * stride, 2], filter=self._weights(3, 4, 2, channels),
            out_backprop=h, strides=[1, stride, stride, 1], padding="SAME",
        )  # fmt: skip

    def maximum(self, h: go.Tensor) -> go.Tensor:
        return r.MaxPool(input=h, **self._window(h))

    def average(self, h: go.Tensor) -> go.Tensor:
        return r.AvgPool(value=h, **self._window(h))

    def padded(self, h: go.Tensor) -> go.Tensor:
        paddings = [[0, 0], [self._number(0, 4), 2], [1, self._number(0, 4)], [0, 1]]
        return r.PadV2(input=h, paddings=paddings, constant_values=np.float32(0.5))

    def mirrored(self, h: go.Tensor) -> go.Tensor:
        return r.MirrorPad(input=h, paddings=[[0, 0], [1, 0], [0, 1], [0, 0]], mode="SYMMETRIC")

    def cut(self, h: go.Tensor) -> go.Tensor:
        return h[:, self._number(0, 3) :, :-1]

    def every_other(self, h: go.Tensor) -> go.Tensor:
        return h[:, :: self._number(1, 3)]

    def reversed(self, h: go.Tensor) -> go.Tensor:
        return r.ReverseV2(tensor=h, axis=[self._number(1, 3)])

    def joined(self, h: go.Tensor) -> go.Tensor:
        return r.ConcatV2(values=[h, r.Relu(features=h)], axis=self._number(1, 4))

    def repeated(self, h: go.Tensor) -> go.Tensor:
        return r.Tile(input=h, multiples=[1, 1, 2, 1])

    def swapped(self, h: go.Tensor) -> go.Tensor:
        return r.Transpose(x=h, perm=[0, 2, 1, 3])

    def larger(self, h: go.Tensor) -> go.Tensor:
        _, height, width, _ = h.shape.as_list()
        half = bool(self._number(0, 2))
        return r.ResizeBilinear(images=h, size=[height * 2, width * 2], half_pixel_centers=half)

    def nearest(self, h: go.Tensor) -> go.Tensor:
        _, height, width, _ = h.shape.as_list()
        return r.ResizeNearestNeighbor(images=h, size=[height * 3 // 2 + 1, width], half_pixel_centers=True)

    def softmax(self, h: go.Tensor) -> go.Tensor:
        return r.Softmax(logits=h)

    def normalized(self, h: go.Tensor) -> go.Tensor:
        return r.LRN(input=h)

    def centred(self, h: go.Tensor) -> go.Tensor:
        return h - r.Mean(input=h, axis=[1, 2], keep_dims=True)

    def summed(self, h: go.Tensor) -> go.Tensor:
        return r.Cumsum(x=h, axis=self._number(1, 3)) * 0.1

    def dense(self, h: go.Tensor) -> go.Tensor:
        sizes = h.shape.as_list()
        flat = r.Reshape(tensor=h, shape=[-1, sizes[3]])
        return r.Reshape(tensor=r.MatMul(a=flat, b=self._weights(sizes[3], 4)), shape=[*sizes[:3], 4])

    def activated(self, h: go.Tensor) -> go.Tensor:
        return r.Tanh(x=h) * 0.7


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(3, 80))])
def test_a_network(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = [int(rng.integers(1, 3)), *(int(each) for each in rng.integers(8, 30, 2)), int(rng.integers(1, 5))]
    value = rng.standard_normal(sizes).astype(np.float32)
    x = h = r.Placeholder(dtype=go.float32, shape=sizes)
    for _ in range(int(rng.integers(1, 7))):
        h = Layers(rng)._one(h)
    chunks = tuple(int(rng.integers(max(1, size // 6), size + 1)) for size in sizes)
    own = tuple(int(rng.integers(max(1, size // 5), size + 1)) for size in h.shape.as_list())
    with go.Session() as session:
        want = session.run(h, {x: value})
        bound = 3e-5 * max(1.0, float(np.abs(want).max()))
        for cut in (None, own):
            found = session.map(h, {x: da.from_array(value, chunks=chunks)}, chunks=cut)
            np.testing.assert_allclose(found.compute(scheduler="synchronous"), want, rtol=1e-4, atol=bound)
