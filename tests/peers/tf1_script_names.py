"""Names that scripts of TensorFlow 1 use and ``tensorflow.compat.v1`` of TensorFlow 2 does not have.

Only what is the same function under another name, and ``tf_slim`` where it is installed, which is ``contrib.layers``.
"""

from __future__ import annotations

import sys
import types
from importlib import import_module
from typing import Any


def _module(name: str, *places: Any) -> types.ModuleType:
    """A module ``tensorflow.NAME`` with the names of others."""
    module = types.ModuleType(f"tensorflow.{name}")
    for place in places:
        module.__dict__.update({each: getattr(place, each) for each in dir(place) if not each.startswith("__")})
    sys.modules[module.__name__] = module
    return module


def add(tf: Any, pre_1_0: bool) -> None:
    """Add them to ``tensorflow.compat.v1``."""
    contrib = tf.contrib = _module("contrib")
    contrib.__path__ = []
    contrib.rnn = _module("contrib.rnn", tf.nn.rnn_cell)
    for name in ("static_rnn", "static_bidirectional_rnn", "static_state_saving_rnn"):
        setattr(contrib.rnn, name, getattr(tf.nn, name))
    contrib.losses = _module("contrib.losses", tf.losses)
    contrib.data = _module("contrib.data", tf.data.experimental, tf.data)
    try:
        from tensorflow.python.framework import ops, tensor

        ops.Tensor = tensor.Tensor  # where tf_slim looks for it
        import tf_slim
    except ImportError:
        contrib.layers = _module("contrib.layers", tf.layers)
        contrib.layers.xavier_initializer = tf.glorot_uniform_initializer
    else:
        places = [import_module(f"tf_slim.layers.{name}") for name in ("layers", "initializers", "regularizers")]
        contrib.layers = _module("contrib.layers", tf_slim, *places)
        contrib.slim = sys.modules["tensorflow.contrib.slim"] = tf_slim
        inner = [import_module(f"tf_slim.ops.{name}") for name in ("variables", "arg_scope")]
        contrib.framework = _module("contrib.framework", *inner, tf.train)
    if not pre_1_0:
        return
    concat, split, nn = tf.concat, tf.split, tf.nn
    tf.concat = lambda concat_dim, values, name="concat": concat(values, concat_dim, name)
    tf.split = lambda split_dim, num_split, value, name="split": split(value, num_split, split_dim, name=name)
    softmax, sparse, sigmoid = (
        nn.softmax_cross_entropy_with_logits,
        nn.sparse_softmax_cross_entropy_with_logits,
        nn.sigmoid_cross_entropy_with_logits,
    )
    nn.softmax_cross_entropy_with_logits = lambda logits, labels, dim=-1, name=None: softmax(
        labels=labels, logits=logits, dim=dim, name=name
    )
    nn.sparse_softmax_cross_entropy_with_logits = lambda logits, labels, name=None: sparse(
        labels=labels, logits=logits, name=name
    )
    nn.sigmoid_cross_entropy_with_logits = lambda logits, targets, name=None: sigmoid(
        labels=targets, logits=logits, name=name
    )
    for old, new in {
        "batch_matmul": tf.matmul,
        "complex_abs": tf.abs,
        "histogram_summary": tf.summary.histogram,
        "inv": tf.reciprocal,
        "listdiff": tf.setdiff1d,
        "merge_all_summaries": tf.summary.merge_all,
        "merge_summary": tf.summary.merge,
        "mul": tf.multiply,
        "neg": tf.negative,
        "pack": tf.stack,
        "scalar_summary": tf.summary.scalar,
        "image_summary": tf.summary.image,
        "select": tf.where,
        "sub": tf.subtract,
        "unpack": tf.unstack,
    }.items():
        setattr(tf, old, new)
    tf.train.SummaryWriter = tf.summary.FileWriter
