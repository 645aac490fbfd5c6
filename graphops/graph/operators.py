"""Python's operators on symbolic tensors, and the errors for what only a value can do (``bool(x)``, ``len(x)``).

:mod:`graphops.build.operators` adds the nodes; it is called through a slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from graphops.graph.slots import OPERATORS
from graphops_registry.errors import InvalidTypeError

if TYPE_CHECKING:
    from graphops.graph.graph import Graph
    from graphops.graph.node import Tensor


class Operators:
    """Mixin for every class whose objects you can use as a tensor of a graph: they have ``__graphops_tensor__()``.

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
        return OPERATORS.binary("AddV2", self, other)

    def __radd__(self, other: object) -> Tensor:
        return OPERATORS.binary("AddV2", other, self)

    def __sub__(self, other: object) -> Tensor:
        return OPERATORS.binary("Sub", self, other)

    def __rsub__(self, other: object) -> Tensor:
        return OPERATORS.binary("Sub", other, self)

    def __mul__(self, other: object) -> Tensor:
        return OPERATORS.binary("Mul", self, other)

    def __rmul__(self, other: object) -> Tensor:
        return OPERATORS.binary("Mul", other, self)

    def __truediv__(self, other: object) -> Tensor:
        return OPERATORS.true_division(self, other)

    def __rtruediv__(self, other: object) -> Tensor:
        return OPERATORS.true_division(other, self)

    def __floordiv__(self, other: object) -> Tensor:
        return OPERATORS.binary("FloorDiv", self, other)

    def __rfloordiv__(self, other: object) -> Tensor:
        return OPERATORS.binary("FloorDiv", other, self)

    def __mod__(self, other: object) -> Tensor:
        return OPERATORS.binary("FloorMod", self, other)

    def __rmod__(self, other: object) -> Tensor:
        return OPERATORS.binary("FloorMod", other, self)

    def __pow__(self, other: object) -> Tensor:
        return OPERATORS.binary("Pow", self, other)

    def __rpow__(self, other: object) -> Tensor:
        return OPERATORS.binary("Pow", other, self)

    def __matmul__(self, other: object) -> Tensor:
        return OPERATORS.matmul(self, other)

    def __rmatmul__(self, other: object) -> Tensor:
        return OPERATORS.matmul(other, self)

    def __neg__(self) -> Tensor:
        return OPERATORS.unary("Neg", "x", self)

    def __pos__(self) -> Tensor:
        return self.__graphops_tensor__()

    def __abs__(self) -> Tensor:
        tensor = self.__graphops_tensor__()
        return OPERATORS.unary("ComplexAbs" if tensor.dtype.is_complex else "Abs", "x", tensor)

    # -- comparison and logic ----------------------------------------------------------------------------------

    def __lt__(self, other: object) -> Tensor:
        return OPERATORS.binary("Less", self, other)

    def __le__(self, other: object) -> Tensor:
        return OPERATORS.binary("LessEqual", self, other)

    def __gt__(self, other: object) -> Tensor:
        return OPERATORS.binary("Greater", self, other)

    def __ge__(self, other: object) -> Tensor:
        return OPERATORS.binary("GreaterEqual", self, other)

    def __and__(self, other: object) -> Tensor:
        return OPERATORS.logical("LogicalAnd", "BitwiseAnd", self, other)

    def __rand__(self, other: object) -> Tensor:
        return OPERATORS.logical("LogicalAnd", "BitwiseAnd", other, self)

    def __or__(self, other: object) -> Tensor:
        return OPERATORS.logical("LogicalOr", "BitwiseOr", self, other)

    def __ror__(self, other: object) -> Tensor:
        return OPERATORS.logical("LogicalOr", "BitwiseOr", other, self)

    def __xor__(self, other: object) -> Tensor:
        return OPERATORS.logical("NotEqual", "BitwiseXor", self, other)

    def __rxor__(self, other: object) -> Tensor:
        return OPERATORS.logical("NotEqual", "BitwiseXor", other, self)

    def __invert__(self) -> Tensor:
        tensor = self.__graphops_tensor__()
        return (
            OPERATORS.unary("LogicalNot", "x", tensor)
            if tensor.dtype.is_bool
            else OPERATORS.unary("Invert", "x", tensor)
        )

    # -- slicing --------------------------------------------------------------------------------------------------

    def __getitem__(self, item: Any) -> Tensor:
        return OPERATORS.sliced(self.__graphops_tensor__(), item)

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
