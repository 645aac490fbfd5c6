"""Gradients of quantisation in training: rounding counts for nothing, so differences say something else."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import reals

X = 4 * reals((3, 4), "float32", 1)
DY = reals((3, 4), "float32", 2)
ENDS = {"Vars": (np.float32(-1), np.float32(2)), "VarsPerChannel": (-abs(X[0]) - 1, abs(X[1]))}


@pytest.mark.parametrize("kind", ENDS)
def test_vars(kind: str) -> None:
    """The gradient is the recorded op's, for inputs, min and max."""
    low, high = ENDS[kind]
    with go.Graph().as_default(), go.Session() as session:
        tensors = [go.constant(value) for value in (X, low, high)]
        y = getattr(go.raw_ops, f"FakeQuantWithMinMax{kind}")(inputs=tensors[0], min=tensors[1], max=tensors[2])
        found = session.run(go.gradients(y, tensors, grad_ys=[DY]))
    op = getattr(go.eager, f"FakeQuantWithMinMax{kind}Gradient")
    expected = op(gradients=DY, inputs=X, min=low, max=high)
    for got, want in zip(found, expected, strict=True):
        assert np.array_equal(got, want)
    beyond = (low - 0.1 > X) | (high + 0.1 < X)
    assert beyond.any()
    assert not found[0][beyond].any()


def test_args() -> None:
    attrs = {"min": -1.0, "max": 2.0, "num_bits": 4}
    with go.Graph().as_default(), go.Session() as session:
        x = go.constant(X)
        y = go.raw_ops.FakeQuantWithMinMaxArgs(inputs=x, **attrs)
        (found,) = session.run(go.gradients(y, [x], grad_ys=[DY]))
    assert np.array_equal(found, go.eager.FakeQuantWithMinMaxArgsGradient(gradients=DY, inputs=X, **attrs))
    assert np.array_equal(found, np.where((X >= -1) & (X <= 2), DY, 0))


@pytest.mark.parametrize("kind", ENDS)
def test_the_gradients_are_linear(kind: str) -> None:
    low, high = ENDS[kind]
    given = {"gradients": DY, "inputs": X, "min": low, "max": high}
    constants = ["inputs", "min", "max"]
    assert gradcheck(f"FakeQuantWithMinMax{kind}Gradient", given, order=2, constants=constants)


def test_the_gradient_of_fixed_ranges_is_linear() -> None:
    given = {"gradients": DY, "inputs": X}
    assert gradcheck("FakeQuantWithMinMaxArgsGradient", given, {"min": -1.0}, order=2, constants=["inputs"])
