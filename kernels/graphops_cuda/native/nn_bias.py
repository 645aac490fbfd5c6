"""Biases of channels, and their gradient: a sum over everything else, in two steps that repeat bit for bit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar

import cupy
import numpy as np

from graphops_cuda.lib.channels import JOINED, JOINERS, PASSES, SUMS, THREADS, Channels
from graphops_cuda.lib.vectors import FLOATS, instance, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel
from graphops_registry.ops.nn_bias import channel_axis

Array = Any


def _channels(spec: KernelSpec) -> Channels:
    shape = spec.shapes[0]
    return Channels.of(shape, channel_axis(spec.attrs, len(shape)), spec.dtypes[0])


class PreparedAdd(Prepared):
    """value + bias."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        channels = _channels(spec)
        self._parts = channels.parts(PASSES)
        self._name = instance(channels.name("add"), spec.dtypes[0], channels.vector)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x, bias = packed(inputs[0]), cupy.ascontiguousarray(inputs[1])
        y = cupy.empty(x.shape, x.dtype)
        args = (x, bias, y, self._parts.sizes)
        source.kernel("bias", self._name)(self._parts.grid, (THREADS,), args)
        return (y,)


class PreparedSum(Prepared):
    """The sum over everything but the channels; each part of a channel is one float64 of the workspace."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        dtype, channels = spec.dtypes[0], _channels(spec)
        self._dtype = dtype.numpy_dtype
        self._channels = channels.channels
        self._parts = channels.parts(SUMS)
        self._sum = instance(channels.name("sum"), dtype, channels.vector)
        self._join = instance("sum_parts", dtype)
        self._joining = (-(-channels.channels // JOINED),)
        self._numbers = (np.int64(channels.channels), np.int32(self._parts.splits))
        self.workspace_bytes = self._parts.splits * channels.channels * 8

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        dy = packed(inputs[0])
        partial = cupy.empty((self._parts.splits, self._channels), np.float64)
        result = cupy.empty((self._channels,), self._dtype)
        source.kernel("bias", self._sum)(self._parts.grid, (THREADS,), (dy, partial, self._parts.sizes))
        source.kernel("bias", self._join)(self._joining, (JOINERS,), (partial, result, *self._numbers))
        return (result,)


class _Bias:
    """Base of the registered kernels."""

    prepared: ClassVar[type[PreparedAdd | PreparedSum]] = PreparedAdd

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "there are no elements"
        return _channels(spec).refused

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


@register_kernel("BiasAdd", "GPU", types={"T": FLOATS}, priority=NATIVE)
class BiasAdd(_Bias):
    pass


@register_kernel("BiasAddV1", "GPU", types={"T": FLOATS}, priority=NATIVE)
class BiasAddV1(_Bias):
    pass


@register_kernel("BiasAddGrad", "GPU", types={"T": FLOATS}, priority=NATIVE)
class BiasAddGrad(_Bias):
    prepared = PreparedSum


for _dtype in FLOATS:
    _names = [f"{kernel}_{where}" for kernel in ("add", "sum") for where in ("last", "first")]
    source.declare("bias", [instance(name, _dtype, vector) for name in _names for vector in widths(_dtype)])
    source.declare("bias", [instance("sum_parts", _dtype)])
