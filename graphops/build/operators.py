"""The nodes that Python's operators on tensors add: ``x + y`` is AddV2, ``x[1:]`` is StridedSlice."""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import Any

import numpy as np

from graphops.build.add_op import call
from graphops.build.as_tensor import operand
from graphops.build.convert import to_array
from graphops.graph.default_graph import building_graph
from graphops.graph.node import Tensor
from graphops.graph.operators import Operators
from graphops_registry import dtypes
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.op_def import lookup_op

# What TensorFlow calls the nodes of operators; the others have the op's name.
_NAMES = {
    "Add": "add", "AddV2": "add", "Sub": "sub", "Mul": "mul", "RealDiv": "truediv", "FloorDiv": "floordiv",
    "FloorMod": "mod", "Pow": "pow", "MatMul": "matmul", "BatchMatMulV2": "matmul", "StridedSlice": "strided_slice",
    "LogicalAnd": "and", "LogicalOr": "or",
}  # fmt: skip


def _call(op: str, like: object, **arguments: object) -> Any:
    """Add a node to the graph of the tensor ``like``."""
    graph = building_graph(like.graph) if isinstance(like, Operators) else None
    return call(lookup_op(op), arguments, _NAMES.get(op), graph=graph)


def binary(op: str, x: object, y: object) -> Tensor:
    x, y = operand(x), operand(y)
    like = x if isinstance(x, Operators) else y
    joins = op == "AddV2" and is_text(like)
    result: Tensor = _call("Add" if joins else op, like, x=x, y=y)
    return result


def is_text(value: object) -> bool:
    """Whether ``value`` is a tensor of strings."""
    return isinstance(value, Operators) and value.__graphops_tensor__().dtype.base is dtypes.string


def unary(op: str, argument: str, x: Operators) -> Tensor:
    result: Tensor = _call(op, x, **{argument: x})
    return result


def logical(op: str, bitwise: str, x: object, y: object) -> Tensor:
    like = x if isinstance(x, Operators) else y
    is_bool = isinstance(like, Operators) and like.__graphops_tensor__().dtype.is_bool
    return binary(op if is_bool else bitwise, x, y)


def true_division(x: object, y: object) -> Tensor:
    """``RealDiv``; integers become float64 first (8- and 16-bit ones float32), as in TensorFlow."""
    x, y = operand(x), operand(y)
    like = x if isinstance(x, Operators) else y
    tensor = like.__graphops_tensor__()  # type: ignore[attr-defined]
    if not tensor.dtype.is_integer:
        return binary("RealDiv", x, y)
    wide = dtypes.float32 if tensor.dtype.size <= 2 else dtypes.float64
    cast: list[Any] = [
        _call("Cast", like, x=v, DstT=wide) if isinstance(v, Operators) else _literal(v, tensor, wide) for v in (x, y)
    ]
    return binary("RealDiv", *cast)


def _literal(value: object, tensor: Tensor, wide: dtypes.DType) -> Any:
    """A literal beside an integer tensor has that tensor's dtype: a fraction is an error, not a float."""
    array = to_array(value, tensor.dtype, "y of op 'RealDiv'", tensorflow_1=tensor.graph.tensorflow_1)
    return array.astype(wide.numpy_dtype)


def matmul(x: object, y: object) -> Tensor:
    x, y = operand(x), operand(y)
    like = x if isinstance(x, Operators) else y
    ranks = [v.__graphops_tensor__().shape.rank if isinstance(v, Operators) else None for v in (x, y)]
    result: Tensor
    if ranks == [2, 2]:
        result = _call("MatMul", like, a=x, b=y)
    else:
        result = _call("BatchMatMulV2", like, x=x, y=y)
    return result


def sliced(tensor: Tensor, item: Any) -> Tensor:
    """``tensor[item]`` as one StridedSlice; indices are integers, slices, ``...``, ``None`` or scalar tensors."""
    items = item if isinstance(item, tuple) else (item,)
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks = dict.fromkeys(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0)
    for position, part in enumerate(items):
        bit = 1 << position
        first: Any = 0
        last: Any = 0
        step: Any = 1
        if part is Ellipsis:
            masks["ellipsis_mask"] |= bit
        elif part is None:
            masks["new_axis_mask"] |= bit
        elif isinstance(part, slice):
            first, last = part.start, part.stop
            step = 1 if part.step is None else part.step
            if first is None:
                masks["begin_mask"] |= bit
                first = 0
            if last is None:
                masks["end_mask"] |= bit
                last = 0
        else:
            _check_index(part)
            masks["shrink_axis_mask"] |= bit
            first = part
            last = _after(part)
        begin.append(first)
        end.append(last)
        strides.append(step)
    if masks["ellipsis_mask"].bit_count() > 1:
        raise InvalidArgumentError("a slice must have at most one '...', got several")
    result: Tensor = _call(
        "StridedSlice",
        tensor,
        input=tensor,
        begin=_vector(tensor, begin),
        end=_vector(tensor, end),
        strides=_vector(tensor, strides),
        **masks,
    )
    return result


def _after(index: Any) -> Any:
    """The end of the slice of one element at ``index``; it is not used, because the axis is removed."""
    return index + 1


def _check_index(part: object) -> None:
    if isinstance(part, Operators):
        tensor = part.__graphops_tensor__()
        if tensor.dtype.is_integer and tensor.shape.rank in (0, None):
            return
    elif not isinstance(part, bool):
        with suppress(TypeError):
            operator.index(part)  # type: ignore[arg-type]
            return
    raise InvalidTypeError(
        f"an index must be an integer, a slice, '...', None or a scalar integer tensor, got {part!r}; "
        "use raw_ops.GatherV2 to index by a tensor or a list"
    )


def _vector(like: Tensor, values: list[Any]) -> Any:
    """``values`` as a constant vector, or packed if some are tensors."""
    if not any(isinstance(value, Operators) for value in values):
        numbers = [int(value.__index__()) for value in values]
        wide = any(not -(2**31) <= number < 2**31 for number in numbers)
        return np.array(numbers, dtype=np.int64 if wide else np.int32)
    dtype = next(v.__graphops_tensor__().dtype for v in values if isinstance(v, Operators))
    return _call("Pack", like, values=[v if isinstance(v, Operators) else np.array(v, dtype.numpy_dtype)
                                       for v in values])  # fmt: skip
