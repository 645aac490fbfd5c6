"""Reductions, softmax and the largest of rows in call lists: the same bits."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.calls import numpy_folds
from graphops_cpu.calls.machine import machine
from tests.kernels.calls.listed import FailedError, NotListedError, hard, is_same_or_not_listed, same_bits, some

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")

SHAPES = [(1,), (7,), (300,), (4, 20), (20, 4), (3, 1, 40), (2, 20, 1), (5, 33, 3), (2, 3, 4, 5), (1, 1), (130, 2)]


def every_axes(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [axes for count in range(1, len(shape) + 1) for axes in combinations(range(len(shape)), count)]


@pytest.mark.parametrize("dtype", ["float32", "int32", "int64"])
@pytest.mark.parametrize("op", ["Sum", "Prod", "Max", "Min"])
def test_reductions_of_numbers(op: str, dtype: str) -> None:
    for shape in SHAPES:
        for axes in every_axes(shape):
            for x in (hard(dtype, *shape), (10 * some(*shape)).astype(dtype)):
                for keep in (False, True):
                    is_listed = is_same_or_not_listed(op, [x, np.array(axes, np.int32)], keep_dims=keep)
                    assert is_listed or len(axes) > 1, (shape, axes)


@pytest.mark.parametrize("op", ["All", "Any"])
def test_reductions_of_truths(op: str) -> None:
    for shape in SHAPES:
        for axes in every_axes(shape):
            for x in (hard("bool", *shape), np.zeros(shape, bool), np.ones(shape, bool)):
                assert is_same_or_not_listed(op, [x, np.array(axes, np.int32)], keep_dims=False) or len(axes) > 1


def test_means() -> None:
    for shape in SHAPES:
        for axes in every_axes(shape):
            for x in (hard("float32", *shape), some(*shape), np.full(shape, -0.0, np.float32)):
                is_same_or_not_listed("Mean", [x, np.array(axes, np.int32)], keep_dims=False)
    same_bits("Mean", [some(4, 20), np.array([1], np.int32)], keep_dims=False)
    same_bits("Mean", [some(4, 20), np.array([0, 1], np.int32)], keep_dims=True)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_gradients_of_biases(layout: str) -> None:
    """Short ones by the plain kernel, long ones with vectors, and with threads."""
    for shape in ((3, 5), (16, 256), (700, 3), (300, 100), (2, 5, 6, 7), (4, 40, 40, 33), (9, 64, 40, 40)):
        for x in (hard("float32", *shape), some(*shape)):
            listed = is_same_or_not_listed("BiasAddGrad", [x], data_format=layout if len(shape) == 4 else "NHWC")
            assert listed or x.size < 2048, shape
    same_bits("BiasAddGrad", [some(4, 30)])
    same_bits("BiasAddGrad", [some(70, 40).astype(np.float16)])


def test_no_axes() -> None:
    for op in ("Max", "Prod"):
        same_bits(op, [hard("float32", 3, 4), np.zeros(0, np.int32)], keep_dims=False)


def test_a_single_column_is_added_as_a_row_is() -> None:
    """The axis behind is of size 1, so that NumPy adds in pairs."""
    for shape in ((2, 200, 1), (200, 1), (3, 77, 1, 1)):
        same_bits("Sum", [some(*shape), np.array([len(shape) - 2 - (len(shape) == 4)], np.int32)], keep_dims=False)


def test_nothing_is_left_to_the_plain_kernel() -> None:
    for op, dtype in (("Max", "float32"), ("Prod", "int32"), ("All", "bool"), ("Sum", "float32")):
        with pytest.raises(NotListedError):
            same_bits(op, [np.zeros((3, 0), dtype), np.array([1], np.int32)], keep_dims=False)


def test_a_reduction_that_gives_something_else_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_folds, "_is_numpys", lambda *_: False)
    assert numpy_folds.fold_kernel(np.add, (3, 4), (1,), np.dtype(np.float32)) is None


def test_axes_that_are_no_neighbours() -> None:
    assert numpy_folds.blocks_of((2, 3, 4), (0, 2)) is None
    assert numpy_folds.blocks_of((2, 1, 4), (0, 2)) == (1, 8, 1)
    assert numpy_folds.blocks_of((2, 3, 4, 1, 5), (1, 2)) == (2, 12, 5)
    assert numpy_folds.blocks_of((2, 1), (1,)) == (1, 1, 2)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "bool"])
@pytest.mark.parametrize("op", ["ArgMax", "ArgMin"])
def test_positions_of_the_best(op: str, dtype: str) -> None:
    for shape in SHAPES:
        for axis in range(-1, len(shape)):
            for x in (hard(dtype, *shape), np.zeros(shape, dtype), hard(dtype, *shape)[::-1]):
                for output in (go.int32, go.int64):
                    same_bits(op, [x, np.array(axis, np.int32)], output_type=output)


def test_positions_of_no_numbers() -> None:
    for values in ([np.nan] * 3, [np.nan, -np.inf], [-np.inf, np.nan, -1], [np.nan, np.inf, np.inf], [-0.0, 0.0]):
        for op in ("ArgMax", "ArgMin"):
            same_bits(op, [np.array(values, np.float32), np.array(0, np.int32)], output_type=go.int64)


@pytest.mark.parametrize("op", ["Softmax", "LogSoftmax"])
@pytest.mark.parametrize("shape", [(5,), (1, 1), (4, 200), (3, 7), (2, 3, 9), (1, 1000), (60, 4), (20, 1000), (900, 5)])
def test_softmax(op: str, shape: tuple[int, ...]) -> None:
    same_bits(op, [some(*shape)])
    same_bits(op, [30 * some(*shape)])
    same_bits(op, [hard("float32", *shape)])


@pytest.mark.parametrize("shape", [(300, 5), (40, 700)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_cross_entropy(shape: tuple[int, ...], dtype: str) -> None:
    labels = np.abs(some(*shape)).astype(dtype)
    for x in ((30 * some(*shape)).astype(dtype), hard(dtype, *shape)):
        same_bits("SoftmaxCrossEntropyWithLogits", [x, labels])


@pytest.mark.parametrize("labels", ["int32", "int64"])
@pytest.mark.parametrize("shape", [(16, 10), (1, 3), (3, 1), (25, 10), (40, 2)])
def test_sparse_cross_entropy(shape: tuple[int, int], labels: str) -> None:
    op = "SparseSoftmaxCrossEntropyWithLogits"
    for seed in range(4):
        given = np.random.default_rng(seed).integers(0, shape[1], shape[0]).astype(labels)
        for x in (some(*shape), 30 * some(*shape), hard("float32", *shape), np.zeros(shape, np.float32)):
            same_bits(op, [x, given])
        same_bits(op, [np.where(np.arange(shape[1]) == 0, np.float32(-0.0), np.zeros(shape, np.float32)), given])
    for wrong in (-1, shape[1], 2**31 - 1):
        with pytest.raises(FailedError):
            same_bits(op, [some(*shape), np.full(shape[0], wrong, labels)])


def test_cross_entropies_that_no_list_has() -> None:
    op, given = "SparseSoftmaxCrossEntropyWithLogits", np.zeros(4, np.int32)
    for x in (np.zeros((4, 3), np.float64), np.zeros((4, 3), np.float16)):
        with pytest.raises(NotListedError):
            same_bits(op, [x, given])


@pytest.mark.parametrize("dtype", ["float32", "int32", "int64"])
@pytest.mark.parametrize(
    "shape, k", [((9,), 1), ((9,), 9), ((3, 50), 4), ((2, 2, 7), 3), ((4, 800), 4), ((1, 4000), 32), ((4, 5000), 5)]
)
def test_the_largest(dtype: str, shape: tuple[int, ...], k: int) -> None:
    for x in (hard(dtype, *shape), np.zeros(shape, dtype), (100 * some(*shape)).astype(dtype)):
        same_bits("TopKV2", [x, np.array(k, np.int32)], sorted=True)


def test_the_largest_among_no_numbers() -> None:
    values: list[Any] = [[np.nan] * 4, [np.nan, 1, np.nan, 1], [-0.0, 0.0, -0.0, 0.0], [np.nan, -np.inf, 2, np.nan]]
    for row in values:
        for k in range(1, 5):
            same_bits("TopKV2", [np.array([row], np.float32), np.array(k, np.int32)], sorted=True)


def test_many_or_none_of_the_largest() -> None:
    for k in (0, 33):
        with pytest.raises(NotListedError):
            same_bits("TopKV2", [some(2, 50), np.array(k, np.int32)], sorted=True)


def test_half_of_the_squares() -> None:
    for shape in ((), (1,), (5, 7), (1000,)):
        same_bits("L2Loss", [some(*shape)])
        same_bits("L2Loss", [hard("float32", *shape)])


def test_sums_over_no_axis() -> None:
    for shape in ((), (5,), (8, 48)):
        same_bits("Sum", [hard("float32", *shape), np.zeros(0, np.int32)], keep_dims=False)
