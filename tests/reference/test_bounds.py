"""The acceptance checks accept what rounding explains, and nothing else."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.reference.answer import Answer, picked
from tests.reference.bounds import (
    OUTPUT,
    allowed_error,
    assert_answer,
    assert_close,
    assert_close_to_largest,
    assert_equal,
    gamma,
)

FLOATS = ["float16", "bfloat16", "float32", "float64"]


def dtype_of(name: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, name, name))


@pytest.mark.parametrize("name", FLOATS)
def test_formats_are_those_of_the_dtypes(name: str) -> None:
    info, ours = ml_dtypes.finfo(dtype_of(name)), OUTPUT[name]
    assert ours.unit == float(info.eps) / 2
    assert ours.subnormal == float(info.smallest_subnormal)
    assert ours.largest == float(info.max)


def test_gamma() -> None:
    assert gamma(0, 2.0**-24) == 0
    assert gamma(1, 0.25) == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="no error bound"):
        gamma(2**24, 2.0**-24)


@pytest.mark.parametrize("name", FLOATS)
def test_correct_rounding_passes_and_the_next_number_does_not(name: str) -> None:
    expected = np.random.default_rng(0).uniform(1, 2, 100)
    rounded = expected.astype(dtype_of(name))
    zeros = np.zeros(100)
    assert_close(rounded, expected, zeros, name, 0)
    beyond = rounded.copy()
    ulp = 2 * OUTPUT[name].unit
    beyond[7] = (expected[7] + 1.5 * ulp).astype(rounded.dtype)
    with pytest.raises(AssertionError, match=r"1 of 100 .* worst is at \(7,\).*allowed"):
        assert_close(beyond, expected, zeros, name, 0)


@pytest.mark.parametrize("order", ["forward", "backward", "pairwise"])
@pytest.mark.parametrize("name", ["float16", "bfloat16", "float32"])
def test_every_order_of_a_cancelling_sum_passes(name: str, order: str) -> None:
    rng = np.random.default_rng(1)
    a, b = (rng.uniform(-1, 1, (50, 64)).astype(dtype_of(name)) for _ in range(2))
    products = a.astype(np.float64) * b.astype(np.float64)
    expected, magnitude = products.sum(axis=1), np.abs(products).sum(axis=1)
    single = a.astype(np.float32) * b.astype(np.float32)
    if order == "pairwise":
        total = single.sum(axis=1, dtype=np.float32)
    else:
        total = np.zeros(50, np.float32)
        for column in range(64) if order == "forward" else reversed(range(64)):
            total = total + single[:, column]
    assert_close(total.astype(dtype_of(name)), expected, magnitude, name, 64)
    # Half's own precision is not enough where float32 must be summed in.
    if name != "float32":
        own = np.zeros(50, a.dtype)
        for column in range(64):
            own = (own + a[:, column] * b[:, column]).astype(a.dtype)
        with pytest.raises(AssertionError, match="gamma"):
            assert_close(own, expected, magnitude, name, 64)


def test_a_missing_product_does_not_pass() -> None:
    rng = np.random.default_rng(2)
    products = rng.uniform(0.5, 1, (20, 100)) * rng.choice([-1, 1], (20, 100))
    short = products[:, 1:].sum(axis=1).astype(np.float32)
    with pytest.raises(AssertionError, match="20 of 20"):
        assert_close(short, products.sum(axis=1), np.abs(products).sum(axis=1), "float32", 100)


def test_allowed_error_by_hand() -> None:
    u = 2.0**-24
    allowed = allowed_error(np.array([2.0]), np.array([10.0]), "float32", 3)
    assert allowed.item() == pytest.approx(2 * u + 30 * u, rel=1e-6)
    allowed = allowed_error(np.array([2.0]), np.array([10.0]), "float16", 3)
    assert allowed.item() == pytest.approx(2 * 2.0**-11 + 30 * u * (1 + 2.0**-11) + 2.0**-25, rel=1e-6)
    allowed = allowed_error(np.array([0.0]), np.array([10.0]), "float64", 3)
    assert allowed.item() == pytest.approx(2 * 30 * 2.0**-53, rel=1e-6)  # the oracle's own as well
    allowed = allowed_error(np.array([0j]), np.array([10.0]), "complex64", 3)
    assert allowed.item() == pytest.approx(2**0.5 * 40 * u, rel=1e-6)


def test_dtype_and_shape_count() -> None:
    ones = np.ones(3)
    with pytest.raises(AssertionError, match="dtype float64, not float32"):
        assert_close(ones, ones, ones, np.float32, 1)
    with pytest.raises(AssertionError, match=r"shape \(3,\), not \(3, 1\)"):
        assert_close(ones, ones[:, None], ones[:, None], "float64", 1)
    with pytest.raises(AssertionError, match="dtype bfloat16"):
        assert_equal(ones.astype(ml_dtypes.bfloat16), ones, "float16")


def test_special_values() -> None:
    special = np.array([np.nan, np.inf, -np.inf])
    assert_close(special.astype(np.float32), special, np.abs(special), "float32", 2)
    for wrong in ([0, np.inf, -np.inf], [np.nan, -np.inf, -np.inf], [np.nan, np.inf, 3]):
        with pytest.raises(AssertionError, match="1 of 3"):
            assert_close(np.array(wrong, np.float32), special, np.zeros(3), "float32", 2)
    for bad in (np.nan, np.inf):
        with pytest.raises(AssertionError, match="1 of 1"):
            assert_close(np.array([bad], np.float32), np.ones(1), np.ones(1), "float32", 2)


def test_overflow_is_right_only_at_the_limit() -> None:
    infinite = np.array([np.inf], np.float16)
    assert_close(infinite, np.array([70000.0]), np.array([70000.0]), "float16", 1)
    assert_close(infinite, np.array([65519.0]), np.array([65519.0]), "float16", 1)
    for expected in (60000.0, -70000.0):
        with pytest.raises(AssertionError, match="got inf"):
            assert_close(infinite, np.array([expected]), np.array([abs(expected)]), "float16", 1)
    # +3e38 + 3e38 - 3e38 may pass through infinity in float32, depending on the order.
    assert_close(np.array([np.inf], np.float32), np.array([3e38]), np.array([9e38]), "float32", 3)


def test_underflow_is_allowed_for() -> None:
    expected = np.array([1e-46])
    assert_close(np.zeros(1, np.float32), expected, expected, "float32", 1)


def test_integers_wrap_and_must_be_equal() -> None:
    expected = np.array([300, -1], np.int64)
    assert_close(np.array([44, 255], np.uint8), expected, np.zeros(2), "uint8", 5)
    with pytest.raises(AssertionError, match="1 of 2"):
        assert_close(np.array([44, 254], np.uint8), expected, np.zeros(2), "uint8", 5)


def test_relative_to_the_largest_magnitude() -> None:
    expected = np.array([1e-6, -1.0])
    assert_close_to_largest(np.array([9e-6, -1.0], np.float32), expected, "float32")
    with pytest.raises(AssertionError, match="largest finite magnitude"):
        assert_close_to_largest(np.array([12e-6, -1.0], np.float32), expected, "float32")
    with pytest.raises(AssertionError, match="1 of 2"):
        assert_close_to_largest(np.array([np.nan, -1.0], np.float32), expected, "float32")
    assert_close_to_largest(np.array([12e-6, -1.0], np.float32), expected, "float32", relative=1e-4)
    with pytest.raises(AssertionError, match="1 of 2"):
        assert_close_to_largest(np.array([5, -1.0], np.float32), np.array([np.inf, -1.0]), "float32")
    assert_close_to_largest(np.zeros((0, 2), np.float32), np.zeros((0, 2)), "float32")


def test_answers_that_only_pick_must_be_equal() -> None:
    y = np.array([1.0, 2.0])
    assert_answer(y.astype(np.float32), picked(y), "float32")
    near = np.nextafter(y.astype(np.float32), np.float32(9))
    assert_answer(near, Answer(y, y, 1), "float32")
    with pytest.raises(AssertionError, match="equal"):
        assert_answer(near, picked(y), "float32")
