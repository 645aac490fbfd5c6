"""Every recorded call gives what TensorFlow 2.21 answered: eagerly, in a Session, and on the stand-in device.

In the fast run a call is made in one of these ways, in turn, and those of ``golden_calls.few`` in all of them: what a
kernel computes does not depend on the way, and each way sees every kind of dtype and mode of each op.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from graphops.testing import difference
from graphops.testing.tolerances import RELATIVE
from graphops_cpu.lib.elementwise import Elementwise
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op
from tests.golden.case import Array, Case
from tests.ops import golden_calls
from tests.ops.other_device import OTHER

# TensorFlow rounds every intermediate result of half and bfloat16; we compute in float32 and round once.
TOLERANCE = RELATIVE | {"float16": 1e-3, "bfloat16": 1e-2}
# Where each element is computed from a few numbers alone, it must be right by its own size, not just the largest's.
OWN_TOLERANCE = {
    "float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "complex64": 1e-5, "float64": 1e-12, "complex128": 1e-12
}  # fmt: skip
TINY = {
    "float16": 6e-8, "bfloat16": 1e-38, "float32": 1e-38, "complex64": 1e-38, "float64": 1e-300, "complex128": 1e-300
}  # fmt: skip


def is_elementwise(op: str) -> bool:
    return any(issubclass(definition.cls, Elementwise) for definition in kernels_of(op, "CPU"))


def problem(got: Array, expected: Array, elementwise: bool) -> str | None:
    """What is wrong with one output."""
    if got.dtype != expected.dtype:
        return f"has dtype {got.dtype}, TensorFlow's has {expected.dtype}"
    name = expected.dtype.name
    found = difference(got, expected, relative=TOLERANCE.get(name))
    if found is None and elementwise and name in OWN_TOLERANCE:
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        a, b = got.astype(wide), expected.astype(wide)
        with np.errstate(all="ignore"):
            far = abs(a - b) > OWN_TOLERANCE[name] * abs(b) + TINY[name]
        if far.any():
            return f"differs from TensorFlow's: {got[far][:3]}, not {expected[far][:3]}"
    return found


def faults(
    case: Case, expected: list[Array], ways: Mapping[str, Callable[[Case], list[Array]]], elementwise: bool
) -> list[str]:
    """What is wrong with a call, made in each of some ways."""
    wrong = []
    for way, run in ways.items():
        try:
            outputs = run(case)
        except Exception as error:
            wrong.append(f"{case} ({way}): {type(error).__name__}: {error}")
            continue
        if len(outputs) != len(expected):
            wrong.append(f"{case} ({way}): {len(outputs)} outputs, not {len(expected)}")
            continue
        for index, (got, want) in enumerate(zip(outputs, expected, strict=True)):
            found = problem(got, want, elementwise)
            if found is not None:
                wrong.append(f"{case} ({way}): output {index} {found}")
    return wrong


@pytest.mark.few(330)
@pytest.mark.parametrize(("family", "op"), golden_calls.operations())
def test_recorded_calls(family: str, op: str, full: bool) -> None:
    elementwise = is_elementwise(op)
    stateful = lookup_op(op).op_def.is_stateful
    wrong = []
    calls = golden_calls.recorded(family)[op]
    in_all_ways = {id(case) for case in golden_calls.few([case for case, _ in calls])}
    for number, (case, expected) in enumerate(calls):
        ways = {"Session": lambda case: golden_calls.run_in_session(case)}
        if not stateful:
            ways["eager"] = golden_calls.run_eagerly
        here = golden_calls.has_strings(case, expected)  # strings never leave the host
        if not here and (OTHER == "STANDIN" or golden_calls.fits_cupy(case, expected)):
            ways["stand-in"] = lambda case: golden_calls.run_in_session(case, f"/device:{OTHER}:0")
        if not full and id(case) not in in_all_ways:
            way = list(ways)[number % len(ways)]
            ways = {way: ways[way]}
        wrong += faults(case, expected, ways, elementwise)
    assert not wrong, "\n".join([f"{len(wrong)} faults:", *wrong[:10]])
