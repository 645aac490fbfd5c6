"""Every DataType of TensorFlow 2.21 as a :class:`DType`, by TensorFlow's names and numbers.

A DType knows its name, its number in the wire format, its NumPy dtype and its kind (integer, floating ...), nothing of
shapes and values.  ``ml_dtypes`` (bfloat16, float8, int4 ...) is imported when one of its types is first used, so that
``import graphops`` does not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import numpy as np

from graphops_registry.errors import InvalidTypeError, nearest, printed, shorten

_REF_OFFSET: Final = 100  # DT_FLOAT_REF = DT_FLOAT + 100, and so on for every type

Kind = Literal["float", "complex", "int", "uint", "bool", "quantized", "object"]


class DType:
    """A TensorFlow data type. There is one object per type: compare with ``is`` or ``==``.

    Attributes:
        name: TensorFlow's Python name, ``"float32"`` (a ref type: ``"float32_ref"``).
        enum: the number in ``DataType``, 1 for ``DT_FLOAT``.
        proto_name: the name in ``DataType``, ``"DT_FLOAT"``.
        spec_name: the name in op specifications, ``"float"``.
        kind: ``float complex int uint bool quantized object``.
        size: bytes of an element as NumPy stores it (0 for string, resource, variant).
    """

    __slots__ = ("_numpy", "base", "enum", "is_ref", "kind", "name", "proto_name", "size", "spec_name")

    def __init__(
        self, name: str, spec_name: str, proto_name: str, enum: int, kind: Kind, size: int, base: DType | None
    ) -> None:
        self.name = name
        self.spec_name = spec_name
        self.proto_name = proto_name
        self.enum = enum
        self.kind: Kind = kind
        self.size = size
        self.is_ref = base is not None
        self.base: DType = base if base is not None else self
        self._numpy: np.dtype[Any] | None = None

    @property
    def as_numpy_dtype(self) -> type[np.generic[Any]]:
        """NumPy's type of one value, as in TensorFlow: ``float32.as_numpy_dtype(3)`` is ``np.float32(3)``."""
        found: type[np.generic[Any]] = self.numpy_dtype.type
        return found

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The NumPy dtype that stores this type (``object`` for string, resource and variant)."""
        if self._numpy is None:
            self._numpy = _numpy_dtype(self.base)
        return self._numpy

    @property
    def base_dtype(self) -> DType:
        """The type itself, for a reference type too: TensorFlow's name of ``base``."""
        return self.base

    def is_compatible_with(self, other: object) -> bool:
        """Whether ``other`` is this type or a reference to it; a reference type wants a reference."""
        wanted = as_dtype(other)
        return wanted in (self, self.ref) if not self.is_ref else wanted is self

    @property
    def ref(self) -> DType:
        """The reference type of this type (itself if it is one)."""
        return self if self.is_ref else _BY_ENUM[self.enum + _REF_OFFSET]

    @property
    def is_floating(self) -> bool:
        """Whether it is a real float, of any width."""
        return self.kind == "float"

    @property
    def is_complex(self) -> bool:
        """Whether it is complex64 or complex128."""
        return self.kind == "complex"

    @property
    def is_integer(self) -> bool:
        """True for signed and unsigned integers that are not quantised."""
        return self.kind in ("int", "uint")

    @property
    def is_unsigned(self) -> bool:
        """Whether it is an integer that is never negative."""
        return self.kind == "uint"

    @property
    def is_bool(self) -> bool:
        """Whether it is bool."""
        return self.kind == "bool"

    @property
    def is_quantized(self) -> bool:
        """Whether it is a quantised integer, ``qint8`` say."""
        return self.kind == "quantized"

    @property
    def is_numeric(self) -> bool:
        """True for every dtype of arithmetic: float, complex, integer (not bool, not quantised)."""
        return self.kind in ("float", "complex", "int", "uint")

    @property
    def is_host_only(self) -> bool:
        """True for string, resource and variant, whose values never leave the host."""
        return self.kind == "object"

    def __repr__(self) -> str:
        return f"graphops.{self.name}"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.enum,)


