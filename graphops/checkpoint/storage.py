"""How each dtype is stored in a safetensors file.

Most dtypes have a name of their own there. The others are stored in one that has, and the metadata entry
``graphops.dtypes`` says what they are: any reader finds the numbers, graphops finds the dtype as well.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import DataLossError, InvalidTypeError

Array = np.ndarray[Any, Any]

# The dtypes that a file names itself: its name -> ours.
NATIVE: Final = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "U16": "uint16", "I16": "int16", "F16": "float16",
    "BF16": "bfloat16", "U32": "uint32", "I32": "int32", "F32": "float32", "U64": "uint64", "I64": "int64",
    "F64": "float64", "C64": "complex64", "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
    "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz",
}  # fmt: skip
# Dtypes of the format that graphops does not have, and their bits: such tensors are listed but not read.
FOREIGN: Final = {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "F8_E8M0": 8}
# Ours without a name in the file -> what they are stored as.
_STORED: Final = {
    "complex128": "F64", "string": "U8", "qint8": "I8", "quint8": "U8", "qint16": "I16", "quint16": "U16",
    "qint32": "I32", "int4": "I8", "uint4": "U8", "int2": "I8", "uint2": "U8", "float4_e2m1fn": "U8",
    "float8_e4m3b11fnuz": "U8",
}  # fmt: skip
_TAG_OF: Final = {ours: tag for tag, ours in NATIVE.items()}
_SMALL_INTEGERS: Final = {"int4": (-8, 7), "uint4": (0, 15), "int2": (-2, 1), "uint2": (0, 3)}


def stored_as(dtype: DType) -> str:
    """The file's name for what ``dtype`` is stored as.

    Raises:
        InvalidTypeError: handles of resources and variants have no value to store.
    """
    tag = _TAG_OF.get(dtype.name) or _STORED.get(dtype.name)
    if tag is None:
        raise InvalidTypeError(f"a value must have a dtype with values to be saved, got {dtype.name}")
    return tag


def encode(array: Array, dtype: DType) -> Array:
    """``array`` as it is stored: C-contiguous, little-endian, of the stored dtype and shape.

    complex128 gets a last axis of 2, strings become bytes: their lengths as uint64 each, then all of them.
    """
    name = dtype.name
    if name == "string":
        return _encode_strings(array)
    if name == "complex128":
        array = np.ascontiguousarray(array).view(np.float64).reshape(*array.shape, 2)
    elif name in _SMALL_INTEGERS:
        array = array.astype(np.int8 if name.startswith("int") else np.uint8)
    elif name in ("float4_e2m1fn", "float8_e4m3b11fnuz"):
        array = np.ascontiguousarray(array).view(np.uint8).reshape(array.shape)
    shape = array.shape
    return _little(np.ascontiguousarray(array)).reshape(shape)  # ascontiguousarray makes 0-d arrays 1-d


def decode(stored: Array, dtype: DType, shape: tuple[int, ...]) -> Array:
    """The array that is stored as ``stored``, the file's C-contiguous form of it.

    Raises:
        DataLossError: contents that the dtype cannot have.
    """
    name = dtype.name
    if name == "string":
        return _decode_strings(stored, shape)
    stored = _little(stored)
    if name == "complex128":
        return stored.reshape(*shape, 2).view(np.complex128).reshape(shape)
    if name == "bool":
        return as_bool(stored)
    if name in _SMALL_INTEGERS:
        low, high = _SMALL_INTEGERS[name]
        if stored.size and (stored.min() < low or stored.max() > high):
            raise DataLossError(f"values of {name} must be {low} to {high}, got {stored.min()} to {stored.max()}")
        return stored.astype(dtype.numpy_dtype)
    return stored.view(dtype.numpy_dtype)


def as_bool(stored: Array) -> Array:
    """Bytes of 0 and 1 as bool, without a copy.

    Raises:
        DataLossError: any other byte, which NumPy would take for true in one place and not in another.
    """
    octets = stored.view(np.uint8)
    if octets.size and octets.max() > 1:
        raise DataLossError(f"a bool must be stored as 0 or 1, got {octets.max()}")
    return octets.view(np.bool_)


def stored_shape(dtype: DType, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape in the file of a value of ``shape``; ``None`` for strings, where it depends on them."""
    if dtype.name == "string":
        return None
    return (*shape, 2) if dtype.name == "complex128" else shape


def stored_numpy(tag: str) -> np.dtype[Any]:
    """The NumPy dtype of what the file calls ``tag``."""
    return as_dtype(NATIVE[tag]).numpy_dtype


def _little(array: Array) -> Array:
    return array.byteswap() if sys.byteorder == "big" and array.dtype.itemsize > 1 else array


def _encode_strings(array: Array) -> Array:
    parts: list[bytes] = []
    for value in array.reshape(-1):
        if not isinstance(value, (bytes, str)):
            raise InvalidTypeError(f"a string must be bytes or str to be saved, got {type(value).__name__}")
        parts.append(value.encode() if isinstance(value, str) else bytes(value))
    lengths = np.array([len(part) for part in parts], "<u8")
    return np.frombuffer(lengths.tobytes() + b"".join(parts), np.uint8)


def _decode_strings(stored: Array, shape: tuple[int, ...]) -> Array:
    """Object array of ``shape``; the caller has bounded its size by the bytes there are."""
    count = int(np.prod(shape, dtype=object))
    if count * 8 > stored.size:
        raise DataLossError(f"{count} strings must take {count * 8} bytes or more, got {stored.size}")
    lengths = [int(length) for length in stored[: count * 8].view("<u8")]
    if count * 8 + sum(lengths) != stored.size:
        raise DataLossError(f"strings must fill their {stored.size} bytes, got {count * 8 + sum(lengths)}")
    raw = stored.tobytes()
    values = np.empty(count, object)
    at = count * 8
    for index, length in enumerate(lengths):
        values[index] = raw[at : at + length]
        at += length
    return values.reshape(shape)
