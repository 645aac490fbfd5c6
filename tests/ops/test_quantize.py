"""Simulated quantisation: ranges of slices, gradients, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError
from tests.golden.case import reals
from tests.ops.other_device import OTHER

X = reals((3, 4), "float64", 1)
LOW, HIGH = np.array([-0.5, -0.1, 0.0]), np.array([0.25, 0.6, 0.5])
raw, eager = go.raw_ops, go.eager


@pytest.mark.parametrize("attrs", [{}, {"signed_input": False}, {"num_bits": 3, "round_mode": "HALF_UP"}])
def test_given_ranges_of_slices(attrs: Any) -> None:
    """Each slice as a call of its own; TensorFlow 2.21 refuses such ranges on the CPU."""
    attrs = {"range_given": True, **attrs}
    found = eager.QuantizeAndDequantizeV4(input=X, input_min=LOW, input_max=HIGH, axis=0, **attrs)
    for row in range(3):
        one = eager.QuantizeAndDequantizeV4(input=X[row], input_min=LOW[row], input_max=HIGH[row], **attrs)
        np.testing.assert_array_equal(found[row], one)


def test_gradients_of_first_and_second_order() -> None:
    """1 within the range and 0 outside, as often as one asks."""
    with go.Graph().as_default(), go.Session() as session:
        x, low, high = go.constant(X), go.constant(LOW), go.constant(HIGH)
        y = raw.QuantizeAndDequantizeV4(input=x, input_min=low, input_max=high, axis=0, range_given=True)
        seed = go.placeholder(go.float64, (3, 4))
        dx, dlow, dhigh = go.gradients(y, [x, low, high], grad_ys=[seed])
        (again,) = go.gradients(dx, seed)
        inside = (LOW[:, None] <= X) & (HIGH[:, None] >= X)
        dy = reals((3, 4), "float64", 2)
        found = session.run([dx, dlow, dhigh, again], {seed: dy})
    np.testing.assert_array_equal(found[0], np.where(inside, dy, 0))
    np.testing.assert_array_equal(found[1], np.zeros(3))
    np.testing.assert_array_equal(found[2], np.zeros(3))
    np.testing.assert_array_equal(found[3], inside)


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"num_bits": 0}, "attr 'num_bits' of op 'QuantizeAndDequantizeV4' must be between 1 and 61, got 0"),
        ({"num_bits": 63, "signed_input": False}, "must be between 1 and 62, got 63"),
        ({"axis": -2}, "attr 'axis' of op 'QuantizeAndDequantizeV4' must be at least -1, got -2"),
        ({"axis": 2}, "must be an axis of input, whose shape is"),
        ({"range_given": True, "input_min": LOW}, "input_min of op 'QuantizeAndDequantizeV4' must have shape"),
        ({"range_given": True, "axis": 1, "input_max": LOW}, "must have shape"),
        ({"range_given": True, "input_min": 1.0, "input_max": 0.0}, "input_min of op .* must be at most input_max"),
    ],
)
def test_refused(given: Any, sentence: str, device: str) -> None:
    with go.Graph().as_default(), go.device(f"/device:{device}:0"), go.Session() as session:
        arguments = {"input": X, "input_min": np.array(0.0), "input_max": np.array(0.0)}
        with pytest.raises(GraphopsError, match=sentence):
            session.run(raw.QuantizeAndDequantizeV4(**{**arguments, **given}))


def test_a_fed_range_the_wrong_way_round() -> None:
    with go.Graph().as_default(), go.Session() as session:
        low = go.placeholder(go.float64, ())
        y = raw.QuantizeAndDequantizeV4(
            input=X, input_min=low, input_max=go.constant(0.0, go.float64), range_given=True
        )
        with pytest.raises(GraphopsError, match="input_min of op 'QuantizeAndDequantizeV4' must be at most input_max"):
            session.run(y, {low: 1.0})


def test_states_of_generators_that_are_refused() -> None:
    with go.Graph().as_default(), go.Session() as session:
        for value, alg, sentence in (
            (np.int64([1, 2, 3, 4]), 1, "must be a variable of shape"),
            (np.int64([1, 2]), 1, "must be a variable of shape"),
            (np.int32([1, 2, 3]), 1, "must be a variable of dtype int64"),
            (np.int64([1, 2, 3]), 2, r"got 2 \(ThreeFry\)"),
            (np.int64([1, 2, 3]), 0, r"alg of op 'RngReadAndSkip' must be 1 \(Philox\)"),
        ):
            state = go.Variable(value)
            session.run(state.initializer)
            with pytest.raises(GraphopsError, match=sentence):
                session.run(raw.RngReadAndSkip(resource=state.handle, alg=alg, delta=np.uint64(1)))
