"""Steps of optimizers on every size: against their formulas in float64, and bit by bit against the plain kernels."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plugins.packages import load_kernels
from graphops.session.resources import ResourceStore
from graphops_registry.device_def import device_type
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op
from graphops_registry.resource import VARIABLE, ResourceHandle, handle_array
from graphops_registry.shape import TensorShape
from tests.few import few

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]

# op -> variables, scalars by name, the gradient's position among them, the boolean attr
STEPS: dict[str, tuple[list[str], dict[str, float], int, str]] = {
    "GradientDescent": (["var"], {"alpha": 0.1}, 1, ""),
    "Momentum": (["var", "accum"], {"lr": 0.1, "momentum": 0.9}, 1, "use_nesterov"),
    "KerasMomentum": (["var", "accum"], {"lr": 0.1, "momentum": 0.9}, 1, "use_nesterov"),
    "Adam": (
        ["var", "m", "v"],
        {"beta1_power": 0.5, "beta2_power": 0.75, "lr": 0.1, "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-3},
        6,
        "use_nesterov",
    ),
    "Adagrad": (["var", "accum"], {"lr": 0.1}, 1, "update_slots"),
    "AdagradV2": (["var", "accum"], {"lr": 0.1, "epsilon": 1e-3}, 2, "update_slots"),
    "RMSProp": (["var", "ms", "mom"], {"lr": 0.1, "rho": 0.9, "momentum": 0.8, "epsilon": 1e-3}, 4, ""),
}
TOLERANCE = {"half": 2e-3, "bfloat16": 2e-2, "float": 1e-6, "double": 1e-14}


def formula(op: str, old: list[Array], s: dict[str, float], g: Array, option: bool) -> list[Array]:
    """The new values in float64, as the ops' documentation has them."""
    var, *slots = (a.astype(np.float64) for a in old)
    g = g.astype(np.float64)
    if op == "GradientDescent":
        return [var - s["alpha"] * g]
    if op == "Momentum":
        accum = s["momentum"] * slots[0] + g
        move = g + s["momentum"] * accum if option else accum
        return [var - s["lr"] * move, accum]
    if op == "KerasMomentum":
        accum = s["momentum"] * slots[0] - s["lr"] * g
        return [var + (s["momentum"] * accum - s["lr"] * g if option else accum), accum]
    if op == "Adam":
        m = s["beta1"] * slots[0] + (1 - s["beta1"]) * g
        v = s["beta2"] * slots[1] + (1 - s["beta2"]) * g**2
        rate = s["lr"] * np.sqrt(1 - s["beta2_power"]) / (1 - s["beta1_power"])
        ahead = s["beta1"] * m + (1 - s["beta1"]) * g if option else m
        return [var - rate * ahead / (np.sqrt(v) + s["epsilon"]), m, v]
    if op.startswith("Adagrad"):
        accum = slots[0] + g**2 if option else slots[0]
        return [var - s["lr"] * g / (np.sqrt(accum) + s.get("epsilon", 0)), accum]
    ms = s["rho"] * slots[0] + (1 - s["rho"]) * g**2
    mom = s["momentum"] * slots[1] + s["lr"] * g / np.sqrt(ms + s["epsilon"])
    return [var - mom, ms, mom]


def run(op: str, dtype: str, values: list[Array], scalars: list[Any], option: bool, simd: bool) -> list[Array]:
    """The variables after a step by the SIMD kernel, or by the plain one."""
    load_kernels()
    definition = lookup_op(op)
    names = STEPS[op.removeprefix("Resource").removeprefix("Apply")][0]
    attrs: dict[str, Any] = {"T": as_dtype(dtype), "use_locking": False}
    for name in ("use_nesterov", "update_slots"):
        if name in definition.op_def.attr_by_name:
            attrs[name] = option
    (kernel,) = [k for k in kernels_of(op, "CPU") if (".simd." in k.name) == simd]
    store, inputs = ResourceStore(), []
    handles = [ResourceHandle("", name, VARIABLE, as_dtype(dtype), TensorShape(None)) for name in names]
    for handle, value in zip(handles, values, strict=True):
        store.assign(handle, value)
        inputs.append(handle_array(handle))
    inputs += scalars
    kernels = NodeKernels(definition, attrs, "CPU", definitions=[kernel])
    host = [a if i in kernels.host_inputs else None for i, a in enumerate(inputs)]
    outputs = len(definition.op_def.outputs)
    prepared = kernel.prepare(kernel.make(attrs), kernels.spec(tuple(a.shape for a in inputs), host, (True,) * outputs))
    results = prepared.run(SimpleNamespace(resources=store, device=device_type("CPU"), index=0), inputs, None)
    assert len(results) == outputs
    assert all(r is inputs[0] for r in results)
    return [store.read(handle) for handle in handles]


