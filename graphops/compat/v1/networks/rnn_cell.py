"""``tf.nn.rnn_cell``: cells of recurrent networks."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.networks.rnn_base import BasicRNNCell, GRUCell, RNNCell
from graphops.compat.v1.networks.rnn_lstm import BasicLSTMCell, LSTMCell, LSTMStateTuple
from graphops.compat.v1.networks.rnn_wrappers import DeviceWrapper, DropoutWrapper, MultiRNNCell, ResidualWrapper


def __getattr__(name: str) -> Any:
    raise missing("nn.rnn_cell", name)


__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DeviceWrapper",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "RNNCell",
    "ResidualWrapper",
]
