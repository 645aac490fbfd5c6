"""Plain kernels of identities, shapes and constant tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.calls.block_copies import copy_kernel
from graphops_cpu.calls.machine import machine
from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import widen
from graphops_registry.attr import text_shown
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.kernels.call_list import Call, FixedCalls, JoinedKernel, MachineKernel, Operand


class _Same(PlainKernel):
    """The input itself."""

    views = {0: 0}

    def compute(self, x: Array) -> Array:
        return x


@register_kernel("Identity", "CPU")
class Identity(_Same):
    pass


@register_kernel("PlaceholderWithDefault", "CPU")
class PlaceholderWithDefault(_Same):
    pass


@register_kernel("StopGradient", "CPU")
class StopGradient(_Same):
    pass


@register_kernel("PreventGradient", "CPU")
class PreventGradient(_Same):
    pass


@register_kernel("EnsureShape", "CPU")
class EnsureShape(_Same):
    pass


@register_kernel("IdentityN", "CPU")
class IdentityN(PlainKernel):
    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedIdentities(spec)


class _PreparedIdentities(Prepared):
    def __init__(self, spec: KernelSpec) -> None:
        self.output_shapes = spec.output_shapes
        self.aliases = {index: index for index in range(len(spec.output_shapes))}

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        return list(inputs)


class _Copy(PlainKernel):
    def compute(self, x: Array) -> Array:
        return x.copy()


@register_kernel("Snapshot", "CPU")
class Snapshot(_Copy):
    pass


@register_kernel("DeepCopy", "CPU")
class DeepCopy(_Copy):
    pass


@register_kernel("CheckNumerics", "CPU")
class CheckNumerics(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array) -> Array:
        wide = widen(x)
        nan, infinite = count(self.xp.isnan(wide)), count(self.xp.isinf(wide))
        if nan or infinite:
            found = " and ".join([f"{nan} NaN"] * bool(nan) + [f"{infinite} Inf"] * bool(infinite))
            message = text_shown(self.attrs["message"])
            raise InvalidArgumentError(f"{message}: tensor of op 'CheckNumerics' must be finite, got {found}").concerns(
                op="CheckNumerics", argument="tensor"
            )
        return x


@register_kernel("Bitcast", "CPU")
class Bitcast(PlainKernel):
    def compute(self, x: Array) -> Array:
        source, target = self.attrs["T"].size, self.attrs["type"].size
        dtype = self.attrs["type"].numpy_dtype
        shape = x.shape
        if source > target:
            shape = (*shape, source // target)
        elif source < target:
            shape = shape[:-1]
        return self.xp.ascontiguousarray(x).reshape(-1).view(dtype).reshape(shape).copy()


@register_kernel("NoOp", "CPU")
@register_kernel("ControlTrigger", "CPU")  # where nothing is dead; with Switch and Merge around, frames do it
class NoOp(PlainKernel):
    def compute(self) -> tuple[Array, ...]:
        return ()


@register_kernel("Shape", "CPU", host_outputs=["output"])
class Shape(PlainKernel):
    def compute(self, x: Array) -> Any:
        return np.array(x.shape, dtype=self.attrs["out_type"].numpy_dtype)


@register_kernel("ShapeN", "CPU", host_outputs=["output"])
class ShapeN(PlainKernel):
    def compute(self, *xs: Array) -> tuple[Any, ...]:
        return tuple(np.array(x.shape, dtype=self.attrs["out_type"].numpy_dtype) for x in xs)


@register_kernel("Rank", "CPU", host_outputs=["output"])
class Rank(PlainKernel):
    def compute(self, x: Array) -> Any:
        return np.array(x.ndim, dtype=np.int32)


@register_kernel("Size", "CPU", host_outputs=["output"])
class Size(PlainKernel):
    def compute(self, x: Array) -> Any:
        return np.array(x.size, dtype=self.attrs["out_type"].numpy_dtype)


def _filled(make: Callable[..., Array], spec: KernelSpec) -> tuple[Callable[[Array], Array], bool] | None:
    """What ``direct`` returns for an op that looks at the shape alone."""
    if spec.dtypes[0].is_host_only:
        return None
    shape, dtype = spec.shapes[0], spec.dtypes[0].numpy_dtype
    return (lambda x: make(shape, dtype)), False


@register_kernel("ZerosLike", "CPU")
class ZerosLike(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`."""
        return _filled(self.xp.zeros, spec)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        code = machine()
        if code is None or constants[0] is not None or spec.dtypes[0].is_host_only:
            return None
        size = prod(spec.shapes[0]) * spec.dtypes[0].size
        return FixedCalls([Call(code.fill_zeros, (Operand(1), size))], lambda _: 1.0)

    def compute(self, x: Array) -> Array:
        if x.dtype.kind == "O":
            return np.full(x.shape, b"", dtype=object)
        return self.xp.zeros(x.shape, dtype=x.dtype)


@register_kernel("OnesLike", "CPU")
class OnesLike(PlainKernel):
    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`."""
        return _filled(self.xp.ones, spec)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, dtype = spec.shapes[0], spec.dtypes[0]
        if constants[0] is not None or dtype.is_host_only:
            return None
        one = np.ones((), dtype.numpy_dtype)
        copy = copy_kernel(np.broadcast_to(one, shape))
        return None if copy is None else JoinedKernel([(copy, [one, 1])], 1e-6, lambda _: 1.0)

    def compute(self, x: Array) -> Array:
        return self.xp.ones(x.shape, dtype=x.dtype)


@register_kernel("Fill", "CPU", host_inputs=["dims"])
class Fill(PlainKernel):
    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, dtype = spec.output_shapes[0], spec.dtypes[1]
        if constants[0] is None or constants[1] is not None or dtype.is_host_only or shape is None:
            return None
        return copy_kernel(np.broadcast_to(np.empty((), dtype.numpy_dtype), shape))

    def compute(self, dims: Any, value: Array) -> Array:
        result = self.xp_of(value).empty(tuple(int(size) for size in np.reshape(dims, -1)), dtype=value.dtype)
        result[...] = value.reshape(())
        return result


@register_kernel("GuaranteeConst", "CPU")
class GuaranteeConst(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array) -> Array:
        return x
