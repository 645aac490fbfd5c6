"""Biases and their gradient in CUDA C, against sums in float64."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from tests.cuda.emulator.on_host import ORDER_VARIABLE, ORDERS
from tests.cuda.layer_calls import STORED, GpuCall, golden_faults, run
from tests.reference.bounds import assert_close

pytestmark = pytest.mark.emulator

DTYPES = ["half", "bfloat16", "float", "double"]
# Odd channels, more than a block takes, vectors; more parts than join at once; ranks from 2 to 5.
SHAPES = [(5, 3), (7, 1040), (2, 9, 5, 70), (2, 4, 4, 16), (1, 1), (3, 100, 100, 2), (3, 7, 6, 5, 2), (2, 1, 9)]


def draw(shape: tuple[int, ...], dtype: str, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(as_dtype(dtype).numpy_dtype)


def cases(full: bool) -> list[tuple[tuple[int, ...], str, str]]:
    every = itertools.product(SHAPES, DTYPES, ("NHWC", "NCHW"))
    return [(s, d, f) for s, d, f in every if full or d == "float" or s in SHAPES[1:4]]


def test_sum_with_a_bias(full: bool) -> None:
    for shape, dtype, data_format in cases(full):
        x, axis = draw(shape, dtype, 0), 1 if data_format == "NCHW" else len(shape) - 1
        bias = draw(shape[axis : axis + 1], dtype, 1)
        along = [shape[axis] if n == axis else 1 for n in range(len(shape))]
        wide, added = x.astype(np.float64), bias.astype(np.float64).reshape(along)
        (found,) = run("BiasAdd", {"value": x, "bias": bias}, {"data_format": data_format})
        assert_close(found, wide + added, abs(wide) + abs(added), x.dtype, 1)


def test_gradient(full: bool) -> None:
    for shape, dtype, data_format in cases(full):
        dy, axis = draw(shape, dtype, 2), 1 if data_format == "NCHW" else len(shape) - 1
        axes = tuple(n for n in range(len(shape)) if n != axis)
        wide = dy.astype(np.float64)
        (found,) = run("BiasAddGrad", {"out_backprop": dy}, {"data_format": data_format})
        assert_close(found, wide.sum(axes), abs(wide).sum(axes), dy.dtype, dy.size // shape[axis])


def test_the_older_op() -> None:
    x, bias = draw((4, 5, 6), "float", 0), draw((6,), "float", 1)
    (found,) = run("BiasAddV1", {"value": x, "bias": bias}, {})
    assert np.array_equal(found, x + bias)


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_the_order_of_threads_does_not_matter(data_format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dy, results = draw((4, 24, 24, 24), "half", 3), []
    for order in ORDERS:
        monkeypatch.setenv(ORDER_VARIABLE, order)
        results.append(run("BiasAddGrad", {"out_backprop": dy}, {"data_format": data_format})[0].tobytes())
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("how", STORED)
def test_awkward_arrays(how: str) -> None:
    x = draw((3, 9, 8, 24), "half", 1)
    calls = [GpuCall("BiasAdd", {"value": x, "bias": x[0, 0, 0]}, {}), GpuCall("BiasAddGrad", {"out_backprop": x}, {})]
    for call in calls:
        assert call(call.stored(how))[0].tobytes() == call()[0].tobytes()


def test_what_is_empty_is_left_to_others() -> None:
    assert GpuCall("BiasAddGrad", {"out_backprop": np.zeros((0, 3), np.float32)}, {}).refusal


@pytest.mark.parametrize("op", ["BiasAdd", "BiasAddV1", "BiasAddGrad"])
def test_recorded_calls(op: str) -> None:
    assert not golden_faults(op)
