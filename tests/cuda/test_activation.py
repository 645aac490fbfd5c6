"""Activations and their gradients in CUDA C, against their formulas in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from tests.cuda.layer_calls import STORED, GpuCall, golden_faults, run
from tests.few import few

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]

TOLERANCE = {"half": 1e-3, "bfloat16": 8e-3, "float": 2e-6, "double": 1e-14}
ALPHA = float(np.float32(0.3))
SCALE, SCALE_ALPHA = 1.0507009873554804934193349852946, 1.7580993408473768599402175208123

# Of float64 features; gradients of (gradients, features), for Elu and Selu of (gradients, outputs).
FORWARD: dict[str, Callable[[Array], Array]] = {
    "Relu": lambda x: np.maximum(x, 0),
    "Relu6": lambda x: np.minimum(np.maximum(x, 0), 6),
    "LeakyRelu": lambda x: np.where(x > 0, x, ALPHA * x),
    "Elu": lambda x: np.where(x < 0, np.expm1(x), x),
    "Selu": lambda x: np.where(x < 0, SCALE_ALPHA * np.expm1(x), SCALE * x),
    "Softplus": lambda x: np.logaddexp(x, 0),
    "Softsign": lambda x: x / (np.abs(x) + 1),
}
BACKWARD: dict[str, Callable[[Array, Array], Array]] = {
    "ReluGrad": lambda g, x: g * (x > 0),
    "Relu6Grad": lambda g, x: g * ((x > 0) & (x < 6)),
    "LeakyReluGrad": lambda g, x: np.where(x > 0, g, ALPHA * g),
    "EluGrad": lambda g, y: np.where(y < 0, g * (y + 1), g),
    "SeluGrad": lambda g, y: np.where(y < 0, g * (y + SCALE_ALPHA), SCALE * g),
    "SoftplusGrad": lambda g, x: g / (np.exp(-x) + 1),
    "SoftsignGrad": lambda g, x: g / (np.abs(x) + 1) ** 2,
}
SPECIAL = [-np.inf, -80.0, -7.5, -1.0, -0.25, -1e-4, -0.0, 0.0, 1e-4, 0.5, 1.0, 5.9, 6.0, 6.1, 80.0, np.inf, np.nan]


def features(dtype: str, count: int) -> Array:
    """Special values, then others; ``count`` of them."""
    rest = np.random.default_rng(0).normal(size=count) * 4
    return np.concatenate([SPECIAL, rest])[:count].astype(as_dtype(dtype).numpy_dtype)


def gradients(dtype: str, count: int) -> Array:
    some = np.resize([1.0, -2.0, np.inf, 0.5, np.nan, 0.0, -3.0, 8.0, -0.125], count)
    return some.astype(as_dtype(dtype).numpy_dtype)


def attrs_of(op: str) -> dict[str, Any]:
    return {"alpha": ALPHA} if op.startswith("Leaky") else {}


def call(op: str, dtype: str, count: int) -> tuple[dict[str, Array], Array]:
    """The inputs, and what is to come out in float64."""
    x = features(dtype, count)
    with np.errstate(all="ignore"):
        if op in FORWARD:
            return {"features": x}, FORWARD[op](x.astype(np.float64))
        g = gradients(dtype, count)
        name = "outputs" if op in ("EluGrad", "SeluGrad") else "features"
        return {"gradients": g, name: x}, BACKWARD[op](g.astype(np.float64), x.astype(np.float64))


@pytest.mark.parametrize("dtype", few(TOLERANCE, 2))
@pytest.mark.parametrize("op", few([*FORWARD, *BACKWARD], 3))
def test_every_element(op: str, dtype: str, full: bool) -> None:
    if not full and dtype in ("bfloat16", "double") and op not in ("Relu", "SeluGrad"):
        return
    # No vector, vectors and a rest, exactly the vectors of a block, several blocks and a rest.
    for count in (1, 19, 4096, 17003):
        inputs, expected = call(op, dtype, count)
        (found,) = run(op, inputs, attrs_of(op))
        with np.errstate(all="ignore"):
            expected = expected.astype(found.dtype).astype(np.float64)  # what is too large is infinite
        wide = found.astype(np.float64)
        assert np.array_equal(np.isnan(wide), np.isnan(expected)), (op, count)
        with np.errstate(all="ignore"):
            size = np.abs(expected)
            if op in ("EluGrad", "SeluGrad"):  # outputs and a constant may cancel
                size = np.maximum(size, np.abs(inputs["gradients"].astype(np.float64)))
            far = np.abs(wide - expected) > TOLERANCE[dtype] * size
        assert not far.any(), (op, count, inputs, wide[far], expected[far])


def test_no_elements_and_no_dimensions() -> None:
    assert run("Relu", {"features": np.zeros((0, 3), np.float32)}, {})[0].shape == (0, 3)
    assert run("Relu", {"features": np.array(-2.0, np.float32)}, {})[0] == 0


@pytest.mark.parametrize("how", STORED)
@pytest.mark.parametrize("op", ["Elu", "ReluGrad"])
def test_awkward_arrays(op: str, how: str) -> None:
    inputs, _ = call(op, "half", 999)
    prepared = GpuCall(op, inputs, {})
    assert prepared(prepared.stored(how))[0].tobytes() == prepared()[0].tobytes()


@pytest.mark.parametrize("op", few([*FORWARD, *BACKWARD], 3))
def test_recorded_calls(op: str) -> None:
    assert not golden_faults(op)