# name, spec name, DataType name, number, kind, bytes
_TABLE: Final[tuple[tuple[str, str, str, int, Kind, int], ...]] = (
    ("float32", "float", "DT_FLOAT", 1, "float", 4),
    ("float64", "double", "DT_DOUBLE", 2, "float", 8),
    ("int32", "int32", "DT_INT32", 3, "int", 4),
    ("uint8", "uint8", "DT_UINT8", 4, "uint", 1),
    ("int16", "int16", "DT_INT16", 5, "int", 2),
    ("int8", "int8", "DT_INT8", 6, "int", 1),
    ("string", "string", "DT_STRING", 7, "object", 0),
    ("complex64", "complex64", "DT_COMPLEX64", 8, "complex", 8),
    ("int64", "int64", "DT_INT64", 9, "int", 8),
    ("bool", "bool", "DT_BOOL", 10, "bool", 1),
    ("qint8", "qint8", "DT_QINT8", 11, "quantized", 1),
    ("quint8", "quint8", "DT_QUINT8", 12, "quantized", 1),
    ("qint32", "qint32", "DT_QINT32", 13, "quantized", 4),
    ("bfloat16", "bfloat16", "DT_BFLOAT16", 14, "float", 2),
    ("qint16", "qint16", "DT_QINT16", 15, "quantized", 2),
    ("quint16", "quint16", "DT_QUINT16", 16, "quantized", 2),
    ("uint16", "uint16", "DT_UINT16", 17, "uint", 2),
    ("complex128", "complex128", "DT_COMPLEX128", 18, "complex", 16),
    ("float16", "half", "DT_HALF", 19, "float", 2),
    ("resource", "resource", "DT_RESOURCE", 20, "object", 0),
    ("variant", "variant", "DT_VARIANT", 21, "object", 0),
    ("uint32", "uint32", "DT_UINT32", 22, "uint", 4),
    ("uint64", "uint64", "DT_UINT64", 23, "uint", 8),
    ("float8_e5m2", "float8_e5m2", "DT_FLOAT8_E5M2", 24, "float", 1),
    ("float8_e4m3fn", "float8_e4m3fn", "DT_FLOAT8_E4M3FN", 25, "float", 1),
    ("float8_e4m3fnuz", "float8_e4m3fnuz", "DT_FLOAT8_E4M3FNUZ", 26, "float", 1),
    ("float8_e4m3b11fnuz", "float8_e4m3b11fnuz", "DT_FLOAT8_E4M3B11FNUZ", 27, "float", 1),
    ("float8_e5m2fnuz", "float8_e5m2fnuz", "DT_FLOAT8_E5M2FNUZ", 28, "float", 1),
    ("int4", "int4", "DT_INT4", 29, "int", 1),
    ("uint4", "uint4", "DT_UINT4", 30, "uint", 1),
    ("int2", "int2", "DT_INT2", 31, "int", 1),
    ("uint2", "uint2", "DT_UINT2", 32, "uint", 1),
    ("float4_e2m1fn", "float4_e2m1fn", "DT_FLOAT4_E2M1FN", 33, "float", 1),
)
# How quantised types are stored; NumPy has no such types and TensorFlow's are structs of one integer.
_QUANTIZED_STORAGE: Final = {
    "qint8": "int8", "quint8": "uint8", "qint16": "int16", "quint16": "uint16", "qint32": "int32",
}  # fmt: skip

_BY_ENUM: dict[int, DType] = {}
_BY_NAME: dict[str, DType] = {}


def _define() -> None:
    for name, spec_name, proto_name, enum, kind, size in _TABLE:
        base = DType(name, spec_name, proto_name, enum, kind, size, None)
        ref = DType(f"{name}_ref", f"{spec_name}_ref", f"{proto_name}_REF", enum + _REF_OFFSET, kind, size, base)
        for dtype in (base, ref):
            _BY_ENUM[dtype.enum] = dtype
            for key in (dtype.name, dtype.spec_name, dtype.proto_name):
                _BY_NAME[key] = dtype


_define()

#: Of a tensor of which nobody knows more: only nodes whose ops are not registered give and take it. No attr has it,
#: and no name or number stands for it.
UNKNOWN: Final = DType("unknown", "unknown", "DT_INVALID", 0, "object", 0, None)


def _numpy_dtype(base: DType) -> np.dtype[Any]:
    if base.kind == "object":
        return np.dtype(object)
    name = _QUANTIZED_STORAGE.get(base.name, base.name)
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes

        found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
        return found


