"""Element-wise kernels, conversions and comparisons in call lists: the same bits."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.calls import casts
from graphops_cpu.calls.machine import machine
from tests.kernels.calls.listed import (
    FailedError,
    NotListedError,
    hard,
    in_list,
    is_same_or_not_listed,
    same_bits,
    some,
)

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")

NAMES = ["bool", "int32", "int64", "float32", "float64"]
PAIRS: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), ()), ((9,), ()), ((), (9,)), ((4, 7), (7,)), ((4, 1), (4, 7)), ((2, 1, 5), (1, 3, 1)), ((40,), (40,)),
]  # fmt: skip


@pytest.mark.parametrize("target", NAMES)
@pytest.mark.parametrize("source", NAMES)
def test_conversions(source: str, target: str) -> None:
    for shape in ((), (1,), (7, 9), (4000,)):
        same_bits("Cast", [hard(source, *shape)], DstT=getattr(go, target), Truncate=False)
    if source.startswith("float"):
        edges = [2.0**31, -(2.0**31), 2.0**31 - 1, 2.0**63, -(2.0**63), 1e300, np.nan, -np.nan, np.inf, -np.inf, -0.0]
        with np.errstate(all="ignore"):
            x = np.array(edges).astype(source)
        same_bits("Cast", [x], DstT=getattr(go, target), Truncate=False)


def test_conversions_that_no_list_has() -> None:
    for source, target in ((np.float16, go.float32), (np.int32, go.int8), (np.float32, go.complex64)):
        with pytest.raises(NotListedError):
            same_bits("Cast", [np.ones(3, source)], DstT=target, Truncate=False)
    with pytest.raises(NotListedError):
        same_bits("Cast", [np.ones((3, 0), np.float32)], DstT=go.int32, Truncate=False)


def test_a_conversion_that_gives_something_else_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casts, "_is_numpys", lambda *_: False)
    assert casts.cast_kernel(3, np.dtype(np.float32), np.dtype(np.int32)) is None


@pytest.mark.parametrize("op", ["Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"])
def test_comparisons(op: str) -> None:
    for one, other in PAIRS:
        for dtype in ("int32", "int64", "float32", "float64"):
            same_bits(op, [hard(dtype, *one), hard(dtype, *other)])
    if op in ("Equal", "NotEqual"):
        same_bits(op, [hard("bool", 3, 5), hard("bool", 5)])


def test_tests_and_logic() -> None:
    for op in ("IsNan", "IsInf", "IsFinite"):
        same_bits(op, [hard("float32", 50)])
    for op in ("LogicalAnd", "LogicalOr"):
        same_bits(op, [hard("bool", 4, 5), hard("bool", 4, 1)])
    same_bits("LogicalNot", [hard("bool", 30)])


def test_shapes_that_do_not_broadcast_are_unequal() -> None:
    with pytest.raises(NotListedError):
        same_bits("Equal", [some(3), some(4)], incompatible_shape_error=False)


@pytest.mark.parametrize("dtype", ["int32", "int64"])
@pytest.mark.parametrize("op", ["FloorDiv", "FloorMod", "Mod", "TruncateMod"])
def test_integer_divisions(op: str, dtype: str) -> None:
    for one, other in PAIRS:
        x, y = hard(dtype, *one), hard(dtype, *other)
        y = np.where(y == 0, np.array(5, dtype), y)
        same_bits(op, [x, y])
        same_bits(op, [x, y], fixed=[0])
        same_bits(op, [x, y], fixed=[1])
        if y.size:
            bad = y.copy()
            bad.flat[-1] = 0
            for fixed, error in (((), FailedError), ((0,), FailedError), ((1,), NotListedError)):
                with pytest.raises(error):
                    in_list(op, [x, bad], fixed)


def test_divisions_of_floats() -> None:
    for op in ("FloorDiv", "Mod", "TruncateMod", "RealDiv"):
        for one, other in PAIRS:
            same_bits(op, [hard("float32", *one), hard("float32", *other)])


@pytest.mark.parametrize("op", ["Abs", "Neg", "Square", "Sign", "Floor", "Ceil", "Round", "Rint", "Relu", "Relu6",
                                "Rsqrt", "Sqrt", "Exp", "Log", "Sigmoid", "Tanh", "OnesLike", "ZerosLike"])  # fmt: skip
def test_one_operand(op: str) -> None:
    for shape in ((), (1,), (5, 7), (1000,)):
        same_bits(op, [hard("float32", *shape)])
        same_bits(op, [10 * some(*shape)])
        if op in ("Abs", "Neg", "Square", "Sign", "Round", "Relu", "OnesLike", "ZerosLike"):
            for dtype in ("int32", "int64"):
                same_bits(op, [hard(dtype, *shape)])


@pytest.mark.parametrize("op", ["SquaredDifference", "Maximum", "Minimum", "AddV2", "Sub", "Mul"])
def test_two_operands(op: str) -> None:
    for one, other in PAIRS:
        for dtype in ("float32", "int32", "int64"):
            x, y = hard(dtype, *one), hard(dtype, *other)
            same_bits(op, [x, y])
            is_same_or_not_listed(op, [x, y], fixed=[1])


def test_powers() -> None:
    for one, other in [pair for pair in PAIRS[1:] if prod(pair[1]) != 1]:
        operands = [[hard("float32", *one), hard("float32", *other)], [abs(some(*one)), some(*other)]]
        for pair in operands:
            is_same_or_not_listed("Pow", pair)
            if other[-1] != 1:  # else each row has one exponent, and NumPy has ways of its own for that
                same_bits("Pow", pair)
    for power in (2.0, 0.5, -1.0, 3.0):  # one exponent has ways of its own
        for fixed in ((), (1,)):
            with pytest.raises(NotListedError):
                same_bits("Pow", [some(30), np.array(power, np.float32)], fixed)
    with pytest.raises(NotListedError):  # negative exponents are refused
        same_bits("Pow", [hard("int32", 30), hard("int32", 30)])


@pytest.mark.parametrize("op", ["TanhGrad", "SigmoidGrad", "ReluGrad"])
def test_gradients(op: str) -> None:
    for shape in ((), (1,), (5, 7), (1000,)):
        same_bits(op, [hard("float32", *shape), np.negative(hard("float32", *shape))])
        same_bits(op, [some(*shape), hard("float32", *shape)])


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_sums_of_many(count: int) -> None:
    for shape in ((), (5, 7), (1000,)):
        parts: list[Any] = [np.roll(hard("float32", *shape), i) for i in range(count)]
        same_bits("AddN", parts)
        if count > 1:
            same_bits("AddN", parts, fixed=[1])
            same_bits("AddN", parts, fixed=[0])
    same_bits("AddN", [hard("int32", 9)] * count)
