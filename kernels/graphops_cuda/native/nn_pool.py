"""Pools and their gradients: vectors of channels, each element of a result by one thread.

The gradient of a maximum has two steps.  The first finds the tap of each window that won (was the maximum); it is one
byte in the workspace if the window has few enough taps.  The second adds up, for each element, the gradients of the
windows that it won.  A channels-first image is treated as one image of one channel for each of its channels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cpu.lib.elementwise import allowed
from graphops_cuda.lib.vectors import FLOATS, instance, packed, width, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.kernel_def import KernelSpec, Prepared, register_kernel
from graphops_registry.rules.pool_geometry import PoolGeometry, pool_of

Array = Any
Sizes = np.ndarray[Any, Any]

_THREADS: Final = 256
_BLOCKS: Final = 4096  # that a pass is cut into if it is long; a thread that does several places finds its first once
_MOST_PLACES: Final = 16  # of a thread
_MOST_BLOCKS: Final = 2**31 - 1
_LARGEST: Final = 2**29  # of sizes along an axis, which kernels add to each other in 32 bits
_BYTE: Final = 255  # taps that a byte tells apart from each other and from none
_SEGMENT: Final = 512  # neighbouring bytes that a block reads

_POOL: Final = np.dtype(
    [("channels", "i8"), ("count", "i8"), ("places", "i8"),
     *((name, "i4", (3,)) for name in ("in", "out", "kernel", "stride", "before")),
     ("width", "i4"), ("chunks", "i4")], align=True,
)  # fmt: skip
_INDEX: Final = {"uint8": as_dtype("uint8"), "int32": as_dtype("int32")}


def _known(value: object) -> int:
    return value if isinstance(value, int) else 0


class _Launch:
    """A pass over the outputs of a pool, or over its inputs.

    Attributes:
        vector: channels of a thread.
        grid: blocks.
        sizes: the struct ``Pool``.
    """

    def __init__(self, geometry: PoolGeometry, dtype: DType, backward: bool) -> None:
        axes = [(1, 1, 1, 1, 0)] * (3 - len(geometry.windows)) + geometry.axes
        inputs, outputs, kernel, strides, before = zip(*axes, strict=True)
        images, channels = _known(geometry.batch), _known(geometry.channels)
        if geometry.attrs.channels_first:
            images, channels = images * channels, 1
        self.vector = width(dtype, channels)
        vectors = channels // self.vector
        chunks = max(1, -(-vectors // min(_THREADS, _SEGMENT // (self.vector * dtype.size))))
        across = max(1, -(-vectors // chunks))
        count = images * prod(inputs if backward else outputs)
        at_once = _THREADS // across
        each = min(_MOST_PLACES, max(1, -(-count * chunks // (at_once * _BLOCKS))))
        self.grid = (-(-count // (at_once * each)) * chunks,)
        numbers = (channels, count, at_once * each, inputs, outputs, kernel, strides, before, across, chunks)
        after = [w.after or 0 for w in geometry.windows]
        self.largest = max((*inputs, *outputs, *kernel, *strides, *before, *after))
        self.elements = images * channels * min(prod(inputs), prod(outputs))
        self.taps = prod(kernel)
        self.sizes = np.array(numbers, dtype=_POOL) if self.largest <= _LARGEST else None

    def __call__(self, name: str, args: Sequence[Any], *rest: Any) -> None:
        source.kernel("pool", name)(self.grid, (_THREADS,), (*args, self.sizes, *rest))


class _PreparedPool(Prepared):
    """Base: a result of one shape and dtype."""

    fresh = True

    def __init__(self, spec: KernelSpec, backward: bool = False) -> None:
        self.output_shapes = spec.output_shapes
        self.dtypes = [dtype.numpy_dtype for dtype in spec.output_dtypes]
        self.launch = _Launch(pool_of(spec), spec.output_dtypes[0], backward)

    def name(self, kernel: str, dtype: DType) -> str:
        return instance(kernel, dtype, self.launch.vector)

    def empty(self, index: int = 0) -> Array:
        return cupy.empty(self.output_shapes[index], self.dtypes[index])


class PreparedForward(_PreparedPool):
    """The maximum or the average of each window."""

    def __init__(self, spec: KernelSpec, kernel: str) -> None:
        super().__init__(spec)
        self._name = self.name(kernel, spec.dtypes[0])

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.empty()
        self.launch(self._name, (packed(inputs[0]), y))
        return (y,)


class PreparedAverageGradient(_PreparedPool):
    """The gradient of an average."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, backward=True)
        self._name = self.name("average_gradient", spec.output_dtypes[0])

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        dx = self.empty()
        self.launch(self._name, (packed(inputs[1]), dx))
        return (dx,)


