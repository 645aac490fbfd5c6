"""Numbers as integers of a range and back: TensorFlow's answers, the definition where those are wrong, bad calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go

F = np.float32
INTEGERS: dict[str, Any] = {
    "qint8": np.array([-128, -127, 0, 5, 127], np.int8),
    "quint8": np.array([0, 1, 100, 255], np.uint8),
    "qint16": np.array([-32768, 0, 5, 32767], np.int16),
    "quint16": np.array([0, 7, 65535], np.uint16),
    "qint32": np.array([-(2**31), 0, 77777, 2**31 - 1], np.int32),
}
# Recorded from TensorFlow 2.21, for the range from -1 to 3; but the last number of qint32, which it gives as -3.
NUMBERS: dict[tuple[str, str], list[float]] = {
    ("qint8", "MIN_COMBINED"): [-1.0, -0.9843137264251709, 1.007843255996704, 1.0862746238708496, 3.0],
    ("qint8", "MIN_FIRST"): [-1.003921627998352, -0.988235354423523, 1.003921627998352, 1.0823529958724976,
                             2.9960784912109375],
    ("qint8", "SCALED"): [-3.0236220359802246, -3.0, 0.0, 0.11811023950576782, 3.0],
    ("quint8", "MIN_COMBINED"): [-1.0, -0.9843137264251709, 0.5686275959014893, 3.0],
    ("quint8", "MIN_FIRST"): [-1.003921627998352, -0.988235354423523, 0.5647059679031372, 2.9960784912109375],
    ("quint8", "SCALED"): [0.0, 0.0117647061124444, 1.1764706373214722, 3.0],
    ("qint16", "MIN_COMBINED"): [-1.0, 1.000030517578125, 1.000335693359375, 3.0],
    ("qint16", "MIN_FIRST"): [-1.0000152587890625, 1.0000152587890625, 1.0003204345703125, 2.9999847412109375],
    ("qint16", "SCALED"): [-3.000091552734375, 0.0, 0.00045777764171361923, 3.0],
    ("quint16", "MIN_COMBINED"): [-1.0, -0.99957275390625, 3.0],
    ("quint16", "MIN_FIRST"): [-1.0000152587890625, -0.9995880126953125, 2.9999847412109375],
    ("quint16", "SCALED"): [0.0, 0.00032043945975601673, 3.0],
    ("qint32", "MIN_COMBINED"): [-1.0, 1.0, 1.0000724792480469, 3.0],
    ("qint32", "MIN_FIRST"): [-1.0, 1.0, 1.0000724792480469, 3.0],
    ("qint32", "SCALED"): [-3.0, 0.0, 0.00010865321382880211, 3.0],
}  # fmt: skip


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def quantized(kind: str, values: Any = None) -> Any:
    return go.raw_ops.Bitcast(input=INTEGERS[kind] if values is None else values, type=kind)


def run(found: Any) -> Any:
    with go.Session() as session:
        return session.run(list(found) if isinstance(found, tuple) else found)


@pytest.mark.parametrize(("kind", "mode"), NUMBERS)
def test_dequantize(kind: str, mode: str) -> None:
    given = {"input": quantized(kind), "min_range": F(-1), "max_range": F(3), "mode": mode}
    found = run(go.raw_ops.Dequantize(**given))
    np.testing.assert_allclose(found, NUMBERS[kind, mode], rtol=2e-7)
    narrow = run(go.raw_ops.Dequantize(**given, dtype="bfloat16"))
    assert narrow.dtype.name == "bfloat16"
    np.testing.assert_allclose(narrow.astype(np.float64), NUMBERS[kind, mode], rtol=4e-3)


def test_dequantize_slices() -> None:
    """Recorded from TensorFlow 2.21, but MIN_FIRST, which it has not."""
    square = quantized("quint8", INTEGERS["quint8"].reshape(2, 2))
    given = {"input": square, "min_range": F([0, 1]), "max_range": F([3, 4])}
    np.testing.assert_allclose(
        run(go.raw_ops.Dequantize(**given, axis=1)), [[0.0, 1.0117647647857666], [1.1764706373214722, 4.0]], rtol=2e-7
    )
    np.testing.assert_allclose(
        run(go.raw_ops.Dequantize(**given, axis=0, mode="SCALED")),
        [[0.0, 0.0117647061124444], [1.5686275959014893, 4.0]],
        rtol=2e-7,
    )
    found = run(go.raw_ops.Dequantize(**given, axis=1, mode="MIN_FIRST"))
    for column in range(2):
        own = {"min_range": F(given["min_range"][column]), "max_range": F(given["max_range"][column])}
        alone = go.raw_ops.Dequantize(input=square, **own, mode="MIN_FIRST")
        np.testing.assert_array_equal(found[:, column], run(alone)[:, column])


@pytest.mark.parametrize("mode", ["MIN_COMBINED", "MIN_FIRST", "SCALED"])
@pytest.mark.parametrize("kind", INTEGERS)
def test_what_was_quantized_comes_back(kind: str, mode: str) -> None:
    """Within two steps; 32 bits at the ends of the range too, which TensorFlow turns into the other end."""
    x = np.linspace(-2, 2, 33, dtype=np.float32)
    low = 0 if mode == "SCALED" and kind[1] == "u" else -2
    there = go.raw_ops.QuantizeV2(input=x, min_range=F(low), max_range=F(2), T=kind, mode=mode)
    back = run(go.raw_ops.Dequantize(input=there.output, min_range=there.output_min, max_range=there.output_max,
                                     mode=mode))  # fmt: skip
    step = 4 / (2.0 ** (8 * INTEGERS[kind].itemsize) - 2)
    np.testing.assert_allclose(back, np.clip(x, low, 2), atol=2 * step + 1e-6)


def test_what_is_no_number() -> None:
    x = np.array([np.nan, np.inf, -np.inf], np.float32)
    for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
        found = go.eager.QuantizeV2(input=x, min_range=F(-1), max_range=F(1), T="qint32", mode=mode)
        assert found.output.tolist()[1:] == [2**31 - 1, -(2**31)]


# -- from one range to another -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "ends", "wanted", "expected"),
    [
        # Recorded from TensorFlow 2.21; for quint8 the first number of the first row, where it overflows, is 255 there.
        ("quint8", (-100, 100), (-0.01, 0.02), [0, 85, 116, 255]),
        ("qint8", (-100, 100), (-0.01, 0.02), [-128, -43, -12, 127]),
        ("quint8", (-1, 1), (-0.5, 1), [0, 85, 85, 255]),
        ("qint8", (-1, 1), (-0.5, 1), [-128, -43, -43, 127]),
        ("quint8", (0, 0), (0, 0), [0, 0, 0, 0]),
    ],
)
def test_requantize(kind: str, ends: Any, wanted: Any, expected: list[int]) -> None:
    found = go.raw_ops.Requantize(
        input=quantized("qint32"), input_min=F(ends[0]), input_max=F(ends[1]), requested_output_min=F(wanted[0]),
        requested_output_max=F(wanted[1]), out_type=kind,
    )  # fmt: skip
    values, low, high = run(found)
    assert values.tolist() == expected
    assert (low, high) == (F(wanted[0]), F(wanted[1]))


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("start", INTEGERS)
def test_requantize_every_dtype(start: str, kind: str) -> None:
    """The number stays, within a step of each."""
    given, to = np.iinfo(INTEGERS[start].dtype), np.iinfo(INTEGERS[kind].dtype)
    q = np.linspace(given.min, given.max, 9).astype(INTEGERS[start].dtype)
    found = go.raw_ops.Requantize(
        input=quantized(start, q), input_min=F(-4), input_max=F(4), requested_output_min=F(-2),
        requested_output_max=F(6), out_type=kind,
    )  # fmt: skip
    steps = [8 / (float(each.max) - each.min) for each in (given, to)]
    number = (q.astype(np.float64) - given.min) * steps[0] - 4
    back = (run(found)[0].astype(np.float64) - to.min) * steps[1] - 2
    np.testing.assert_allclose(back, np.clip(number, -2, 6), atol=sum(steps) + 1e-6)


def test_used_ranges() -> None:
    """Recorded from TensorFlow 2.21, but that of nothing."""
    q = quantized("qint32")
    ends = {"input_min": F(-100), "input_max": F(200)}
    assert run(go.raw_ops.RequantizationRange(input=q, **ends)) == [-100, 200]
    values, low, high = run(go.raw_ops.QuantizeDownAndShrinkRange(input=q[1:3], **ends, out_type="quint8"))
    assert values.tolist() == [255, 255]
    assert (low, high) == (0, F(50.00543212890625))
    assert run(go.raw_ops.RequantizationRange(input=q[:0], **ends)) == [0, 0]
    values, *none = run(go.raw_ops.QuantizeDownAndShrinkRange(input=q[:0], **ends, out_type="quint8"))
    assert (values.size, none) == (0, [0, 0])


# -- rounded to integers and back ----------------------------------------------------------------------------------


def test_the_first_version_is_the_second_with_ranges_as_attrs() -> None:
    x = np.linspace(-1.5, 1.5, 11)
    for bits, given in ((8, True), (3, False)):
        first = go.eager.QuantizeAndDequantize(input=x, num_bits=bits, range_given=given, input_min=-1.0, input_max=0.5)
        second = go.eager.QuantizeAndDequantizeV2(
            input=x, num_bits=bits, range_given=given, input_min=np.float64(-1), input_max=np.float64(0.5)
        )
        np.testing.assert_array_equal(first, second)


def test_gradients_pass() -> None:
    x, dy = go.constant(np.linspace(-2, 2, 5)), np.arange(5.0)
    ends = {"input_min": np.float64(-1), "input_max": np.float64(1)}
    made = [
        go.raw_ops.QuantizeAndDequantize(input=x),
        go.raw_ops.QuantizeAndDequantizeV2(input=x, **ends, range_given=True),
        go.raw_ops.QuantizeAndDequantizeV3(input=x, **ends, num_bits=8),
    ]
    for y in made:
        assert run(go.gradients(y, x, grad_ys=[go.constant(dy)])[0]).tolist() == dy.tolist()


X = np.ones((2, 3), np.float32)
V2: dict[str, Any] = {"input": X, "min_range": F(-1), "max_range": F(1), "T": "quint8"}
V3: dict[str, Any] = {"input": X, "input_min": F(-1), "input_max": F(1), "num_bits": 8}
BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "round": ("QuantizeV2", V2 | {"round_mode": "HALF_TO_EVEN"}, "attr 'round_mode' of op 'QuantizeV2' must be"),
    "order": ("QuantizeV2", V2 | {"min_range": F(2)}, "min_range of op 'QuantizeV2' must be at most max_range"),
    "axis": ("QuantizeV2", V2 | {"axis": 2}, "attr 'axis' of op 'QuantizeV2' must be an axis of input"),
    "low axis": ("QuantizeV2", V2 | {"axis": -2}, "attr 'axis' of op 'QuantizeV2' must be at least -1"),
    "slices": ("QuantizeV2", V2 | {"axis": 1}, r"min_range of op 'QuantizeV2' must have shape \(3,\)"),
    "one range": ("QuantizeV2", V2 | {"max_range": F([1, 2])}, "max_range of op 'QuantizeV2' must have one element"),
    "bits": ("QuantizeAndDequantizeV3", V3 | {"num_bits": 0}, "num_bits of op .* must be between 1 and 61, got 0"),
    "many bits": ("QuantizeAndDequantizeV2", V3 | {"num_bits": 63}, "attr 'num_bits' of op .* must be between 1"),
    "range": ("QuantizeAndDequantizeV3", V3 | {"input_min": F([1, 2])}, "input_min of op .* must have shape"),
    "attr": ("QuantizeAndDequantize", {"input": X, "range_given": True, "input_min": 1.0}, "attr 'input_min' of op"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    op, given, sentence = BAD[name]
    with pytest.raises(go.errors.InvalidArgumentError, match=sentence):
        getattr(go.eager, op)(**given)


def test_bad_ranges() -> None:
    q = quantized("qint32")
    ends: dict[str, Any] = {"input": q, "input_min": F(0), "input_max": F(1), "out_type": "quint8"}
    with pytest.raises(
        go.errors.InvalidArgumentError, match="requested_output_min of op .* must be 0 or less, got 0.5"
    ):
        go.raw_ops.Requantize(**ends, requested_output_min=F(0.5), requested_output_max=F(1))
    with pytest.raises(go.errors.InvalidArgumentError, match="requested_output_max of op .* must be at least"):
        go.raw_ops.Requantize(**ends, requested_output_min=F(-1), requested_output_max=F(-2))
    with pytest.raises(go.errors.InvalidArgumentError, match="input_min of op .* must be a scalar"):
        go.raw_ops.QuantizeDownAndShrinkRange(**ends | {"input_min": F([])})
    with pytest.raises(go.errors.InvalidArgumentError, match="must have one element, as axis is -1"):
        go.raw_ops.Dequantize(input=q, min_range=F([]), max_range=F([]))


@pytest.mark.parametrize("axis", [2**31 - 1, -2, -100, 1])
def test_axes_that_are_none(axis: int) -> None:
    """CVE-2022-21727 and CVE-2021-37677: TensorFlow read outside of the shape."""
    ends = {"min_range": F([0, 0]), "max_range": F([1, 1])}
    with pytest.raises(go.errors.InvalidArgumentError, match="attr 'axis' of op 'Dequantize' must"):
        go.raw_ops.Dequantize(input=quantized("qint8"), **ends, axis=axis)


@pytest.mark.parametrize("argument", ["input_min", "input_max", "requested_output_min", "requested_output_max"])
@pytest.mark.parametrize("value", [F([]), F([1, 2])])
def test_ranges_that_are_no_scalars(argument: str, value: Any) -> None:
    """CVE-2022-36017: TensorFlow ended the process, at run time with shapes that were not known before."""
    ends: dict[str, Any] = {name: F(0) for name in ("input_min", "input_max", "requested_output_min")}
    ends |= {"requested_output_max": F(1), argument: go.placeholder(go.float32, None, name="x")}
    found = go.raw_ops.Requantize(input=quantized("qint32"), **ends, out_type="quint8")
    with go.Session() as session, pytest.raises(ValueError, match=f"{argument} of op 'Requantize' must be a scalar"):
        session.run(found.output, {"x:0": value})
