"""``compat.v1.nn``: neural-network functions with TensorFlow 1's signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops import nn
from graphops.signatures import FunctionSpec, make_function
from graphops_registry.errors import InvalidTypeError

_POOL2D = "value, ksize, strides, padding, data_format='NHWC', name=None"
_POOL3D = "input, ksize, strides, padding, data_format='NDHWC', name=None"

FUNCTIONS: dict[str, FunctionSpec] = {
    "conv3d": FunctionSpec(
        "Conv3D",
        "input, filter, strides, padding, data_format='NDHWC', dilations=[1, 1, 1, 1, 1], name=None",
        doc="3-D convolution.",
    ),
    "max_pool": FunctionSpec("MaxPool", _POOL2D, {"value": "input"}, "The maximum of each window."),
    "avg_pool": FunctionSpec("AvgPool", _POOL2D, doc="The mean of each window."),
    "max_pool3d": FunctionSpec("MaxPool3D", _POOL3D, doc="The maximum of each window."),
    "avg_pool3d": FunctionSpec("AvgPool3D", _POOL3D, doc="The mean of each window."),
}

_functions: dict[str, Callable[..., Any]] = {}


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = None,
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """2-D convolution; ``filters`` is another name for ``filter``.

    Raises:
        InvalidTypeError: both or neither of ``filter`` and ``filters``.
    """
    if (filter is None) == (filters is None):
        raise InvalidTypeError("conv2d() must be given filter or its other name filters, and not both")
    weights = filter if filters is None else filters
    return nn.conv2d(input, weights, strides, padding, data_format, dilations, name)


def __getattr__(name: str) -> Callable[..., Any]:
    spec = FUNCTIONS.get(name)
    if spec is None:
        function: Callable[..., Any] = getattr(nn, name)
        return function
    return _functions.setdefault(name, make_function(name, spec, __name__))


def __dir__() -> list[str]:
    return sorted({*FUNCTIONS, *dir(nn), "conv2d"})
