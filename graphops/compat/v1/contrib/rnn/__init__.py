"""``tf.contrib.rnn``: cells of recurrent networks, cells made of them, and what runs them over sequences.

Begin with :mod:`.cells`. Cells that ``tf.nn.rnn_cell`` has are those.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

_HERE, _NETWORKS = "graphops.compat.v1.contrib.rnn", "graphops.compat.v1.networks"
# Module -> the names that are in it.
_IN = {
    f"{_NETWORKS}.rnn_cell": """BasicLSTMCell BasicRNNCell DeviceWrapper DropoutWrapper GRUCell LSTMCell LSTMStateTuple
        MultiRNNCell RNNCell ResidualWrapper""",
    f"{_NETWORKS}.rnn_block": "GRUBlockCell GRUBlockCellV2 LSTMBlockCell LSTMBlockFusedCell",
    f"{_NETWORKS}.rnn": "static_bidirectional_rnn static_rnn",
    f"{_HERE}.cells": "GLSTMCell LayerNormBasicLSTMCell NASCell SRUCell UGRNNCell",
    f"{_HERE}.convolution_cells": "Conv1DLSTMCell Conv2DLSTMCell Conv3DLSTMCell ConvLSTMCell",
    f"{_HERE}.fused": "FusedRNNCell FusedRNNCellAdaptor TimeReversedFusedRNN",
    f"{_HERE}.sequences": "stack_bidirectional_dynamic_rnn stack_bidirectional_rnn transpose_batch_time",
    f"{_HERE}.wrappers": "AttentionCellWrapper EmbeddingWrapper InputProjectionWrapper OutputProjectionWrapper",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("contrib.rnn", name)
    found = getattr(import_module(_PLACES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
