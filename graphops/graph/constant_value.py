"""Constant expressions: the values, or parts of values, that are known while you build the graph.

Size arguments (``filter_sizes``, ``Reshape``'s shape ...) are often computed: ``tf.stack([3, n, 3, 3, 4])``,
``tf.shape(x)[1:]``.  :func:`constant_value` folds small integer expressions of constants; :func:`constant_shape` knows
the known entries of a shape vector that is not known completely.  You may still feed such a tensor: its value is used
only for static shapes, never for results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphops.graph.slots import CONSTANTS
from graphops_registry.dtypes import resource
from graphops_registry.resource import handle_array, reference_handle, variable_handle
from graphops_registry.shape import MAX_RANK, Dim, TensorShape
from graphops_registry.traits import Trait

if TYPE_CHECKING:
    from graphops.graph.node import Tensor

_LARGEST: Final = 1024  # elements
_DEEPEST: Final = 64  # nodes in a chain


def constant_value(tensor: Tensor, depth: int = 0) -> np.ndarray[Any, Any] | None:
    """The value of ``tensor`` if it is a constant expression, else ``None``. The array is read-only.

    That of a reference is the handle of its variable.
    """
    found: np.ndarray[Any, Any] | None = tensor.folded
    if found is None:
        found = _constant_value(tensor, depth)
    tensor.folded = found  # cached, because it never changes and because x + x + ... would take exponential time
    return found


def _constant_value(tensor: Tensor, depth: int) -> np.ndarray[Any, Any] | None:
    node = tensor.node
    if node.type == "Const":
        value: np.ndarray[Any, Any] = node.attrs["value"]
        return value
    if node.op.has(Trait.DECLARES_VARIABLE) and not tensor.dtype.is_ref:  # the node alone tells which variable it is
        return handle_array(variable_handle(node.attrs, node.name))
    if tensor.dtype.is_ref:
        return _referred(tensor, depth)
    if tensor.dtype is resource:
        return constant_value(node.inputs[0], depth + 1) if node.type == "Identity" else None
    if node.op.has(Trait.DECIDED_AT_RUN) or node.op_def.is_stateful or depth > _DEEPEST:
        return None
    if node.op.has(Trait.TELLS):
        return _from_static_shape(tensor)
    if not node.inputs or not (tensor.dtype.is_integer or tensor.dtype.is_bool):
        return None
    elements = tensor.plain_shape.num_elements
    if elements is not None and elements > _LARGEST:
        return None
    arrays: list[np.ndarray[Any, Any]] = []
    for operand in node.inputs:
        if operand.dtype.is_ref:  # the value of a variable
            return None
        value_or_none = constant_value(operand, depth + 1)
        if value_or_none is None or value_or_none.size > _LARGEST:
            return None
        arrays.append(value_or_none)
    return _compute(tensor, arrays)


def _referred(tensor: Tensor, depth: int) -> np.ndarray[Any, Any] | None:
    """The handle that a tensor of a reference type holds: the variable's, or what an op gives on."""
    node = tensor.node
    if node.op.has(Trait.DECLARES_VARIABLE):
        return handle_array(reference_handle(node.type, node.attrs, node.name))
    if node.op.has(Trait.DECIDED_AT_RUN) or not node.inputs or not node.inputs[0].dtype.is_ref or depth > _DEEPEST:
        return None
    if node.type == "RefSelect":
        return None
    if node.type == "Assign" and not node.attrs["validate_shape"]:
        return None
    return constant_value(node.inputs[0], depth + 1)


def _compute(tensor: Tensor, arrays: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any] | None:
    outputs = CONSTANTS.computed(tensor.node, arrays, 1 << 20)
    if outputs is None:
        return None
    result = outputs[tensor.index]
    if result.size > _LARGEST:
        return None
    if result.flags.writeable:
        result.flags.writeable = False
    return result


def _from_static_shape(tensor: Tensor) -> np.ndarray[Any, Any] | None:
    (what,) = tensor.node.op.traits[Trait.TELLS]
    shape = tensor.node.inputs[tensor.index].plain_shape
    value: Any
    if what == "rank":
        value = shape.rank
    elif what == "size":
        value = shape.num_elements
    else:
        value = shape.as_tuple() if shape.is_fully_defined else None
    if value is None:
        return None
    result = np.array(value, dtype=tensor.dtype.numpy_dtype)
    result.flags.writeable = False
    return result


def constant_shape(tensor: Tensor, depth: int = 0) -> TensorShape | None:
    """The shape that the integer vector ``tensor`` describes, with the dimensions that are known; ``None`` if none is.

    -1 in a constant means an unknown dimension.
    """
    if depth > _DEEPEST:
        return None
    value = constant_value(tensor)
    if value is not None:
        if value.ndim != 1 or (value < -1).any():
            return None
        return TensorShape.of(tuple(None if size == -1 else int(size) for size in value))
    node = tensor.node
    if node.op.traits.get(Trait.TELLS) == ("shape",):
        return node.inputs[tensor.index].plain_shape
    if node.type in ("Identity", "Cast", "StopGradient"):
        return constant_shape(node.inputs[0], depth + 1)
    if node.type == "Pack" and node.attrs["axis"] == 0 and node.inputs[0].shape.rank == 0:
        return TensorShape.of(tuple(_scalar_dim(operand, depth) for operand in node.inputs))
    if node.type == "ConcatV2":
        parts = [_part(operand, depth) for operand in node.inputs[:-1]]
        known = [part for part in parts if part is not None]
        return TensorShape.of(sum(known, ())) if len(known) == len(parts) else None
    if node.type == "StridedSlice":
        return _sliced(tensor, depth)
    return None


def _part(tensor: Tensor, depth: int) -> tuple[Dim, ...] | None:
    shape = constant_shape(tensor, depth + 1)
    if shape is not None and shape.dims is not None:
        return shape.dims
    length = tensor.plain_shape[0] if tensor.plain_shape.rank == 1 else None
    return (None,) * length if isinstance(length, int) and length <= MAX_RANK else None


def _scalar_dim(tensor: Tensor, depth: int) -> Dim:
    value = constant_value(tensor)
    if value is not None:
        return int(value) if value >= 0 else None
    node = tensor.node
    if node.type in ("Identity", "Cast"):
        return _scalar_dim(node.inputs[0], depth + 1) if depth < _DEEPEST else None
    if node.type == "StridedSlice":  # one element of a shape vector
        begin = constant_value(node.inputs[1])
        vector = constant_shape(node.inputs[0], depth + 1)
        if vector is not None and vector.dims is not None and begin is not None and node.attrs["shrink_axis_mask"] == 1:
            index = int(begin[0])
            if -len(vector.dims) <= index < len(vector.dims):
                return vector.dims[index]
    return None


def _sliced(tensor: Tensor, depth: int) -> TensorShape | None:
    """A slice ``vector[begin:end:stride]`` of a partially known shape vector."""
    node = tensor.node
    vector = constant_shape(node.inputs[0], depth + 1)
    bounds = [constant_value(operand) for operand in node.inputs[1:4]]
    masks = [node.attrs[name] for name in ("ellipsis_mask", "new_axis_mask", "shrink_axis_mask")]
    if vector is None or vector.dims is None or any(bound is None or bound.size != 1 for bound in bounds) or any(masks):
        return None
    begin, end, stride = (int(bound[0]) for bound in bounds if bound is not None)
    start = None if node.attrs["begin_mask"] & 1 else begin
    stop = None if node.attrs["end_mask"] & 1 else end
    return TensorShape.of(vector.dims[slice(start, stop, stride)]) if stride else None
