"""JSON to arrays and back: TensorFlow Serving's documentation says what is right."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from graphops.apps.serve import json_in, json_out
from graphops_registry import dtypes
from graphops_registry.errors import InvalidArgumentError


@pytest.mark.parametrize(
    ("text", "dtype", "expected"),
    [
        ("[1, 2.5]", dtypes.float32, np.array([1, 2.5], np.float32)),
        ("[NaN, Infinity, -Infinity]", dtypes.float64, np.array([np.nan, np.inf, -np.inf])),
        ("[[1], [2]]", dtypes.int8, np.array([[1], [2]], np.int8)),
        ("18446744073709551615", dtypes.uint64, np.array(2**64 - 1, np.uint64)),
        ("[true, false]", dtypes.bool_, np.array([True, False])),
        ("[[], []]", dtypes.int64, np.zeros((2, 0), np.int64)),
        ("[-8, 7]", dtypes.int4, np.array([-8, 7])),
        ("16777216", dtypes.float32, np.array(2**24, np.float32)),
    ],
)
def test_values(text: str, dtype: Any, expected: Any) -> None:
    found = json_in.tensor(json_in.parse(f'{{"x": {text}}}'.encode())["x"], dtype, "x")
    assert found.dtype == dtype.numpy_dtype
    assert found.shape == expected.shape
    np.testing.assert_array_equal(found.astype(expected.dtype), expected)


def test_texts_and_bytes() -> None:
    value = json_in.parse(b'{"x": ["a", {"b64": "AP8="}, "\\u00e9"]}')["x"]
    assert json_in.tensor(value, dtypes.string, "x").tolist() == [b"a", b"\x00\xff", b"\xc3\xa9"]


@pytest.mark.parametrize(
    ("text", "dtype", "says"),
    [
        ("[[1, 2], [3]]", dtypes.float32, "equally long"),
        ("[1, [2]]", dtypes.float32, "values beside lists"),
        ("[[1], 2]", dtypes.float32, "values beside lists"),
        ("[1, true]", dtypes.float32, "a bool"),
        ("[1, null]", dtypes.float32, "null"),
        ('["1"]', dtypes.float32, "a text"),
        ("[1.0]", dtypes.int32, "a number"),
        ("[1]", dtypes.bool_, "a whole number"),
        ("[128]", dtypes.int8, "from -128 to 127, got 128"),
        ("[-1]", dtypes.uint64, "got -1"),
        ("[8]", dtypes.int4, "from -8 to 7"),
        ("[16777217]", dtypes.float32, "without loss, got 16777217"),
        ("[1e39]", dtypes.float32, "can hold, got 1e+39"),
        ("[70000.5]", dtypes.float16, "can hold"),
        ("[1]", dtypes.complex64, "complex64"),
        ("[1]", dtypes.string, "texts"),
        ('[{"b64": "?"}]', dtypes.string, "base64"),
        ('[{"b64": "AA==", "c": 1}]', dtypes.string, "texts"),
        ('["\\ud800"]', dtypes.string, "half of one"),
        ("[" * 33 + "]" * 33, dtypes.float32, "at most 32 dimensions"),
    ],
)
def test_refused(text: str, dtype: Any, says: str) -> None:
    with pytest.raises(InvalidArgumentError, match=says.replace("+", r"\+")):
        json_in.tensor(json_in.parse(f'{{"x": {text}}}'.encode())["x"], dtype, "x")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1]", b"3", b'{"x": 1e400}', b'{"x": -1E+999}',
     b'{"x": 1' + b"0" * 255 + b"e60}", b'{"x": ' + b"9" * 400 + b".0}", b"\xff\xfe\x00",
     b'{"x": ' + b"[" * 100_000, b'{"x": ' + b'{"y": ' * 100_000, b'{"x": ' + b"1" * 5000 + b"}"],
)  # fmt: skip
def test_bodies_that_are_none(body: bytes) -> None:
    with pytest.raises(InvalidArgumentError):
        json_in.parse(body)


def test_floats_as_tensorflow_serving_writes_them() -> None:
    """Six digits if these are the value, and nine otherwise; a float that C prints with %.9g is the reference."""
    rng = np.random.default_rng(0)
    values = rng.integers(0, 2**32, 20_000, dtype=np.uint32).view(np.float32)
    short = np.array([0.2, 1 / 3, 9e6, 3e-5, 0.0, -0.0, 123456.7, np.nan, np.inf, -np.inf, 1e-45], np.float32)
    values = np.concatenate([short, values[np.isfinite(values)]])
    text = json.dumps(json_out.values(values, "y"))
    assert text.startswith("[0.2, 0.333333343, 9000000.0, 3e-05, 0.0, -0.0, 123456.703, NaN, Infinity, -Infinity, ")
    with np.errstate(all="ignore"):
        found = np.array(json.loads(text)).astype(np.float32)
    np.testing.assert_array_equal(found.view(np.uint32)[values == values], values.view(np.uint32)[values == values])
    for value, written in zip(values.tolist()[11:], json.loads(text)[11:], strict=True):
        if 1e-13 < abs(value) < 1e15:
            assert written == float(f"{value:.9g}") or written == float(f"{value:.6g}")


def test_rows_must_agree() -> None:
    with pytest.raises(InvalidArgumentError, match="2 of 'a', 3 of 'b'"):
        json_out.rows({"a": np.zeros(2), "b": np.zeros(3)})
    with pytest.raises(InvalidArgumentError, match="single value"):
        json_out.rows({"a": np.array(1.0)})
