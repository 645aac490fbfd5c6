"""``tf.contrib.layers``: the variable scopes of layers.

A layer of ``tf.layers`` makes variables ``kernel`` and ``bias``; in these scopes they are ``weights`` and ``biases``,
as in the checkpoints of scripts, and they are in the collection of the model's variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.layers.named_outputs import collect_named_outputs
from graphops_registry.errors import InvalidArgumentError

NAMES = {
    "kernel": "weights",
    "bias": "biases",
    "depthwise_kernel": "depthwise_weights",
    "pointwise_kernel": "pointwise_weights",
}
_NOT_OF_THE_MODEL = frozenset({"biased", "local_step"})  # what corrects moving averages


@contextmanager
def layer_scope(
    scope: Any, default: str, inputs: Any, reuse: Any = None, variables_collections: Any = None
) -> Iterator[Any]:
    """The variable scope of a layer.

    Args:
        scope: a name or a scope; default ``default``, made unique.
        variables_collections: where variables are put beside the usual collections: names, or a dict of them by the
            name of the variable.
    """

    def getter(true_getter: Callable[..., Any], name: str, *args: Any, **kwargs: Any) -> Any:
        head, slash, last = name.rpartition("/")
        last = NAMES.get(last, last)
        usual = kwargs.get("collections")
        if last in _NOT_OF_THE_MODEL:
            return true_getter(name, *args, **kwargs)
        given = [
            *collections_of(variables_collections, last),
            *([tf.GraphKeys.GLOBAL_VARIABLES] if usual is None else usual),
            tf.GraphKeys.MODEL_VARIABLES,
        ]
        kwargs["collections"] = list(dict.fromkeys(given))
        return true_getter(f"{head}{slash}{last}", *args, **kwargs)

    with tf.variable_scope(scope, default, [inputs], reuse=reuse, custom_getter=getter) as opened:
        yield opened


def collections_of(variables_collections: Any, name: str) -> list[str]:
    """In which collections the variables of a name are."""
    if isinstance(variables_collections, Mapping):
        variables_collections = variables_collections.get(name)
    return list(variables_collections or ())


def finished(
    outputs: Any, opened: Any, normalizer_fn: Any, normalizer_params: Any, activation_fn: Any, collections: Any
) -> Any:
    """What a layer gives: normalized, activated, and put into collections by the name of its scope."""
    if normalizer_fn is not None:
        outputs = normalizer_fn(outputs, **(normalizer_params or {}))
    if activation_fn is not None:
        outputs = activation_fn(outputs)
    return collect_named_outputs(collections, opened.name, outputs)


def require_image_layout(data_format: str, function: str) -> None:
    """Refuse what is no layout of images.

    Raises:
        InvalidArgumentError: saying so.
    """
    if data_format not in ("NHWC", "NCHW"):
        raise InvalidArgumentError(f"data_format of {function} must be 'NHWC' or 'NCHW', got {data_format!r}")


def static_shape(tensor: Any) -> list[Any] | None:
    """The sizes of a tensor, ``None`` where they are not known."""
    if tensor.shape.rank is None:
        return None
    return [None if size is None else int(size) for size in tensor.shape.as_list()]


def pair(value: Any, name: str) -> tuple[int, int]:
    """``value`` along two axes.

    Raises:
        InvalidArgumentError: it is neither one nor two integers.
    """
    if isinstance(value, tf.TensorShape):
        value = value.as_list()
    sizes = tuple(value) if isinstance(value, (list, tuple)) else (value, value)
    if len(sizes) == 1:
        sizes *= 2
    if len(sizes) != 2:
        raise InvalidArgumentError(f"{name} must be an integer or two of them, got {value!r}")
    return int(sizes[0]), int(sizes[1])
