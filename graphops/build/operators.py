"""Python's operators on symbolic tensors, and the refusals that tell a symbolic tensor from a value."""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from graphops_registry import dtypes
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

if TYPE_CHECKING:
    from graphops.graph.graph import Graph, Tensor


class Operators:
    """Mixin for everything that stands for a tensor of a graph: it has ``__graphops_tensor__()``.

    Operators add nodes to the tensor's graph, with TensorFlow's meaning: ``/`` of integers is a float64 quotient,
    ``==`` compares identities (write ``raw_ops.Equal`` to compare values), ``[...]`` is a strided slice.

    Truth, iteration, ``len`` and conversion to an array are refused: a symbolic tensor has no value yet.
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy arrays on the left leave the operator to us
    __array_priority__ = 100

    @property
    def graph(self) -> Graph:
        raise NotImplementedError

    def __graphops_tensor__(self) -> Tensor:
        raise NotImplementedError

    # -- arithmetic -----------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Tensor:
        return _binary("AddV2", self, other)

    def __radd__(self, other: object) -> Tensor:
        return _binary("AddV2", other, self)

    def __sub__(self, other: object) -> Tensor:
        return _binary("Sub", self, other)

    def __rsub__(self, other: object) -> Tensor:
        return _binary("Sub", other, self)

    def __mul__(self, other: object) -> Tensor:
        return _binary("Mul", self, other)

    def __rmul__(self, other: object) -> Tensor:
        return _binary("Mul", other, self)

    def __truediv__(self, other: object) -> Tensor:
        return _true_division(self, other)

    def __rtruediv__(self, other: object) -> Tensor:
        return _true_division(other, self)

    def __floordiv__(self, other: object) -> Tensor:
        return _binary("FloorDiv", self, other)

    def __rfloordiv__(self, other: object) -> Tensor:
        return _binary("FloorDiv", other, self)

    def __mod__(self, other: object) -> Tensor:
        return _binary("FloorMod", self, other)

    def __rmod__(self, other: object) -> Tensor:
        return _binary("FloorMod", other, self)

    def __pow__(self, other: object) -> Tensor:
        return _binary("Pow", self, other)

    def __rpow__(self, other: object) -> Tensor:
        return _binary("Pow", other, self)

    def __matmul__(self, other: object) -> Tensor:
        return _matmul(self, other)

    def __rmatmul__(self, other: object) -> Tensor:
        return _matmul(other, self)

    def __neg__(self) -> Tensor:
        return _unary("Neg", "x", self)

    def __pos__(self) -> Tensor:
        return self.__graphops_tensor__()

    def __abs__(self) -> Tensor:
        tensor = self.__graphops_tensor__()
        return _unary("ComplexAbs" if tensor.dtype.is_complex else "Abs", "x", tensor)

    # -- comparison and logic ----------------------------------------------------------------------------------

    def __lt__(self, other: object) -> Tensor:
        return _binary("Less", self, other)

    def __le__(self, other: object) -> Tensor:
        return _binary("LessEqual", self, other)

    def __gt__(self, other: object) -> Tensor:
        return _binary("Greater", self, other)

    def __ge__(self, other: object) -> Tensor:
        return _binary("GreaterEqual", self, other)

    def __and__(self, other: object) -> Tensor:
        return _logical("LogicalAnd", "BitwiseAnd", self, other)

    def __rand__(self, other: object) -> Tensor:
        return _logical("LogicalAnd", "BitwiseAnd", other, self)

    def __or__(self, other: object) -> Tensor:
        return _logical("LogicalOr", "BitwiseOr", self, other)

    def __ror__(self, other: object) -> Tensor:
        return _logical("LogicalOr", "BitwiseOr", other, self)

    def __xor__(self, other: object) -> Tensor:
        return _logical("NotEqual", "BitwiseXor", self, other)

    def __rxor__(self, other: object) -> Tensor:
        return _logical("NotEqual", "BitwiseXor", other, self)

    def __invert__(self) -> Tensor:
        tensor = self.__graphops_tensor__()
        return _unary("LogicalNot", "x", tensor) if tensor.dtype.is_bool else _unary("Invert", "x", tensor)

    # -- slicing --------------------------------------------------------------------------------------------------

    def __getitem__(self, item: Any) -> Tensor:
        return _slice(self.__graphops_tensor__(), item)

    # -- refusals -------------------------------------------------------------------------------------------------

    def __bool__(self) -> NoReturn:
        raise InvalidTypeError(
            f"{_text(self)} has no truth value while the graph is built; use Session.run to get its value, or "
            "raw_ops.Select to choose by it (compare with None by 'is')"
        )

    def __iter__(self) -> NoReturn:
        raise InvalidTypeError(
            f"{_text(self)} cannot be iterated over; use raw_ops.Unpack(value=t, num=n) to take it apart"
        )

    def __len__(self) -> NoReturn:
        raise InvalidTypeError(f"{_text(self)} has no len(); use t.shape[0] if it is known, or raw_ops.Shape(input=t)")

    def __array__(self, dtype: object = None, copy: object = None) -> NoReturn:
        raise InvalidTypeError(f"{_text(self)} is no array; use Session.run(t) to compute it, then NumPy")

    def __float__(self) -> NoReturn:
        raise InvalidTypeError(f"{_text(self)} is no number; use Session.run(t) to compute it")

    __int__ = __float__
    __index__ = __float__
    __complex__ = __float__
    __hash__ = object.__hash__


def _text(value: Operators) -> str:
    return f"the symbolic tensor '{value.__graphops_tensor__().name}'"


# What TensorFlow calls the nodes of operators; the others have the op's name.
_NAMES = {
    "AddV2": "add", "Sub": "sub", "Mul": "mul", "RealDiv": "truediv", "FloorDiv": "floordiv", "FloorMod": "mod",
    "Pow": "pow", "MatMul": "matmul", "BatchMatMulV2": "matmul", "StridedSlice": "strided_slice", "LogicalAnd": "and",
    "LogicalOr": "or",
}  # fmt: skip


def _call(op: str, like: object, **arguments: object) -> Any:
    """Add a node to the graph of the tensor ``like``."""
    from graphops.build.add_op import call
    from graphops.graph.default_graph import building_graph
    from graphops_registry.op_def import lookup_op

    graph = building_graph(like.graph) if isinstance(like, Operators) else None
    return call(lookup_op(op), arguments, _NAMES.get(op), graph=graph)


def _binary(op: str, x: object, y: object) -> Tensor:
    result: Tensor = _call(op, x if isinstance(x, Operators) else y, x=x, y=y)
    return result


def _unary(op: str, argument: str, x: Operators) -> Tensor:
    result: Tensor = _call(op, x, **{argument: x})
    return result


def _logical(op: str, bitwise: str, x: object, y: object) -> Tensor:
    like = x if isinstance(x, Operators) else y
    is_bool = isinstance(like, Operators) and like.__graphops_tensor__().dtype.is_bool
    return _binary(op if is_bool else bitwise, x, y)


def _true_division(x: object, y: object) -> Tensor:
    """``RealDiv``; integers become float64 first (8- and 16-bit ones float32), as in TensorFlow."""
    like = x if isinstance(x, Operators) else y
    tensor = like.__graphops_tensor__()  # type: ignore[attr-defined]
    if not tensor.dtype.is_integer:
        return _binary("RealDiv", x, y)
    wide = dtypes.float32 if tensor.dtype.size <= 2 else dtypes.float64
    cast: list[Any] = [
        _call("Cast", like, x=v, DstT=wide) if isinstance(v, Operators) else _literal(v, tensor, wide) for v in (x, y)
    ]
    return _binary("RealDiv", *cast)


def _literal(value: object, tensor: Tensor, wide: dtypes.DType) -> Any:
    """A literal beside an integer tensor has that tensor's dtype: a fraction is an error, not a float."""
    from graphops.build.convert import to_array

    return to_array(value, tensor.dtype, "y of op 'RealDiv'").astype(wide.as_numpy_dtype)


def _matmul(x: object, y: object) -> Tensor:
    like = x if isinstance(x, Operators) else y
    ranks = [v.__graphops_tensor__().shape.rank if isinstance(v, Operators) else None for v in (x, y)]
    result: Tensor
    if ranks == [2, 2]:
        result = _call("MatMul", like, a=x, b=y)
    else:
        result = _call("BatchMatMulV2", like, x=x, y=y)
    return result


def _slice(tensor: Tensor, item: Any) -> Tensor:
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
    """The end of the slice of one element at ``index``: its value is not looked at when the axis shrinks."""
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
    import numpy as np

    if not any(isinstance(value, Operators) for value in values):
        numbers = [int(value.__index__()) for value in values]
        wide = any(not -(2**31) <= number < 2**31 for number in numbers)
        return np.array(numbers, dtype=np.int64 if wide else np.int32)
    dtype = next(v.__graphops_tensor__().dtype for v in values if isinstance(v, Operators))
    return _call("Pack", like, values=[v if isinstance(v, Operators) else np.array(v, dtype.as_numpy_dtype)
                                       for v in values])  # fmt: skip
