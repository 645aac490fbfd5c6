"""Plain kernels of the depthwise convolutions: any layout, padding, strides and dilations, equal or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops_cpu.lib import depthwise_loops
from graphops_cpu.lib.conv_loops import Check
from graphops_cpu.lib.depthwise_loops import DepthwiseLoops
from graphops_cpu.plain.nn_conv import ConvKernel, View
from graphops_registry.kernel_def import Array, register_kernel
from graphops_registry.rules.conv_geometry import ConvGeometry


class _Depthwise(ConvKernel):
    def loops(self, geometry: ConvGeometry, itemsize: int) -> DepthwiseLoops:
        return DepthwiseLoops(geometry, itemsize)


@register_kernel("DepthwiseConv2dNative", "CPU", uses=["cancel"])
class DepthwiseConv2dNative(_Depthwise):
    accumulates = False

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        depthwise_loops.forward(self.xp, loops, view(inputs[0]), inputs[1], view(result), wide, check)


@register_kernel("DepthwiseConv2dNativeBackpropInput", "CPU", host_inputs=["input_sizes"], uses=["cancel"])
class DepthwiseConv2dNativeBackpropInput(_Depthwise):
    accumulates = True

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        depthwise_loops.input_gradient(self.xp, loops, inputs[1], view(inputs[2]), view(result), wide, check)


@register_kernel("DepthwiseConv2dNativeBackpropFilter", "CPU", host_inputs=["filter_sizes"], uses=["cancel"])
class DepthwiseConv2dNativeBackpropFilter(_Depthwise):
    accumulates = True

    def loop(self, loops: Any, inputs: Sequence[Array], result: Array, view: View, wide: Any, check: Check) -> None:
        depthwise_loops.filter_gradient(self.xp, loops, view(inputs[0]), view(inputs[2]), result, wide, check)
