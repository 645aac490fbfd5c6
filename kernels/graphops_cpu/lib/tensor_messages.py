"""Arrays as TensorProto messages, and back. What a message says is not trusted."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.text import strings
from graphops_cpu.lib.wire_format import (
    FIXED32,
    FIXED64,
    VARINT,
    Content,
    DamagedMessage,
    fields,
    packed_fixed,
    packed_varints,
    sized_field,
    varint,
    varint_field,
)
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.kernel_def import Array

_DTYPE, _SHAPE, _CONTENT, _STRINGS, _SMALL_FLOATS = 1, 2, 4, 8, 18
_DIM, _SIZE, _UNKNOWN_RANK = 2, 1, 3
_MOST_AXES: Final = 32
MOST_FILLED: Final = 2**30  # bytes of a tensor of which a message states the first elements only

# The fields of numbers: how they are written, and (for the others than varints) their dtype.
_NUMBERS: Final[dict[int, tuple[int, str]]] = {
    5: (FIXED32, "<f4"),
    6: (FIXED64, "<f8"),
    7: (VARINT, ""),
    9: (FIXED32, "<f4"),
    10: (VARINT, ""),
    11: (VARINT, ""),
    12: (FIXED64, "<f8"),
    13: (VARINT, ""),
    16: (VARINT, ""),
    17: (VARINT, ""),
}
_FIELD_OF: Final = {
    "float32": 5, "float64": 6, "complex64": 9, "complex128": 12, "int64": 10, "bool": 11, "float16": 13,
    "bfloat16": 13, "uint32": 16, "uint64": 17,
}  # fmt: skip
_INTEGERS: Final = 7  # the field of all other dtypes


class TensorMessage:
    """What a TensorProto says.

    Attributes:
        dtype: ``None`` if it is none of TensorFlow's.
        sizes: of the axes.
        content: all elements, one behind the other; or empty.
    """

    def __init__(self, message: bytes) -> None:
        """Reads a message.

        Raises:
            DamagedMessage: it is none.
        """
        self._number = 0
        self.sizes: list[int] = []
        self.content: Content = memoryview(b"")
        self._parts: dict[int, list[Any]] = {}
        for number, kind, value, part in fields(memoryview(message)):
            if number == _DTYPE and kind == VARINT:
                self._number = value
            elif number == _SHAPE and kind not in (VARINT, FIXED32, FIXED64):
                self._read_shape(part)
            elif number == _CONTENT and kind not in (VARINT, FIXED32, FIXED64):
                self.content = part
            elif number in (_STRINGS, _SMALL_FLOATS) or number in _NUMBERS:
                self._parts.setdefault(number, []).append((kind, value, part))

    @property
    def dtype(self) -> DType | None:
        try:
            return as_dtype(self._number)
        except GraphopsError:
            return None

    @property
    def dtype_text(self) -> str:
        """The dtype as an error shows it."""
        return f"DataType {self._number}" if self.dtype is None else self.dtype.name

    def _read_shape(self, shape: Content) -> None:
        for number, kind, value, part in fields(shape):
            if number == _UNKNOWN_RANK and value:
                raise DamagedMessage("a tensor of unknown rank")
            if number != _DIM:
                continue
            if kind in (VARINT, FIXED32, FIXED64):
                raise DamagedMessage("a dimension as a number")
            size = 0
            for inner, inner_kind, found, _ in fields(part):
                if inner == _SIZE and inner_kind == VARINT:
                    size = found
            if size >= 2**63:
                raise DamagedMessage(f"a tensor with a negative dimension, {size - 2**64}")
            self.sizes.append(size)
            if len(self.sizes) > _MOST_AXES:
                raise DamagedMessage(f"a tensor of more than {_MOST_AXES} dimensions")

    def array(self) -> Array:
        """The elements; the last one that is stated stands for those that are missing.

        Raises:
            DamagedMessage: they are not those of a tensor of this dtype and shape.
        """
        dtype = self.dtype
        if dtype is None or dtype.is_ref or (dtype.is_host_only and dtype.name != "string"):
            raise DamagedMessage(f"a tensor of {self.dtype_text}")
        count = prod(self.sizes)
        if count >= 2**63:
            raise DamagedMessage(f"a tensor of {count} elements")
        if not count:
            return np.zeros(self.sizes, dtype=dtype.numpy_dtype)
        if self.content:
            found = _strings_in(self.content, count) if dtype.is_host_only else _numbers_in(self.content, dtype)
            if len(found) != count:
                raise DamagedMessage(f"a tensor of {count} elements with the bytes of {len(found)}")
        else:
            found = self._stated(dtype, count)
            if len(found) < count:
                found = self._filled(found, dtype, count)
        return found.reshape(self.sizes)

    def _stated(self, dtype: DType, count: int) -> Array:
        """The elements that have fields of their own, ``count`` at most."""
        if dtype.is_host_only:
            return strings([bytes(part) for _, _, part in self._parts.get(_STRINGS, ())][:count], (-1,))
        own = dtype.numpy_dtype
        if dtype.name.startswith("float8"):
            text = b"".join(bytes(part) for _, _, part in self._parts.get(_SMALL_FLOATS, ()))
            return np.frombuffer(text, dtype=np.uint8)[:count].view(own).copy()
        number = _FIELD_OF.get(dtype.name, _INTEGERS)
        kind, stored = _NUMBERS[number]
        listed = [_listed(part, kind, stored) for part in self._parts.get(number, ())]
        flat = np.concatenate(listed) if listed else np.zeros(0, np.uint64)
        if dtype.is_complex:
            pairs = flat[: flat.size // 2 * 2].reshape(-1, 2)[:count]
            return (pairs[:, 0] + 1j * pairs[:, 1]).astype(own)
        if number == _FIELD_OF["float16"]:
            return flat[:count].astype(np.uint16).view(own)
        if kind != VARINT:
            return flat[:count].astype(own)
        if dtype.is_bool:
            return flat[:count] != 0
        signed = flat[:count] if dtype.name == "uint64" else flat[:count].view(np.int64)
        return signed.astype(np.int8).astype(own) if dtype.name in ("int4", "uint4") else signed.astype(own)

    @staticmethod
    def _filled(found: Array, dtype: DType, count: int) -> Array:
        size = count * (dtype.size or 8)
        if size > MOST_FILLED:
            raise DamagedMessage(f"a tensor of {size:,} bytes of which it states {len(found)} elements")
        whole: Array = np.empty(count, dtype=dtype.numpy_dtype)
        whole[: len(found)] = found
        whole[len(found) :] = found[-1] if len(found) else (b"" if dtype.is_host_only else np.zeros((), whole.dtype))
        return whole


def _listed(part: tuple[int, int, Content], kind: int, stored: str) -> Array:
    """The numbers of one field, packed or single."""
    own, value, content = part
    if own == VARINT:
        if kind != VARINT:
            raise DamagedMessage("a number that is written as one of another kind")
        return np.array([value], dtype=np.uint64)
    if kind == VARINT:
        if own in (FIXED32, FIXED64):
            raise DamagedMessage("a number that is written as one of another kind")
        return packed_varints(content)
    if own in (FIXED32, FIXED64) and own != kind:
        raise DamagedMessage("a number that is written as one of another kind")
    return packed_fixed(content, stored)


def _numbers_in(content: Content, dtype: DType) -> Array:
    if len(content) % dtype.size:
        raise DamagedMessage(f"{len(content)} bytes of {dtype.name}")
    raw = np.frombuffer(content, dtype=np.uint8)
    return raw != 0 if dtype.is_bool else raw.copy().view(dtype.numpy_dtype)


def _strings_in(content: Content, count: int) -> Array:
    """The strings of which first all the lengths are told, then the bytes."""
    head = np.flatnonzero(np.frombuffer(content, dtype=np.uint8) < 0x80)[:count]
    if len(head) < count:
        raise DamagedMessage(f"{count} strings with {len(head)} lengths")
    at = int(head[-1]) + 1
    lengths = packed_varints(content[:at])
    left = len(content) - at
    if int(lengths.max()) > left or int(lengths.sum()) != left:
        raise DamagedMessage(f"{count} strings that do not have the {left} bytes of all")
    ends = (at + np.cumsum(lengths.astype(np.int64))).tolist()
    starts = [at, *ends[:-1]]
    return strings([bytes(content[start:end]) for start, end in zip(starts, ends, strict=True)], (-1,))


def tensor_message(array: Array, dtype: DType, *, as_content: bool = False) -> bytes:
    """The TensorProto message of an array.

    Args:
        as_content: strings, too, are one content: all lengths, then all bytes.
    """
    dims = b"".join(sized_field(_DIM, varint_field(_SIZE, size) if size else b"") for size in array.shape)
    head = varint_field(_DTYPE, dtype.enum) + sized_field(_SHAPE, dims)
    if not array.size:
        return head
    if not dtype.is_host_only:
        return head + sized_field(_CONTENT, np.ascontiguousarray(array).tobytes())
    texts = array.reshape(-1).tolist()
    if as_content:
        return head + sized_field(_CONTENT, b"".join([varint(len(text)) for text in texts]) + b"".join(texts))
    return head + b"".join(sized_field(_STRINGS, text) for text in texts)
