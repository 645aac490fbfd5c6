"""``compat.v1``: arithmetic that is more than one op, sums, casts. (What is one op stands in ``tables``.)"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.operators import Operators
from graphops_registry.dtypes import as_dtype
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


# -- casts ------------------------------------------------------------------------------------------------------------


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """``x`` in another dtype: floats are cut to integers, anything but 0 is true."""
    wanted = as_dtype(dtype).base
    tensor = as_tensor(x, name="x")
    if tensor.dtype.base is wanted:
        return tensor
    result: Tensor = raw_ops.Cast(x=tensor, DstT=wanted, name=name)
    return result


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """``value`` in another dtype, its limits for what it cannot hold."""
    wanted = as_dtype(dtype).base
    tensor = as_tensor(value, name="value")
    with get_default_graph().name_scope(name or "saturate_cast") as scope:
        low, high = _limits(wanted.as_numpy_dtype)
        own_low, own_high = _limits(tensor.dtype.as_numpy_dtype)
        own = tensor.dtype.as_numpy_dtype.type
        if own_low < low:
            tensor = raw_ops.Maximum(x=tensor, y=_inside(own, low, up=True))
        if own_high > high:
            tensor = raw_ops.Minimum(x=tensor, y=_inside(own, high, up=False))
        return cast(tensor, wanted, scope)


def _limits(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return int(info.min), int(info.max)
    import ml_dtypes

    real: Any = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    return float(real.min), float(real.max)


def _inside(kind: Any, limit: Any, up: bool) -> Any:
    """``limit`` in the dtype ``kind``, not beyond it: 2**31 - 1 is no float32."""
    value = kind(limit)
    if np.issubdtype(np.dtype(kind), np.inexact) and ((value < limit) if up else (int(value) > limit)):
        value = np.nextafter(value, kind(0))
    return value


def to_float(x: Any, name: str = "ToFloat") -> Tensor:
    """``cast(x, float32)``."""
    return cast(x, "float32", name)


def to_double(x: Any, name: str = "ToDouble") -> Tensor:
    """``cast(x, float64)``."""
    return cast(x, "float64", name)


def to_int32(x: Any, name: str = "ToInt32") -> Tensor:
    """``cast(x, int32)``."""
    return cast(x, "int32", name)


def to_int64(x: Any, name: str = "ToInt64") -> Tensor:
    """``cast(x, int64)``."""
    return cast(x, "int64", name)


def to_bfloat16(x: Any, name: str = "ToBFloat16") -> Tensor:
    """``cast(x, bfloat16)``."""
    return cast(x, "bfloat16", name)


def to_complex64(x: Any, name: str = "ToComplex64") -> Tensor:
    """``cast(x, complex64)``."""
    return cast(x, "complex64", name)


def to_complex128(x: Any, name: str = "ToComplex128") -> Tensor:
    """``cast(x, complex128)``."""
    return cast(x, "complex128", name)


# -- clipping ---------------------------------------------------------------------------------------------------------


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Tensor:
    """``t`` with values below the minimum and above the maximum replaced by these."""
    tensor = as_tensor(t, name="t")
    with get_default_graph().name_scope(name or "clip_by_value") as scope:
        upper = raw_ops.Minimum(x=tensor, y=operand(clip_value_max))
        result: Tensor = raw_ops.Maximum(x=upper, y=operand(clip_value_min), name=scope)
    return result


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """``t`` scaled to the L2 norm ``clip_norm``, over ``axes``, if it is larger."""
    from graphops.compat.v1.reductions import reduce_sum

    tensor = as_tensor(t, name="t")
    with get_default_graph().name_scope(name or "clip_by_norm") as scope:
        squares = reduce_sum(tensor * tensor, axes, keepdims=True)
        positive = squares > 0
        safe = raw_ops.SelectV2(condition=positive, t=squares, e=raw_ops.OnesLike(x=squares))
        length = raw_ops.SelectV2(condition=positive, t=raw_ops.Sqrt(x=safe), e=squares)
        limit = as_tensor(clip_norm, tensor.dtype.base)
        clipped = (tensor * limit) / raw_ops.Maximum(x=length, y=limit)
        result: Tensor = raw_ops.Identity(input=clipped, name=scope)
    return result


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """``t`` scaled so that its L2 norm by its number of elements is at most ``clip_norm``."""
    from graphops.compat.v1.reductions import reduce_sum

    tensor = as_tensor(t, name="t")
    dtype = tensor.dtype.base
    with get_default_graph().name_scope(name or "clip_by_average_norm") as scope:
        elements = cast(raw_ops.Size(input=tensor), dtype)
        inverse = raw_ops.Rsqrt(x=reduce_sum(tensor * tensor))
        one = as_tensor(1.0, dtype)
        limit = as_tensor(clip_norm, dtype)
        result: Tensor = raw_ops.Identity(
            input=tensor * limit * raw_ops.Minimum(x=inverse * elements, y=one / limit), name=scope
        )
    return result


def global_norm(t_list: Any, name: str | None = None) -> Tensor | None:
    """The L2 norm of all tensors together; ``None`` elements are skipped."""
    tensors = [as_tensor(t) for t in _listed(t_list, "global_norm") if t is not None]
    with get_default_graph().name_scope(name or "global_norm"):
        halves = [raw_ops.L2Loss(t=tensor) for tensor in tensors]
        if not halves:
            return None
        total = raw_ops.Sum(input=raw_ops.Pack(values=halves), reduction_indices=[0])
        result: Tensor = raw_ops.Sqrt(x=total * as_tensor(2.0, total.dtype), name="global_norm")
    return result


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """All tensors scaled to the common norm ``clip_norm`` if it is larger; NaN if the norm is not finite.

    Returns:
        The list of tensors (``None`` where there was none), and the norm before.
    """
    items = _listed(t_list, "clip_by_global_norm")
    norm = global_norm(items, name) if use_norm is None else as_tensor(use_norm)
    if norm is None:
        return list(items), None
    with get_default_graph().name_scope(name or "clip_by_global_norm"):
        one = as_tensor(1.0, norm.dtype.base)
        limit = as_tensor(clip_norm, norm.dtype.base, "clip_norm")
        scale = limit * raw_ops.Minimum(x=one / norm, y=one / limit)
        finite = norm - norm  # NaN for an infinite norm, else 0
        scale = scale + finite
        clipped = [None if t is None else as_tensor(t) * cast(scale, as_tensor(t).dtype.base) for t in items]
    return clipped, norm


def _listed(t_list: Any, function: str) -> list[Any]:
    if isinstance(t_list, (Operators, str)) or not hasattr(t_list, "__iter__"):
        raise InvalidTypeError(f"t_list of {function}() must be a list of tensors, got {t_list!r}")
    return list(t_list)


__all__ = [
    "abs",
    "accumulate_n",
    "add_n",
    "angle",
    "cast",
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "complex",
    "conj",
    "cumprod",
    "cumsum",
    "div",
    "divide",
    "global_norm",
    "imag",
    "log_sigmoid",
    "logical_xor",
    "real",
    "saturate_cast",
    "scalar_mul",
    "to_bfloat16",
    "to_complex64",
    "to_complex128",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "truediv",
]
