"""``compat.v1``: arithmetic that is more than one op, and sums. (What is one op is in ``tables``.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.graph.graph import Tensor
from graphops.graph.operators import Operators
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Array = np.ndarray[Any, Any]


def _pair(x: Any, y: Any) -> tuple[Tensor, Tensor]:
    """Both operands as tensors of one dtype: a Python value takes the dtype of the other one."""
    if isinstance(y, Operators) and not isinstance(x, Operators):
        other = y.__graphops_tensor__()
        return as_tensor(x, other.dtype.base, "x"), other
    first = as_tensor(x, name="x")
    return first, as_tensor(y, first.dtype.base, "y")


def abs(x: Any, name: str | None = None) -> Tensor:  # noqa: A001
    """The absolute value; the magnitude of a complex number."""
    tensor = as_tensor(x, name="x")
    op = raw_ops.ComplexAbs if tensor.dtype.is_complex else raw_ops.Abs
    result: Tensor = op(x=tensor, name=name)
    return result


def truediv(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient; integers become float64 first, those of 8 and 16 bits float32."""
    first, second = _pair(x, y)
    result: Tensor
    if first.dtype.is_integer:
        wide = "float32" if first.dtype.size <= 2 else "float64"
        first, second = (raw_ops.Cast(x=v, DstT=wide) for v in (first, second))
    result = raw_ops.RealDiv(x=first, y=second, name=name or "truediv")
    return result


def divide(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient, as Python's ``/``."""
    return truediv(x, y, name)


def div(x: Any, y: Any, name: str | None = None) -> Tensor:
    """The quotient, as Python 2's ``/``: of integers the largest integer not above it."""
    first, second = _pair(x, y)
    op = raw_ops.FloorDiv if first.dtype.is_integer else raw_ops.RealDiv
    result: Tensor = op(x=first, y=second, name=name or "div")
    return result


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Tensor:
    """``x`` times one number.

    Raises:
        InvalidArgumentError: a ``scalar`` that is none.
    """
    tensor = as_tensor(x)
    factor = as_tensor(scalar, tensor.dtype.base, "scalar")
    if factor.shape.rank not in (0, None):
        raise InvalidArgumentError(f"scalar of scalar_mul() must have rank 0, got shape {factor.shape}")
    result: Tensor = raw_ops.Mul(x=factor, y=tensor, name=name)
    return result


def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Tensor:
    """Whether exactly one of both is true."""
    either = raw_ops.LogicalOr(x=operand(x), y=operand(y))
    both = raw_ops.LogicalAnd(x=operand(x), y=operand(y))
    result: Tensor = raw_ops.LogicalAnd(x=either, y=raw_ops.LogicalNot(x=both), name=name)
    return result


def log_sigmoid(x: Any, name: str | None = None) -> Tensor:
    """log(1 / (1 + exp(-x))), exact for any x."""
    result: Tensor = raw_ops.Neg(x=raw_ops.Softplus(features=raw_ops.Neg(x=operand(x))), name=name)
    return result


def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and dtype.

    Raises:
        InvalidArgumentError: an empty list.
    """
    items = [inputs] if isinstance(inputs, Operators) else list(inputs)
    if not items:
        raise InvalidArgumentError("inputs of add_n() must hold a tensor or more, got none")
    tensors = [as_tensor(item) for item in items]
    result: Tensor
    if len(tensors) == 1:
        result = raw_ops.Identity(input=tensors[0], name=name) if name else tensors[0]
    else:
        result = raw_ops.AddN(inputs=tensors, name=name)
    return result


def accumulate_n(inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and dtype, which may be stated."""
    tensors = [as_tensor(item, tensor_dtype) for item in inputs]
    result = add_n(tensors, name)
    if shape is not None:
        result.set_shape(shape)
    return result


def complex(real: Any, imag: Any, name: str | None = None) -> Tensor:  # noqa: A001
    """A complex tensor of its parts: complex64 of float32, complex128 of float64."""
    first, second = _pair(real, imag)
    wide = {"float32": "complex64", "float64": "complex128"}.get(first.dtype.name)
    if wide is None:
        raise InvalidTypeError(f"real of complex() must have dtype float32 or float64, got {first.dtype.name}")
    result: Tensor = raw_ops.Complex(real=first, imag=second, Tout=wide, name=name)
    return result


def real(input: Any, name: str | None = None) -> Tensor:
    """The real part; a real tensor itself."""
    return _part("Real", input, name)


def imag(input: Any, name: str | None = None) -> Tensor:
    """The imaginary part; zeros for a real tensor."""
    tensor = as_tensor(input)
    if tensor.dtype.is_complex:
        return _part("Imag", tensor, name)
    result: Tensor = raw_ops.ZerosLike(x=tensor, name=name)
    return result


def angle(input: Any, name: str | None = None) -> Tensor:
    """The argument of complex numbers; 0 or pi for real ones."""
    tensor = as_tensor(input)
    if tensor.dtype.is_complex:
        return _part("Angle", tensor, name)
    negative = raw_ops.Less(x=tensor, y=raw_ops.ZerosLike(x=tensor))
    pi = as_tensor(np.pi, tensor.dtype.base)
    result: Tensor = raw_ops.SelectV2(condition=negative, t=pi, e=raw_ops.ZerosLike(x=tensor), name=name)
    return result


def conj(x: Any, name: str | None = None) -> Tensor:
    """The complex conjugate; a real tensor itself."""
    tensor = as_tensor(x, name="x")
    if not tensor.dtype.is_complex:
        return tensor
    result: Tensor = raw_ops.Conj(input=tensor, name=name)
    return result


def _part(op: str, input: Any, name: str | None) -> Tensor:
    tensor = as_tensor(input)
    if not tensor.dtype.is_complex:
        return tensor
    narrow = "float32" if tensor.dtype.name == "complex64" else "float64"
    result: Tensor = getattr(raw_ops, op)(input=tensor, Tout=narrow, name=name)
    return result


def cumsum(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """Sums of the elements so far along an axis."""
    result: Tensor = raw_ops.Cumsum(x=as_tensor(x), axis=axis, exclusive=exclusive, reverse=reverse, name=name)
    return result


def cumprod(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None) -> Tensor:
    """Products of the elements so far along an axis."""
    result: Tensor = raw_ops.Cumprod(x=as_tensor(x), axis=axis, exclusive=exclusive, reverse=reverse, name=name)
    return result


__all__ = [
    "abs",
    "accumulate_n",
    "add_n",
    "angle",
    "complex",
    "conj",
    "cumprod",
    "cumsum",
    "div",
    "divide",
    "imag",
    "log_sigmoid",
    "logical_xor",
    "real",
    "scalar_mul",
    "truediv",
]
