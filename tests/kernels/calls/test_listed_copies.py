"""Kernels that pick, join, repeat and fill, in call lists: the same bits, and a bad index is not taken."""

from __future__ import annotations

import numpy as np
import pytest

from graphops_cpu.calls.machine import machine
from tests.kernels.calls.listed import FailedError, NotListedError, hard, in_list, same_bits, some

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")


def number(value: int) -> np.ndarray:
    return np.array(value, np.int32)


@pytest.mark.parametrize("index", ["int32", "int64"])
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "float16"])
def test_rows_by_index(dtype: str, index: str) -> None:
    x = some(6, 4, 5).astype(dtype) if dtype == "float16" else hard(dtype, 6, 4, 5)
    for axis in (0, 1, 2, -1):
        for shape in ((), (1,), (3,), (2, 3)):
            picked = np.asarray(np.random.default_rng(3).integers(0, x.shape[axis], shape)).astype(index)
            same_bits("GatherV2", [x, picked, number(axis)], batch_dims=0)
            same_bits("GatherV2", [x, picked, number(axis)], fixed=[0], batch_dims=0)
            same_bits("GatherV2", [x, picked, number(axis)], fixed=[1], batch_dims=0)
            if axis == 0:
                same_bits("Gather", [x, picked])


def test_rows_of_each_batch() -> None:
    x, picked = some(3, 7, 2), np.array([[0, 6], [1, 1], [5, 2]], np.int32)
    same_bits("GatherV2", [x, picked, number(1)], batch_dims=1)
    same_bits("GatherV2", [x, picked, number(1)], batch_dims=-1)
    same_bits("GatherV2", [some(2, 2, 9), np.array([[[0], [8]], [[3], [4]]], np.int64), number(2)], batch_dims=2)
    with pytest.raises(NotListedError):
        same_bits("GatherV2", [some(3, 2, 7), picked, number(2)], batch_dims=1)


@pytest.mark.parametrize("bad", [-1, 6, 2**31 - 1, -(2**31)])
def test_bad_rows(bad: int) -> None:
    for index in ("int32", "int64"):
        for place in range(3):
            picked = np.array([0, 5, 3], index)
            picked[place] = bad
            for op, more in (("GatherV2", [number(0)]), ("Gather", [])):
                with pytest.raises(FailedError):
                    in_list(op, [some(6, 4), picked, *more])
    with pytest.raises(FailedError):
        in_list("GatherV2", [some(6, 4), np.array(2**32, np.int64), number(0)])


@pytest.mark.parametrize("index", ["int32", "int64"])
def test_elements_by_coordinates(index: str) -> None:
    x = some(4, 5, 6)
    for places in ([[0, 0], [3, 4], [1, 2]], [3, 4, 5], [[[1], [3]], [[0], [0]]], [[3, 4, 5], [0, 0, 0]]):
        same_bits("GatherNd", [x, np.array(places, index)])
    for bad in ([[0, 5]], [[4, 0]], [[-1, 0]], [[0, 0], [0, -1]]):
        with pytest.raises(FailedError):
            in_list("GatherNd", [x, np.array(bad, index)])
    with pytest.raises(NotListedError):
        same_bits("GatherNd", [x, np.array([[0, 9]], index)], bad_indices_policy="IGNORE")


@pytest.mark.parametrize("index", ["int32", "int64"])
def test_one_hot(index: str) -> None:
    for axis in (-1, 0, 1):
        for shape in ((4,), (2, 3)):
            indices = np.asarray(np.random.default_rng(3).integers(-2, 7, shape)).astype(index)
            for one, other in ((np.float32(1), np.float32(-0.0)), (np.int64(7), np.int64(-1)), (True, False)):
                inputs = [indices, number(5), np.asarray(one), np.asarray(other)]
                same_bits("OneHot", inputs, axis=axis)
                same_bits("OneHot", inputs, fixed=[2, 3], axis=axis)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_pieces_become_one_and_one_becomes_pieces(axis: int) -> None:
    pieces = [hard("float32", 3, 4), some(3, 4), 2 * some(3, 4)]
    same_bits("Pack", pieces, axis=axis)
    same_bits("Pack", pieces, fixed=[1], axis=axis)
    same_bits("Pack", [hard("bool", 3, 4)] * 2, axis=axis)
    x = hard("int64", 3, 4, 5)
    same_bits("Unpack", [x], axis=axis, num=x.shape[axis])


