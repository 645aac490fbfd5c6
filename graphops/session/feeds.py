"""Feeds: what a caller passes for tensors, checked against dtype, static shape and named dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphops.build.convert import to_array
from graphops.graph.graph import Graph, Tensor
from graphops.session.dlpack import is_foreign, taken_over
from graphops_registry.device_def import owner_of
from graphops_registry.dtypes import UNKNOWN
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, printed, shorten


def feed_items(graph: Graph, feed_dict: object) -> dict[Tensor, Any]:
    """The tensors that are fed and their raw values; the last of several feeds of one tensor wins.

    Keys are tensors, objects that you can use as one (variables), names, or tuples and lists of these; a tuple or list
    has a value of the same structure, and so has an object of several tensors.

    Raises:
        InvalidTypeError: not a mapping, or a key that is no tensor.
        InvalidArgumentError: a tensor of another graph, or one that may not be fed.
    """
    if feed_dict is None:
        return {}
    if not isinstance(feed_dict, Mapping):
        raise InvalidTypeError(f"feed_dict must be a mapping from tensors to values, got {type(feed_dict).__name__}")
    found: dict[Tensor, Any] = {}
    for key, value in feed_dict.items():
        _collect(graph, key, value, found)
    return found


def _collect(graph: Graph, key: Any, value: Any, found: dict[Tensor, Any]) -> None:
    key = getattr(key, "__graphops_components__", key)  # one object of several tensors, such as a sparse tensor
    if isinstance(key, (tuple, list)):
        if not isinstance(value, (tuple, list)) or len(value) != len(key):
            raise InvalidArgumentError(
                f"a feed for {len(key)} tensors must have as many values, got {shorten(printed(value))}"
            )
        for one_key, one_value in zip(key, value, strict=True):
            _collect(graph, one_key, one_value, found)
        return
    try:
        element = graph.as_graph_element(key)
    except GraphopsError as error:
        error.add_note(f"while looking up the feed {shorten(printed(key))}")
        raise
    if not isinstance(element, Tensor):
        raise InvalidTypeError(f"a feed's key must be a Tensor or its name, got {element!r}")
    if not graph.is_feedable(element):
        raise InvalidArgumentError(f"tensor '{element.name}' must not be fed: prevent_feeding() said so")
    if element.dtype is UNKNOWN:
        raise InvalidTypeError(
            f"tensor '{element.name}' must have a known dtype to be fed, but no registered op takes it"
        )
    found[element] = value


def feed_arrays(tensors: Sequence[Tensor], values: Sequence[Any]) -> list[Any]:
    """Each value as an array of its tensor's dtype that no one will write to.

    Raises:
        InvalidTypeError: a symbolic tensor, a value of another kind, or a fraction for an integer.
        InvalidArgumentError: a shape that contradicts the static one, an integer that does not fit, or two sizes for
            one named dimension.
    """
    sizes: dict[str, tuple[int, str]] = {}  # symbol -> (size, name of the tensor that had it first)
    return [_array(tensor, value, sizes) for tensor, value in zip(tensors, values, strict=True)]


def _array(tensor: Tensor, value: Any, sizes: dict[str, tuple[int, str]]) -> Any:
    if hasattr(value, "__graphops_tensor__"):
        raise InvalidTypeError(f"the feed for '{tensor.name}' must be a value, got the symbolic {value!r}")
    owner = None
    if not isinstance(value, np.ndarray):
        if is_foreign(value):
            found = taken_over(value)
            value = value if found is None else found
        owner = owner_of(value)
    if owner is not None and owner.is_host:
        owner = None
    if owner is not None:  # a device array: it stays where it is if the plan reads it there
        if np.dtype(value.dtype) != tensor.dtype.numpy_dtype:
            rule = f"have dtype {tensor.dtype.name}"
            raise InvalidTypeError(f"the feed for '{tensor.name}' must {rule}, got {value.dtype}")
        array = value
    else:
        what = f"the feed for '{tensor.name}'"
        array = to_array(value, tensor.dtype.base, what, feed=True, tensorflow_1=tensor.graph.tensorflow_1)
        array = array.view()
        array.flags.writeable = False
    check_sizes(tensor, array.shape, sizes)
    return array


def check_sizes(tensor: Tensor, shape: tuple[int, ...], sizes: dict[str, tuple[int, str]]) -> None:
    """Check the shape of a feed.

    Args:
        sizes: the sizes of named dimensions that are known, each with the tensor that had it first; added to.

    Raises:
        InvalidArgumentError: it contradicts the static shape, or a named dimension has two sizes.
    """
    dims = tensor.plain_shape.dims
    if dims is None:
        return
    if len(dims) != len(shape) or any(isinstance(d, int) and d != s for d, s in zip(dims, shape, strict=True)):
        raise InvalidArgumentError(f"the feed for '{tensor.name}' must have shape {tensor.shape}, got {shape}")
    for dim, size in zip(dims, shape, strict=True):
        if isinstance(dim, str):
            known, first = sizes.setdefault(dim, (size, tensor.name))
            if known != size:
                raise InvalidArgumentError(
                    f"the feed for '{tensor.name}' must have size {known} in dimension '{dim}', as '{first}' has, "
                    f"got {size} in shape {shape}"
                )
