"""``tf.contrib.layers.utils``: outputs of layers in collections by the names of their scopes; known conditions."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.layers.core import chosen

_ALIASES = "__contrib_layers_aliases"

NamedOutputs = namedtuple("NamedOutputs", ["name", "outputs"])  # noqa: PYI024 - TensorFlow's name, fields of any kind


def _aliases() -> dict[Any, list[str]]:
    """The aliases of the tensors of the default graph."""
    there = tf.get_collection_ref(_ALIASES)
    if not there:
        there.append({})
    found: dict[Any, list[str]] = there[0]
    return found


def collect_named_outputs(collections: Any, alias: str, outputs: Any) -> Any:
    """``outputs``, which are in these collections under the name ``alias`` from now on."""
    if collections:
        append_tensor_alias(outputs, alias)
        tf.add_to_collections(collections, outputs)
    return outputs


def append_tensor_alias(tensor: Any, alias: str) -> Any:
    """``tensor``, with one more name."""
    _aliases().setdefault(tensor, []).append(alias.removesuffix("/"))
    return tensor


def get_tensor_aliases(tensor: Any) -> list[str]:
    """The names that a tensor got; its own if it got none."""
    found = _aliases().get(tensor)
    return [str(tensor.name).removesuffix(":0")] if found is None else list(found)


def gather_tensors_aliases(tensors: Iterable[Any]) -> list[str]:
    """The names of all the tensors."""
    return [alias for tensor in tensors for alias in get_tensor_aliases(tensor)]


def convert_collection_to_dict(collection: str, clear_collection: bool = False) -> OrderedDict[str, Any]:
    """The tensors of a collection by their names.

    Args:
        clear_collection: whether the collection is empty afterwards.
    """
    found = OrderedDict(
        (alias, tensor) for tensor in tf.get_collection(collection) for alias in get_tensor_aliases(tensor)
    )
    if clear_collection:
        tf.get_collection_ref(collection).clear()
    return found


def constant_value(value_or_tensor_or_var: Any, dtype: Any = None) -> Any:
    """The value of a condition if it is known, else ``None``."""
    given = value_or_tensor_or_var
    if isinstance(given, tf.Variable):
        return None
    return tf.get_static_value(given) if isinstance(given, tf.Tensor) else given


def smart_cond(pred: Any, fn1: Callable[[], Any], fn2: Callable[[], Any], name: str | None = None) -> Any:
    """``tf.cond`` that calls one of both now if ``pred`` is known."""
    return chosen(pred, fn1, fn2)
