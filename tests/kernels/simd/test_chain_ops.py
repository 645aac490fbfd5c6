"""Each op of chains, alone and among others, against formulas in NumPy; what is special, against the plain kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_cpu.simd.chains.language import SHARED
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep
from graphops_registry.kernels.context import NO_CONTEXT
from graphops_registry.op_def import lookup_op
from tests.kernels.simd.chain_oracles import (
    CASES,
    ORACLES,
    cast,
    chain_of,
    evaluated,
    operand_count,
    run,
    same_bits,
    within,
)
from tests.ops.every_kernel import Call

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]

SPECIAL = {
    "f": [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, 6.0, 7.0, -3.5, 1e-40, -1e-40, 3e38, -3e38, np.inf, -np.inf, np.nan],
    "i": [0, 1, -1, 5, 6, 7, 2**31 - 1, -(2**31)],
    "b": [False, True],
}


def random_operands(op: str, dtype: str, size: int, seed: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    found: list[Array] = []
    for _ in range(operand_count(op)):
        if dtype == "bool":
            found.append(rng.integers(0, 2, size).astype(bool))
        elif dtype.startswith("int"):
            found.append(rng.integers(-(2**31), 2**31, size).astype(dtype) >> rng.integers(0, 30, size).astype(dtype))
        else:
            found.append((rng.normal(size=size) * 10.0 ** rng.integers(-6, 2, size)).astype(dtype))
    if op == "Log":
        found = [abs(a) for a in found]
    if op == "Sigmoid":  # where e**-x is infinite and the exact value is not 0, the plain kernel's is
        found = [np.maximum(a, -80) for a in found]
    if op == "Log1p":
        found = [np.maximum(a, a.dtype.type(-0.999)) for a in found]
    return found


def special_operands(op: str, dtype: str) -> list[Array]:
    values = SPECIAL[np.dtype(dtype).kind]
    grids = np.meshgrid(*[values] * operand_count(op))
    return [a.ravel().astype(dtype) for a in grids]


def test_every_op_is_tested() -> None:
    from graphops_cpu.simd.chains.arithmetic import CODE
    from graphops_cpu.simd.chains.language import RULES

    elsewhere = {"Cast", "Pow", "Select", "SelectV2", "BiasAdd", "BiasAddV1"}
    assert set(ORACLES) | elsewhere == set(RULES)
    assert set(CODE) | {"Cast"} == set(RULES)


def wide_in_full(op: str, dtype: str) -> Any:
    """A case of a test that runs with 32 bits, and with 64 in the full run."""
    return pytest.param(op, dtype, marks=pytest.mark.full if dtype in ("float64", "int64") else ())


@pytest.mark.full
@pytest.mark.parametrize(("op", "dtype"), CASES)
def test_random_values(op: str, dtype: str) -> None:
    operands = random_operands(op, dtype, 1003, 1)
    expected, ulps = evaluated(op, operands)
    kind = expected.dtype if ulps == 0 else operands[0].dtype
    (found,) = run(chain_of(op, ORACLES[op].attrs, operands), operands, [kind])
    assert within(found, expected, ulps) if ulps else same_bits(found, expected)


@pytest.mark.parametrize(("op", "dtype"), [wide_in_full(*case) for case in CASES])
def test_special_values_are_those_of_the_plain_kernel(op: str, dtype: str) -> None:
    operands = special_operands(op, dtype)
    names = [argument.name for argument in lookup_op(op).op_def.inputs]
    inputs: dict[str, Any] = {names[0]: operands} if op == "AddN" else dict(zip(names, operands, strict=True))
    call = Call(op, inputs, dict(ORACLES[op].attrs))
    ((_, plain),) = [found for name, found in call.supporting.items() if ".plain." in name]
    (expected,) = plain.run(NO_CONTEXT, call.arrays, None)
    (found,) = run(chain_of(op, ORACLES[op].attrs, operands), operands, [expected.dtype])
    if ORACLES[op].ulps == 0:
        assert same_bits(found, expected)
    else:
        assert within(found, expected.astype(np.longdouble), 4)
        zero = expected == 0
        assert np.array_equal(np.signbit(found)[zero], np.signbit(expected)[zero])


@pytest.mark.parametrize("dtype", ["float32", pytest.param("float64", marks=pytest.mark.full)])
@pytest.mark.parametrize("op", ["Exp", "Expm1", "Elu", "Tanh", "Log", "Log1p", "Softplus"])
def test_functions_over_all_magnitudes(op: str, dtype: str) -> None:
    info = np.finfo(dtype)
    tiny, large = np.log(float(info.smallest_subnormal)), np.log(float(info.max))
    x = np.concatenate([np.exp(np.linspace(tiny, large, 20011)), np.linspace(0, 1.02 * large, 20011)]).astype(dtype)
    if op != "Log":
        x = np.concatenate([x, -x if op != "Log1p" else -np.exp(np.linspace(tiny, 0, 9999)[:-1]).astype(dtype)])
    expected, ulps = evaluated(op, [x])
    (found,) = run(chain_of(op, (), [x]), [x], [dtype])
    assert within(found, expected, ulps)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("op", sorted(SHARED))
def test_kernels_with_vectors_are_the_same_bits(op: str, dtype: str) -> None:
    x = np.concatenate([np.random.default_rng(3).normal(size=20011) * 10.0 ** np.arange(-9, 2).repeat(1820)[:20011],
                        special_operands(op, dtype)[0]]).astype(dtype)  # fmt: skip
    call = Call(op, {"x": x}, {})
    found = [prepared for name, (_, prepared) in call.supporting.items() if ".simd." in name]
    (chained,) = run(chain_of(op, (), [x]), [x], [dtype])
    for prepared in found:
        (alone,) = prepared.run(NO_CONTEXT, [x], None)
        assert same_bits(chained, alone)
    assert found or (op, dtype) in {("Erf", "float64"), ("Erfc", "float64")}


DTYPES = ("float32", "float64", "int32", "int64", "bool")


@pytest.mark.parametrize("source", DTYPES)
@pytest.mark.parametrize("target", DTYPES)
def test_casts(source: str, target: str) -> None:
    values = {"f": [*SPECIAL["f"], 3e9, -3e9, 2.0**31, -(2.0**31), 1e19, 16777217.0], "b": [False, True]}
    x = np.array(values.get(np.dtype(source).kind, [*SPECIAL["i"], 16777217, 33554435]), np.float64).astype(source)
    if source == "int64":
        x = np.append(x, [2**62 + 1, -(2**63), 2**53 + 1])
    with np.errstate(all="ignore"):
        expected = x.astype(target)
    (found,) = run(chain_of("Cast", cast(target), [x]), [x], [target])
    assert same_bits(found, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("op", ["Select", "SelectV2"])
def test_selections(op: str, dtype: str) -> None:
    rng = np.random.default_rng(2)
    mask, x, y = (rng.integers(0, 2, 77).astype(bool), *(rng.integers(-9, 9, 77).astype(dtype) for _ in range(2)))
    (found,) = run(chain_of(op, (), [mask, x, y]), [mask, x, y], [dtype])
    assert same_bits(found, np.where(mask, x, y))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("exponent", [-1.0, 0.5, 1.0, 2.0, 3.0, 4.0])
def test_powers(exponent: float, dtype: str) -> None:
    rng = np.random.default_rng(3)
    x = np.concatenate([np.array(SPECIAL["f"]), rng.normal(size=1000) * 10.0 ** rng.integers(-20, 20, 1000)])
    x = x.astype(dtype)
    with np.errstate(all="ignore"):
        expected = np.power(x.astype(np.longdouble), exponent)
    (found,) = run(chain_of("Pow", (("exponent", exponent),), [x]), [x], [dtype])
    assert within(found, expected, 2)


def test_biases() -> None:
    rng = np.random.default_rng(4)
    x, b = rng.normal(size=(3, 4, 5)).astype(np.float32), rng.normal(size=5).astype(np.float32)
    for op in ("BiasAdd", "BiasAddV1"):
        (found,) = run(chain_of(op, (), [x, b]), [x, b], [np.float32])
        assert same_bits(found, x + b)


def test_sums_of_many_go_from_left_to_right() -> None:
    values = [np.full(5, v, np.float32) for v in (1e8, 1.0, -1e8, 1.0)]
    for count, expected in ((1, 1e8), (3, 0.0), (4, 1.0)):
        (found,) = run(chain_of("AddN", (), values[:count]), values[:count], [np.float32])
        assert np.all(found == expected)


UNARY = ["Neg", "Abs", "Relu", "Relu6", "Softsign", "Square", "Sign", "Rint", "LeakyRelu"]
BINARY = ["Add", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference", "ReluGrad", "TanhGrad"]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.full) for n in range(4, 12))])
def test_random_chains(seed: int, dtype: str) -> None:
    """Exact ops alone, so all bits count; comparisons, selections and other dtypes among them; several outputs."""
    rng = np.random.default_rng(seed)
    shape = (int(rng.integers(1, 5)), int(rng.integers(1, 70)))
    shapes = [shape, shape, (shape[1],), (shape[0], 1), ()]
    arrays = [np.asarray(rng.normal(size=s), dtype) for s in shapes]
    other = "float64" if dtype == "float32" else "float32"
    values, steps = list(arrays), []
    floats, masks = list(range(5)), []

    def step(op: str, attrs: tuple[tuple[str, Any], ...], operands: list[int], result: Array) -> int:
        steps.append(ChainStep(op, attrs, tuple(operands)))
        values.append(np.broadcast_to(result, shape))
        return len(values) - 1

    with np.errstate(all="ignore"):
        floats.append(step("Add", (), [0, 2], arrays[0] + arrays[2]))
        for _ in range(int(rng.choice([3, 40, 300]))):
            kind = rng.integers(0, 10)
            op = str(rng.choice(UNARY if kind < 4 else BINARY))
            chosen = [int(i) for i in rng.choice(floats[-12:], operand_count(op))]
            if kind == 9:
                wide = step("Cast", cast(other), chosen[:1], values[chosen[0]].astype(other))
                floats.append(step("Cast", cast(dtype), [wide], values[wide].astype(dtype)))
            elif kind == 8:
                a, b = (int(i) for i in rng.choice(floats, 2))
                masks.append(step("Less", (), [a, b], values[a] < values[b]))
                mask = int(rng.choice(masks))
                floats.append(step("SelectV2", (), [mask, a, b], np.where(values[mask], values[a], values[b])))
            else:
                oracle = ORACLES[op]
                floats.append(step(op, oracle.attrs, chosen, oracle.formula(*[values[i] for i in chosen])))
    whole = [i for i in range(5, len(values)) if i == len(values) - 1 or rng.random() < 0.1]
    reached = _whole(steps, shapes, shape)
    wanted = [i for i in whole if reached[i]] or [5]
    inputs = tuple(ChainInput(s, as_dtype(dtype)) for s in shapes)
    chain = Chain(inputs, tuple(steps), tuple(i - 5 for i in wanted), shape)
    for found, i in zip(run(chain, arrays, [values[i].dtype for i in wanted]), wanted, strict=True):
        assert same_bits(found, values[i]), steps[i - 5]


def _whole(steps: list[ChainStep], shapes: list[tuple[int, ...]], shape: tuple[int, ...]) -> list[bool]:
    """Of each value whether it has the whole shape."""
    found = list(shapes)
    for step in steps:
        found.append(np.broadcast_shapes(*(found[i] for i in step.operands)))
    return [each == shape for each in found]
