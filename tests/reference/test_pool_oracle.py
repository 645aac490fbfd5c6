"""The pooling oracle against hand-made numbers, answers of TensorFlow 2.21 and identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.reference.answer import Array
from tests.reference.pool import (
    answers,
    avg_pool,
    avg_pool_gradient,
    gather,
    max_pool,
    max_pool_gradient,
    max_pool_gradient_gradient,
    max_positions,
)

ROW = {"ksize": [1, 1, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}
ROW_3D = {"ksize": [1, 1, 1, 2, 1], "strides": [1, 1, 1, 1, 1], "padding": "VALID"}


def row(*values: float) -> Array:
    """An image of one row and one channel."""
    return np.array(values, np.float32).reshape(1, 1, -1, 1)


def line(*values: float) -> Array:
    """A volume of one row and one channel."""
    return np.array(values, np.float32).reshape(1, 1, 1, -1, 1)


def values(op: str, attrs: dict[str, Any], **inputs: Any) -> list[float]:
    """The flat numbers of an op's first output."""
    numbers: list[float] = answers(op, inputs, attrs)[0].value.ravel().tolist()
    return numbers


def test_ties_as_tensorflow_breaks_them() -> None:
    x, y, dy, ddx = (1, 1, 1, 0), (1, 1, 1), (1, 10, 100), (1, 10, 100, 1000)
    assert values("MaxPool", ROW, input=row(*x)) == [1, 1, 1]
    inputs: Any = {"orig_input": row(*x), "orig_output": row(*y)}
    assert values("MaxPoolGrad", ROW, **inputs, grad=row(*dy)) == [1, 10, 100, 0]
    assert values("MaxPoolGradGrad", ROW, **inputs, grad=row(*ddx)) == [1, 10, 100]
    inputs = {"orig_input": line(*x), "orig_output": line(*y)}
    assert values("MaxPool3DGrad", ROW_3D, **inputs, grad=line(*dy)) == [1, 11, 110, 0]  # to every maximum
    assert values("MaxPool3DGradGrad", ROW_3D, **inputs, grad=line(*ddx)) == [1, 10, 100]
    inputs = {"orig_input": line(3, 3, 0, 0), "orig_output": line(3, 3, 0)}
    assert values("MaxPool3DGrad", ROW_3D, **inputs, grad=line(*dy)) == [1, 11, 100, 100]


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.uint64, np.float16])
def test_other_dtypes(dtype: Any) -> None:
    x = row(3, 1, 2, 2).astype(dtype)
    assert values("MaxPool", ROW, input=x) == [3, 2, 2]
    assert values("MaxPoolGrad", ROW, orig_input=x, orig_output=x[:, :, 1:], grad=x[:, :, 1:]) == [1, 0, 4, 0]
    large = np.array([2**63 - 1, 2**63 - 2], np.int64).reshape(1, 1, 2, 1)  # equal as float64
    assert values("MaxPool", ROW, input=large[:, :, ::-1]) == [2**63 - 1]
    unsigned = np.array([1, 2**64 - 1], np.uint64).reshape(1, 1, 2, 1)
    assert values("MaxPool", ROW, input=unsigned) == [2**64 - 1]


def test_averages_leave_the_padding_out() -> None:
    attrs = {"ksize": [1, 1, 2, 1], "strides": [1, 1, 2, 1], "padding": "SAME"}
    assert values("AvgPool", attrs, value=row(1, 2, 3)) == [1.5, 3]
    assert values("AvgPoolGrad", attrs, orig_input_shape=[1, 1, 3, 1], grad=row(4, 10)) == [2, 2, 10]
    attrs = {"ksize": [1, 1, 1, 2, 1], "strides": [1, 1, 1, 2, 1], "padding": "SAME"}
    assert values("AvgPool3D", attrs, input=line(1, 2, 3)) == [1.5, 3]
    assert values("AvgPool3DGrad", attrs, orig_input_shape=[1, 1, 1, 3, 1], grad=line(4, 10)) == [2, 2, 10]


def test_explicit_padding_is_never_a_maximum() -> None:
    attrs = dict(ROW, padding="EXPLICIT", explicit_paddings=[0, 0, 0, 0, 1, 1, 0, 0])
    assert values("MaxPool", attrs, input=row(-1, -2)) == [-1, -1, -2]
    inputs: Any = {"orig_input": row(-1, -2), "orig_output": row(-1, -1, -2)}
    assert values("MaxPoolGrad", attrs, **inputs, grad=row(1, 10, 100)) == [11, 100]


def test_argmax_with_and_without_the_batch() -> None:
    x = np.arange(16, dtype=np.float32).reshape(2, 2, 2, 2)
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    for batch, argmax in ((False, [6, 7, 6, 7]), (True, [6, 7, 14, 15])):
        both = attrs | {"include_batch_in_index": batch}
        y, found = answers("MaxPoolWithArgmax", {"input": x}, both)
        assert y.value.ravel().tolist() == [6, 7, 14, 15]
        assert found.value.ravel().tolist() == argmax
        grad = np.array([1, 2, 3, 4], np.float32).reshape(2, 1, 1, 2)
        dx = values("MaxPoolGradWithArgmax", both, input=x, grad=grad, argmax=found.value)
        assert dx == [0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 3, 4]
        ddy = values("MaxPoolGradGradWithArgmax", both, input=x, grad=x, argmax=found.value)
        assert ddy == [6, 7, 14, 15]
    with pytest.raises(ValueError, match="outside"):
        values("MaxPoolGradWithArgmax", attrs, input=x, grad=grad, argmax=np.full((2, 1, 1, 2), 8))


