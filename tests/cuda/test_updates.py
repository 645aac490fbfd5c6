"""Steps of optimizers in one launch, against their formulas in float64."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, exp, sqrt
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.plugins.packages import load_kernels
from graphops_registry.kernel_def import KernelDef, kernels_of
from graphops_registry.op_def import lookup_op
from tests.few import few

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]
RANDOM = np.random.default_rng(5)


def sign(x: float) -> float:
    return copysign(1.0, x) if x else 0.0


def momentum(flag: bool, v: list[float], g: float, lr: float, m: float) -> list[float]:
    accum = m * v[1] + g
    return [v[0] - lr * (g + m * accum) if flag else v[0] - lr * accum, accum]


def keras_momentum(flag: bool, v: list[float], g: float, lr: float, m: float) -> list[float]:
    accum = m * v[1] - lr * g
    return [v[0] + m * accum - lr * g if flag else v[0] + accum, accum]


def adam(flag: bool, v: list[float], g: float, p1: float, p2: float, lr: float, b1: float, b2: float, e: float) -> Any:
    rate = lr * sqrt(1 - p2) / (1 - p1)
    m, s = b1 * v[1] + (1 - b1) * g, b2 * v[2] + (1 - b2) * g * g
    return [v[0] - rate * (b1 * m + (1 - b1) * g if flag else m) / (sqrt(s) + e), m, s]


def amsgrad(
    flag: bool, v: list[float], g: float, p1: float, p2: float, lr: float, b1: float, b2: float, e: float
) -> Any:
    rate = lr * sqrt(1 - p2) / (1 - p1)
    m, s = b1 * v[1] + (1 - b1) * g, b2 * v[2] + (1 - b2) * g * g
    most = max(v[3], s)
    return [v[0] - rate * m / (sqrt(most) + e), m, s, most]


def ada_max(flag: bool, v: list[float], g: float, p1: float, lr: float, b1: float, b2: float, e: float) -> list[float]:
    m, s = b1 * v[1] + (1 - b1) * g, max(b2 * v[2], abs(g))
    return [v[0] - lr / (1 - p1) * m / (s + e), m, s]


def adagrad(flag: bool, v: list[float], g: float, lr: float, e: float = 0.0) -> list[float]:
    accum = v[1] + g * g if flag else v[1]
    return [v[0] - lr * g / (sqrt(accum) + e), accum]


def adadelta(flag: bool, v: list[float], g: float, lr: float, rho: float, e: float) -> list[float]:
    accum = rho * v[1] + (1 - rho) * g * g
    update = sqrt(v[2] + e) / sqrt(accum + e) * g
    return [v[0] - lr * update, accum, rho * v[2] + (1 - rho) * update * update]


def rms_prop(flag: bool, v: list[float], g: float, lr: float, rho: float, m: float, e: float) -> list[float]:
    ms = rho * v[1] + (1 - rho) * g * g
    mom = m * v[2] + lr * g / sqrt(ms + e)
    return [v[0] - mom, ms, mom]


def centered(flag: bool, v: list[float], g: float, lr: float, rho: float, m: float, e: float) -> list[float]:
    mg, ms = rho * v[1] + (1 - rho) * g, rho * v[2] + (1 - rho) * g * g
    mom = m * v[3] + lr * g / sqrt(ms - mg * mg + e)
    return [v[0] - mom, mg, ms, mom]


def add_sign(flag: bool, v: list[float], g: float, lr: float, alpha: float, decay: float, beta: float) -> list[float]:
    m = beta * v[1] + (1 - beta) * g
    return [v[0] - lr * (alpha + decay * sign(g) * sign(m)) * g, m]


def power_sign(flag: bool, v: list[float], g: float, lr: float, base: float, decay: float, beta: float) -> list[float]:
    m = beta * v[1] + (1 - beta) * g
    return [v[0] - lr * exp(base * decay * sign(g) * sign(m)) * g, m]


# The step of one element: (the flag, the variables, the gradient, the scalars in the order of the op's inputs).
STEPS: dict[str, Callable[..., list[float]]] = {
    "GradientDescent": lambda flag, v, g, lr: [v[0] - lr * g],
    "Momentum": momentum, "KerasMomentum": keras_momentum, "Adam": adam, "AdamWithAmsgrad": amsgrad, "AdaMax": ada_max,
    "Adagrad": adagrad, "AdagradV2": adagrad, "Adadelta": adadelta, "RMSProp": rms_prop, "CenteredRMSProp": centered,
    "AddSign": add_sign, "PowerSign": power_sign,
}  # fmt: skip


def kernel(name: str) -> KernelDef:
    load_kernels()
    return next(d for d in kernels_of(f"ResourceApply{name}", "GPU") if d.name.startswith("graphops_cuda"))


@pytest.mark.parametrize("name", few(sorted(STEPS), 3))
def test_step(name: str) -> None:
    import cupy

    definition = kernel(name)
    step, inputs = definition.cls, lookup_op(f"ResourceApply{name}").op_def.inputs
    variables = len(step.variables)
    for dtype in definition.types["T"]:
        for flag in (False, True) if step.flag else (False,):
            for size in (1, 37, 2051):
                kind = dtype.numpy_dtype
                values = [RANDOM.uniform(0.5, 2, size).astype(kind) for _ in range(variables)]
                if name == "CenteredRMSProp":  # the mean of squares is above the square of the mean
                    values[1], values[2] = values[1] / kind.type(4), values[2] + kind.type(1)
                scalars = [np.asarray(kind.type(x)) for x in RANDOM.uniform(0.2, 0.8, len(inputs) - variables - 1)]
                gradient = RANDOM.normal(0, 1, size).astype(kind)
                numbers = [*scalars[: step.gradient], gradient, *scalars[step.gradient :]]
                there = [cupy.asarray(x) for x in values]
                new = step({"T": dtype, step.flag: flag}).stepped(there, [cupy.asarray(x) for x in numbers])
                exact = np.array([
                    STEPS[name](flag, [float(x[i]) for x in values], float(gradient[i]), *map(float, scalars))
                    for i in range(size)
                ]).T  # fmt: skip
                compare(name, new, exact, values, kind)
                assert all((x.get() == y).all() for x, y in zip(there, values, strict=True))  # published ones stay


def compare(name: str, new: list[Any], exact: Array, values: list[Array], kind: Any) -> None:
    unit = float(ml_dtypes.finfo(kind).eps) + 16 * (2.0**-52 if kind == np.float64 else 2.0**-23)
    for got, want, old in zip(new, exact, values, strict=True):
        if got is None:
            assert (want == old.astype(np.float64)).all()
            continue
        got = got.get()
        assert got.dtype == kind
        assert (np.abs(got.astype(np.float64) - want) <= unit * np.maximum(np.abs(want), 1)).all(), name


def test_nothing_is_launched_for_nothing() -> None:
    import cupy

    definition = kernel("Adam")
    empty, one = cupy.zeros((0, 3), np.float32), cupy.asarray(np.asarray(np.float32(0.5)))
    step = definition.cls({"T": definition.types["T"][2], "use_nesterov": False})
    assert [x.shape for x in step.stepped([empty] * 3, [*[one] * 6, empty])] == [(0, 3)] * 3


def test_in_a_session() -> None:
    raw = go.raw_ops
    with go.Graph().as_default(), go.device("/device:GPU:0"), go.Session() as session:
        var, accum = (raw.VarHandleOp(dtype=go.half, shape=(3,), shared_name=name) for name in ("v", "a"))
        start = [raw.AssignVariableOp(resource=h, value=go.constant([1, 2, 4], go.half)) for h in (var, accum)]
        step = raw.ResourceApplyMomentum(
            var=var, accum=accum, lr=go.constant(0.5, go.half), grad=go.constant([2, 0, -2], go.half),
            momentum=go.constant(0.25, go.half),
        )  # fmt: skip
        session.run(start)
        session.run(step)  # and once more before it is read
        with go.control_dependencies([step]):
            read = raw.ReadVariableOp(resource=var, dtype=go.half)
        assert session.run(read).tolist() == [1 - 1.125 - 1.28125, 2 - 0.25 - 0.0625, 4 + 0.5 + 1.125]
