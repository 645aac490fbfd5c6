"""Plain kernels of the convolution family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, ClassVar, TypeAlias

from graphops_cpu import conv_loops
from graphops_cpu.conv_loops import ConvLoops
from graphops_cpu.precision import compute_dtype
from graphops_registry.conv_geometry import ConvGeometry, conv_geometry
from graphops_registry.kernel_def import Array, Context, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.shape import TensorShape


_View: TypeAlias = Callable[[Array], Array]


class _PreparedConv(Prepared):
    """One pass of one geometry: the loops, and how to see the arrays as (batch, *spatial, channels)."""

    def __init__(self, spec: KernelSpec, kernel: _Conv) -> None:
        geometry = kernel.geometry(spec)
        self.output_shapes = spec.output_shapes
        self._kernel = kernel
        self._attrs = geometry.attrs
        self._shape = spec.output_shapes[0]
        self._dtype = spec.output_dtypes[0].as_numpy_dtype
        self._wide = compute_dtype(spec.output_dtypes[0])
        self._loops = ConvLoops(geometry, self._wide.itemsize)
        self.workspace_bytes = self._loops.workspace_bytes
        if kernel.accumulates and self._dtype != self._wide:
            self.workspace_bytes += prod(self._shape or ()) * self._wide.itemsize

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        xp, accumulates = self._kernel.xp, self._kernel.accumulates
        target = out[0] if out else None
        dtype = self._wide if accumulates else self._dtype
        if target is None or dtype != self._dtype:
            result = (xp.zeros if accumulates else xp.empty)(self._shape, dtype=dtype)
        else:
            result = target
            if accumulates:
                result[...] = 0
        self._kernel.loop(self._loops, inputs, result, self.channels_last, self._wide)
        if dtype != self._dtype:
            if target is None:
                return (result.astype(self._dtype),)
            target[...] = result
            return (target,)
        return (result,)

    def channels_last(self, x: Array) -> Array:
        """An input-like or output-like array as (batch, *spatial, channels): a view, so that it can be written to."""
        attrs = self._attrs
        x = x.reshape(prod(x.shape[: attrs.batch_dims]), *x.shape[attrs.batch_dims :])
        return self._kernel.xp.moveaxis(x, 1, -1) if attrs.channels_first else x


class _Conv(PlainKernel):
    """What the passes share: where the forward op's operands, or their sizes, stand among the inputs."""

    spatial_rank: ClassVar[int]
    accumulates: ClassVar[bool]  # adds into a zeroed result in the compute dtype, rather than writing once

    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedConv(spec, self)

    def geometry(self, spec: KernelSpec) -> ConvGeometry:
        def operand(index: int) -> TensorShape:
            value = spec.values[index]
            return TensorShape.of(spec.shapes[index] if value is None else tuple(int(size) for size in value))

        return conv_geometry(
            spec.op.name, spec.attrs, self.spatial_rank, operand(0), operand(1), allow_empty_kernel=True
        )

    def loop(self, loops: ConvLoops, inputs: Sequence[Array], result: Array, view: _View, wide: Any) -> None:
        """Compute ``result``, in the output's own layout; ``view`` gives the channels-last view of an array."""
        raise NotImplementedError


class _Forward(_Conv):
    accumulates = False

    def loop(self, loops: ConvLoops, inputs: Sequence[Array], result: Array, view: _View, wide: Any) -> None:
        conv_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide)


class _InputGradient(_Conv):
    accumulates = True

    def loop(self, loops: ConvLoops, inputs: Sequence[Array], result: Array, view: _View, wide: Any) -> None:
        conv_loops.input_gradient(self.xp, loops, inputs[1], view(inputs[2]), view(result), wide)


class _FilterGradient(_Conv):
    accumulates = True

    def loop(self, loops: ConvLoops, inputs: Sequence[Array], result: Array, view: _View, wide: Any) -> None:
        conv_loops.filter_gradient(self.xp, loops, view(inputs[0]), view(inputs[2]), result, wide)


@register_kernel("Conv3D", "CPU")
class Conv3D(_Forward):
    spatial_rank = 3


@register_kernel("Conv3DBackpropInputV2", "CPU", host_inputs=["input_sizes"])
class Conv3DBackpropInputV2(_InputGradient):
    spatial_rank = 3


@register_kernel("Conv3DBackpropFilterV2", "CPU", host_inputs=["filter_sizes"])
class Conv3DBackpropFilterV2(_FilterGradient):
    spatial_rank = 3
