"""Activations with SIMD vectors: against their formulas in float64, on every size and on what is special."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.context import NO_CONTEXT
from graphops_registry.op_def import lookup_op
from tests.ops.every_kernel import STORED, Call, targets
from tests.reference.bounds import OUTPUT

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]
ALPHA = 0.25  # exact in every dtype
SCALE, SCALE_ALPHA = 1.0507009873554805, 1.7580993408473768


def keep(value: Array, mask: Array) -> Array:
    """A product with 1 or 0, as the ops define their gradients: what is not finite stays so."""
    return value * mask.astype(np.float64)


FORMULAS: dict[str, Callable[..., Any]] = {
    "Relu": lambda x: np.maximum(x, 0),
    "Relu6": lambda x: np.minimum(np.maximum(x, 0), 6),
    "LeakyRelu": lambda x: np.where(x > 0, x, x * ALPHA),
    "Elu": lambda x: np.where(x < 0, np.expm1(x), x),
    "Selu": lambda x: np.where(x < 0, SCALE_ALPHA * np.expm1(x), SCALE * x),
    "Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "Rsqrt": lambda x: 1 / np.sqrt(x),
    "ReluGrad": lambda g, x: keep(g, x > 0),
    "Relu6Grad": lambda g, x: keep(g, (x > 0) & (x < 6)),
    "LeakyReluGrad": lambda g, x: np.where(x > 0, g, g * ALPHA),
    "EluGrad": lambda g, y: np.where(y < 0, g * (y + 1), g),
    "SeluGrad": lambda g, y: np.where(y < 0, g * (y + SCALE_ALPHA), g * SCALE),
    "SigmoidGrad": lambda y, dy: dy * y * (1 - y),
    "TanhGrad": lambda y, dy: dy * (1 - y * y),
    "SquaredDifference": lambda x, y: (x - y) ** 2,
    "AddN": lambda x, y: x + y,
}
DTYPES = ["half", "bfloat16", "float", "double"]
SPECIAL = [0.0, -0.0, 1e-7, -1e-7, -1e-3, -0.34, -0.35, -0.7, -5, -15, 6, 6.5, 15, np.inf, -np.inf, np.nan]


def call_of(op: str, operands: list[Array]) -> Call:
    names = [argument.name for argument in lookup_op(op).op_def.inputs]
    inputs: dict[str, Any] = {names[0]: operands} if op == "AddN" else dict(zip(names, operands, strict=True))
    return Call(op, inputs, {"alpha": ALPHA} if op.startswith("Leaky") else {})


def simd(call: Call) -> Any:
    """What the SIMD kernel prepared for a call."""
    (prepared,) = [p for name, (_, p) in call.supporting.items() if ".simd." in name]
    return prepared


def operands_of(op: str, dtype: str, shape: tuple[int, ...], seed: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    count = FORMULAS[op].__code__.co_argcount
    return [(rng.normal(size=shape) * 4).astype(as_dtype(dtype).numpy_dtype) for _ in range(count)]


def allowed(op: str, operands: list[Array], expected: Array, dtype: str) -> Array:
    """A few roundings in the compute dtype of what is added up, and one in the output's."""
    wide = "float64" if dtype == "double" else "float32"
    terms = sum(np.abs(a.astype(np.float64)) for a in operands)
    size = np.abs(expected) + (terms if "Grad" not in op else terms * np.abs(expected) + terms**3)
    if op in ("SquaredDifference", "AddN"):
        size = size + terms**2
    if op in ("Elu", "Selu", "Sigmoid", "Rsqrt", "Relu", "Relu6", "LeakyRelu"):
        size = np.abs(expected)  # these are accurate however small the result is
    output = OUTPUT[as_dtype(dtype).numpy_dtype.name]
    result: Array = output.unit * np.abs(expected) + 8 * OUTPUT[wide].unit * size + output.subnormal
    return result


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("op", FORMULAS)
def test_every_size(op: str, dtype: str) -> None:
    for seed, shape in enumerate([(), (1,), (5,), (16,), (4, 17), (1023,), (1024,), (3, 1025), (0,), (7, 0)]):
        operands = operands_of(op, dtype, shape, seed)
        if op == "Rsqrt":
            operands = [abs(a) + a.dtype.type(0.5) for a in operands]
        call = call_of(op, operands)
        (found,) = simd(call).run(NO_CONTEXT, call.arrays, None)
        expected = FORMULAS[op](*[a.astype(np.float64) for a in operands])
        assert (found.dtype, found.shape) == (operands[0].dtype, shape)
        difference = np.abs(found.astype(np.float64) - expected)
        assert np.all(difference <= allowed(op, operands, expected, dtype)), shape


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("op", FORMULAS)
def test_special_values(op: str, dtype: str) -> None:
    kind = as_dtype(dtype).numpy_dtype
    first, second = (a.reshape(-1) for a in np.meshgrid(SPECIAL, SPECIAL))
    operands = [a.astype(kind) for a in (first, second)[: FORMULAS[op].__code__.co_argcount]]
    call = call_of(op, operands)
    (found,) = simd(call).run(NO_CONTEXT, call.arrays, None)
    with np.errstate(all="ignore"):
        expected = FORMULAS[op](*[a.astype(np.float64) for a in operands])
        limits = np.isfinite(expected)
        difference = np.abs(found.astype(np.float64) - expected)[limits]
        bound = allowed(op, operands, expected, dtype)[limits]
        assert np.all(difference <= np.where(np.isnan(bound), np.inf, bound))
        assert np.array_equal(found.astype(np.float64)[~limits], expected[~limits], equal_nan=True)


