"""``compat.v1.nn``: neural-network functions with TensorFlow 1's signatures."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.composed import IN, composed
from graphops.compat.v1.functions.arithmetic import log_sigmoid
from graphops.compat.v1.functions.marked import marking
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.networks.nn_functions import nn_function, nn_function_names

_RNN = frozenset({"static_rnn", "dynamic_rnn", "bidirectional_dynamic_rnn", "static_bidirectional_rnn"})


def __getattr__(name: str) -> Any:
    if name in _RNN:
        return getattr(import_module("graphops.compat.v1.networks.rnn"), name)
    if name == "rnn_cell":
        return import_module("graphops.compat.v1.networks.rnn_cell")
    if name in IN["nn"]:
        return marking(composed(name, "nn"))
    function = nn_function(name)
    if function is None:
        raise missing("nn", name)
    globals()[name] = marked = marking(function)
    return marked


def __dir__() -> list[str]:
    return sorted({*nn_function_names(), *_RNN, *IN["nn"], "rnn_cell"})


__all__ = ["log_sigmoid"]
