"""Products with biases and activations in call lists: the same bits."""

from __future__ import annotations

from typing import Any

import pytest

from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.numpy_products import product_calls
from tests.kernels.calls.listed import NotListedError, hard, same_bits, some

pytestmark = pytest.mark.skipif(
    machine() is None or product_calls(1, 8, 8, False) is None, reason="there is no LLVM, or NumPy has another BLAS"
)


@pytest.mark.parametrize("last", ["Relu", "Relu6", "Tanh", "Sigmoid", None])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("sizes", [(1, 32, 64), (1, 64, 200), (2, 5, 7)])
def test_products(sizes: tuple[int, int, int], transposed: bool, last: str | None) -> None:
    rows, inner, columns = sizes
    w = some(columns, inner) if transposed else some(inner, columns)
    for more in ([], ["Add"]):
        operands: list[Any] = [some(rows, inner), w, hard("float32", columns), *(some(rows, columns) for _ in more)]
        ops = ["BiasAdd", *more, *([] if last is None else [last])]
        settings = {"fused_ops": ops, "transpose_b": transposed, "num_args": len(operands) - 2}
        same_bits("_FusedMatMul", operands, **settings)
        same_bits("_FusedMatMul", operands, fixed=[1, 2], **settings)
        operands[0] = hard("float32", rows, inner)
        same_bits("_FusedMatMul", operands, fixed=[1, 2], **settings)


def test_activations_that_no_list_has() -> None:
    for name in ("Elu", "LeakyRelu", "GeluExact"):
        with pytest.raises(NotListedError):
            same_bits("_FusedMatMul", [some(1, 4), some(4, 5), some(5)], fused_ops=["BiasAdd", name], num_args=1)


def test_two_vectors_stay_a_single_step() -> None:
    with pytest.raises(NotListedError):
        same_bits("_FusedMatMul", [some(1, 4), some(4, 1), some(1)], fused_ops=["BiasAdd", "Relu"], num_args=1)


@pytest.mark.parametrize(("turned_a", "turned_b"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize(("rows", "inner"), [(7, 5), (128, 64), (3, 2), (64, 64)])
def test_products_with_a_column(rows: int, inner: int, turned_a: bool, turned_b: bool) -> None:
    a = some(inner, rows) if turned_a else some(rows, inner)
    b = some(1, inner) if turned_b else some(inner, 1)
    same_bits("MatMul", [a, b], transpose_a=turned_a, transpose_b=turned_b)


@pytest.mark.parametrize("turned_a", [False, True])
@pytest.mark.parametrize("turned_b", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(7, 5), (64, 64), (128, 128), (2, 9)])
def test_products_of_a_column_and_a_row(rows: int, columns: int, turned_a: bool, turned_b: bool) -> None:
    a = hard("float32", 1, rows) if turned_a else hard("float32", rows, 1)
    b = hard("float32", columns, 1) if turned_b else hard("float32", 1, columns)
    same_bits("MatMul", [a, b], transpose_a=turned_a, transpose_b=turned_b)


@pytest.mark.parametrize(("turned_a", "turned_b"), [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("sizes", [(8, 64, 192), (64, 8, 192), (2, 5, 7)])
def test_turned_operands(sizes: tuple[int, int, int], turned_a: bool, turned_b: bool) -> None:
    rows, inner, columns = sizes
    a = some(inner, rows) if turned_a else some(rows, inner)
    b = some(columns, inner) if turned_b else some(inner, columns)
    same_bits("MatMul", [a, b], transpose_a=turned_a, transpose_b=turned_b)


@pytest.mark.parametrize("sizes", [(16, 256, 96), (2, 256, 700), (8, 64, 256), (5, 40, 481), (16, 31, 256)])
def test_turned_operands_in_parts(sizes: tuple[int, int, int]) -> None:
    rows, inner, columns = sizes
    a, b = some(rows, inner), some(columns, inner)
    same_bits("MatMul", [a, b], transpose_b=True)
    same_bits("MatMul", [a, b], fixed=[1], transpose_b=True)
    same_bits("_FusedMatMul", [a, b, some(columns)], transpose_b=True, fused_ops=["BiasAdd", "Relu"], num_args=1)


def test_products_that_stay_single_steps() -> None:
    for turned_a, turned_b, rows in ((True, True, 8), (True, False, 9), (True, False, 1)):
        a, b = some(5, rows), some(9, 5) if turned_b else some(5, 9)
        with pytest.raises(NotListedError):
            same_bits("MatMul", [a, b], transpose_a=turned_a, transpose_b=turned_b)
