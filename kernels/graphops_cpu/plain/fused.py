"""Plain kernels of fused ops: the unfused ones, one after the other, rounded once at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from graphops_cpu.calls.numpy_loops import direct_kernel
from graphops_cpu.lib import conv_loops, depthwise_loops
from graphops_cpu.lib.conv_loops import Check, ConvLoops
from graphops_cpu.lib.depthwise_loops import DepthwiseLoops
from graphops_cpu.lib.elementwise import REALS, allowed, nothing_widened
from graphops_cpu.lib.precision import compute_dtype, narrow, widen
from graphops_cpu.plain.math_elementwise import Sigmoid, Tanh
from graphops_cpu.plain.math_matmul import direct_product, product_kernel
from graphops_cpu.plain.math_special import Erf
from graphops_cpu.plain.nn_activation import Elu, LeakyRelu, Relu, Relu6
from graphops_cpu.plain.nn_conv import ConvKernel, View
from graphops_cpu.plain.nn_norm import Forward, FusedBatchNormGradV3
from graphops_registry.dtypes import as_dtype, float32
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Prepared, Shape, register_kernel
from graphops_registry.kernels.call_list import MachineKernel
from graphops_registry.kernels.context import Context
from graphops_registry.op_def import lookup_op
from graphops_registry.ops.fused import fused_steps, spatial_first
from graphops_registry.ops.nn_norm import channel_axis
from graphops_registry.rules.conv_geometry import ConvGeometry

_PLAIN: Final = {"Relu": Relu, "Relu6": Relu6, "Elu": Elu, "LeakyRelu": LeakyRelu, "Tanh": Tanh, "Sigmoid": Sigmoid}


class Fused(PlainKernel):
    """Base: what happens to a result in the compute dtype. Needs a few copies of it."""

    def finish(self, op: str, y: Array, args: Sequence[Array], channel_axis: int) -> Array:
        """All of fused_ops; ``y`` is not kept."""
        shape = tuple(-1 if axis == channel_axis else 1 for axis in range(y.ndim))
        with np.errstate(all="ignore"):
            for step in fused_steps(op, self.attrs):
                if step.op == "BiasAdd":
                    y = y + widen(args[step.first]).reshape(shape)
                elif step.op == "Add":
                    y = y + widen(args[step.first])
                elif step.op == "FusedBatchNorm":
                    scale, offset, mean, variance = (widen(x).reshape(shape) for x in args[step.first : step.first + 4])
                    one = y.dtype.type(1)
                    gain = scale * (one / self.xp.sqrt(variance + y.dtype.type(self.attrs["epsilon"])))
                    y = (y - mean) * gain + offset
                else:
                    y = self.activated(step.op, y)
        return y

    def activated(self, name: str, y: Array) -> Array:
        """y, in the compute dtype, after an activation."""
        xp, kind = self.xp, y.dtype.type
        if name in _PLAIN:
            return self.other(_PLAIN[name]).apply(y)
        if name == "Swish":
            return y * self.other(Sigmoid).apply(y)
        if name == "HardSigmoid":
            return xp.minimum(xp.maximum(y + kind(3), kind(0)), kind(6)) / kind(6)
        if name == "_FusedHardSwish":
            return y * xp.minimum(xp.maximum(y + kind(3), kind(0)), kind(6)) / kind(6)
        if name == "GeluExact":
            return kind(0.5) * y * (kind(1) + self.other(Erf).compute(y * kind(sqrt(0.5))))
        inner = kind(sqrt(2 / np.pi)) * (y + kind(0.044715) * y * y * y)
        return kind(0.5) * y * (kind(1) + xp.tanh(inner))

    def other(self, kernel: type[PlainKernel]) -> Any:
        """Another plain kernel, on the device of this one."""
        instance = kernel({"alpha": self.attrs["leakyrelu_alpha"]})
        instance.xp = self.xp  # type: ignore[misc]
        return instance


class _PreparedFused(Prepared):
    """A convolution in the compute dtype, then the rest."""

    def __init__(self, spec: KernelSpec, kernel: _FusedConv) -> None:
        self.output_shapes = spec.output_shapes
        self._kernel = kernel
        self._op = spec.op.name
        self._dtype = spec.output_dtypes[0].numpy_dtype
        self._axis = channel_axis(spec.attrs["data_format"])
        self._order: tuple[int, ...] = tuple(range(len(spec.shapes[1])))
        if "filter_format" in spec.attrs:
            self._order = spatial_first(spec.attrs["filter_format"])
        wide = as_dtype(compute_dtype(spec.output_dtypes[0]))
        shapes = (spec.shapes[0], tuple(spec.shapes[1][axis] for axis in self._order), *spec.shapes[2:])
        self._conv = kernel.prepare_conv(replace(spec, output_dtypes=(wide,), shapes=shapes))
        self.workspace_bytes = self._conv.workspace_bytes + 3 * prod(spec.output_shapes[0] or ()) * wide.size

    def run(self, ctx: Context, inputs: Sequence[Array], out: Sequence[Array | None] | None) -> Sequence[Array]:
        x, w, *args = inputs
        (y,) = self._conv.run(ctx, (x, w.transpose(self._order)), None)
        result = narrow(self._kernel.finish(self._op, y, args, self._axis), self._dtype)
        if out and out[0] is not None:
            out[0][...] = result
            return (out[0],)
        return (result,)


class _FusedConv(ConvKernel, Fused):
    accumulates = False

    def prepare(self, spec: KernelSpec) -> Prepared:
        return _PreparedFused(spec, self)

    def prepare_conv(self, spec: KernelSpec) -> Prepared:
        """The convolution alone."""
        return super().prepare(spec)


@register_kernel(
    "_FusedConv2D", "CPU", types={"T": allowed("_FusedConv2D", "T", REALS), "TArgs": REALS}, uses=["cancel"]
)
class FusedConv2D(_FusedConv):
    def loops(self, geometry: ConvGeometry, itemsize: int) -> ConvLoops:
        return ConvLoops(geometry, itemsize)

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        conv_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide, check)


@register_kernel("_FusedConv3D", "CPU", uses=["cancel"])
class FusedConv3D(_FusedConv):
    def loops(self, geometry: ConvGeometry, itemsize: int) -> ConvLoops:
        return ConvLoops(geometry, itemsize)

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        conv_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide, check)


@register_kernel("_FusedDepthwiseConv2dNative", "CPU", uses=["cancel"])
class FusedDepthwiseConv2dNative(_FusedConv):
    def loops(self, geometry: ConvGeometry, itemsize: int) -> DepthwiseLoops:
        return DepthwiseLoops(geometry, itemsize)

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        depthwise_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide, check)


@register_kernel("_FusedMatMul", "CPU")
class FusedMatMul(Fused):
    """Needs float32 copies of half and bfloat16 operands, and a few of the result."""

    fresh = True

    def direct(self, spec: KernelSpec) -> tuple[Callable[..., Array], bool] | None:
        """See :class:`Prepared`: products and sums by NumPy, where nothing is widened."""
        if not nothing_widened(spec):
            return None
        multiply, add = direct_product(self.xp, self.attrs), self.xp.add
        *steps, last = fused_steps("_FusedMatMul", self.attrs)
        activate: Callable[[Array], Array] | None = None
        if last.op in ("BiasAdd", "Add"):
            steps.append(last)
        elif last.op in _PLAIN:
            activate = self.other(_PLAIN[last.op]).apply
        else:
            activate = partial(self.activated, last.op)
        places = [step.first for step in steps]

        def direct(a: Array, b: Array, *args: Array) -> Array:
            y = multiply(a, b)
            for place in places:
                add(y, args[place], y)
            return y if activate is None else activate(y)

        return direct, False

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`: a product, sums and an activation, as ``direct``."""
        steps, shape = fused_steps("_FusedMatMul", self.attrs), spec.output_shapes[0]
        added = [step for step in steps if step.op in ("BiasAdd", "Add")]
        places = [2 + step.first for step in added]
        if len(added) == len(steps):
            return product_kernel(spec, constants, places)
        if list(steps[:-1]) != added or steps[-1].op not in _PLAIN or shape is None:
            return None
        activation = self._activation_kernel(steps[-1].op, shape)
        return None if activation is None else product_kernel(spec, constants, places, activation)

    def _activation_kernel(self, name: str, shape: Shape) -> MachineKernel | None:
        """An activation of the product for a call list."""
        attrs = {"T": float32, "alpha": self.attrs["leakyrelu_alpha"]}
        spec = KernelSpec(
            lookup_op(name), attrs, (shape,), (float32,), (None,), (shape,), (float32,), (True,)
        )  # fmt: skip
        kernel = self.other(_PLAIN[name])
        own: Callable[..., MachineKernel | None] | None = getattr(kernel, "machine_kernel", None)
        if own is not None:
            return own(spec, (None,))
        direct = kernel.direct(spec)
        return None if direct is None else direct_kernel(direct[0], spec)

    def compute(self, a: Array, b: Array, *args: Array) -> Array:
        with np.errstate(all="ignore"):
            product = direct_product(self.xp, self.attrs)(widen(a), widen(b))
        return narrow(self.finish("_FusedMatMul", product, args, 1), a.dtype)


