"""``compat.v1.nn``: neural-network functions with TensorFlow 1's signatures."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from graphops.build import nn
from graphops.compat.v1 import nn_conv, nn_layers, nn_losses, tables
from graphops.compat.v1.arithmetic import log_sigmoid

# Functions that are the same in graphops.nn, and element-wise ones that have a name here, too.
_SAME = frozenset(
    [
        "avg_pool3d",
        "bias_add",
        "conv2d_backprop_filter",
        "conv3d_backprop_filter_v2",
        "depthwise_conv2d_native",
        "elu",
        "l2_loss",
        "max_pool2d",
        "max_pool3d",
        "relu",
        "relu6",
        "selu",
        "softplus",
        "softsign",
    ]
)
_TABLE = frozenset({"sigmoid", "tanh"})
_RNN = frozenset({"static_rnn", "dynamic_rnn", "bidirectional_dynamic_rnn"})
_PARTS = (nn_conv, nn_layers, nn_losses)


def __getattr__(name: str) -> Any:
    for part in _PARTS:
        if name in part.__all__:
            return getattr(part, name)
    if name in _TABLE:
        return tables.function(name)
    if name in _RNN:
        return getattr(import_module("graphops.compat.v1.rnn"), name)
    if name == "rnn_cell":
        return import_module("graphops.compat.v1.rnn_cell")
    if name.startswith("_"):
        raise AttributeError(name)
    function: Callable[..., Any] = getattr(nn, name)
    return function


def __dir__() -> list[str]:
    own = {name for part in _PARTS for name in part.__all__}
    return sorted({*own, *_SAME, *_TABLE, *_RNN, "log_sigmoid", "rnn_cell"})


__all__ = ["log_sigmoid"]
