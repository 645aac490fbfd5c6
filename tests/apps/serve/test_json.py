"""JSON to arrays and back: TensorFlow Serving's documentation says what is right."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphops.apps.serve import json_in, json_out, predict_json
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
        assert written == float(f"{value:.9g}") or written == float(f"{value:.6g}")


def test_few_floats_are_written_as_many_are() -> None:
    rng = np.random.default_rng(6)
    some = [0.2, 0.0, np.nan, np.inf, -np.inf, 3.4028235e38, 1e-45]
    values = np.array([*some, *(rng.normal(size=3000) * 10.0 ** rng.uniform(-40, 37, 3000))], np.float32)
    many = json_out.values(values, "y")
    few = [value for at in range(0, len(values), 50) for value in json_out.values(values[at : at + 50], "y")]
    assert json.dumps(few[:7]) == "[0.2, 0.0, NaN, Infinity, -Infinity, 3.40282347e+38, 1.4013e-45]"
    assert few[7:] == many[7:]
    assert json_out.values(values[7:13].reshape(2, 3), "y") == [few[7:10], few[10:13]]


def test_rows_must_agree() -> None:
    with pytest.raises(InvalidArgumentError, match="2 of 'a', 3 of 'b'"):
        list(json_out.rows({"a": np.zeros(2), "b": np.zeros(3)}))
    with pytest.raises(InvalidArgumentError, match="single value"):
        list(json_out.rows({"a": np.array(1.0)}))


@pytest.mark.parametrize("shape", [(3, 20_001), (20_001, 2), (1, 2, 20_001), (2, 3, 7), (40_000,), (0, 4)])
@pytest.mark.parametrize("several", [False, True])
def test_long_answers_are_those_in_one_piece(shape: tuple[int, ...], several: bool) -> None:
    rng = np.random.default_rng(3)
    outputs: dict[str, Any] = {"a": rng.normal(size=shape)}
    if several:
        outputs |= {"b": np.arange(shape[0]), "c": np.array([b"x", *[b"\xe2\x82\xac"] * shape[0]], object)[1:]}
    lists = {name: array.tolist() for name, array in outputs.items()}
    if several:
        lists["c"] = ["\u20ac"] * shape[0]
    expected = lists if several else lists["a"]
    assert json.loads(predict_json.write(outputs, False)) == {"outputs": expected}
    if several:
        expected = [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    assert json.loads(predict_json.write(outputs, True)) == {"predictions": expected}


@pytest.mark.parametrize("part", ["1e400", "-1E+999", "9" * 400 + ".0", "3"], ids=["1e400", "-1E999", "digits", "fits"])
def test_long_bodies_are_read_as_short_ones(part: str) -> None:
    """A syntax error comes first, then a number that is too large, wherever they are."""
    values = np.random.default_rng(4).normal(size=(60_000, 4)).round(12)
    text = f'{{"x": [{part}, {json.dumps(values.tolist())[1:-1]}, 17, true, null, "e"]}}'
    assert len(text) > 2 << 20
    with pytest.raises(InvalidArgumentError, match="well-formed"):
        json_in.parse(text[:-1].encode())
    if part == "3":
        assert json_in.parse(text.encode()) == {"x": [3, *values.tolist(), 17, True, None, "e"]}
        found = json_in.tensor(json_in.parse(text.encode())["x"][1:-4], dtypes.float64, "x")
        np.testing.assert_array_equal(found, values)
    else:
        with pytest.raises(InvalidArgumentError, match="fit into 64 bits"):
            json_in.parse(text.encode())


def turns(work: Callable[[], Any]) -> int:
    """How often this thread gets its turn while another one does ``work``."""
    thread = threading.Thread(target=work)
    thread.start()
    count = 0
    while thread.is_alive():
        time.sleep(0)  # it lets others run, and then waits for its turn
        count += 1
    return count


def test_others_get_their_turn_while_a_long_body_is_read_and_written() -> None:
    values = np.random.default_rng(5).normal(size=(500_000, 2))
    body = json.dumps({"x": values.tolist()}).encode()
    found = []
    assert turns(lambda: found.append(json_in.parse(body))) > 20
    assert turns(lambda: json_in.tensor(found[0]["x"], dtypes.float64, "x")) > 12
    assert turns(lambda: predict_json.write({"y": values}, True)) > 20
