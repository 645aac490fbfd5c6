"""Products of matrices by cuBLAS, against sums in float64: stacks that broadcast, transposes, dtypes, TF32."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from graphops.plugins.packages import load_kernels
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import NotFoundError
from graphops_registry.kernel_def import KernelDef, Mode, kernels_of
from tests.cuda.conv_runs import Run

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]
RANDOM = np.random.default_rng(23)
DTYPES = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)
STACKS = [
    ((), ()), ((3,), (3,)), ((3,), (1,)), ((1,), (3,)), ((), (4,)), ((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (1, 3)),
    ((2, 1, 3), (4, 1)), ((0,), (1,)), ((2, 2), (2, 1)),
]  # fmt: skip


def kernel(op: str) -> KernelDef:
    load_kernels()
    return next(d for d in kernels_of(op, "GPU") if d.name.startswith("graphops_cuda"))


def integers(shape: tuple[int, ...], dtype: Any) -> Array:
    return RANDOM.integers(-4, 5, shape).astype(dtype)


def product(a: Array, b: Array) -> Array:
    """Sums of products, in loops over everything but the stack."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = (np.broadcast_to(x, (*stack, *x.shape[-2:])) for x in (a, b))
    result = np.zeros((*stack, a.shape[-2], b.shape[-1]))
    for i in range(a.shape[-2]):
        for j in range(b.shape[-1]):
            for k in range(a.shape[-1]):
                result[..., i, j] += a[..., i, k] * b[..., k, j]
    return result


def turned(x: Array, turn: bool) -> Array:
    return np.ascontiguousarray(np.swapaxes(x, -1, -2)) if turn else x


@pytest.mark.parametrize("turn_a", [False, True])
@pytest.mark.parametrize("turn_b", [False, True])
def test_two_matrices(turn_a: bool, turn_b: bool) -> None:
    for dtype in DTYPES:
        for m, n, k in ((3, 5, 4), (1, 1, 7), (8, 1, 3), (1, 6, 2), (2, 3, 0), (0, 3, 2), (4, 0, 2)):
            a, b = integers((m, k), dtype), integers((k, n), dtype)
            given = {"a": turned(a, turn_a), "b": turned(b, turn_b)}
            found = Run(kernel("MatMul"), given, {"transpose_a": turn_a, "transpose_b": turn_b})()
            assert found.dtype == dtype
            assert (found.astype(np.float64) == product(a, b)).all()


@pytest.mark.parametrize("op", ["BatchMatMulV2", "BatchMatMulV3"])
@pytest.mark.parametrize(("of_x", "of_y"), STACKS)
def test_stacks(op: str, of_x: tuple[int, ...], of_y: tuple[int, ...]) -> None:
    for dtype in DTYPES:
        for turn_x, turn_y in ((False, False), (True, False), (False, True), (True, True)):
            x, y = integers((*of_x, 3, 4), dtype), integers((*of_y, 4, 2), dtype)
            attrs = {"adj_x": turn_x, "adj_y": turn_y} | ({"Tout": as_dtype(dtype)} if op == "BatchMatMulV3" else {})
            found = Run(kernel(op), {"x": turned(x, turn_x), "y": turned(y, turn_y)}, attrs)()
            assert found.dtype == dtype
            assert (found.astype(np.float64) == product(x, y)).all()


@pytest.mark.parametrize("name", ["_MOST_BATCHES", "_MOST_CALLS"])
def test_large_stacks_are_cut_or_repeated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cuda.blas import products as math_products

    monkeypatch.setattr(math_products, name, 2)
    for of_x, of_y in (((7,), (7,)), ((7,), ()), ((3, 1, 2), (1, 3, 1)), ((2, 5), (5,))):
        x, y = integers((*of_x, 3, 4), np.float32), integers((*of_y, 4, 2), np.float32)
        assert (Run(kernel("BatchMatMulV2"), {"x": x, "y": y}, {})() == product(x, y)).all()


def test_sums_are_wider_than_half() -> None:
    a, b = np.full((1, 4096), 0.5, np.float16), np.full((4096, 1), 0.5, np.float16)
    b[0] = 100.25
    assert Run(kernel("MatMul"), {"a": a, "b": b}, {})().tolist() == [[1074.0]]  # 1073.875; sums in half stop at 512


def test_halves_into_float() -> None:
    for dtype in DTYPES[:2]:
        x, y = integers((2, 3, 300), dtype), integers((300, 2), dtype)
        found = Run(kernel("BatchMatMulV3"), {"x": x, "y": y}, {"Tout": as_dtype("float")})()
        assert found.dtype == np.float32
        assert (found == product(x, y)).all()
    for of_x, of_y, result in (("float", "float", "half"), ("half", "float", "float"), ("half", "bfloat16", "float")):
        x, y = (np.zeros((2, 2), as_dtype(name).numpy_dtype) for name in (of_x, of_y))
        with pytest.raises(NotFoundError):
            Run(kernel("BatchMatMulV3"), {"x": x, "y": y}, {"Tout": as_dtype(result)})


def test_tf32_is_asked_for_call_by_call() -> None:
    from cupy_backends.cuda.libs import cublas

    a, b = np.full((2, 3), 1 + 2.0**-12, np.float32), np.ones((3, 2), np.float32)
    for tf32, expected in ((True, 3.0), (False, 3 + 3 * 2.0**-12)):
        found = Run(kernel("MatMul"), {"a": a, "b": b}, {}, Mode(tf32=tf32))()
        assert (found == expected).all()
        assert cublas.CALLS[-1].compute == (cublas.CUBLAS_COMPUTE_32F_FAST_TF32 if tf32 else cublas.CUBLAS_COMPUTE_32F)


def test_operands_that_are_views() -> None:
    import cupy

    import graphops as go

    a, b = integers((4, 3), np.float16), integers((6, 4), np.float16)
    found = go.eager.MatMul(a=cupy.asarray(a).T, b=cupy.asarray(b).T[:, ::2])
    assert (found.get() == product(a.T, b.T[:, ::2])).all()


def test_a_fused_product_is_rounded_once() -> None:
    # 2048 + 1 is no number of half, 2048 + 1 + 3 is one.
    a, b = np.array([[2048, 1]], np.float16), np.array([[1], [1]], np.float16)
    attrs = {"fused_ops": ["BiasAdd"], "num_args": 1}
    found = Run(kernel("_FusedMatMul"), {"a": a, "b": b, "args": [np.array([3], np.float16)]}, attrs)()
    assert found.tolist() == [[2052.0]]


EQUATIONS = [
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)), ("ij,kj->ki", (3, 4), (5, 4)), ("...ij,jk->...ik", (2, 2, 3, 4), (4, 2)),
    ("bij,bij->b", (2, 3, 4), (2, 3, 4)),
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES[:2])
def test_einsum_multiplies_16_bits_as_they_are(dtype: Any) -> None:
    from cupy_backends.cuda.libs import cublas

    for equation, of_a, of_b in EQUATIONS:
        a, b = integers(of_a, dtype), integers(of_b, dtype)
        cublas.CALLS.clear()
        found = Run(kernel("Einsum"), {"inputs": [a, b]}, {"equation": equation})()
        expected = np.einsum(equation, a.astype(np.float64), b.astype(np.float64))
        assert (found.astype(np.float64) == expected).all()
        assert cublas.CALLS
        assert cublas.CALLS[-1].types[0] == (2 if dtype is np.float16 else 14)
