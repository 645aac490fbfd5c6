"""Optimizer steps for whole variables and for some of their entries; the first whole ones are in ``training.py``.

An input of dtype resource is given as the value that the variable has before the op; what is recorded is the values of
the variables afterwards, in the order of the inputs. TensorFlow rounds half and bfloat16 after every operation, so
those come once, with few numbers. Left out because TensorFlow has no CPU kernel: half and bfloat16 for AdagradDA and
the proximal steps, bfloat16 for AdaMax and for sparse RMSProp.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case
from tests.golden.cases.training import COMPLEXES, FLOATS, HALVES, INF, NAN, numbers, positive, scalar

NUMBERS = {
    "lr": 0.125, "alpha": 0.25, "rho": 0.95, "epsilon": 0.01, "momentum": 0.9, "beta1_power": 0.81, "beta2_power": 0.5,
    "beta1": 0.9, "beta2": 0.75, "beta": 0.75, "sign_decay": 0.5, "logbase": 0.6931, "l1": 0.125, "l2": 0.25,
    "l2_shrinkage": 0.0625, "lr_power": -0.5,
}  # fmt: skip
# The variables of each step; those that are sums of squares are marked. Then its numbers and its attrs.
STEPS: dict[str, tuple[str, str, list[dict[str, Any]]]] = {
    "Adadelta": ("var accum+ accum_update+", "lr rho epsilon grad", [{}]),
    "AdagradDA": ("var gradient_accumulator gradient_squared_accumulator+", "grad lr l1 l2 global_step", [{}]),
    "AdaMax": ("var m v+", "beta1_power lr beta1 beta2 epsilon grad", [{}]),
    "AdamWithAmsgrad": ("var m v+ vhat+", "beta1_power beta2_power lr beta1 beta2 epsilon grad", [{}]),
    "AddSign": ("var m", "lr alpha sign_decay beta grad", [{}]),
    "PowerSign": ("var m", "lr logbase sign_decay beta grad", [{}]),
    "CenteredRMSProp": ("var mg ms+ mom", "lr rho momentum epsilon grad", [{}]),
    "Ftrl": ("var accum+ linear", "grad lr l1 l2 lr_power", [{}, {"multiply_linear_by_lr": True}]),
    "FtrlV2": ("var accum+ linear", "grad lr l1 l2 l2_shrinkage lr_power", [{}, {"multiply_linear_by_lr": True}]),
    "ProximalAdagrad": ("var accum+", "lr l1 l2 grad", [{}]),
    "ProximalGradientDescent": ("var", "alpha l1 l2 delta", [{}]),
    "Adagrad": ("var accum+", "lr grad", [{}, {"update_slots": False}]),
    "AdagradV2": ("var accum+", "lr epsilon grad", [{}, {"update_slots": False}]),
    "KerasMomentum": ("var accum", "lr grad momentum", [{}, {"use_nesterov": True}]),
    "Momentum": ("var accum", "lr grad momentum", [{}, {"use_nesterov": True}]),
    "RMSProp": ("var ms+ mom", "lr rho momentum epsilon grad", [{}]),
}
ELSEWHERE = ("Adagrad", "AdagradV2", "KerasMomentum", "Momentum", "RMSProp")  # whole ones: family training
DENSE = tuple(name for name in STEPS if name not in ELSEWHERE)
SPARSE = tuple(name for name in STEPS if name not in ("AdaMax", "AdamWithAmsgrad", "AddSign", "PowerSign"))
TWO = ("AdagradDA", "ProximalAdagrad", "ProximalGradientDescent")  # float32 and float64 only
REAL = (*TWO, "AdaMax", "AdamWithAmsgrad", "AddSign", "PowerSign", "Ftrl", "FtrlV2")
NO_BFLOAT16 = (*TWO, "AdaMax")
NO_SPARSE_BFLOAT16 = (*TWO, "CenteredRMSProp", "RMSProp")


def values(name: str, dtype: str, shape: tuple[int, ...], seed: int) -> dict[str, Array]:
    """The variables of a step."""
    found = {}
    for place, variable in enumerate(STEPS[name][0].split()):
        make = positive if variable.endswith("+") else numbers
        found[variable.rstrip("+")] = make(shape, dtype, seed + 10 * place)
    if name == "CenteredRMSProp":  # a mean of squares is at least the mean's square
        found["ms"] = found["ms"] + found["mg"] * found["mg"]
    return found


def dense(name: str, dtype: str, shape: tuple[int, ...], seed: int, **changed: Any) -> Iterator[Case]:
    for attrs in STEPS[name][2]:
        inputs = values(name, dtype, shape, seed)
        for number in STEPS[name][1].split():
            if number in ("grad", "delta"):
                inputs[number] = changed.get("grad", numbers(shape, dtype, seed + 77))
            elif number == "global_step":
                inputs[number] = np.array(3, "int64")
            else:
                inputs[number] = scalar(changed.get(number, NUMBERS[number]), dtype)
        yield Case(f"ResourceApply{name}", inputs, attrs)


def sparse(name: str, dtype: str, shape: tuple[int, ...], indices: Array, seed: int, **changed: Any) -> Iterator[Case]:
    for attrs in STEPS[name][2]:
        inputs = values(name, dtype, shape, seed)
        for number in STEPS[name][1].split():
            if number in ("grad", "delta"):
                inputs["grad"] = changed.get("grad", numbers((indices.shape[0], *shape[1:]), dtype, seed + 77))
                inputs["indices"] = indices
            elif number == "global_step":
                inputs[number] = np.array(3, "int64")
            else:
                inputs[number] = scalar(changed.get(number, NUMBERS[number]), dtype)
        yield Case(f"ResourceSparseApply{name}", inputs, attrs)


def dtypes(name: str, *, rows: bool) -> list[str]:
    without = NO_SPARSE_BFLOAT16 if rows else NO_BFLOAT16
    found = list(FLOATS)
    found += [dtype for dtype in HALVES if name not in TWO and (dtype == "float16" or name not in without)]
    return found + list(COMPLEXES if name not in REAL else ())


def few_roundings(name: str, dtype: str) -> dict[str, float]:
    """Numbers for which the many operations of Ftrl do not add up to a difference that can be seen."""
    return {"lr_power": 0.0, "lr": 0.5} if name.startswith("Ftrl") and dtype in HALVES else {}


def every() -> Iterator[Case]:
    again = np.array([3, 0, 3, 1, 3, 0], "int32")
    for place, name in enumerate(DENSE):
        for number, dtype in enumerate(dtypes(name, rows=False)):
            yield from dense(name, dtype, (2, 3), 1000 * place + 100 * number, **few_roundings(name, dtype))
        for shape in ((), (0, 3)):
            yield from dense(name, "float32", shape, 1000 * place + 600)
    for place, name in enumerate(SPARSE):
        for number, dtype in enumerate(dtypes(name, rows=True)):
            changed = few_roundings(name, dtype)
            yield from sparse(name, dtype, (5, 3), np.array([4, 0, 2], "int64"), 1000 * place + 100 * number, **changed)
        yield from sparse(name, "float64", (4, 2), again, 1000 * place + 700)
        yield from sparse(name, "float32", (4,), again.astype("int64"), 1000 * place + 710)
        yield from sparse(name, "float32", (4, 2, 2), np.zeros((0,), "int32"), 1000 * place + 720)


def edges() -> Iterator[Case]:
    """Numbers at their limits, and values that are not finite."""
    for name in ("Ftrl", "FtrlV2", "AdagradDA", "ProximalAdagrad", "ProximalGradientDescent"):
        for changed in ({"l1": 0.0}, {"l2": 0.0}, {"l1": 0.0, "l2": 0.0}, {"l1": 5.0}):
            yield from dense(name, "float64", (3, 2), 40, **changed)
            yield from sparse(name, "float64", (4, 2), np.array([2, 1, 2], "int32"), 41, **changed)
    for name in ("Ftrl", "FtrlV2"):
        for power in (0.0, -0.25, -1.0):
            yield from dense(name, "float64", (3, 2), 50, lr_power=power)
            yield from sparse(name, "float64", (4, 2), np.array([2, 1, 2], "int32"), 51, lr_power=power)
    grad = np.array([NAN, INF, -INF, 0.0, -0.0, 1e30, -1e30, 1e-30], "float32")
    for name in DENSE:
        yield from dense(name, "float32", grad.shape, 900, grad=grad)
    for name in SPARSE:
        yield from sparse(name, "float32", grad.shape, np.arange(8), 901, grad=grad)


CASES = [*every(), *edges()]
