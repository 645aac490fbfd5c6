"""``tf.nn.rnn_cell``: cells of recurrent networks."""

from __future__ import annotations

from graphops.compat.v1.networks.rnn_base import BasicRNNCell, GRUCell, RNNCell
from graphops.compat.v1.networks.rnn_lstm import BasicLSTMCell, LSTMCell, LSTMStateTuple
from graphops.compat.v1.networks.rnn_wrappers import DropoutWrapper, MultiRNNCell

__all__ = [
    "BasicLSTMCell",
    "BasicRNNCell",
    "DropoutWrapper",
    "GRUCell",
    "LSTMCell",
    "LSTMStateTuple",
    "MultiRNNCell",
    "RNNCell",
]