@pytest.mark.parametrize("dtype", ["float", "double"])
def test_exponentials_over_their_whole_range(dtype: str) -> None:
    kind = as_dtype(dtype).numpy_dtype
    ends = (-760.0, 720.0) if dtype == "double" else (-110.0, 95.0)
    x = np.concatenate([np.linspace(*ends, 20011), -np.logspace(-30, 2, 999)]).astype(kind)
    unit = OUTPUT[kind.name].unit
    for op, wide in (("Elu", np.longdouble), ("Sigmoid", np.longdouble)):
        call = call_of(op, [x])
        (found,) = simd(call).run(NO_CONTEXT, call.arrays, None)
        with np.errstate(all="ignore"):
            y = x.astype(wide)
            expected = np.where(y < 0, np.expm1(y), y) if op == "Elu" else 1 / (1 + np.exp(-y))
        tiny = OUTPUT[kind.name].subnormal if op == "Elu" else 2.0 ** (-1020 if dtype == "double" else -125)
        assert np.all(np.abs(found - expected) <= 8 * unit * np.abs(expected) + tiny), op


@pytest.mark.parametrize("op", ["Relu6", "ReluGrad"])
def test_awkward_arrays(op: str) -> None:
    call = call_of(op, operands_of(op, "float", (5, 7, 33), 1))
    prepared = simd(call)
    (found,) = prepared.run(NO_CONTEXT, call.arrays, None)
    for how in STORED:
        assert prepared.run(NO_CONTEXT, call.stored(how), None)[0].tobytes() == found.tobytes(), how
    for how, target in targets(found):
        (given,) = prepared.run(NO_CONTEXT, call.arrays, [target])
        assert given is target, how
        assert np.array_equal(given, found), how
    own = [a.copy() for a in call.arrays]
    assert prepared.direct(*own, own[0]) is own[0]  # in place
    assert np.array_equal(own[0], found)


def test_what_is_left_to_the_plain_kernel() -> None:
    x = np.zeros((2, 3), np.float32)
    three: Any = [x, x, x]
    assert "one shape" in " ".join(Call("SquaredDifference", {"x": x, "y": x[0]}, {}).refusals.values())
    assert "2 inputs" in " ".join(Call("AddN", {"inputs": three}, {}).refusals.values())
