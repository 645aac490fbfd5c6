"""``constant`` and ``placeholder``."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build.add_op import add_constant, call
from graphops.build.convert import to_array
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> Tensor:
    """A tensor whose value is part of the graph.

    Args:
        value: a number, text, nested list or array; it is copied.
        dtype: default: an array's own; int32, float32, bool or string for Python values.
        shape: a fully defined shape; ``value`` is reshaped to it, or repeated if it is a single value.

    Raises:
        InvalidTypeError, InvalidArgumentError: a value that does not have that dtype or shape.
    """
    graph = get_default_graph()
    wanted = None if dtype is None else as_dtype(dtype)
    array = to_array(value, wanted, "value of constant()", tensorflow_1=graph.tensorflow_1)
    if shape is not None:
        sizes = TensorShape(shape).as_tuple()
        if array.size == 1:
            array = np.broadcast_to(array.reshape(()), sizes)
        elif array.size == np.prod(sizes, dtype=np.int64):
            array = array.reshape(sizes)
        else:
            raise InvalidArgumentError(f"value of constant() must have as many elements as shape {sizes}, "
                                       f"got {array.size}")  # fmt: skip
    return add_constant(graph, array, name)


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor that must be fed.

    Args:
        dtype: its dtype.
        shape: partial: ``None`` or -1 for an unknown size, a string for a named one (``("N", 224, 224, 3)``: the same
            name is the same size in all feeds of a run); ``None`` for unknown rank.
    """
    tensor: Tensor = call(lookup_op("Placeholder"), {"dtype": dtype, "shape": TensorShape(shape)}, name)
    return tensor
