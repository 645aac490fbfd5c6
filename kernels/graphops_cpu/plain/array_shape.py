"""Plain kernels that give a tensor another shape. Reshapes are views, and so are large transposes and reversals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.block_copies import copy_kernel, stand_in
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.kernels.call_list import CopyKernel, MachineKernel

_SMALL: Final = 1 << 16  # bytes


def _can_copy(spec: KernelSpec) -> bool:
    """Whether a call list may copy the first input to the output: there are elements, and they are numbers."""
    return bool(prod(spec.output_shapes[0] or (1,))) and not spec.dtypes[0].is_host_only


class _ReshapePrepared(Prepared):
    """A reshape to what the shape rule found."""

    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self.aliases = {0: 0}
        self._shape = spec.output_shapes[0]

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        return (inputs[0].reshape(self._shape),)

    def machine_kernel(self, constants: Any) -> MachineKernel | None:
        return CopyKernel() if constants[0] is None and not any(each is None for each in constants[1:]) else None


class _Reshape(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _ReshapePrepared(spec)


@register_kernel("Reshape", "CPU", host_inputs=["shape"])
class Reshape(_Reshape):
    pass


@register_kernel("ExpandDims", "CPU", host_inputs=["dim"])
class ExpandDims(_Reshape):
    pass


@register_kernel("Squeeze", "CPU")
class Squeeze(_Reshape):
    pass


def _settled(view: Array) -> Array:
    """A view, or a copy in C order where it is small and on the host.

    It lies in memory then as it does in a call list: sums and products have other last bits where operands lie
    otherwise.  What reads small arrays is mostly slowed down more by another order than a copy takes.
    """
    return np.ascontiguousarray(view) if isinstance(view, np.ndarray) and view.nbytes <= _SMALL else view


def _copy_of_view(
    spec: KernelSpec, constants: Sequence[Array | None], view_of: Callable[[Array, Any], Array]
) -> MachineKernel | None:
    """What :func:`_settled` gives of a view of the first input that the second one describes, for a call list."""
    shape, dtype = spec.shapes[0], spec.dtypes[0]
    if constants[0] is not None or constants[1] is None or spec.values[1] is None or not shape or not _can_copy(spec):
        return None
    if prod(shape) * dtype.size > _SMALL:
        return None
    whole = stand_in(shape, dtype.numpy_dtype)
    return copy_kernel(view_of(whole, spec.values[1]), whole)


def _turned(x: Array, perm: Any) -> Array:
    return x.transpose(tuple(int(axis) % x.ndim for axis in perm))


@register_kernel("Transpose", "CPU", host_inputs=["perm"])
class Transpose(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array, perm: Any) -> Array:
        return _settled(_turned(x, perm)) if x.ndim else x

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return _copy_of_view(spec, constants, _turned)


@register_kernel("ConjugateTranspose", "CPU", host_inputs=["perm"])
class ConjugateTranspose(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array, perm: Any) -> Array:
        turned = _settled(_turned(x, perm)) if x.ndim else x
        return turned.conj() if x.dtype.kind == "c" else turned


@register_kernel("InvertPermutation", "CPU", host_inputs=["x"], host_outputs=["y"])
class InvertPermutation(PlainKernel):
    def compute(self, x: Any) -> Any:
        y = np.empty_like(x)
        y[x] = np.arange(x.size, dtype=x.dtype)
        return y


@register_kernel("BroadcastTo", "CPU", host_inputs=["shape"])
class BroadcastTo(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape = spec.output_shapes[0]
        if constants[0] is not None or any(each is None for each in constants[1:]) or not _can_copy(spec):
            return None
        return copy_kernel(np.broadcast_to(stand_in(spec.shapes[0], spec.dtypes[0].numpy_dtype), shape or ()))

    def compute(self, x: Array, shape: Any) -> Array:
        return self.xp_of(x).broadcast_to(x, tuple(int(size) for size in shape)).copy()


@register_kernel("BroadcastArgs", "CPU", host_inputs=["s0", "s1"], host_outputs=["r0"])
class BroadcastArgs(PlainKernel):
    def compute(self, s0: Any, s1: Any) -> Any:
        # Not np.broadcast_shapes, which refuses sizes beyond what an array could have.
        rank = max(s0.size, s1.size)
        first, second = (np.concatenate([np.ones(rank - s.size, s.dtype), s]) for s in (s0, s1))
        return np.where(first == 1, second, first)


@register_kernel("BroadcastGradientArgs", "CPU", host_inputs=["s0", "s1"], host_outputs=["r0", "r1"])
class BroadcastGradientArgs(PlainKernel):
    def compute(self, s0: Any, s1: Any) -> tuple[Any, Any]:
        if np.array_equal(s0, s1):  # nothing was broadcast
            return s0[:0].copy(), s1[:0].copy()
        rank = max(s0.size, s1.size)
        first, second = (np.concatenate([np.ones(rank - s.size, s.dtype), s]) for s in (s0, s1))
        axes = np.arange(rank, dtype=s0.dtype)
        # An axis of size 1 on both sides is summed on both: that changes nothing but its presence.
        return axes[first == 1], axes[second == 1]


@register_kernel("Tile", "CPU", host_inputs=["multiples"])
class Tile(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape = spec.shapes[0]
        if constants[0] is not None or spec.values[1] is None or constants[1] is None or not _can_copy(spec):
            return None
        apart = [size for pair in zip((1,) * len(shape), shape, strict=True) for size in pair]
        repeated = [size for pair in zip(map(int, spec.values[1]), shape, strict=True) for size in pair]
        whole = stand_in(tuple(apart), spec.dtypes[0].numpy_dtype)
        return copy_kernel(np.broadcast_to(whole, repeated))

    def compute(self, x: Array, multiples: Any) -> Array:
        times = tuple(int(number) for number in multiples)
        xp = self.xp_of(x)
        shape = tuple(number * size for number, size in zip(times, x.shape, strict=True))
        if 0 in shape:  # the other sizes may be any
            return xp.empty(shape, dtype=x.dtype)
        apart = [size for pair in zip((1,) * x.ndim, x.shape, strict=True) for size in pair]
        repeated = [size for pair in zip(times, x.shape, strict=True) for size in pair]
        return xp.broadcast_to(x.reshape(apart), repeated).reshape(shape).copy()


@register_kernel("ReverseV2", "CPU", host_inputs=["axis"])
class ReverseV2(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array, axis: Any) -> Array:
        return _settled(_reversed(x, axis)) if x.ndim else x

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return _copy_of_view(spec, constants, _reversed)


def _reversed(x: Array, axis: Any) -> Array:
    axes = {int(number) % x.ndim for number in axis}
    return x[tuple(slice(None, None, -1 if number in axes else None) for number in range(x.ndim))]
