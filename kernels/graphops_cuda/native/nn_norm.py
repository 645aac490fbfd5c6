"""Batch normalisation: one pass over x for the statistics, one for the result; the same for the gradient.

The last step of the statistics, over the parts of each channel, also gives the few numbers of each channel that the
second pass needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cuda.lib.channels import JOINED, JOINERS, PASSES, SUMS, THREADS, Channels
from graphops_cuda.lib.vectors import FLOATS, instance, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.dtypes import float32, float64
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel
from graphops_registry.ops.nn_norm import channel_axis

Array = Any

_AVERAGES: Final = np.dtype([("epsilon", "f4"), ("share", "f4"), ("kept", "f4"), ("vector", "i4")], align=True)


def _channels(spec: KernelSpec) -> Channels:
    """Those of x, which has the shape and the dtype of the first input in every op."""
    return Channels.of(spec.shapes[0], channel_axis(spec.attrs["data_format"]), spec.dtypes[0])


def _vector(values: Array) -> Array:
    return cupy.ascontiguousarray(values)


class _PreparedNorm(Prepared):
    """What both directions share."""

    fresh = True

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self.dtype = spec.dtypes[0]
        self.shape = spec.shapes[0]
        self.channels = _channels(spec)
        self.training = bool(spec.attrs["is_training"])
        self.epsilon = np.float32(spec.attrs["epsilon"])
        self.sums, self.passes = self.channels.parts(SUMS), self.channels.parts(PASSES)

    def name(self, kernel: str, *flags: bool) -> str:
        return instance(self.channels.name(kernel), self.dtype, self.channels.vector, *flags)

    def launch(self, name: str, grid: tuple[int], args: Sequence[Any], threads: int = THREADS) -> None:
        source.kernel("batch_norm", name)(grid, (threads,), tuple(args))

    def join(self, name: str, args: Sequence[Any]) -> None:
        """Launch what joins the parts of each channel."""
        self.launch(name, (-(-self.channels.channels // JOINED),), args, JOINERS)

    def partial(self) -> Array:
        """Two float64 for each part of each channel."""
        return cupy.empty((self.sums.splits, 2, self.channels.channels), np.float64)

    def vectors(self, count: int) -> list[Array]:
        return [cupy.empty((self.channels.channels,), np.float32) for _ in range(count)]


class PreparedForward(_PreparedNorm):
    """y and the statistics; of _FusedBatchNormEx also what comes after.

    A tensor like x may be added, and a Relu follow.
    """

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        attrs = spec.attrs
        factor = attrs["exponential_avg_factor"]
        numbers = (self.epsilon, factor, 1 - factor, self.channels.counted)
        self._averages = np.array(numbers, dtype=_AVERAGES)
        self._moments = self.name("moments")
        self._normalise = self.name("normalise", bool(attrs.get("num_side_inputs", 0)))
        self._relu = np.int32(attrs.get("activation_mode", "") == "Relu")
        self._outputs = len(spec.output_dtypes)
        self._given = (np.int64(self.channels.channels), self.epsilon)
        self.workspace_bytes = self.channels.channels * (4 + 16 * self.sums.splits * self.training)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x = packed(inputs[0])
        scale, offset, mean, variance = (_vector(values) for values in inputs[1:5])
        side = packed(inputs[5]) if len(inputs) > 5 else x
        *statistics, gain = self.vectors(5)
        if self.training:
            partial = self.partial()
            self.launch(self._moments, self.sums.grid, (x, partial, self.sums.sizes))
            args = (partial, scale, mean, variance, *statistics, gain, self.sums.sizes, self._averages)
            self.join("statistics", args)
        else:
            grid = (-(-self.channels.channels // THREADS),)
            self.launch("given_statistics", grid, (scale, mean, variance, *statistics, gain, *self._given))
        y = cupy.empty(self.shape, x.dtype)
        args = (x, side, statistics[2], gain, offset, y, self.passes.sizes, self._relu)
        self.launch(self._normalise, self.passes.grid, args)
        results = [y, *statistics]
        if self._outputs > len(results):
            results.append(cupy.zeros((), np.float32))
        return results


class PreparedGradient(_PreparedNorm):
    """dx, dscale and doffset."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        self._sums = self.name("gradient_sums")
        self._gradient = self.name("gradient", self.training)
        self._empty = [dtype.numpy_dtype for dtype in spec.output_dtypes[3:]]
        self.workspace_bytes = self.channels.channels * (12 + 16 * self.sums.splits)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        dy, x = packed(inputs[0]), packed(inputs[1])
        scale, mean, variance = (_vector(values) for values in inputs[2:5])
        partial = self.partial()
        self.launch(self._sums, self.sums.grid, (dy, x, mean, partial, self.sums.sizes))
        dscale, doffset = self.vectors(2)
        factors = cupy.empty((3, self.channels.channels), np.float32)
        args = (partial, scale, variance, dscale, doffset, factors, self.sums.sizes, self.epsilon)
        self.join("gradient_statistics", args)
        dx = cupy.empty(self.shape, x.dtype)
        self.launch(self._gradient, self.passes.grid, (dy, x, mean, factors, dx, self.passes.sizes))
        return [dx, dscale, doffset, *(cupy.empty((0,), dtype) for dtype in self._empty)]


class _Norm:
    """Base of the registered kernels."""

    prepared: ClassVar[type[PreparedForward | PreparedGradient]]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Sequence[Any] | None) -> str | None:
        return "the activation is Relu6" if attrs.get("activation_mode") == "Relu6" else None

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        if not prod(spec.shapes[0]):
            return "x has no elements"
        return _channels(spec).refused

    def prepare(self, spec: KernelSpec) -> Prepared:
        return self.prepared(spec)


def _register(op: str, prepared: type[PreparedForward | PreparedGradient], statistics: Sequence[str]) -> None:
    """Register a kernel; ``statistics`` are the attrs with their dtype, which must be float32."""
    kernel = type(op, (_Norm,), {"prepared": prepared, "__module__": __name__, "__doc__": f"{op}."})
    register_kernel(op, "GPU", types=dict.fromkeys(statistics, (float32,)), priority=NATIVE)(kernel)


for _version in ("", "V2", "V3"):
    _wide = ["U"] if _version else []
    _register(f"FusedBatchNorm{_version}", PreparedForward, _wide)
    _register(f"FusedBatchNormGrad{_version}", PreparedGradient, _wide)
_register("_FusedBatchNormEx", PreparedForward, ["U"])

_FLAGS: Final[Mapping[str, Sequence[tuple[bool, ...]]]] = {
    "moments": [()], "normalise": [(False,), (True,)], "gradient_sums": [()], "gradient": [(False,), (True,)],
}  # fmt: skip
source.declare("batch_norm", ["statistics", "given_statistics", "gradient_statistics"])
for _dtype in (dtype for dtype in FLOATS if dtype != float64):
    for _kernel, _cases in _FLAGS.items():
        _names = [f"{_kernel}_{where}" for where in ("last", "first")]
        source.declare(
            "batch_norm",
            [instance(n, _dtype, vector, *flags) for n in _names for vector in widths(_dtype) for flags in _cases],
        )
