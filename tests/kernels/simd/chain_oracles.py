"""What each op of a chain computes, as formulas over NumPy arrays, and chains of one op.

An exact formula is evaluated in the dtype of its operands: each of its operations is one that IEEE 754 rounds, so the
chain must give the same bits.  The others are evaluated in long double, and their bound is in units in the last place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erf, erfc
from typing import Any, NamedTuple

import numpy as np

from graphops_cpu.device import CPU
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep

Array = np.ndarray[Any, Any]
ALPHA = float(np.float32(0.3))  # as attrs are
SCALE, SCALE_ALPHA = 1.0507009873554805, 1.7580993408473768


class Oracle(NamedTuple):
    """An op's formula; ``ulps`` is 0 for an exact one."""

    formula: Callable[..., Any]
    ulps: float = 0
    kinds: str = "f"
    attrs: tuple[tuple[str, Any], ...] = ()


def like(x: Array, value: float) -> Any:
    return x.dtype.type(value)


def pick(mask: Array, x: Any, y: Any) -> Array:
    return np.where(mask, x, y)


def keep(gradients: Array, mask: Array) -> Array:
    return gradients * mask.astype(gradients.dtype)


def wide_erf(function: Callable[[float], float]) -> Callable[[Array], Array]:
    return lambda x: np.array([function(float(v)) for v in x.ravel()], np.longdouble).reshape(x.shape)


def cast(dtype: str) -> tuple[tuple[str, Any], ...]:
    return (("DstT", as_dtype(dtype)),)


ORACLES: dict[str, Oracle] = {
    **dict.fromkeys(["Add", "AddV2", "AddN"], Oracle(lambda x, y: x + y, kinds="fi")),
    "Sub": Oracle(lambda x, y: x - y, kinds="fi"),
    "Mul": Oracle(lambda x, y: x * y, kinds="fi"),
    **dict.fromkeys(["Div", "RealDiv"], Oracle(lambda x, y: x / y)),
    "DivNoNan": Oracle(lambda x, y: pick(y == 0, like(x, 0), x / y)),
    "MulNoNan": Oracle(lambda x, y: pick(y == 0, like(x, 0), x * y)),
    "Neg": Oracle(lambda x: -x, kinds="fi"),
    "Abs": Oracle(lambda x: abs(x), kinds="fi"),
    "Square": Oracle(lambda x: x * x, kinds="fi"),
    "Sqrt": Oracle(lambda x: np.sqrt(x)),
    "Rsqrt": Oracle(lambda x: 1 / np.sqrt(x)),
    **dict.fromkeys(["Reciprocal", "Inv"], Oracle(lambda x: 1 / x)),
    "Maximum": Oracle(lambda x, y: np.maximum(x, y), kinds="fi"),
    "Minimum": Oracle(lambda x, y: np.minimum(x, y), kinds="fi"),
    "Relu": Oracle(lambda x: np.maximum(x, like(x, 0)), kinds="fi"),
    "Relu6": Oracle(lambda x: np.minimum(np.maximum(x, like(x, 0)), like(x, 6)), kinds="fi"),
    "LeakyRelu": Oracle(lambda x: pick(x > 0, x, x * like(x, ALPHA)), attrs=(("alpha", ALPHA),)),
    "Softsign": Oracle(lambda x: x / (abs(x) + 1)),
    "SquaredDifference": Oracle(lambda x, y: (x - y) * (x - y), kinds="fi"),
    "ReluGrad": Oracle(lambda g, x: keep(g, x > 0), kinds="fi"),
    "Relu6Grad": Oracle(lambda g, x: keep(g, (x > 0) & (x < 6)), kinds="fi"),
    "LeakyReluGrad": Oracle(lambda g, x: pick(x > 0, g, g * like(g, ALPHA)), attrs=(("alpha", ALPHA),)),
    "EluGrad": Oracle(lambda g, y: pick(y < 0, g * (y + 1), g)),
    "SeluGrad": Oracle(lambda g, y: pick(y < 0, g * (y + like(y, SCALE_ALPHA)), g * like(y, SCALE))),
    "SigmoidGrad": Oracle(lambda y, dy: dy * y * (1 - y)),
    "TanhGrad": Oracle(lambda y, dy: dy * (1 - y * y)),
    "SoftsignGrad": Oracle(lambda g, x: g / ((abs(x) + 1) * (abs(x) + 1))),
    "SqrtGrad": Oracle(lambda y, dy: pick(dy == 0, dy, dy * like(y, 0.5) / y)),
    "RsqrtGrad": Oracle(lambda y, dy: pick(dy == 0, dy, dy * like(y, -0.5) * (y * y * y))),
    **dict.fromkeys(["ReciprocalGrad", "InvGrad"], Oracle(lambda y, dy: pick(dy == 0, dy, -dy * (y * y)))),
    "Less": Oracle(lambda x, y: x < y, kinds="fi"),
    "LessEqual": Oracle(lambda x, y: x <= y, kinds="fi"),
    "Greater": Oracle(lambda x, y: x > y, kinds="fi"),
    "GreaterEqual": Oracle(lambda x, y: x >= y, kinds="fi"),
    "Equal": Oracle(lambda x, y: x == y, kinds="fib"),
    "NotEqual": Oracle(lambda x, y: x != y, kinds="fib"),
    "IsNan": Oracle(lambda x: np.isnan(x)),
    "IsInf": Oracle(lambda x: np.isinf(x)),
    "IsFinite": Oracle(lambda x: np.isfinite(x)),
    "LogicalAnd": Oracle(lambda x, y: x & y, kinds="b"),
    "LogicalOr": Oracle(lambda x, y: x | y, kinds="b"),
    "LogicalNot": Oracle(lambda x: ~x, kinds="b"),
    "ClipByValue": Oracle(
        lambda x, low, high: pick(pick(x > high, high, x) < low, low, pick(x > high, high, x)), kinds="fi"
    ),
    "Sign": Oracle(lambda x: np.sign(x), kinds="fi"),
    "Floor": Oracle(lambda x: np.floor(x)),
    "Ceil": Oracle(lambda x: np.ceil(x)),
    "Rint": Oracle(lambda x: np.rint(x)),
    "Round": Oracle(lambda x: np.rint(x)),
    "Identity": Oracle(lambda x: x, kinds="fib"),
    "ZerosLike": Oracle(lambda x: np.zeros_like(x), kinds="fib"),
    "OnesLike": Oracle(lambda x: np.ones_like(x), kinds="fib"),
    "Exp": Oracle(lambda x: np.exp(x), 2),
    "Expm1": Oracle(lambda x: np.expm1(x), 2),
    "Log": Oracle(lambda x: np.log(x), 1),
    "Log1p": Oracle(lambda x: np.log1p(x), 1),
    "Tanh": Oracle(lambda x: np.tanh(x), 2),
    "Elu": Oracle(lambda x: pick(x < 0, np.expm1(x), x), 2),
    "Selu": Oracle(lambda x: pick(x < 0, SCALE_ALPHA * np.expm1(x), SCALE * x), 3.5),
    "Sigmoid": Oracle(lambda x: 1 / (1 + np.exp(-x)), 3),
    "Softplus": Oracle(lambda x: np.maximum(x, 0) + np.log1p(np.exp(-abs(x))), 3),
    "SoftplusGrad": Oracle(lambda g, x: g / (np.exp(-x) + 1), 4),
    "Erf": Oracle(wide_erf(erf), 5),  # the plain kernel's formula in float64 is as far from it
    "Erfc": Oracle(wide_erf(erfc), 6),
}
DTYPES = {"f": ("float32", "float64"), "i": ("int32", "int64"), "b": ("bool",)}
CASES = [(op, dtype) for op, oracle in ORACLES.items() for kind in oracle.kinds for dtype in DTYPES[kind]]


