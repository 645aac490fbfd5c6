"""Python values as tensors: numbers, arrays, and lists in which some elements are tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphops.build.add_op import add_constant, call
from graphops.build.convert import to_array
from graphops.graph.graph import Graph, Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.dtypes import DType, as_dtype, int32, int64
from graphops_registry.errors import InvalidTypeError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape

_LARGEST_INT32 = 2**31 - 1


def as_tensor(value: Any, dtype: Any = None, name: str | None = None, preferred: Any = None) -> Tensor:
    """``value`` as a tensor: itself, the value of a variable, a constant, or a Pack of a list that holds tensors.

    Args:
        dtype: that it must have.
        name: of the constant; default "Const".
        preferred: the dtype of Python values that can have it.

    Raises:
        InvalidTypeError: a tensor of another dtype, or a value that is none.
        InvalidArgumentError: a ragged list.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, TensorShape):
        value = value.as_tuple()
    if isinstance(value, Operators):
        tensor = value.__graphops_tensor__()
    elif holds_tensor(value):
        tensor = packed(value, wanted, name)
    else:
        return _constant(value, wanted, name or "Const", None if preferred is None else as_dtype(preferred))
    if wanted is not None and tensor.dtype.base is not wanted.base:
        raise InvalidTypeError(f"{name or 'value'} must have dtype {wanted.name}, got {tensor!r}")
    return tensor


def _constant(value: Any, dtype: DType | None, name: str, preferred: DType | None) -> Tensor:
    graph = get_default_graph()
    what = name if name != "Const" else "value"
    if dtype is None and preferred is not None and not isinstance(value, (np.ndarray, np.generic)):
        try:
            return add_constant(graph, to_array(value, preferred, what), name)
        except InvalidTypeError:
            pass  # the dtype is only a preference
    return add_constant(graph, to_array(value, dtype, what, tensorflow_1=graph.tensorflow_1), name)


def holds_tensor(value: Any) -> bool:
    """Whether ``value`` is a list or tuple with a tensor in it, at any depth."""
    if not isinstance(value, (list, tuple)):
        return False
    return any(isinstance(item, Operators) or holds_tensor(item) for item in value)


def packed(value: Any, dtype: DType | None = None, name: str | None = None) -> Tensor:
    """A list that holds tensors as one tensor; the other elements take the tensors' dtype."""
    items = [packed(item, dtype) if holds_tensor(item) else item for item in value]
    found = next((item.__graphops_tensor__().dtype.base for item in items if isinstance(item, Operators)), dtype)
    arguments = {"values": [item if isinstance(item, Operators) else as_tensor(item, found) for item in items]}
    result: Tensor = call(lookup_op("Pack"), arguments, name or "packed")
    return result


def operand(value: Any) -> Any:
    """``value`` as an op takes it: lists that hold tensors become one, everything else stays."""
    if isinstance(value, TensorShape):
        return np.array(value.as_tuple(), np.int32)
    return packed(value) if holds_tensor(value) else value


def shape_vector(shape: Any) -> Any:
    """A shape argument as an op takes it: a tensor, or an int32 vector (int64 if a size needs it).

    Raises:
        InvalidTypeError: something that is no list of integers.
        InvalidArgumentError: a shape that is not fully defined.
    """
    if isinstance(shape, Operators):
        return shape
    if isinstance(shape, TensorShape):
        shape = shape.as_tuple()
    if isinstance(shape, (int, np.integer)) and not isinstance(shape, bool):
        shape = [shape]
    if holds_tensor(shape):
        return packed(shape, int32)
    if isinstance(shape, np.ndarray):
        return shape
    sizes = TensorShape(shape).as_list() if isinstance(shape, (list, tuple)) else None
    if sizes is None or None in sizes:
        raise InvalidTypeError(f"a shape must be a list of sizes or a tensor, got {shape!r}")
    wide = any(size is not None and size > _LARGEST_INT32 for size in sizes)
    return np.array(sizes, (int64 if wide else int32).numpy_dtype)


def static_sizes(shape: Any) -> tuple[int, ...] | None:
    """The sizes of a shape argument if they are all known while the graph is built."""
    if isinstance(shape, Operators):
        from graphops.graph.constant_value import constant_value

        value = constant_value(shape.__graphops_tensor__())
        return None if value is None else tuple(int(size) for size in value.ravel())
    if holds_tensor(shape):
        return None
    known = TensorShape(shape)
    return known.as_tuple() if known.is_fully_defined else None


def graph_of(values: Iterable[Any] | None) -> Graph:
    """The graph of the first tensor or variable among ``values``, the default graph without one."""
    return next((value.graph for value in values or () if isinstance(value, Operators)), get_default_graph())
