"""The base of kernels that compute a function element by element in one launch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Final

import cupy
import numpy as np

from graphops_cuda.lib.vectors import FLOATS, packed, widths
from graphops_cuda.priorities import NATIVE
from graphops_cuda.runtime import source
from graphops_cuda.runtime.source import c_type
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.kernel_def import KernelSpec, Prepared, Shape, register_kernel

Array = Any

HALVES: Final = tuple(as_dtype(name) for name in ("half", "bfloat16"))
"""Dtypes for which the plain kernels need a launch for each operand, one for the function and one for the result."""

_BOOL: Final = as_dtype("bool")
_THREADS: Final = 256
_MOST_AXES: Final = 6
_MOST_OPERANDS: Final = 3

_BROADCAST: Final = np.dtype(
    [
        ("count", np.int64),
        ("rank", np.int32),
        ("vectors", np.int32),
        ("inner", np.int32, _MOST_OPERANDS),
        ("size", np.int64, _MOST_AXES),
        ("stride", np.int64, (_MOST_OPERANDS, _MOST_AXES)),
    ],
    align=True,
)  # mirrors the struct of cuda/broadcast.cuh


def joined_axes(shape: Shape, operands: Sequence[Shape]) -> tuple[list[int], list[list[int]]]:
    """The axes of a result, those along which all operands go on or all stay made one, and each operand's strides.

    Args:
        shape: of the result.
        operands: shapes that broadcast to it, of arrays without gaps.
    """
    sizes: list[int] = []
    strides: list[list[int]] = [[] for _ in operands]
    steps = [1] * len(operands)
    for axis in range(1, len(shape) + 1):  # from the last one
        size = shape[-axis]
        if size == 1:
            continue
        found = []
        for which, operand in enumerate(operands):
            own = operand[-axis] if axis <= len(operand) else 1
            found.append(0 if own == 1 else steps[which])
            steps[which] *= own
        if sizes and all(stride == first[0] * sizes[0] for stride, first in zip(found, strides, strict=True)):
            sizes[0] *= size
            continue
        sizes.insert(0, size)
        for of_operand, stride in zip(strides, found, strict=True):
            of_operand.insert(0, stride)
    if not sizes:
        return [1], [[0] for _ in operands]
    return sizes, strides


def broadcast_sizes(shape: Shape, operands: Sequence[Shape], vector: int) -> np.ndarray[Any, Any]:
    """The struct that tells a kernel where operands are; ``vector`` elements of the result are computed at once."""
    sizes, strides = joined_axes(shape, operands)
    sizes_of = np.zeros((), _BROADCAST)
    sizes_of["count"], sizes_of["rank"] = prod(sizes), len(sizes)
    sizes_of["vectors"] = len(sizes) == 1 or sizes[-1] % vector == 0
    sizes_of["size"][: len(sizes)] = sizes
    for which, stride in enumerate(strides):
        sizes_of["inner"][which] = stride[-1]
        sizes_of["stride"][which, : len(sizes)] = stride
    return sizes_of


def _blocks(count: int, vector: int) -> tuple[int]:
    return (-(-count // (_THREADS * vector)),)


class PreparedUnary(Prepared):
    """A function of one tensor."""

    fresh = True

    def __init__(self, spec: KernelSpec, function: str) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = spec.shapes[0]
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._name = unary(function, spec.dtypes[0], spec.output_dtypes[0])
        count = prod(self._shape)
        self._grid = _blocks(count, widths(spec.dtypes[0])[0])
        self._count = np.int64(count)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = cupy.empty(self._shape, self._dtype)
        if self._count:
            args = (packed(inputs[0]), y, self._count)
            source.kernel("elementwise", self._name)(self._grid, (_THREADS,), args)
        return (y,)


class PreparedBroadcast(Prepared):
    """A function of two or three tensors that broadcast."""

    fresh = True

    def __init__(self, spec: KernelSpec, name: str) -> None:
        self.output_shapes = spec.output_shapes
        self._shape = np.broadcast_shapes(*spec.shapes)
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._name = name
        vector = widths(spec.dtypes[0])[0]
        self._sizes = broadcast_sizes(self._shape, spec.shapes, vector)
        self._count = prod(self._shape)
        self._grid = _blocks(self._count, vector)

    def run(self, ctx: Any, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        y = cupy.empty(self._shape, self._dtype)
        if self._count:
            args = (*[packed(x) for x in inputs], y, self._sizes)
            source.kernel("elementwise", self._name)(self._grid, (_THREADS,), args)
        return (y,)


def unary(function: str, dtype: DType, result: DType) -> str:
    """The kernel of a function of one tensor."""
    return f"unary<{function}, {c_type(dtype)}, {c_type(result)}, {widths(dtype)[0]}>"


def binary(function: str, dtype: DType, result: DType) -> str:
    """The kernel of a function of two tensors."""
    return f"binary<{function}, {c_type(dtype)}, {c_type(result)}, {widths(dtype)[0]}>"


def ternary(function: str, dtype: DType) -> str:
    """The kernel of a function of three tensors of one dtype."""
    return f"ternary<{function}, {c_type(dtype)}, {widths(dtype)[0]}>"


class Elementwise:
    """Base of the registered kernels.

    Attributes:
        function: its name in cuda/scalar_functions.cuh.
    """

    function: ClassVar[str]

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs


class Unary(Elementwise):
    """Base of those of one operand."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedUnary(spec, self.function)


class Broadcasting(Elementwise):
    """Base of those whose operands broadcast."""

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        try:
            shape = np.broadcast_shapes(*spec.shapes)
        except ValueError:  # Equal and NotEqual allow such shapes
            return "the shapes do not broadcast"
        if len(joined_axes(shape, spec.shapes)[0]) > _MOST_AXES:
            return f"the operands broadcast along more than {_MOST_AXES} axes in turn"
        return None


class Binary(Broadcasting):
    """Base of those of two operands."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedBroadcast(spec, binary(self.function, spec.dtypes[0], spec.output_dtypes[0]))


class Ternary(Broadcasting):
    """Base of those of three operands."""

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedBroadcast(spec, ternary(self.function, spec.dtypes[0]))


def register(
    base: type[Elementwise],
    functions: Mapping[str, str],
    dtypes: Sequence[DType],
    module: str,
    truth: bool = False,
) -> None:
    """Register a kernel for each op of ``functions``, which names its function in cuda/scalar_functions.cuh.

    Args:
        base: :class:`Unary`, :class:`Binary` or :class:`Ternary`.
        dtypes: what T may be.
        module: where it is done, for messages.
        truth: whether results are booleans.
    """
    for op, function in functions.items():
        cls = type(op, (base,), {"function": function, "__module__": module, "__doc__": f"{op} in one launch."})
        register_kernel(op, "GPU", types={"T": dtypes}, priority=NATIVE)(cls)
        for dtype in dtypes:
            result = _BOOL if truth else dtype
            if issubclass(base, Ternary):
                source.declare("elementwise", [ternary(function, dtype)])
            else:
                source.declare("elementwise", [(unary if issubclass(base, Unary) else binary)(function, dtype, result)])


__all__ = ["FLOATS", "HALVES", "Binary", "Ternary", "Unary", "broadcast_sizes", "joined_axes", "register"]
