"""Functions of elements in one launch, against NumPy's functions of float64: dtypes, shapes that broadcast, views."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.plugins.packages import load_kernels
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import lookup_op
from tests.cuda.conv_runs import Run
from tests.few import few

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]
RANDOM = np.random.default_rng(11)
SPECIAL = (0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 0.5, 3.0e4)

erf = np.vectorize(math.erf, otypes=[float])
erfc = np.vectorize(math.erfc, otypes=[float])

# What each op is, of float64 numbers.
UNARY: dict[str, Callable[[Array], Any]] = {
    "Neg": np.negative, "Abs": np.abs, "Sign": np.sign, "Square": np.square, "Sqrt": np.sqrt, "Exp": np.exp,
    "Expm1": np.expm1, "Log": np.log, "Log1p": np.log1p, "Tanh": np.tanh, "Floor": np.floor, "Ceil": np.ceil,
    "Rint": np.rint, "Round": np.rint, "Sin": np.sin, "Cos": np.cos, "Tan": np.tan, "Asin": np.arcsin,
    "Acos": np.arccos, "Atan": np.arctan, "Sinh": np.sinh, "Cosh": np.cosh, "Asinh": np.arcsinh, "Acosh": np.arccosh,
    "Atanh": np.arctanh, "Reciprocal": lambda x: 1 / x, "Inv": lambda x: 1 / x, "Rsqrt": lambda x: 1 / np.sqrt(x),
    "Sigmoid": lambda x: 1 / (1 + np.exp(-x)), "Erf": erf, "Erfc": erfc,
    "IsNan": np.isnan, "IsInf": np.isinf, "IsFinite": np.isfinite,
}  # fmt: skip
BINARY: dict[str, Callable[[Array, Array], Any]] = {
    "AddV2": np.add, "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "RealDiv": np.divide, "Div": np.divide,
    "Maximum": np.maximum, "Minimum": np.minimum, "Pow": np.power, "Atan2": np.arctan2, "Mod": np.fmod,
    "TruncateMod": np.fmod, "SquaredDifference": lambda x, y: (x - y) ** 2,
    "DivNoNan": lambda x, y: np.where(y == 0, 0.0, x / y), "MulNoNan": lambda x, y: np.where(y == 0, 0.0, x * y),
    "TruncateDiv": lambda x, y: np.trunc(x / y),
    "Less": np.less, "LessEqual": np.less_equal, "Greater": np.greater, "GreaterEqual": np.greater_equal,
    "Equal": np.equal, "NotEqual": np.not_equal,
}  # fmt: skip
OF_GRADIENTS: dict[str, Callable[[Array, Array], Any]] = {  # of what the function gave, and its gradient
    "SigmoidGrad": lambda y, dy: dy * y * (1 - y),
    "TanhGrad": lambda y, dy: dy * (1 - y * y),
    "SqrtGrad": lambda y, dy: dy * 0.5 / y,
    "RsqrtGrad": lambda y, dy: dy * -0.5 * y**3,
    "ReciprocalGrad": lambda y, dy: -dy * y * y,
    "InvGrad": lambda y, dy: -dy * y * y,
}
SHAPES = [
    ((37,), (37,)), ((3, 16), (3, 16)), ((5, 7), ()), ((), (4, 8)), ((6, 16), (16,)), ((6, 5), (5,)), ((6, 16), (6, 1)),
    ((4, 1), (3, 1, 8)), ((2, 1, 3, 1, 2), (5, 1, 7, 1)), ((0, 3), (3,)), ((), ()), ((1, 1), (1,)),
]  # fmt: skip


def numbers(shape: tuple[int, ...], dtype: Any, special: bool = True) -> Array:
    values = RANDOM.normal(0, 2, shape)
    if special and values.size > len(SPECIAL):
        flat = values.reshape(-1)
        flat[RANDOM.permutation(flat.size)[: len(SPECIAL)]] = SPECIAL
    return values.astype(dtype)


def kernel(op: str) -> KernelDef:
    """The one in CUDA C of real numbers."""
    load_kernels()
    found = [d for d in kernels_of(op, "GPU") if d.name.startswith("graphops_cuda")]
    return next(d for d in found if as_dtype("half") in d.types["T"])


def dtypes_of(op: str) -> list[Any]:
    """Those that it is registered for."""
    return [dtype.numpy_dtype for dtype in kernel(op).types["T"]]


def check(op: str, function: Callable[..., Any], operands: list[Array], found: Array, slack: float = 4) -> None:
    """That ``found`` is the function of the operands, rounded once.

    Args:
        slack: how many units of the compute dtype the function may be off, relative to its value or to 1.
    """
    dtype = operands[0].dtype
    with np.errstate(all="ignore"):
        exact = np.asarray(function(*[x.astype(np.float64) for x in operands]))
        if exact.dtype == bool:
            assert found.dtype == bool
            assert (found == exact).all()
            return
        assert found.dtype == dtype
        assert found.shape == exact.shape
        rounded = exact.astype(dtype).astype(np.float64)
        got = found.astype(np.float64)
        unit, inner = float(ml_dtypes.finfo(dtype).eps), np.finfo(np.float64 if dtype == np.float64 else np.float32).eps
        allowed = unit / 2 * np.abs(exact) + slack * inner * np.maximum(np.abs(exact), 1e-3)
        tiny = float(ml_dtypes.finfo(dtype).smallest_subnormal)
        near = np.abs(got - exact) <= allowed + tiny
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        assert (near | same).all(), (op, [x[~(near | same)] for x in np.broadcast_arrays(*operands, found, exact)])


@pytest.mark.parametrize("op", few(sorted(UNARY), 6))
def test_one_operand(op: str) -> None:
    for dtype in dtypes_of(op):
        for shape in ((37,), (3, 16), (), (0, 2)):
            x = numbers(shape, dtype)
            x = x if op not in ("Sin", "Cos", "Tan", "Sinh", "Cosh", "Exp", "Expm1") else np.clip(x, -8, 8)
            check(op, UNARY[op], [x], Run(kernel(op), {"x": x}, {})())


@pytest.mark.parametrize("op", few(sorted(BINARY), 4))
def test_two_operands(op: str) -> None:
    for dtype in dtypes_of(op):
        for shapes in SHAPES:
            x, y = (numbers(shape, dtype) for shape in shapes)
            if op == "TruncateDiv":  # of quotients that are nearly integers, rounding decides which one it is
                x, y = np.asarray(RANDOM.integers(-9, 9, x.shape), dtype), np.full(y.shape, 2, dtype)
            names = [arg.name for arg in lookup_op(op).op_def.inputs]
            found = Run(kernel(op), dict(zip(names, (x, y), strict=True)), {})()
            check(op, BINARY[op], [x, y], found, slack=16 if op == "Pow" else 4)


@pytest.mark.parametrize("op", ["FloorDiv", "FloorMod"])
def test_divisions_that_round_down(op: str) -> None:
    x, y = (values.reshape(-1) for values in np.meshgrid(np.arange(-12, 13), [-4.0, -1.0, -0.5, 0.5, 1.0, 2.0, 8.0]))
    for dtype in dtypes_of(op):
        expected = [
            math.floor(a / b) if op == "FloorDiv" else a - math.floor(a / b) * b for a, b in zip(x, y, strict=True)
        ]
        found = Run(kernel(op), {"x": x.astype(dtype), "y": y.astype(dtype)}, {})()
        assert found.astype(np.float64).tolist() == expected


@pytest.mark.parametrize("op", sorted(OF_GRADIENTS))
def test_gradients(op: str) -> None:
    for dtype in dtypes_of(op):
        y, dy = RANDOM.uniform(0.25, 0.75, 53).astype(dtype), numbers((53,), dtype, special=False)
        check(op, OF_GRADIENTS[op], [y, dy], Run(kernel(op), {"y": y, "dy": dy}, {})())


def test_what_is_not_a_number_spreads_and_zero_gradients_stay_zero() -> None:
    infinite = np.array([math.inf, math.nan, 0.0], np.float16)
    for op in ("SqrtGrad", "RsqrtGrad", "ReciprocalGrad"):
        assert Run(kernel(op), {"y": infinite, "dy": np.zeros(3, np.float16)}, {})().tolist() == [0, 0, 0]
    x, y = np.array([math.nan, 1, 2], np.float16), np.array([1, math.nan, 3], np.float16)
    for op in ("Maximum", "Minimum"):
        assert np.isnan(Run(kernel(op), {"x": x, "y": y}, {})()).tolist() == [True, True, False]


@pytest.mark.parametrize("count", [2, 3, 8])
def test_sums_of_many(count: int) -> None:
    for dtype in dtypes_of("AddN"):
        parts = [RANDOM.integers(-9, 9, (5, 11)).astype(dtype) for _ in range(count)]
        found = Run(kernel("AddN"), {"inputs": parts}, {})()
        assert (found.astype(int) == sum(part.astype(int) for part in parts)).all()


def test_a_sum_of_many_is_rounded_once() -> None:
    parts = [np.array([1.0], np.float16), *[np.array([2.0**-11], np.float16)] * 4]
    assert Run(kernel("AddN"), {"inputs": parts}, {})().tolist() == [1 + 2.0**-9]


def test_clipping_by_tensors_and_by_what_is_not_a_number() -> None:
    t = np.array([-3, -1, 0, 1, 3, math.nan], np.float32)
    for low, high, expected in (
        (-1.0, 2.0, [-1, -1, 0, 1, 2, math.nan]),
        (2.0, 1.0, [2, 2, 2, 2, 2, math.nan]),
        (math.nan, 1.0, [-3, -1, 0, 1, 1, math.nan]),
        (-1.0, math.nan, [-1, -1, 0, 1, 3, math.nan]),
    ):
        for dtype in dtypes_of("ClipByValue"):
            given = {"t": t.astype(dtype), "clip_value_min": dtype.type(low), "clip_value_max": dtype.type(high)}
            found = Run(kernel("ClipByValue"), {k: np.asarray(v) for k, v in given.items()}, {})()
            assert np.array_equal(found.astype(np.float64), expected, equal_nan=True)
            given |= {"clip_value_min": np.full(6, low, dtype), "clip_value_max": np.full(6, high, dtype)}
            found = Run(kernel("ClipByValue"), given, {})()
            assert np.array_equal(found.astype(np.float64), expected, equal_nan=True)


def test_the_next_number_beside_zero_and_elsewhere() -> None:
    """By its bits: where the smallest numbers count as 0, as on a GPU, arithmetic would not find them."""
    load_kernels()
    (definition,) = (d for d in kernels_of("NextAfter", "GPU") if d.name.startswith("graphops_cuda"))
    some = [0, 1, 2, 0x7FFFFF, 0x800000, 0x3F800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000]
    each = np.array([bits | sign for bits in some for sign in (0, 0x80000000)], np.uint32).view(np.float32)
    found = Run(definition, {"x1": each[:, None], "x2": each}, {})()
    with np.errstate(all="ignore"):
        expected = np.nextafter(each[:, None], each)
    assert np.array_equal(np.isnan(found), np.isnan(expected))
    assert np.array_equal(found.view(np.uint32)[~np.isnan(found)], expected.view(np.uint32)[~np.isnan(expected)])


def test_operands_that_are_views() -> None:
    """Transposed ones, ones with gaps, and one that begins at an address that vectors must not have."""
    import cupy

    base = RANDOM.integers(-50, 50, (9, 24)).astype(np.float16)
    there = cupy.asarray(base)
    for view in (lambda x: x.T, lambda x: x[:, ::3], lambda x: x.reshape(-1)[1:], lambda x: x[::-1]):
        found = go.eager.Sub(x=view(there), y=view(there) * 2)
        assert (found.get() == -view(base)).all()
        assert (go.eager.Neg(x=view(there)).get() == -view(base)).all()


def test_shapes_that_do_not_broadcast_are_left_to_the_plain_kernel() -> None:
    import cupy

    x, y = cupy.asarray(np.zeros(2, np.float16)), cupy.asarray(np.zeros(3, np.float16))
    assert bool(go.eager.NotEqual(x=x, y=y, incompatible_shape_error=False).get())


def test_more_axes_than_a_kernel_knows_are_left_to_the_plain_kernel() -> None:
    import cupy

    x = RANDOM.integers(-9, 9, (2, 1, 3, 1, 2, 1, 2, 1)).astype(np.float16)
    y = RANDOM.integers(-9, 9, (1, 2, 1, 2, 1, 3, 1, 2)).astype(np.float16)
    assert (go.eager.Mul(x=cupy.asarray(x), y=cupy.asarray(y)).get() == x * y).all()
