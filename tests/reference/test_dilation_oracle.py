"""The oracle of grayscale dilation against hand-made numbers, answers of TensorFlow, and identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.reference.dilation import dilation, dilation_filter_gradient, dilation_input_gradient
from tests.reference.pool import max_pool, max_pool_gradient
from tests.reference.small_calls import numbers, one


def test_dilation_by_hand() -> None:
    x = np.array([1.0, 5, 2, 2]).reshape(1, 1, 4, 1)
    w = np.array([[0.0, 3]]).reshape(1, 2, 1)
    window: Any = ([1, 1], [1, 1], [(0, 0), (0, 0)])
    # 1 | 5 + 3, 5 | 2 + 3 (a tie, which the first wins), 2 | 2 + 3
    assert dilation(x, w, *window).ravel().tolist() == [8, 5, 5]
    dy = np.array([1.0, 10, 100]).reshape(1, 1, 3, 1)
    assert dilation_input_gradient(x, w, dy, *window).ravel().tolist() == [0, 11, 0, 100]
    assert dilation_filter_gradient(x, w, dy, *window).ravel().tolist() == [10, 101]


def test_dilation_forms_its_sums_in_the_dtype() -> None:
    """2048 + 1 is 2048 in half, a tie; 127 + 1 is -128 in int8. As TensorFlow answers."""
    window: Any = ([1, 1], [1, 1], [(0, 0), (0, 0)])
    x, w = np.full((1, 1, 2, 1), 2048, np.float16), np.array([0, 1], np.float16).reshape(1, 2, 1)
    dy = np.ones((1, 1, 1, 1), np.float16)
    assert dilation(x, w, *window).item() == 2048
    assert dilation_input_gradient(x, w, dy, *window).ravel().tolist() == [1, 0]
    bytes_ = np.array([127, 0], np.int8).reshape(1, 1, 2, 1)
    w = np.ones((1, 2, 1), np.int8)
    assert dilation(bytes_, w, *window).item() == 1
    assert dilation_input_gradient(bytes_, w, dy.astype(np.int8), *window).ravel().tolist() == [0, 1]


def test_dilation_of_what_cannot_win() -> None:
    """TensorFlow's answers for NaN, -inf and windows of padding only (but not for the gradient of those)."""
    lowest = float(np.finfo(np.float32).min)
    window: Any = ([1, 1], [1, 1], [(0, 0), (0, 0)])
    w = np.zeros((1, 2, 1), np.float32)
    dy = np.array([1, 10, 100, 1000], np.float32).reshape(1, 1, 4, 1)
    x = np.array([np.nan, 1, np.nan, np.nan, 2], np.float32).reshape(1, 1, 5, 1)
    assert dilation(x, w, *window).ravel().tolist() == [1, 1, lowest, 2]
    assert dilation_input_gradient(x, w, dy, *window).ravel().tolist() == [0, 11, 100, 0, 1000]
    assert dilation_filter_gradient(x, w, dy, *window).ravel().tolist() == [110, 1001]
    x = np.array([-np.inf, -np.inf, -np.inf, 0, 0], np.float32).reshape(1, 1, 5, 1)
    assert dilation(x, w, *window).ravel().tolist() == [lowest, lowest, 0, 0]
    assert dilation_input_gradient(x, w, dy, *window).ravel().tolist() == [1, 10, 0, 1100, 0]
    attrs = {"strides": [1] * 4, "rates": [1, 1, 5, 1], "padding": "SAME"}
    x, dy = np.array([1, 2], np.float32).reshape(1, 1, 2, 1), dy[:, :, :2]
    assert one("Dilation2D", attrs, input=x, filter=w).ravel().tolist() == [lowest, lowest]
    dx = one("Dilation2DBackpropInput", attrs, input=x, filter=w, out_backprop=dy)
    assert dx.ravel().tolist() == [0, 0]  # TensorFlow: [11, 0]
    dw = one("Dilation2DBackpropFilter", attrs, input=x, filter=w, out_backprop=dy)
    assert dw.ravel().tolist() == [0, 0]  # TensorFlow: [11, 0]
    for dtype in (np.int32, np.uint8):
        y = one("Dilation2D", attrs, input=x.astype(dtype), filter=w.astype(dtype))
        assert y.ravel().tolist() == [np.iinfo(dtype).min] * 2


@pytest.mark.parametrize("pads", [[(0, 0), (0, 0)], [(1, 1), (0, 1)]], ids=str)
def test_dilation_by_a_flat_filter_is_max_pooling(pads: Any) -> None:
    x, w = numbers(2, 5, 6, 3), np.zeros((3, 2, 3))
    strides = [2, 1]
    pooling: Any = ([1, 3, 2, 1], [1, *strides, 1], [(0, 0), *pads, (0, 0)])
    y = dilation(x, w, strides, [1, 1], pads)
    np.testing.assert_array_equal(y, max_pool(x, *pooling))
    dy = numbers(*y.shape, seed=1)
    dx = dilation_input_gradient(x, w, dy, strides, [1, 1], pads)
    np.testing.assert_array_equal(dx, max_pool_gradient(x, dy, *pooling))


def test_dilation_gradients_are_the_derivatives() -> None:
    """Without ties the function is linear near a point: differences are exact up to rounding."""
    rng = np.random.default_rng(3)
    x, w = rng.uniform(-1, 1, (2, 5, 4, 2)), rng.uniform(-1, 1, (2, 3, 2))
    window: Any = ([2, 1], [1, 2], [(1, 0), (2, 2)])
    y = dilation(x, w, *window)
    dy, step = rng.uniform(-1, 1, y.shape), 1e-7
    for gradient, along in ((dilation_input_gradient, x), (dilation_filter_gradient, w)):
        direction = rng.uniform(-1, 1, along.shape)
        moved = (x + step * direction, w) if along is x else (x, w + step * direction)
        slope = (dy * (dilation(*moved, *window) - y)).sum() / step
        assert (gradient(x, w, dy, *window) * direction).sum() == pytest.approx(slope, abs=1e-6)