def as_dtype(value: object) -> DType:
    """The DType that ``value`` names.

    Accepts a DType, a TensorFlow name in any of its spellings (``"float32"``, ``"float"``, ``"DT_FLOAT"``), a
    ``DataType`` number, a NumPy dtype or scalar type, and Python's ``bool``, ``int`` (int64), ``float`` (float64),
    ``complex``, ``str`` and ``bytes``.  Byte order does not matter: a big-endian array has the same DType.

    Raises:
        InvalidTypeError: ``value`` names no type of TensorFlow 2.21.
    """
    if isinstance(value, DType):
        return value
    found: DType | None = None
    if isinstance(value, str):
        found = _BY_NAME.get(value)
        if found is None:
            known = nearest(value, _BY_NAME)
            raise InvalidTypeError(f"a dtype must be one of TensorFlow's types, got {shorten(printed(value))}{known}")
    elif isinstance(value, int) and not isinstance(value, bool):
        found = _BY_ENUM.get(value)
    elif isinstance(value, (np.dtype, type)):
        found = _from_numpy(value)
    if found is None:
        raise InvalidTypeError(
            f"a dtype must be a name, a number, a NumPy dtype or a DType, got {shorten(printed(value))}"
        )
    return found


def _from_numpy(value: np.dtype[Any] | type) -> DType | None:
    try:
        dtype = np.dtype(value)
    except TypeError:
        return None
    if dtype.kind in "SUO":  # text, bytes and objects are TensorFlow strings
        return _BY_NAME["string"]
    return _BY_NAME.get(dtype.name)


def dtype_names(dtypes: Iterable[DType]) -> str:
    """``float16, float32`` for an error message."""
    return ", ".join(dtype.name for dtype in dtypes)


def all_dtypes() -> tuple[DType, ...]:
    """Every DType in the order of its number, refs last."""
    return tuple(_BY_ENUM[number] for number in sorted(_BY_ENUM))


# The names that users write: graphops.float32 as well as graphops.float, graphops.half, ...
float32: Final = as_dtype("float32")
float64: Final = as_dtype("float64")
int32: Final = as_dtype("int32")
uint8: Final = as_dtype("uint8")
int16: Final = as_dtype("int16")
int8: Final = as_dtype("int8")
string: Final = as_dtype("string")
complex64: Final = as_dtype("complex64")
int64: Final = as_dtype("int64")
bool_: Final = as_dtype("bool")
qint8: Final = as_dtype("qint8")
quint8: Final = as_dtype("quint8")
qint32: Final = as_dtype("qint32")
bfloat16: Final = as_dtype("bfloat16")
qint16: Final = as_dtype("qint16")
quint16: Final = as_dtype("quint16")
uint16: Final = as_dtype("uint16")
complex128: Final = as_dtype("complex128")
float16: Final = as_dtype("float16")
resource: Final = as_dtype("resource")
variant: Final = as_dtype("variant")
uint32: Final = as_dtype("uint32")
uint64: Final = as_dtype("uint64")
float8_e5m2: Final = as_dtype("float8_e5m2")
float8_e4m3fn: Final = as_dtype("float8_e4m3fn")
float8_e4m3fnuz: Final = as_dtype("float8_e4m3fnuz")
float8_e4m3b11fnuz: Final = as_dtype("float8_e4m3b11fnuz")
float8_e5m2fnuz: Final = as_dtype("float8_e5m2fnuz")
int4: Final = as_dtype("int4")
uint4: Final = as_dtype("uint4")
int2: Final = as_dtype("int2")
uint2: Final = as_dtype("uint2")
float4_e2m1fn: Final = as_dtype("float4_e2m1fn")


def _named(names: str) -> tuple[DType, ...]:
    return tuple(as_dtype(name) for name in names.split())


# The sets that op specifications may name instead of a list, in TensorFlow's order.
NUMBER_TYPES: Final = _named(
    "float double int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 quint16 uint16 "
    "complex128 half uint32 uint64"
)
REAL_NUMBER_TYPES: Final = _named("float double int32 uint8 int16 int8 int64 bfloat16 uint16 half uint32 uint64")
QUANTIZED_TYPES: Final = _named("qint8 quint8 qint32 qint16 quint16")
TYPE_SETS: Final = {
    "numbertype": NUMBER_TYPES,
    "numerictype": NUMBER_TYPES,
    "realnumbertype": REAL_NUMBER_TYPES,
    "realnumerictype": REAL_NUMBER_TYPES,
    "quantizedtype": QUANTIZED_TYPES,
}
