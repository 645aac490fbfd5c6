"""``tf.contrib.layers``: layers as functions, with regularizers, normalization and scopes of arguments.

Begin with :mod:`.core`, then :mod:`.scopes`, which says how variables are named.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "batch_normalization": "batch_norm",
    "convolutions": """conv1d conv2d conv2d_in_plane conv2d_transpose conv3d conv3d_transpose convolution convolution1d
        convolution2d convolution2d_in_plane convolution2d_transpose convolution3d convolution3d_transpose
        separable_conv2d separable_convolution2d""",
    "core": """bias_add dropout elu flatten fully_connected legacy_fully_connected legacy_linear legacy_relu linear relu
        relu6 repeat stack""",
    "embedding": "bow_encoder embed_sequence embedding_lookup_unique",
    "initializers": "variance_scaling_initializer xavier_initializer xavier_initializer_conv2d",
    "named_outputs": """append_tensor_alias collect_named_outputs convert_collection_to_dict gather_tensors_aliases
        get_tensor_aliases""",
    "normalization": "group_norm instance_norm layer_norm",
    "optimizers": "OPTIMIZER_CLS_NAMES OPTIMIZER_SUMMARIES adaptive_clipping_fn optimize_loss",
    "pooling": "avg_pool2d avg_pool3d max_pool2d max_pool3d",
    "regularizers": "apply_regularization l1_l2_regularizer l1_regularizer l2_regularizer sum_regularizer",
    "shaping": """dense_to_sparse images_to_sequence maxout one_hot_encoding sequence_to_images softmax spatial_softmax
        unit_norm""",
    "summaries": """summarize_activation summarize_activations summarize_biases summarize_collection summarize_tensor
        summarize_tensors summarize_variables summarize_weights""",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    from graphops.compat.v1 import nn

    if name in _PLACES:
        found = getattr(import_module(f"graphops.compat.v1.contrib.layers.{_PLACES[name]}"), name)
    elif name == "safe_embedding_lookup_sparse":
        found = nn.safe_embedding_lookup_sparse
    elif name == "utils":
        found = import_module("graphops.compat.v1.contrib.layers.named_outputs")
    else:
        raise missing("contrib.layers", name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*_PLACES, "safe_embedding_lookup_sparse", "utils"})