def make(op: str, dtype: str, shape: tuple[int, ...], seed: int) -> tuple[list[Array], dict[str, float], list[Any]]:
    """Values of the variables, and the scalars by name and in their order with the gradient."""
    names, scalars, at, _ = STEPS[op]
    rng, kind = np.random.default_rng(seed), as_dtype(dtype).numpy_dtype
    values = [rng.normal(size=shape) for _ in names]
    for index, name in enumerate(names):
        if name in ("v", "ms") or (name == "accum" and op.startswith("Adagrad")):
            values[index] = values[index] ** 2 + 0.1
    held = {name: kind.type(value) for name, value in scalars.items()}
    inputs: list[Any] = [np.array(value) for value in held.values()]
    inputs.insert(at, rng.normal(size=shape).astype(kind))
    return [v.astype(kind) for v in values], {name: float(v) for name, v in held.items()}, inputs


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("op", few(STEPS, 2))
def test_every_size(op: str, dtype: str) -> None:
    for seed, shape in enumerate([(), (1,), (7,), (3, 5), (16,), (33,), (1024,), (5, 1031), (0,), (2, 0)]):
        for option in (False, True):
            values, scalars, inputs = make(op, dtype, shape, seed)
            expected = formula(op, values, scalars, inputs[STEPS[op][2]], option)
            plain = run(f"ResourceApply{op}", dtype, values, inputs, option, simd=False)
            found = run(f"ResourceApply{op}", dtype, values, inputs, option, simd=True)
            for got, wanted, same in zip(found, expected, plain, strict=True):
                assert (got.dtype, got.shape) == (values[0].dtype, shape)
                difference = np.abs(got.astype(np.float64) - wanted)
                assert np.all(difference <= TOLERANCE[dtype] * (1 + np.abs(wanted))), (shape, option)
                assert got.tobytes() == same.tobytes(), (shape, option)


@pytest.mark.parametrize("op", [op for op in STEPS if op != "KerasMomentum"])
def test_references_are_given_on(op: str) -> None:
    values, _, inputs = make(op, "float", (40, 3), 1)
    by_resource = run(f"ResourceApply{op}", "float", values, inputs, False, simd=True)
    by_reference = run(f"Apply{op}", "float", values, inputs, False, simd=True)
    assert [a.tobytes() for a in by_resource] == [a.tobytes() for a in by_reference]


def test_old_values_stay_as_they_are_and_strides_do_not_matter() -> None:
    values, _, inputs = make("Momentum", "float", (64, 33), 2)
    copies = [v.copy() for v in values]
    expected = run("ResourceApplyMomentum", "float", values, inputs, False, simd=True)
    inputs[1] = np.asfortranarray(inputs[1])[::-1][::-1]
    found = run("ResourceApplyMomentum", "float", [np.asfortranarray(v) for v in values], inputs, False, simd=True)
    assert [a.tobytes() for a in found] == [np.ascontiguousarray(a).tobytes() for a in expected]
    assert all(np.array_equal(a, b) for a, b in zip(values, copies, strict=True))


def test_what_is_not_finite_stays_where_it_is() -> None:
    values, _, inputs = make("Adam", "float", (100,), 3)
    inputs[6][[3, 50, 99]] = np.nan, np.inf, -np.inf
    plain = run("ResourceApplyAdam", "float", values, inputs, False, simd=False)
    found = run("ResourceApplyAdam", "float", values, inputs, False, simd=True)
    for got, same in zip(found, plain, strict=True):
        assert np.array_equal(got, same, equal_nan=True)
        assert not np.isfinite(got[[3, 50, 99]]).all()
        assert np.isfinite(np.delete(got, [3, 50, 99])).all()


def test_another_shape_is_refused() -> None:
    values, _, inputs = make("Momentum", "float", (4, 5), 4)
    with pytest.raises(InvalidArgumentError, match="accum of op 'ResourceApplyMomentum' must have the shape of the"):
        run("ResourceApplyMomentum", "float", [values[0], values[1][:3]], inputs, False, simd=True)


def test_numba_is_not_loaded_for_a_small_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    load_kernels()
    (kernel,) = [k for k in kernels_of("ResourceApplyAdam", "CPU") if ".simd." in k.name]
    small: Any = SimpleNamespace(shapes=((),) * 9 + ((10, 10),))
    large: Any = SimpleNamespace(shapes=((),) * 9 + ((100, 100),))
    monkeypatch.setitem(sys.modules, "numba", sys)
    assert kernel.priority_for(small) > 0
    monkeypatch.delitem(sys.modules, "numba")
    assert kernel.priority_for(small) < 0
    assert kernel.priority_for(large) > 0


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_rates_that_are_not_finite_are_those_of_the_plain_kernel(dtype: str) -> None:
    """What is formed of the scalars: 1 - beta1_power may be 0, 1 - beta2_power less than that."""
    for name, value in [("beta1_power", 1.0), ("beta2_power", 1.5), ("lr", np.inf), ("epsilon", np.nan)]:
        values, scalars, inputs = make("Adam", dtype, (20,), 5)
        inputs[list(scalars).index(name)] = np.array(value).astype(values[0].dtype)
        plain = run("ResourceApplyAdam", dtype, values, inputs, True, simd=False)
        found = run("ResourceApplyAdam", dtype, values, inputs, True, simd=True)
        for got, same in zip(found, plain, strict=True):
            assert np.array_equal(got.astype(np.float64), same.astype(np.float64), equal_nan=True), name
        assert not np.isfinite(found[0].astype(np.float64)).any(), name
