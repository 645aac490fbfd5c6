"""Every DataType of TensorFlow 2.21 by its names and number."""

import pickle

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops_registry.dtypes import all_dtypes, as_dtype
from graphops_registry.errors import InvalidTypeError

# TensorFlow's DataType enum, typed off its documentation: number -> name in tf.dtypes.
ENUM = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 7: "string", 8: "complex64", 9: "int64",
    10: "bool", 11: "qint8", 12: "quint8", 13: "qint32", 14: "bfloat16", 15: "qint16", 16: "quint16", 17: "uint16",
    18: "complex128", 19: "float16", 20: "resource", 21: "variant", 22: "uint32", 23: "uint64", 24: "float8_e5m2",
    25: "float8_e4m3fn", 26: "float8_e4m3fnuz", 27: "float8_e4m3b11fnuz", 28: "float8_e5m2fnuz", 29: "int4",
    30: "uint4", 31: "int2", 32: "uint2", 33: "float4_e2m1fn",
}  # fmt: skip


def test_all_33_types_and_their_refs():
    assert {d.enum: d.name for d in all_dtypes() if not d.is_ref} == ENUM
    for dtype in all_dtypes():
        if dtype.is_ref:
            assert dtype.enum == dtype.base.enum + 100
            assert dtype.name == f"{dtype.base.name}_ref"
            assert dtype.base.ref is dtype
        assert as_dtype(dtype.enum) is as_dtype(dtype.name) is as_dtype(dtype.proto_name) is dtype
        assert pickle.loads(pickle.dumps(dtype)) is dtype


@pytest.mark.parametrize("number", ENUM)
def test_numpy_and_back(number):
    dtype = as_dtype(number)
    own = dtype.numpy_dtype
    if dtype.kind == "object":
        assert own == np.dtype(object)
    elif dtype.is_quantized:
        assert own.name == dtype.name[1:]
    else:
        assert as_dtype(own) is dtype
        assert own.itemsize == dtype.size


@pytest.mark.parametrize(
    "value, name",
    [
        (float, "float64"), (int, "int64"), (bool, "bool"), (complex, "complex128"), (str, "string"), (bytes, "string"),
        (np.float16, "float16"), (np.dtype(">f4"), "float32"), (ml_dtypes.bfloat16, "bfloat16"), ("half", "float16"),
        ("DT_DOUBLE", "float64"), ("float_ref", "float32_ref"), (np.dtype("U3"), "string"),
    ],
)  # fmt: skip
def test_as_dtype(value, name):
    assert as_dtype(value).name == name


@pytest.mark.parametrize("value", ["flaot", 0, 34, 134, None, 1.5, True, np.dtype("M8[s]"), np.dtype([("a", int)])])
def test_what_is_no_dtype(value):
    with pytest.raises(InvalidTypeError, match="a dtype must"):
        as_dtype(value)


def test_kinds():
    assert [d.name for d in all_dtypes() if d.is_host_only and not d.is_ref] == ["string", "resource", "variant"]
    assert go.bfloat16.is_floating
    assert not go.bfloat16.is_integer
    assert go.uint4.is_unsigned
    assert go.qint8.is_quantized
    assert not go.qint8.is_numeric
    assert go.half is go.float16
    assert go.double is go.float64
    assert go.float is go.float32
    assert go.bool.is_bool


def test_references_are_compatible_with_what_they_refer_to() -> None:
    """TensorFlow 2.21: float32.is_compatible_with(float32_ref) is true, the other way round it is not."""
    assert go.float32.ref.base_dtype is go.float32.base_dtype is go.float32
    assert go.float32.is_compatible_with(go.float32.ref)
    assert not go.float32.ref.is_compatible_with(go.float32)
    assert not go.float32.is_compatible_with("float64")
