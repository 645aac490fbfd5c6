"""Convolutions in half and bfloat16 by way of float32: operands converted, the best float32 kernel, one rounding.

This follows the rule for these dtypes (sums in float32, rounded once).  On a processor without instructions that
multiply them it is by far the fastest way, because both dtypes convert at the speed of memory.

A strided kernel of one position reads few elements of x: only these are converted, and the remaining convolution has no
strides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.best_kernel import best_kernel
from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import CONVOLUTIONS, UNFUSED, conv_problem
from graphops_cpu.priorities import THROUGH_FLOAT32, THROUGH_FLOAT32_DENSE_HALF
from graphops_cpu.reduce.through_float32_copies import ConstantCopies
from graphops_cpu.simd.compile.loops import starts_slowly
from graphops_cpu.simd.convolution import PLAIN_SECONDS
from graphops_cpu.simd.copies.convert import from_float32, to_float32
from graphops_registry.dtypes import bfloat16, float16, float32
from graphops_registry.kernel_def import Array, KernelDef, KernelSpec, Prepared
from graphops_registry.kernels.context import Context
from graphops_registry.op_def import lookup_op

_NARROW: Final = (float16, bfloat16)

FILTERS: Final = ConstantCopies()


class PreparedThroughFloat32(Prepared):
    """The float32 kernel, made ready, and which inputs to convert for it.

    Attributes:
        definition: the kernel.
    """

    def __init__(self, spec: KernelSpec, definition: KernelDef, inner: Prepared) -> None:
        self.output_shapes = spec.output_shapes
        self.definition = definition
        self._inner = inner
        self._met = positions_met(spec)
        self._pass = CONVOLUTIONS[spec.op.name][0]
        self._shape = spec.output_shapes[0] or ()
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._narrow = tuple(dtype in _NARROW for dtype in spec.dtypes)
        converted = sum(prod(shape) for shape, narrow in zip(spec.shapes, self._narrow, strict=True) if narrow)
        self.workspace_bytes = inner.workspace_bytes + float32.size * (converted + prod(spec.output_shapes[0] or ()))
        # In a graph the constant operand is the filter.
        self._filter = None if self._pass == "filter_gradient" else 1

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        # Only a Session's read-only arrays stay read-only: the caller of an eager call can make them writeable again.
        keep = ctx.arrays_are_constant
        if self._met is not None and self._pass != "input_gradient":
            inputs = [inputs[0][self._met], *inputs[1:]]
        wide = []
        for index, (array, converts) in enumerate(zip(inputs, self._narrow, strict=True)):
            if not converts:
                wide.append(array)
            elif keep and index == self._filter:
                wide.append(FILTERS.get(array, to_float32))
            else:
                wide.append(to_float32(array))
        result: Any = self._inner.run(ctx, wide, None)[0]
        del wide
        target = out[0] if out else None
        if self._met is None or self._pass != "input_gradient":
            return (from_float32(result, self._dtype, target),)
        if target is None:
            target = np.zeros(self._shape, self._dtype)
        else:
            target[...] = 0
        target[self._met] = from_float32(result, self._dtype)
        return (target,)


class ThroughFloat32:
    """A convolution in half or bfloat16, computed by the best float32 kernel for it."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        _, depthwise = CONVOLUTIONS[spec.op.name]
        return THROUGH_FLOAT32_DENSE_HALF if spec.output_dtypes[0] is float16 and not depthwise else THROUGH_FLOAT32

    @staticmethod
    def starts_slowly(spec: KernelSpec) -> bool:  # loops convert the operands
        return starts_slowly(conv_problem(spec).products * PLAIN_SECONDS)

    def prepare(self, spec: KernelSpec) -> Prepared:
        wide = widened(without_strides(spec))
        definition = best_kernel(wide)
        return PreparedThroughFloat32(spec, definition, definition.prepare(definition.make(wide.attrs), wide))


def positions_met(spec: KernelSpec) -> tuple[slice, ...] | None:
    """Index of the part of x that a kernel of one position with strides and without padding meets, else ``None``."""
    if spec.op.name not in UNFUSED:  # whose filters may be laid out in other ways
        return None
    problem = conv_problem(spec)
    if not problem.products or problem.taps != 1 or max(problem.strides) == 1 or problem.multiplier is not None:
        return None
    if any(problem.before) or any(
        (outputs - 1) * stride >= size
        for size, outputs, stride in zip(problem.inputs, problem.outputs, problem.strides, strict=True)
    ):
        return None
    steps = tuple(
        slice(0, (outputs - 1) * stride + 1, stride)
        for outputs, stride in zip(problem.outputs, problem.strides, strict=True)
    )
    shape = spec.output_shapes[0] if problem.x_index is None else spec.shapes[0]
    leading = len(shape or ()) - len(steps) - 1  # batch dimensions
    whole = slice(None)
    return (*(whole,) * (leading + 1), *steps) if problem.channels_first else (*(whole,) * leading, *steps, whole)


def without_strides(spec: KernelSpec) -> KernelSpec:
    """The problem that remains when only the positions that the kernel reads are kept."""
    met = positions_met(spec)
    if met is None:
        return spec
    problem = conv_problem(spec)
    whole = spec.output_shapes[0] if problem.x_index is None else spec.shapes[0]
    cut = tuple(len(range(size)[part]) for size, part in zip(whole or (), met, strict=True))
    ones = (1,) * len(spec.attrs["strides"])
    attrs = {**spec.attrs, "strides": ones, "padding": "VALID"}
    if attrs.get("dilations"):
        attrs["dilations"] = ones
    if "explicit_paddings" in attrs:
        attrs["explicit_paddings"] = ()
    if problem.x_index is None:
        return replace(spec, attrs=attrs, output_shapes=(cut,))
    return replace(spec, attrs=attrs, shapes=(cut, *spec.shapes[1:]))


def widened(spec: KernelSpec) -> KernelSpec:
    """The same problem in float32."""
    types = {attr.name for attr in spec.op.op_def.attrs if attr.base_type == "type"}
    attrs = {name: _wide(value) if name in types else value for name, value in spec.attrs.items()}
    return replace(spec, attrs=attrs, dtypes=_wide(spec.dtypes), output_dtypes=_wide(spec.output_dtypes))


def _wide(dtypes: Any) -> Any:
    if isinstance(dtypes, tuple):
        return tuple(map(_wide, dtypes))
    return float32 if dtypes in _NARROW else dtypes


for _op in CONVOLUTIONS:
    _allowed = lookup_op(_op).op_def.attr_by_name["T"].allowed or ()
    register_convolution(
        ThroughFloat32, _op, [dtype for dtype in _NARROW if dtype in _allowed], THROUGH_FLOAT32, uses=["cancel"]
    )