def test_pieces_of_one_element() -> None:
    same_bits("Pack", [np.float32(3), np.float32(-0.0)], axis=0)
    same_bits("Unpack", [some(4)], axis=0, num=4)


def test_repetitions() -> None:
    for times in ((1, 1), (3, 1), (1, 4), (2, 3)):
        for dtype in ("float32", "int64", "bool"):
            same_bits("Tile", [hard(dtype, 3, 5), np.array(times, np.int32)])
    same_bits("Tile", [some(2, 3, 4), np.array([2, 1, 2], np.int32)])
    same_bits("Tile", [some(1, 1), np.array([7, 3], np.int32)])
    for x, shape in ((some(3), (2, 3)), (some(3, 1), (3, 4)), (some(), (2, 2)), (some(2, 1, 3), (5, 2, 6, 3))):
        same_bits("BroadcastTo", [x, np.array(shape, np.int32)])
    with pytest.raises(NotListedError):
        same_bits("Tile", [some(3, 5), np.array([0, 2], np.int32)])
    with pytest.raises(NotListedError):  # too many loops
        same_bits("Tile", [some(2, 3, 4), np.array([2, 3, 2], np.int32)])


def test_what_is_filled() -> None:
    for dtype in ("float32", "int32", "bool", "float64"):
        same_bits("Fill", [np.array([3, 4], np.int32), hard(dtype)])
        same_bits("OnesLike", [hard(dtype, 3, 4)])
    same_bits("Fill", [np.zeros(0, np.int32), hard("float32")])


def test_other_shapes() -> None:
    same_bits("ExpandDims", [some(3, 4), number(1)])
    same_bits("Squeeze", [some(3, 1, 4)], axis=[1])


@pytest.mark.parametrize("perm", [(0, 1, 2), (1, 0, 2), (2, 0, 1), (2, 1, 0), (-1, 0, 1)])
def test_transposes(perm: tuple[int, ...]) -> None:
    for dtype in ("float32", "int64", "bool"):
        same_bits("Transpose", [hard(dtype, 3, 4, 5), np.array(perm, np.int32)])
    same_bits("Transpose", [hard("float32", 1, 1, 5), np.array(perm, np.int32)])


@pytest.mark.parametrize("axes", [(), (0,), (1,), (2,), (0, 2), (-1, 1), (0, 1, 2)])
def test_reversals(axes: tuple[int, ...]) -> None:
    for dtype in ("float32", "int64", "bool"):
        same_bits("ReverseV2", [hard(dtype, 3, 4, 5), np.array(axes, np.int32)])
    same_bits("ReverseV2", [hard("float32", 1, 4, 1), np.array(axes, np.int32)])


def test_large_turned_arrays_are_views() -> None:
    large = np.zeros((300, 301), np.float32)
    for op, how in (("Transpose", (1, 0)), ("ReverseV2", (0,))):
        with pytest.raises(NotListedError):
            same_bits(op, [large, np.array(how, np.int32)])


@pytest.mark.parametrize(
    ("shape", "begin", "end", "settings"),
    [
        ((6, 4), [2, 0], [5, 4], {}),
        ((6, 4), [0, 1], [6, 3], {}),
        ((6, 4), [2, 0], [3, 0], {"end_mask": 2, "shrink_axis_mask": 1}),
        ((6, 4, 3), [0, 2, 0], [6, 4, 3], {}),
        ((7,), [1], [4], {}),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool"])
def test_zeros_around_a_slice(
    shape: tuple[int, ...], begin: list[int], end: list[int], settings: dict[str, int], dtype: str
) -> None:
    taken = tuple(
        begin[axis] if settings.get("shrink_axis_mask", 0) >> axis & 1
        else slice(begin[axis], None if settings.get("end_mask", 0) >> axis & 1 else end[axis])
        for axis in range(len(begin))
    )  # fmt: skip
    dy = hard(dtype, *np.empty(shape)[taken].shape)
    steps = [1] * len(begin)
    same_bits("StridedSliceGrad", [np.array(shape), np.array(begin), np.array(end), np.array(steps), dy], **settings)


def test_zeros_around_a_slice_with_steps_in_two_axes() -> None:
    with pytest.raises(NotListedError):
        same_bits(
            "StridedSliceGrad", [np.array([6, 4]), np.array([0, 0]), np.array([6, 4]), np.array([2, 2]), some(3, 2)]
        )


def test_reciprocals() -> None:
    same_bits("Reciprocal", [hard("float32", 5, 7)])
    same_bits("AddN", [[hard("float32", 5, 7), some(5, 7)]])
