"""``tf.contrib.layers``: summaries of tensors and of collections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import graphops.compat.v1 as tf


def summarize_tensor(tensor: Any, tag: str | None = None) -> Any:
    """A summary of a tensor: a scalar for a number, else a histogram; ``None`` for texts and bools."""
    if tensor.dtype.base_dtype in (tf.string, tf.bool):
        return None
    name = tag or f"{tensor.op.name}_summary"
    return tf.summary.scalar(name, tensor) if tensor.shape.rank == 0 else tf.summary.histogram(name, tensor)


def summarize_activation(op: Any) -> Any:
    """A histogram of an activation; for ``relu``, ``relu6`` and ``softplus`` also how many are at an end."""
    kind = op.op.type
    ends = {"Relu": (0.0,), "Softplus": (0.0,), "Relu6": (0.0, 6.0)}.get(kind, ())
    for end in ends:
        before = op.op.inputs[0]
        beyond = (
            tf.less(before, tf.cast(end, before.dtype)) if not end else tf.greater(before, tf.cast(end, before.dtype))
        )
        tf.summary.scalar(f"{op.op.name}/{'sixes' if end else 'zeros'}", tf.reduce_mean(tf.to_float(beyond)))
    return tf.summary.histogram(f"{op.op.name}/activation", op)


def summarize_tensors(tensors: Iterable[Any], summarizer: Callable[[Any], Any] = summarize_tensor) -> list[Any]:
    """A summary of each."""
    return [summarizer(tensor) for tensor in tensors]


def summarize_collection(
    collection: str, name_filter: str | None = None, summarizer: Callable[[Any], Any] = summarize_tensor
) -> list[Any]:
    """A summary of each tensor of a collection whose name begins as the regular expression says."""
    found = [
        each for each in tf.get_collection(collection) if name_filter is None or re.match(name_filter, each.op.name)
    ]
    return summarize_tensors(found, summarizer)


def summarize_activations(
    name_filter: str | None = None, summarizer: Callable[[Any], Any] = summarize_activation
) -> list[Any]:
    """A summary of each tensor of the collection ACTIVATIONS."""
    return summarize_collection(tf.GraphKeys.ACTIVATIONS, name_filter, summarizer)


summarize_variables = partial(summarize_collection, tf.GraphKeys.GLOBAL_VARIABLES)
summarize_weights = partial(summarize_collection, tf.GraphKeys.WEIGHTS)
summarize_biases = partial(summarize_collection, tf.GraphKeys.BIASES)