def operand_count(op: str) -> int:
    return ORACLES[op].formula.__code__.co_argcount


def chain_of(op: str, attrs: tuple[tuple[str, Any], ...], operands: Sequence[Array]) -> Chain:
    """A chain of one step on arrays."""
    inputs = tuple(ChainInput(a.shape, as_dtype(a.dtype)) for a in operands)
    step = ChainStep(op, attrs, tuple(range(len(operands))))
    return Chain(inputs, (step,), (0,), np.broadcast_shapes(*(a.shape for a in operands)))


def run(chain: Chain, arrays: Sequence[Array], dtypes: Sequence[Any]) -> list[Array]:
    """The results of a chain, in arrays between others that must stay as they are."""
    compiled = CPU.compile_chain(chain)
    assert compiled is not None
    size = int(np.prod(chain.shape, dtype=np.int64))
    guarded = [np.full(size + 128, 77, dtype) for dtype in dtypes]
    outs = [a[64 : 64 + size].reshape(chain.shape) for a in guarded]
    compiled(arrays, outs)
    for a in guarded:
        untouched = np.full(64, 77, a.dtype)
        assert a[:64].tobytes() == a[64 + size :].tobytes() == untouched.tobytes()
    return outs


def same_bits(found: Array, expected: Array) -> bool:
    """Whether all is equal, the signs of zeros too, and NaN is where it is."""
    if found.dtype != expected.dtype or not np.array_equal(found, expected, equal_nan=found.dtype.kind == "f"):
        return False
    if found.dtype.kind != "f":
        return True
    numbers = ~np.isnan(expected)
    return bool(np.array_equal(np.signbit(found)[numbers], np.signbit(expected)[numbers]))


def within(found: Array, expected: Array, ulps: float) -> bool:
    """Whether finite results are so near to those in long double, and the others equal."""
    with np.errstate(all="ignore"):
        rounded = expected.astype(found.dtype)
    finite = np.isfinite(rounded)
    if not same_bits(found[~finite], rounded[~finite]):
        return False
    with np.errstate(over="ignore"):  # the unit of the largest number is infinite
        unit = np.spacing(np.maximum(abs(rounded[finite]), np.finfo(found.dtype).tiny)).astype(np.longdouble)
    return bool(np.all(abs(found[finite].astype(np.longdouble) - expected[finite]) <= ulps * unit))


def evaluated(op: str, operands: Sequence[Array]) -> tuple[Array, float]:
    """What an op's formula gives, and the bound."""
    oracle = ORACLES[op]
    with np.errstate(all="ignore"):
        if not oracle.ulps:
            return np.asarray(oracle.formula(*operands)), 0
        return oracle.formula(*[a.astype(np.longdouble) for a in operands]), oracle.ulps