class PreparedMaximumGradient(_PreparedPool):
    """The gradient of a maximum."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec, backward=True)
        x_dtype, dtype = spec.dtypes[0], spec.output_dtypes[0]
        self._find = _Launch(pool_of(spec), x_dtype, backward=False)
        index = _index_dtype(self._find)
        self._index = index.numpy_dtype
        self._winners = instance("winners", x_dtype, index, self._find.vector)
        self._gather = instance("maximum_gradient", dtype, index, self.launch.vector)
        self._outputs = spec.shapes[2]
        self.workspace_bytes = prod(self._outputs) * index.size

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        index = cupy.empty(self._outputs, self._index)
        self._find(self._winners, (packed(inputs[0]), index))
        dx = self.empty()
        self.launch(self._gather, (index, packed(inputs[2]), dx))
        return (dx,)


class PreparedPicked(_PreparedPool):
    """The gradient of the gradient of a maximum: what a tensor like the input has at each maximum."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        self._name = self.name("picked", spec.dtypes[0])

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = self.empty()
        self.launch(self._name, (packed(inputs[0]), packed(inputs[2]), y))
        return (y,)


class PreparedPlaces(_PreparedPool):
    """The maxima and where they are."""

    def __init__(self, spec: KernelSpec) -> None:
        super().__init__(spec)
        self._name = instance("maximum_and_place", spec.dtypes[0], spec.output_dtypes[1], self.launch.vector)
        self._in_batch = np.int32(spec.attrs["include_batch_in_index"])

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y, places = self.empty(), self.empty(1)
        self.launch(self._name, (packed(inputs[0]), y, places), self._in_batch)
        return (y, places)


def _index_dtype(launch: _Launch) -> DType:
    return _INDEX["uint8" if launch.taps <= _BYTE else "int32"]


class _Pool:
    """Base of the registered kernels."""

    backward: ClassVar[bool] = False

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @classmethod
    def refuses(cls, spec: KernelSpec) -> str | None:
        geometry = pool_of(spec)
        if geometry.channel_window > 1:
            return "channels are pooled"
        launch = _Launch(geometry, spec.output_dtypes[0], cls.backward)
        if not launch.elements:
            return "there are no elements"
        if launch.largest > _LARGEST or launch.taps > _LARGEST:
            return f"a size or the window is above {_LARGEST:,}"
        return "there are more elements than a grid has threads for" if launch.grid[0] > _MOST_BLOCKS else None


class Maximum(_Pool):
    """MaxPool and its like."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedForward(spec, "maximum")


class Average(_Pool):
    """AvgPool and AvgPool3D."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedForward(spec, "average")


class MaximumGradient(_Pool):
    """MaxPoolGrad and its like."""

    backward = True

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedMaximumGradient(spec)


class AverageGradient(_Pool):
    """AvgPoolGrad and AvgPool3DGrad."""

    backward = True

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedAverageGradient(spec)


class Picked(_Pool):
    """MaxPoolGradGrad and its like."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPicked(spec)


class Places(_Pool):
    """MaxPoolWithArgmax."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPlaces(spec)


def _register(kernel: type[_Pool], op: str, *host_inputs: str, types: Sequence[str] = ("T",)) -> None:
    cls = type(op, (kernel,), {"__module__": __name__, "__doc__": f"{op}."})
    constraints = {attr: allowed(op, attr, FLOATS) for attr in types}
    register_kernel(op, "GPU", types=constraints, priority=NATIVE, host_inputs=host_inputs)(cls)


_register(Maximum, "MaxPool")
_register(Maximum, "MaxPoolV2", "ksize", "strides")
_register(Maximum, "MaxPool3D")
_register(MaximumGradient, "MaxPoolGrad")
_register(MaximumGradient, "MaxPoolGradV2", "ksize", "strides")
_register(MaximumGradient, "MaxPool3DGrad", types=("T", "TInput"))
_register(Picked, "MaxPoolGradGrad")
_register(Picked, "MaxPoolGradGradV2", "ksize", "strides")
_register(Picked, "MaxPool3DGradGrad")
_register(Places, "MaxPoolWithArgmax")
_register(Average, "AvgPool")
_register(Average, "AvgPool3D")
_register(AverageGradient, "AvgPoolGrad", "orig_input_shape")
_register(AverageGradient, "AvgPool3DGrad", "orig_input_shape")

for _dtype in FLOATS:
    for _width in widths(_dtype):
        _single = ("maximum", "average", "average_gradient", "picked")
        source.declare("pool", [instance(kernel, _dtype, _width) for kernel in _single])
        for _kernel, _indices in {"winners": ("uint8", "int32"), "maximum_gradient": ("uint8", "int32"),
                                  "maximum_and_place": ("int32", "int64")}.items():  # fmt: skip
            source.declare("pool", [instance(_kernel, _dtype, as_dtype(i), _width) for i in _indices])
