"""Plain kernels of the dense convolutions: any rank, layout, padding, stride, dilation and number of groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, ClassVar, TypeAlias

import numpy as np

from graphops_cpu.lib import conv_loops
from graphops_cpu.lib.conv_loops import ConvLoops
from graphops_cpu.lib.conv_problem import problem_geometry
from graphops_cpu.lib.precision import compute_dtype
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.rules.conv_geometry import ConvGeometry

View: TypeAlias = Callable[[Array], Array]


class PreparedConv(Prepared):
    """One pass of one geometry: the loops, and how to see the arrays as (batch, *spatial, channels).

    The pass is computed in the compute dtype; one that accumulates into its result does so in a wide copy of it.
    Where nothing meets, there is nothing to loop over, however large the sizes beside an empty one are.
    """

    fresh = True

    def __init__(self, spec: KernelSpec, kernel: ConvKernel) -> None:
        geometry = problem_geometry(spec)
        self.output_shapes = spec.output_shapes
        self._kernel = kernel
        self._attrs = geometry.attrs
        self._shape = spec.output_shapes[0]
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._wide = compute_dtype(spec.output_dtypes[0])
        self._loops = kernel.loops(geometry, self._wide.itemsize) if geometry.products else None
        self.workspace_bytes = self._loops.workspace_bytes if self._loops is not None else 0
        if kernel.accumulates and self._dtype != self._wide:
            self.workspace_bytes += prod(self._shape or ()) * self._wide.itemsize

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        xp = self._kernel.xp
        target = out[0] if out else None
        zeroed = self._kernel.accumulates or self._loops is None
        dtype = self._wide if self._kernel.accumulates else self._dtype
        if target is None or dtype != self._dtype:
            result = (xp.zeros if zeroed else xp.empty)(self._shape, dtype=dtype)
        else:
            result = target
            if zeroed:
                result[...] = 0
        with np.errstate(all="ignore"):  # sums overflow to infinity, integers wrap
            if self._loops is not None:
                check = ctx.check_cancelled
                self._kernel.loop(self._loops, inputs, result, self.channels_last, self._wide, check)
            if dtype == self._dtype:
                return (result,)
            if target is None:
                return (result.astype(self._dtype),)
            target[...] = result
            return (target,)

    def channels_last(self, x: Array) -> Array:
        """An input-like or output-like array as (batch, *spatial, channels): a view, so that it can be written to."""
        attrs = self._attrs
        x = x.reshape(prod(x.shape[: attrs.batch_dims]), *x.shape[attrs.batch_dims :])
        return self._kernel.xp.moveaxis(x, 1, -1) if attrs.channels_first else x


class ConvKernel(PlainKernel):
    """What all passes share: from a spec to the geometry, and from there to loops.

    Attributes:
        accumulates: the pass adds into a zeroed result in the compute dtype, rather than writing each element once.
    """

    accumulates: ClassVar[bool]

    def prepare(self, spec: KernelSpec) -> Prepared:
        return PreparedConv(spec, self)

    def loops(self, geometry: ConvGeometry, itemsize: int) -> Any:
        """How the pass is cut into blocks; has ``workspace_bytes``."""
        return ConvLoops(geometry, itemsize)

    def loop(
        self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: conv_loops.Check
    ) -> None:
        """Compute ``result``, in the output's own layout; ``view`` gives the channels-last view of an array."""
        raise NotImplementedError


class _Forward(ConvKernel):
    accumulates = False

    def loop(
        self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: conv_loops.Check
    ) -> None:
        conv_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide, check)


class _InputGradient(ConvKernel):
    accumulates = True

    def loop(
        self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: conv_loops.Check
    ) -> None:
        conv_loops.input_gradient(self.xp, loops, inputs[1], view(inputs[2]), view(result), wide, check)


class _FilterGradient(ConvKernel):
    accumulates = True

    def loop(
        self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: conv_loops.Check
    ) -> None:
        conv_loops.filter_gradient(self.xp, loops, view(inputs[0]), view(inputs[2]), result, wide, check)


@register_kernel("Conv2D", "CPU", uses=["cancel"])
class Conv2D(_Forward):
    pass


@register_kernel("Conv2DBackpropInput", "CPU", host_inputs=["input_sizes"], uses=["cancel"])
class Conv2DBackpropInput(_InputGradient):
    pass


@register_kernel("Conv2DBackpropInputV2", "CPU", uses=["cancel"])
class Conv2DBackpropInputV2(_InputGradient):
    pass


@register_kernel("Conv2DBackpropFilter", "CPU", host_inputs=["filter_sizes"], uses=["cancel"])
class Conv2DBackpropFilter(_FilterGradient):
    pass


@register_kernel("Conv2DBackpropFilterV2", "CPU", uses=["cancel"])
class Conv2DBackpropFilterV2(_FilterGradient):
    pass


@register_kernel("Conv3D", "CPU", uses=["cancel"])
class Conv3D(_Forward):
    pass


@register_kernel("Conv3DBackpropInput", "CPU", uses=["cancel"])
class Conv3DBackpropInput(_InputGradient):
    pass


@register_kernel("Conv3DBackpropInputV2", "CPU", host_inputs=["input_sizes"], uses=["cancel"])
class Conv3DBackpropInputV2(_InputGradient):
    pass


@register_kernel("Conv3DBackpropFilter", "CPU", uses=["cancel"])
class Conv3DBackpropFilter(_FilterGradient):
    pass


@register_kernel("Conv3DBackpropFilterV2", "CPU", host_inputs=["filter_sizes"], uses=["cancel"])
class Conv3DBackpropFilterV2(_FilterGradient):
    pass


@register_kernel("Conv", "CPU", uses=["cancel"])
class Conv(_Forward):
    pass