def test_pooling_over_channels() -> None:
    x = np.arange(8, dtype=np.float32).reshape(1, 1, 2, 4)
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    assert values("MaxPool", attrs, input=x) == [1, 3, 5, 7]


def test_one_small_window_starts_at_the_start() -> None:
    """TensorFlow's 3-D kernels start it in the middle, and give 1."""
    attrs = {"ksize": [1, 1, 1, 1, 1], "strides": [1, 1, 1, 3, 1], "padding": "SAME"}
    assert values("MaxPool3D", attrs, input=line(0, 1, 2)) == [0]
    assert values("AvgPool3D", attrs, input=line(0, 1, 2)) == [0]


WINDOWS: list[Any] = [
    ([1, 2, 3, 1], [1, 1, 1, 1], [(0, 0)] * 4),
    ([1, 3, 2, 1], [1, 2, 3, 1], [(0, 0), (1, 1), (0, 1), (0, 0)]),
    ([1, 1, 2, 1], [1, 3, 4, 1], [(0, 0)] * 4),  # stride > window
    ([1, 1, 1, 1], [1, 1, 1, 1], [(0, 0)] * 4),
]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_averages_are_sums_of_shifted_images(window: Any) -> None:
    x = np.random.default_rng(0).uniform(-1, 1, (2, 5, 6, 3))
    y = avg_pool(x, *window)
    np.testing.assert_allclose(
        y, shifted_sum(x, *window) / shifted_sum(np.ones_like(x), *window), rtol=1e-13, atol=1e-15
    )
    dy = np.random.default_rng(1).uniform(-1, 1, y.shape)
    dx = avg_pool_gradient(x.shape, dy, *window)
    assert (dy * y).sum() == pytest.approx((dx * x).sum(), abs=1e-12)  # the two are adjoint


def shifted_sum(x: Array, ksize: Any, strides: Any, pads: Any) -> Array:
    """Each tap's share is the zero-padded image, shifted by the tap and thinned by the strides."""
    padded = np.pad(x, pads)
    fits = [n - k + 1 for n, k in zip(padded.shape, ksize, strict=True)]
    total = np.zeros(fits)
    for tap in np.ndindex(*ksize):
        total += padded[tuple(slice(t, t + n) for t, n in zip(tap, fits, strict=True))]
    return total[tuple(slice(None, None, s) for s in strides)]


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_maximum_lies_where_its_gradient_goes(window: Any) -> None:
    x = np.random.default_rng(0).integers(-3, 4, (2, 5, 6, 3)).astype(np.float64)  # ties
    y, positions = max_pool(x, *window), max_positions(x, *window)
    np.testing.assert_array_equal(gather(x, positions), y)
    dy, ddx = np.arange(1.0, y.size + 1).reshape(y.shape), np.arange(1.0, x.size + 1).reshape(x.shape)
    dx, ddy = max_pool_gradient(x, dy, *window), max_pool_gradient_gradient(x, ddx, *window)
    assert (dx * ddx).sum() == (dy * ddy).sum()  # the two are adjoint
    distinct = np.random.default_rng(2).permutation(x.size).reshape(x.shape)
    np.testing.assert_array_equal(
        max_pool_gradient(distinct, dy, *window), max_pool_gradient(distinct, dy, *window, ties="all")
    )


@pytest.mark.parametrize("op", ["MaxPool", "AvgPool"])
def test_channels_first_is_channels_last_moved(op: str) -> None:
    x = np.random.default_rng(0).uniform(-1, 1, (2, 5, 6, 4))
    name = "value" if op == "AvgPool" else "input"
    attrs = {"ksize": [1, 3, 2, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}
    first = {"ksize": [1, 1, 3, 2], "strides": [1, 1, 2, 1], "padding": "SAME", "data_format": "NCHW"}
    y = answers(op, {name: x}, attrs)[0].value
    moved = answers(op, {name: np.moveaxis(x, -1, 1)}, first)[0].value
    np.testing.assert_allclose(moved, np.moveaxis(y, -1, 1), rtol=1e-14)
    if op == "MaxPool":
        packed = np.moveaxis(x, -1, 1).reshape(2, 2, 2, 5, 6).transpose(0, 1, 3, 4, 2)  # channels by two
        vect = answers(op, {name: packed}, first | {"data_format": "NCHW_VECT_C"})[0].value
        np.testing.assert_array_equal(vect.transpose(0, 1, 4, 2, 3).reshape(moved.shape), moved)


@pytest.mark.parametrize("shape", [(0, 4, 4, 2), (2, 4, 4, 0), (2, 0, 4, 2)], ids=str)
def test_empty_tensors(shape: tuple[int, ...]) -> None:
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    x = np.zeros(shape, np.float32)
    (answer,) = answers("MaxPool", {"input": x}, attrs)
    assert answer.value.shape == (shape[0], -(-shape[1] // 2), 2, shape[3])
    (answer,) = answers("AvgPool", {"value": x}, attrs)
    y = answer.value
    (answer,) = answers("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": y}, attrs)
    assert answer.value.shape == shape
    (answer,) = answers("AvgPoolGrad", {"orig_input_shape": shape, "grad": y}, attrs)
    assert answer.value.shape == shape
