"""NumPy's loops and its BLAS without NumPy around them: the same bits."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from graphops_cpu.calls import numpy_loops
from graphops_cpu.calls.call_list import compile_calls
from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.numpy_loops import UfuncKernel, loop_of, ufunc_kernel
from graphops_cpu.calls.numpy_products import blas, by_turned, parts_of_turned, product_calls
from graphops_registry.kernels.call_list import CallList, FixedCalls, ListedStep, ListedValue, MachineKernel

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")
CHANCE = np.random.default_rng(7)
FLOAT = np.dtype(np.float32)
INT = np.dtype(np.int32)
BOOL = np.dtype(bool)


def ran(kernel: MachineKernel, inputs: Sequence[np.ndarray[Any, Any]], result: np.ndarray[Any, Any]) -> None:
    """Run a kernel alone."""
    values = tuple(ListedValue(each.shape, each.dtype) for each in (*inputs, result))
    last = len(inputs)
    step = ListedStep(kernel, tuple(range(last + 1)))
    make = compile_calls(CallList(values, last, (last,), {}, (step,)))
    assert make is not None
    assert make()(inputs, [result])


SHAPES = [
    ((7,), (7,), (7,)),
    ((3, 5), (3, 5), (3, 5)),
    ((3, 5), (5,), (3, 5)),
    ((1, 5), (3, 5), (3, 5)),
    ((3, 1), (3, 5), (3, 5)),
    ((), (3, 5), (3, 5)),
    ((2, 3, 4), (1, 1, 1), (2, 3, 4)),
    ((2, 3, 4), (4,), (2, 3, 4)),
    ((2, 1, 4), (2, 3, 4), (2, 3, 4)),
    ((2, 1, 4), (3, 1), (2, 3, 4)),
    ((5, 1), (1, 1, 6), (1, 5, 6)),
    ((3, 1), (2, 3, 1), (2, 3, 1)),
    ((), (), ()),
]


@pytest.mark.parametrize("ufunc", [np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum])
@pytest.mark.parametrize("shapes", SHAPES)
def test_ufuncs_of_two(ufunc: np.ufunc, shapes: Any) -> None:
    one, other = (CHANCE.normal(size=shape).astype(FLOAT) for shape in shapes[:2])
    kernel = ufunc_kernel(ufunc, shapes, [FLOAT] * 3)
    assert kernel is not None
    result = np.empty(shapes[2], FLOAT)
    ran(kernel, [np.asarray(one), np.asarray(other)], result)
    np.testing.assert_array_equal(result.view(np.uint32), np.asarray(ufunc(one, other)).view(np.uint32))


@pytest.mark.parametrize("ufunc", [np.tanh, np.exp, np.negative, np.sqrt, np.square, np.absolute])
def test_ufuncs_of_one(ufunc: np.ufunc) -> None:
    x = np.concatenate([CHANCE.normal(size=40) * 30, [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40]]).astype(FLOAT)
    kernel = ufunc_kernel(ufunc, [x.shape, x.shape], [FLOAT] * 2)
    assert kernel is not None
    result = np.empty_like(x)
    ran(kernel, [x], result)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(result.view(np.uint32), ufunc(x).view(np.uint32))


def test_other_dtypes() -> None:
    kernel = ufunc_kernel(np.less, [(), (), ()], [INT, INT, BOOL])
    assert kernel is not None
    result = np.zeros((), BOOL)
    ran(kernel, [np.array(3, INT), np.array(5, INT)], result)
    assert result
    assert ufunc_kernel(np.add, [(2,), (2,), (2,)], [np.dtype(np.float16)] * 3) is None
    assert ufunc_kernel(np.add, [(2,), (2,), (2,)], [FLOAT, INT, FLOAT]) is None


def test_what_is_no_loop_over_single_elements() -> None:
    assert loop_of(np.matmul, (FLOAT, FLOAT, FLOAT)) is None
    assert loop_of(np.vecdot, (FLOAT, FLOAT, FLOAT)) is None
    mine = np.frompyfunc(lambda x: x, 1, 1)
    assert loop_of(mine, (FLOAT, FLOAT)) is None


def test_ufuncs_of_matrices() -> None:
    for dtype in (FLOAT, np.dtype(np.float64)):
        assert ufunc_kernel(np.matmul, [(3, 4), (4, 2), (3, 2)], [dtype] * 3) is None


def test_shapes_that_take_too_many_calls() -> None:
    assert ufunc_kernel(np.add, [(1000, 2), (2,), (1000, 2)], [FLOAT] * 3) is None  # too many calls
    assert ufunc_kernel(np.add, [(0, 2), (2,), (0, 2)], [FLOAT] * 3) is None
    large = (numpy_loops.MOST_ELEMENTS + 1,)
    assert ufunc_kernel(np.tanh, [large, large], [FLOAT] * 2) is None


def test_a_loop_that_gives_something_else_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_loops, "_works", lambda *_: False)
    loop_of.cache_clear()
    try:
        assert ufunc_kernel(np.add, [(2,), (2,), (2,)], [FLOAT] * 3) is None
        assert not UfuncKernel([numpy_loops.UfuncStep(np.add, (0, 1, 2))], [(2,)] * 3, [FLOAT] * 3, 0, None).possible
    finally:
        loop_of.cache_clear()


@pytest.mark.skipif(blas() is None, reason="NumPy's BLAS has other names here")
@pytest.mark.parametrize("rows", [1, 2, 8, 33])
@pytest.mark.parametrize("inner, columns", [(2, 2), (32, 192), (64, 100), (7, 5), (100, 3), (100, 1), (1, 100)])
@pytest.mark.parametrize(("transpose_a", "transpose_b"), [(False, False), (False, True), (True, False)])
def test_products(rows: int, inner: int, columns: int, transpose_a: bool, transpose_b: bool) -> None:
    a = CHANCE.normal(size=(inner, rows) if transpose_a else (rows, inner)).astype(FLOAT)
    b = CHANCE.normal(size=(columns, inner) if transpose_b else (inner, columns)).astype(FLOAT)
    calls = product_calls(rows, inner, columns, transpose_b, transpose_a)
    if calls is None:
        pytest.skip("this BLAS is called otherwise by NumPy")
    result = np.empty((rows, columns), FLOAT)
    ran(FixedCalls(calls), [a, b], result)
    left = a.T if transpose_a else a
    wanted = by_turned(left, b) if transpose_b else np.matmul(left, b)
    np.testing.assert_array_equal(result.view(np.uint32), wanted.view(np.uint32))


@pytest.mark.parametrize(
    "rows, inner, columns", [(16, 256, 96), (16, 64, 96), (2, 256, 700), (7, 33, 500), (1, 64, 2000), (32, 256, 64)]
)
def test_products_in_parts(rows: int, inner: int, columns: int) -> None:
    a, b = (CHANCE.normal(size=(size, inner)).astype(FLOAT) for size in (rows, columns))
    parts = parts_of_turned(rows, inner, columns)
    assert [0, *(stop for _, stop in parts)] == [*(start for start, _ in parts), columns]
    for x, y in ((a, b), (a[:, ::-1], b), (a, np.asfortranarray(b)), (a[::-1], b[::-1])):
        exact = x.astype(float) @ y.T.astype(float)
        np.testing.assert_allclose(by_turned(x, y), exact, atol=1e-6 * inner)
    doubles = by_turned(a.astype(float), b.astype(float))
    assert doubles.tobytes() == np.matmul(a.astype(float), b.T.astype(float)).tobytes()


def test_a_row_is_one_part() -> None:
    """The BLAS has another function for it, which adds in another order at the end of a part."""
    for columns, inner in ((1201, 64), (1266, 65), (1409, 33), (2000, 64), (4800, 40)):
        assert parts_of_turned(1, inner, columns) == ((0, columns),)
        a, b = (CHANCE.normal(size=(size, inner)).astype(FLOAT) for size in (1, columns))
        assert by_turned(a, b).tobytes() == np.matmul(a, b.T).tobytes()


def test_products_that_are_not_in_parts() -> None:
    for rows, inner, columns in (
        (17, 256, 96),
        (16, 256, 75),
        (16, 31, 96),
        (16, 256, 4096),
        (0, 64, 4096),
        (4, 0, 999),
    ):
        assert parts_of_turned(rows, inner, columns) == ((0, columns),)
    assert len(parts_of_turned(16, 256, 76)) == 2
    assert parts_of_turned(32, 256, 64) == ((0, 32), (32, 64))  # for which OpenBLAS would take two threads
    assert parts_of_turned(2**9, 2**10, 1) == ((0, 1),)


@pytest.mark.parametrize("rows, inner, columns", [(0, 2, 2), (2, 0, 2), (1, 1, 5), (1, 5, 1), (4, 1, 1), (1, 1, 1)])
def test_products_that_numpy_computes_otherwise(rows: int, inner: int, columns: int) -> None:
    assert product_calls(rows, inner, columns, False) is None


def test_rows_are_chosen() -> None:
    found = machine()
    assert found is not None
    one, other = (CHANCE.integers(0, 99, (5, 3), np.int16) for _ in range(2))
    condition, target = np.array([1, 0, 0, 1, 2], np.uint8), np.zeros((5, 3), np.int16)
    arguments = (*(each.ctypes.data for each in (target, condition, one, other)), 5, 6)
    ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 6)(found.choose_rows)(*arguments)
    np.testing.assert_array_equal(target, np.where(condition[:, None] != 0, one, other))
