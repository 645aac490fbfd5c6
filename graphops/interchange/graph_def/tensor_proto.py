"""TensorProto and TensorShapeProto: constants and shapes in a GraphDef."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry import dtypes
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError, UnimplementedError
from graphops_registry.shape import TensorShape

# A constant may state one value for all of its elements: a few bytes of file for any amount of memory. It is kept as
# one value with strides of 0, so that only what a run needs of it is ever written out.
LARGEST_FILL: Final = 1 << 30  # bytes

_MOST_DIMENSIONS: Final = 64  # of an array of NumPy's

# The repeated field that holds values of a dtype one by one, and the NumPy dtype of its elements.
_FIELDS: Final[dict[DType, tuple[str, str]]] = {
    dtypes.float32: ("float_val", "float32"),
    dtypes.float64: ("double_val", "float64"),
    dtypes.float16: ("half_val", "uint16"),
    dtypes.bfloat16: ("half_val", "uint16"),
    dtypes.int64: ("int64_val", "int64"),
    dtypes.uint32: ("uint32_val", "uint32"),
    dtypes.uint64: ("uint64_val", "uint64"),
    dtypes.bool_: ("bool_val", "bool"),
    dtypes.complex64: ("scomplex_val", "complex64"),
    dtypes.complex128: ("dcomplex_val", "complex128"),
}

_NOTHING: Final[dict[DType, Any]] = {dtypes.string: b"", dtypes.variant: None}  # the zeros of dtypes of objects


def _field(dtype: DType) -> tuple[str, str]:
    found = _FIELDS.get(dtype)
    if found is not None:
        return found
    if dtype.name.startswith(("float8", "float4")):
        return "float8_val", "uint8"
    return "int_val", "int32"  # the small integers, quantised ones included


def to_array(proto: Any, what: str) -> np.ndarray[Any, Any]:
    """The value of a TensorProto as a read-only array.

    Args:
        what: what errors call it.

    Raises:
        InvalidArgumentError: no dtype, or values that do not fit the shape.
        ResourceExhaustedError: one value repeated to more than a gibibyte.
        UnimplementedError: a resource, or a variant with something in it.
    """
    dtype = to_dtype(proto.dtype, f"dtype of {what}")
    if dtype.is_ref:
        raise InvalidArgumentError(f"dtype of {what} must not be a reference type, got {dtype.name}")
    shape = to_shape(proto.tensor_shape, f"shape of {what}")
    if not shape.is_fully_defined:
        raise InvalidArgumentError(f"shape of {what} must be fully known, got {shape}")
    sizes = shape.as_tuple()
    count = prod(sizes)
    if len(sizes) > _MOST_DIMENSIONS:
        raise InvalidArgumentError(f"{what} must have at most {_MOST_DIMENSIONS} dimensions, got {len(sizes)}")
    if dtype is dtypes.string:
        values: Any = np.array([*proto.string_val, None], dtype=object)[:-1]
    elif dtype is dtypes.variant:
        values = _empty_variants(proto, what)
    elif dtype.is_host_only:
        raise UnimplementedError(f"{what} must be a number or a text, got a constant of dtype {dtype.name}")
    elif proto.tensor_content:
        size = len(proto.tensor_content)
        if size != count * dtype.numpy_dtype.itemsize:
            rule = f"have {count} values of {dtype.numpy_dtype.itemsize} bytes for its shape {shape}"
            raise InvalidArgumentError(f"{what} must {rule}, got {size} bytes")
        if dtype is dtypes.bool_ and proto.tensor_content.strip(b"\x00\x01"):  # true in one place, not in another
            largest = max(proto.tensor_content)
            raise InvalidArgumentError(f"{what} must hold 0 or 1 for each bool, got {largest}")
        values = np.frombuffer(proto.tensor_content, dtype=dtype.numpy_dtype.newbyteorder("<"))
        values = values.astype(dtype.numpy_dtype, copy=True)
    else:
        values = _typed(proto, dtype, what)
    if count and values.size <= 1 and count > values.size:  # one value for all elements; no value means zeros
        value = np.full((), values[0] if values.size else _NOTHING.get(dtype, 0), values.dtype)
        _check_fill(count, values, what)
        value.flags.writeable = False
        return np.broadcast_to(value, sizes)
    values = _repeat(values, count, what)
    try:
        values = values.reshape(sizes)
    except ValueError:  # beside a size of 0 there may be any others, but not for NumPy
        raise InvalidArgumentError(f"shape of {what} must be one that an array can have, got {shape}") from None
    if values.base is not None:
        values = values.copy()
    values.flags.writeable = False
    result: np.ndarray[Any, Any] = values
    return result


def _empty_variants(proto: Any, what: str) -> np.ndarray[Any, Any]:
    """The values of a variant that the message lists; ``None`` stands for an empty one."""
    for each in proto.variant_val:
        if each.type_name or each.metadata or len(each.tensors):
            raise UnimplementedError(f"{what} must be a number, a text or empty, got a variant of '{each.type_name}'")
    return np.full(len(proto.variant_val), None, dtype=object)


def _check_fill(count: int, values: np.ndarray[Any, Any], what: str) -> None:
    size = count * max(1, values.dtype.itemsize)
    if size > LARGEST_FILL:
        rule = f"take at most {LARGEST_FILL:,} bytes when one value stands for all"
        raise ResourceExhaustedError(f"{what} must {rule}, got {size:,}")


def _typed(proto: Any, dtype: DType, what: str) -> np.ndarray[Any, Any]:
    """The values that the message lists one by one."""
    field, stored = _field(dtype)
    own = dtype.numpy_dtype
    if field == "float8_val":
        return np.frombuffer(proto.float8_val, dtype=np.uint8).view(own)
    listed = getattr(proto, field)
    if dtype.is_complex:
        parts = np.array(listed, dtype="float32" if dtype is dtypes.complex64 else "float64")
        if parts.size % 2:
            raise InvalidArgumentError(f"{what} must have pairs of numbers, got {parts.size} for {dtype.name}")
        return parts.view(own)
    if field == "half_val":
        return (np.array(listed, dtype=np.int64) & 0xFFFF).astype(np.uint16).view(own)
    if field == "int_val":
        return np.array(listed, dtype=np.int64).astype(own)
    return np.array(listed, dtype=stored)


def _repeat(values: np.ndarray[Any, Any], count: int, what: str) -> np.ndarray[Any, Any]:
    """``count`` values; the last one is repeated for those that are left out.

    One value is too many for no element, but TensorFlow writes ``zeros([0])`` so.
    """
    if not count and values.size == 1:
        return values[:0]
    if values.size > count:
        raise InvalidArgumentError(f"{what} must have {count} values for its shape, got {values.size}")
    if values.size == count:
        return values
    _check_fill(count, values, what)
    result = np.empty(count, dtype=values.dtype)
    result[: values.size] = values
    result[values.size :] = values[-1]
    return result


def dtype_of(array: np.ndarray[Any, Any]) -> DType:
    """The dtype of an array that :func:`to_array` gave: of objects, texts or empty variants."""
    if array.dtype.kind == "O" and array.size and all(item is None for item in array.flat):
        return dtypes.variant
    return as_dtype(array.dtype)


def from_array(array: np.ndarray[Any, Any], dtype: DType, proto: Any) -> None:
    """Write ``array`` of ``dtype`` into the TensorProto ``proto``: one value by itself, more as bytes.

    Raises:
        InvalidArgumentError: values that cannot be stored (resources, variants).
    """
    proto.dtype = dtype.enum
    proto.tensor_shape.SetInParent()
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    if array.size > 1 and not any(array.strides):  # one value for all
        array = array[(slice(0, 1),) * array.ndim].reshape(1)
    if dtype is dtypes.string:
        proto.string_val.extend([bytes(item) for item in array.flat])
    elif dtype is dtypes.variant and all(item is None for item in array.flat):
        for _ in range(array.size):
            proto.variant_val.add()
    elif dtype.is_host_only:
        raise InvalidArgumentError(f"a constant must be a number or a text to be stored, got dtype {dtype.name}")
    elif array.size == 1:
        field, stored = _field(dtype)
        flat = np.ascontiguousarray(array).reshape(1)
        if field == "float8_val":
            proto.float8_val = flat.tobytes()
        elif dtype.is_complex:
            getattr(proto, field).extend([float(flat[0].real), float(flat[0].imag)])
        elif field == "half_val":
            proto.half_val.append(int(flat.view(np.uint16)[0]))
        else:
            getattr(proto, field).append(flat.astype(stored)[0].item())
    else:
        little = array.dtype.newbyteorder("<") if array.dtype.byteorder == ">" else array.dtype
        proto.tensor_content = np.ascontiguousarray(array, dtype=little).tobytes()


def to_dtype(number: int, what: str) -> DType:
    """A DType from its number in the wire format.

    Raises:
        InvalidArgumentError: a number that TensorFlow does not have.
    """
    try:
        return as_dtype(number)
    except (TypeError, ValueError):
        raise InvalidArgumentError(f"{what} must be one of TensorFlow's data types, got {number}") from None


def to_shape(proto: Any, what: str) -> TensorShape:
    """A TensorShape from a TensorShapeProto; a size of -1 is unknown.

    Raises:
        InvalidArgumentError: other negative sizes, more than 254 dimensions, or more than 2**63 - 1 elements.
    """
    if proto.unknown_rank:
        if len(proto.dim):
            raise InvalidArgumentError(f"{what} must have no dimensions when its rank is unknown, got {len(proto.dim)}")
        return TensorShape(None)
    if len(proto.dim) > 254:
        raise InvalidArgumentError(f"{what} must have at most 254 dimensions, got {len(proto.dim)}")
    sizes = [dim.size for dim in proto.dim]
    if any(size < -1 for size in sizes):
        raise InvalidArgumentError(f"{what} must have sizes >= -1, got {sizes}")
    if 0 not in sizes and prod(size for size in sizes if size > 0) > 2**63 - 1:
        raise InvalidArgumentError(f"{what} must describe at most 2**63 - 1 elements, got {sizes}")
    return TensorShape([None if size == -1 else size for size in sizes])


def from_shape(shape: TensorShape, proto: Any) -> None:
    """Write ``shape`` into the TensorShapeProto ``proto``; names of dimensions are not part of the format."""
    proto.SetInParent()
    if shape.dims is None:
        proto.unknown_rank = True
        return
    for dim in shape.dims:
        proto.dim.add(size=dim if isinstance(dim, int) else -1)