@register_kernel("_FusedBatchNormEx", "CPU")
class FusedBatchNormEx(Forward):
    def compute(
        self, x: Array, scale: Array, offset: Array, mean: Array, variance: Array, *sides: Array
    ) -> tuple[Array, ...]:
        xp = self.xp
        y, *statistics = self.normalised(x, scale, offset, mean, variance)
        with np.errstate(all="ignore"):
            for side in sides:
                y = y + widen(side)
            if self.attrs["activation_mode"] != "Identity":
                y = xp.maximum(y, np.float32(0))
            if self.attrs["activation_mode"] == "Relu6":
                y = xp.minimum(y, np.float32(6))
        return (narrow(y, x.dtype), *statistics, xp.zeros((), dtype=scale.dtype))


@register_kernel("_FusedBatchNormGradEx", "CPU")
class FusedBatchNormGradEx(FusedBatchNormGradV3):
    def compute(self, dy: Array, x: Array, scale: Array, mean: Array, variance: Array, *others: Any) -> Any:
        y = others[-1]
        mode, zero, sides = self.attrs["activation_mode"], y.dtype.type(0), self.attrs["num_side_inputs"]
        if mode != "Identity":
            passed = y > zero
            if mode == "Relu6":
                passed = passed & (y < y.dtype.type(6))
            with np.errstate(all="ignore"):
                dy = dy * passed  # keeps what is not a number, as the gradient of the activation does
        elif sides:
            dy = dy.copy()  # it is an output, too
        return (*super().compute(dy, x, scale, mean, variance), *[dy] * sides)
