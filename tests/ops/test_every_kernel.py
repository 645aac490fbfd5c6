"""The matrix of the convolutions for every kernel that supports a case, not only for the one that is chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.kernels.context import NO_CONTEXT
from tests.few import few
from tests.ops.conv_matrix import (
    CONVOLUTIONS,
    Configuration,
    Sizes,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.ops.every_kernel import STORED, Call, targets
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers

FLOATS = ("half", "bfloat16", "float", "double")


def faults(c: Configuration, s: Sizes, *, integers: bool, awkward: bool) -> list[str]:
    """What is wrong with any kernel's answer to one case."""
    inputs, attrs = call(c, s, integers=integers)
    made = Call(c.op, inputs, attrs)
    (answer,) = answers(c.op, inputs, attrs)
    dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
    wrong: list[str] = []

    def check(label: str, found: Any) -> None:
        try:
            if integers:
                assert_equal(found, answer.value, dtype)
            else:
                assert_answer(found, answer, dtype)
                assert_close_to_largest(found, answer.value, dtype)
        except AssertionError as fault:
            wrong.append(f"{c} {label}: {str(fault)[:300]}")

    for name, (_, prepared) in made.supporting.items():
        (found,) = prepared.run(NO_CONTEXT, made.arrays, None)
        check(name, found)
        if not awkward:
            continue
        for how in STORED:
            before = [a.copy() for a in made.arrays]
            (again,) = prepared.run(NO_CONTEXT, made.stored(how), None)
            if again.tobytes() != found.tobytes():
                check(f"{name} with {how} inputs", again)
            if any(a.tobytes() != b.tobytes() for a, b in zip(made.arrays, before, strict=True)):
                wrong.append(f"{c} {name} wrote to an input")
        for how, target in targets(found):
            (given,) = prepared.run(NO_CONTEXT, made.arrays, [target])
            if given is not target or given.tobytes() != found.tobytes():
                check(f"{name} into a {how} array", given)
                if given is not target:
                    wrong.append(f"{c} {name} did not return the {how} array that it was given")
    return wrong


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_every_configuration(op: str, full: bool) -> None:
    """Without GRAPHOPS_FULL=1 the few in which every two values meet; awkward arrays for those that do most."""
    wrong: list[str] = []
    for c in configurations(op) if full else few_configurations(op):
        wrong += faults(c, sizes_of(c), integers=True, awkward=False)
        if c.T in FLOATS:
            wrong += faults(c, sizes_of(c), integers=False, awkward=full or (c.strided and c.dilated))
    assert wrong == []


@pytest.mark.parametrize("op", few(CONVOLUTIONS, 4))
def test_the_edges(op: str, full: bool) -> None:
    """In float without groups, each size with each padding; with GRAPHOPS_FULL=1 in every configuration."""
    wrong: list[str] = []
    every = ((c, name, sizes) for c in configurations(op) if c.T in FLOATS for name, sizes in special_sizes(c))
    for c, name, sizes in every if full else few_edges(op, lambda c: c.T in ("float", "double") and not c.grouped):
        wrong += [f"{name}: {fault}" for fault in faults(c, sizes, integers=False, awkward=False)]
    assert wrong == []


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_what_is_not_finite_reaches_what_it_meets_and_nothing_else(op: str, full: bool) -> None:
    """Padding is not a zero that an infinite number could turn into NaN; without GRAPHOPS_FULL=1 every two values."""
    wrong: list[str] = []
    for c in configurations(op) if full else few_configurations(op, FLOATS):
        if c.T not in FLOATS or c.dilated or c.padding == "VALID":
            continue
        s = sizes_of(c)
        inputs, attrs = call(c, s, integers=True)
        for name in [n for n in inputs if not n.endswith("_sizes")]:
            for value in (np.inf, -np.inf, np.nan):
                spoilt = dict(inputs)
                spoilt[name] = inputs[name].copy()
                spoilt[name].reshape(-1)[0] = value
                (answer,) = answers(c.op, spoilt, attrs)
                made = Call(c.op, spoilt, attrs)
                for kernel, (_, prepared) in made.supporting.items():
                    (found,) = prepared.run(NO_CONTEXT, made.arrays, None)
                    expected = answer.value.astype(np.float64)
                    if not np.array_equal(np.asarray(found, np.float64), expected, equal_nan=True):
                        wrong.append(f"{c} {kernel}: {value} in {name}")
    assert wrong == []
