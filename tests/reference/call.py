"""One door to all oracles: what should an op answer?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.reference import conv, depthwise, dilation, pool
from tests.reference.answer import Answer


def answers(op: str, inputs: Mapping[str, Any], attrs: Mapping[str, Any]) -> list[Answer]:
    """The outputs of ``op``; raises ``KeyError`` for an op that no oracle knows."""
    return ORACLES[op](op, inputs, attrs)


CONV_OPS = (
    "Conv2D",
    "Conv2DBackpropInput",
    "Conv2DBackpropInputV2",
    "Conv2DBackpropFilter",
    "Conv2DBackpropFilterV2",
    "Conv3D",
    "Conv3DBackpropInput",
    "Conv3DBackpropInputV2",
    "Conv3DBackpropFilter",
    "Conv3DBackpropFilterV2",
    "Conv",
)
DEPTHWISE_OPS = (
    "DepthwiseConv2dNative",
    "DepthwiseConv2dNativeBackpropInput",
    "DepthwiseConv2dNativeBackpropFilter",
)
DILATION_OPS = ("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")
POOL_OPS = (
    "AvgPool",
    "AvgPoolGrad",
    "AvgPool3D",
    "AvgPool3DGrad",
    "MaxPool",
    "MaxPoolV2",
    "MaxPoolGrad",
    "MaxPoolGradV2",
    "MaxPoolGradGrad",
    "MaxPoolGradGradV2",
    "MaxPoolWithArgmax",
    "MaxPoolGradWithArgmax",
    "MaxPoolGradGradWithArgmax",
    "MaxPool3D",
    "MaxPool3DGrad",
    "MaxPool3DGradGrad",
)
ORACLES: dict[str, Callable[[str, Mapping[str, Any], Mapping[str, Any]], list[Answer]]] = (
    dict.fromkeys(CONV_OPS, conv.answers)
    | dict.fromkeys(DEPTHWISE_OPS, depthwise.answers)
    | dict.fromkeys(DILATION_OPS, dilation.answers)
    | dict.fromkeys(POOL_OPS, pool.answers)
)
