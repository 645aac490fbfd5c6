"""Filter gradients of dilated 3-D convolutions, computed as undilated ones over every d-th position.

With stride 1 and dilation d an output at ``o = d * q + r`` meets only input positions with one remainder modulo d.  So
each axis is cut into d *phases*, which become images: ``x[d * m + r]`` and ``dy[d * q + r]`` for each r.  The gradient
with respect to the filter, a sum over images, is that of the undilated convolution of all of them, for which oneDNN has
kernels that it lacks for dilation.

Phases that are shorter than others are filled with zeros, and where the convolution of the phases cannot say the
padding as SAME, it is zeros as well.  An infinity on the other side of such a zero makes NaN: a gradient with any NaN
is thrown away and computed by the next best kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.best_kernel import best_kernel
from graphops_cpu.lib.conv_kernels import register_convolution, worth_timing
from graphops_cpu.lib.conv_problem import ConvProblem, conv_problem
from graphops_cpu.lib.finite import has_nan
from graphops_cpu.priorities import FAST_FORWARD, PHASES, PHASES_BEFORE_ONEDNN, PHASES_POOR
from graphops_registry.dtypes import bfloat16, float32
from graphops_registry.kernel_def import Array, KernelSpec, Prepared
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

_WORTH: Final = 1_000_000  # products; for fewer, cutting up the images takes longer than the convolution
_OPS: Final = ("Conv3DBackpropFilter", "Conv3DBackpropFilterV2")


@dataclass(frozen=True, slots=True)
class PhaseAxis:
    """One axis cut into phases.

    Attributes:
        phases: how many: the dilation.
        shift: zeros before x.
        inputs, outputs: positions of x and dy in each phase, the zeros included.
    """

    phases: int
    shift: int
    inputs: int
    outputs: int


@lru_cache(maxsize=256)
def phase_axes(problem: ConvProblem) -> tuple[str, tuple[PhaseAxis, ...]]:
    """The padding of the convolution of the phases, SAME or VALID, and its axes."""
    same = all(
        kernel % 2 == 1 and before == dilation * (kernel - 1) // 2 and size == outputs
        for size, outputs, kernel, dilation, before in _columns(problem)
    )
    axes = []
    for size, outputs, kernel, dilation, before in _columns(problem):
        each = -(-outputs // dilation)
        if same:
            axes.append(PhaseAxis(dilation, 0, -(-size // dilation), each))
        else:
            axes.append(PhaseAxis(dilation, before, each + kernel - 1, each))
    return ("SAME" if same else "VALID"), tuple(axes)


def _columns(problem: ConvProblem) -> Any:
    return zip(problem.inputs, problem.outputs, problem.kernel, problem.dilations, problem.before, strict=True)


class PreparedPhases(Prepared):
    """The undilated filter gradient, made ready, and how to cut up images for it."""

    def __init__(self, spec: KernelSpec, problem: ConvProblem) -> None:
        self.output_shapes = spec.output_shapes
        self._spec = spec
        self._problem = problem
        inner = phases_spec(spec)
        definition = best_kernel(inner, but=DilatedFilterGradient)
        self.definition = definition
        self._inner = definition.prepare(definition.make(inner.attrs), inner)
        self._x_shape, _, self._dy_shape = inner.shapes
        self._axes = phase_axes(problem)[1]
        self._dtype = spec.output_dtypes[0].numpy_dtype
        cut = (prod(self._x_shape) + prod(self._dy_shape)) * self._dtype.itemsize
        self.workspace_bytes = self._inner.workspace_bytes + cut
        self._other: Prepared | None = None
        self._lock = new_lock()

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array | None]:
        x = self._cut(inputs[0], self._x_shape, [(axis.shift, axis.inputs) for axis in self._axes])
        dy = self._cut(inputs[2], self._dy_shape, [(0, axis.outputs) for axis in self._axes])
        (dw,) = self._inner.run(ctx, [x, inputs[1], dy], out)
        if dw is None or not has_nan(dw):
            return (dw,)
        with self._lock:
            if self._other is None:
                definition = best_kernel(self._spec, but=DilatedFilterGradient)
                self._other = definition.prepare(definition.make(self._spec.attrs), self._spec)
        return self._other.run(ctx, inputs, out)

    def _cut(self, array: Array, shape: tuple[int, ...], parts: Sequence[tuple[int, int]]) -> Array:
        """The phases of an array as images, (phases * N, M..., C) or channels first.

        Args:
            array: (N, *S, C) or (N, C, *S).
            shape: of the result.
            parts: for each axis how many zeros come before it and how many positions a phase has.
        """
        first = self._problem.channels_first
        phases = [axis.phases for axis in self._axes]
        images = np.empty((*phases, array.shape[0], *shape[1:]), dtype=array.dtype)
        lead = (slice(None), slice(None)) if first else (slice(None),)
        sizes = array.shape[2:] if first else array.shape[1:-1]
        for phase in product(*map(range, phases)):
            own = images[phase]
            source, target = [], []
            for size, remainder, count, (shift, length) in zip(sizes, phase, phases, parts, strict=True):
                # Position m of the phase is position count * m + remainder - shift of the array, if there is one.
                low = max(0, -((remainder - shift) // count))
                high = min(length, -(-(size + shift - remainder) // count))
                start = count * low + remainder - shift
                source.append(slice(start, max(start, start + (high - low) * count), count))
                target.append(slice(low, max(low, high)))
            if any(part.start > 0 or part.stop < length for part, (_, length) in zip(target, parts, strict=True)):
                own[...] = 0
            own[(*lead, *target)] = array[(*lead, *source)]
        return images.reshape(shape)


def phases_spec(spec: KernelSpec) -> KernelSpec:
    """The spec of the undilated filter gradient of all phases."""
    problem = conv_problem(spec)
    padding, axes = phase_axes(problem)
    batch = problem.batch * prod(axis.phases for axis in axes)

    def laid_out(sizes: Sequence[int], channels: int) -> tuple[int, ...]:
        return (batch, channels, *sizes) if problem.channels_first else (batch, *sizes, channels)

    shapes = (
        laid_out([axis.inputs for axis in axes], problem.in_channels),
        spec.shapes[1],
        laid_out([axis.outputs for axis in axes], problem.out_channels),
    )
    attrs = {**spec.attrs, "dilations": (1,) * len(spec.attrs["dilations"]), "padding": padding}
    return replace(spec, attrs=attrs, shapes=shapes)


class DilatedFilterGradient:
    """The filter gradient of a dilated 3-D convolution of stride 1, as that of an undilated one."""

    worth_timing = staticmethod(worth_timing)

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self.attrs = attrs

    @staticmethod
    def unsupported(attrs: Mapping[str, Any], shapes: Any) -> str | None:
        dilations = attrs.get("dilations") or (1,)
        if max(dilations) == 1:
            return "it is not dilated"
        return None if max(attrs["strides"]) == 1 else "it has strides"

    @staticmethod
    def refuses(spec: KernelSpec) -> str | None:
        problem = conv_problem(spec)
        if not problem.products:
            return "there is nothing to compute"
        _, axes = phase_axes(problem)
        phases = prod(axis.phases for axis in axes)
        cut = phases * (prod(axis.inputs for axis in axes) + prod(axis.outputs for axis in axes))
        if cut > 4 * (prod(problem.inputs) + prod(problem.outputs)):
            return "its phases would be mostly padding"
        return None

    @staticmethod
    def priority_for(spec: KernelSpec) -> int:
        if conv_problem(spec).products < _WORTH:
            return PHASES_POOR
        inner = phases_spec(spec)
        return (
            PHASES_BEFORE_ONEDNN
            if best_kernel(inner, but=DilatedFilterGradient).priority_for(inner) >= FAST_FORWARD
            else PHASES_POOR
        )

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedPhases(spec, conv_problem(spec))


for _op in _OPS:
    register_convolution(DilatedFilterGradient, _op, [float32, bfloat16], PHASES, uses=["cancel"])
