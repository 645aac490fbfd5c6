"""Truncated normal numbers: by the moments of their distributions, how draws move, and what is refused."""

from __future__ import annotations

from math import erf, inf
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops_cpu.plain import random_rejection

COUNT = 40000
# means, deviations and bounds: for draws by normal, uniform and exponential numbers, and the same upside down.
DISTRIBUTIONS = {
    "wide": (1.0, 1.5, -3.0, 4.0),
    "half": (0.0, 1.0, 0.0, inf),
    "narrow": (0.0, 1.0, -1.0, 0.5),
    "beside": (0.0, 1.0, 1.0, 1.25),
    "tail": (0.0, 2.0, 10.0, 12.0),
    "open tail": (-5.0, 0.5, 1.0, inf),
    "lower tail": (3.0, 2.0, -inf, -20.0),
    "below": (3.0, 2.0, -2.0, 1.0),
}


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def moments(mean: float, deviation: float, low: float, high: float) -> tuple[float, float]:
    """Mean and variance, by integrating the density, relative to its largest, over 40 deviations."""
    nearest = min(max(mean, low), high)
    grid = np.linspace(max(low, nearest - 40 * deviation), min(high, nearest + 40 * deviation), 400_001)
    density = np.exp(-((grid - mean) ** 2 - (nearest - mean) ** 2) / (2 * deviation**2))
    density[[0, -1]] /= 2
    found = float((grid * density).sum() / density.sum())
    return found, float(((grid - found) ** 2 * density).sum() / density.sum())


def drawn(shape: list[int], *parameters: Any, seed: Any = (3, 4)) -> np.ndarray[Any, Any]:
    means, deviations, low, high = (np.asarray(x) for x in parameters)
    found = go.eager.StatelessParameterizedTruncatedNormal(
        shape=shape, seed=np.array(seed), means=means, stddevs=deviations, minvals=low, maxvals=high
    )
    return np.asarray(found)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_moments(name: str, dtype: str) -> None:
    parameters = np.array(DISTRIBUTIONS[name], dtype)
    found = drawn([COUNT], *parameters).astype(np.float64)
    mean, variance = moments(*DISTRIBUTIONS[name])
    rounding = np.spacing(np.abs(found).max().astype(dtype)).astype(np.float64)
    assert abs(found.mean() - mean) < 5 * (variance / COUNT) ** 0.5 + rounding
    assert abs(found.var() / variance - 1) < 0.1
    assert (found >= parameters[2]).all()
    assert (found <= parameters[3]).all()


def test_each_row_has_parameters_of_its_own() -> None:
    rows = np.array([*DISTRIBUTIONS.values()])
    means, deviations, low, high = rows.T
    node = go.raw_ops.ParameterizedTruncatedNormal(
        shape=[len(rows), 100, 50], means=means, stdevs=deviations, minvals=low, maxvals=high, seed=1
    )
    with go.Session() as session:
        first, later = session.run(node), session.run(node)
    assert (first != later).any()
    with go.Session() as session:
        np.testing.assert_array_equal(session.run(node), first)
    for row, found in zip(rows, first, strict=True):
        mean, variance = moments(*row)
        assert abs(found.mean() - mean) < 5 * (variance / found.size) ** 0.5


def test_each_element_has_parameters_of_its_own() -> None:
    found = drawn([1000, 2, 3], [[0.0], [100.0]], 1.0, [[-1.0], [99.0]], [[1.0, 2.0, 3.0], [101.0, 102.0, 103.0]])
    assert found.shape == (1000, 2, 3)
    np.testing.assert_allclose(found.max(axis=0), [[1, 2, 3], [101, 102, 103]], atol=0.8)
    np.testing.assert_allclose(found.min(axis=0), [[-1] * 3, [99] * 3], atol=0.1)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_an_array_is_the_same_whatever_pieces_it_is_made_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = drawn([100], *DISTRIBUTIONS[name])
    monkeypatch.setattr(random_rejection, "_PIECE", 7)
    np.testing.assert_array_equal(drawn([100], *DISTRIBUTIONS[name]), whole)


@pytest.mark.parametrize(
    ("parameters", "want"),
    [
        ((0.0, 1e-300, 1e30, 2e30), 1e30),  # more deviations away than float64 has numbers
        ((0.0, 1e-300, -2e30, -1e30), -1e30),
        ((0.0, 1.0, 1e200, inf), 1e200),
        ((1e300, 1.0, 0.0, 1.0), 1.0),
        ((0.0, 1e300, -1.0, np.nextafter(-1.0, 0)), -1.0),
    ],
)
def test_bounds_that_are_far_away(parameters: tuple[float, ...], want: float) -> None:
    np.testing.assert_allclose(drawn([50], *parameters), np.full(50, want), rtol=1e-15)


def test_arrays_without_elements() -> None:
    assert drawn([0, 3], *DISTRIBUTIONS["wide"]).shape == (0, 3)
    empty = np.zeros(0)
    node = go.raw_ops.ParameterizedTruncatedNormal(
        shape=[0, 2], means=empty, stdevs=empty, minvals=empty, maxvals=empty
    )
    assert go.Session().run(node).shape == (0, 2)


def test_the_function_of_tensorflow() -> None:
    both = [tf.random.stateless_parameterized_truncated_normal([7], (1, 2), stddevs=x) for x in (1.0, np.float64(1))]
    with go.Session() as session:
        single, double = session.run(both)
    assert (single.dtype, double.dtype) == (np.float32, np.float64)
    np.testing.assert_allclose(single, drawn([7], 0.0, 1.0, -2.0, 2.0, seed=(1, 2)), rtol=1e-6)
    np.testing.assert_allclose(single, double, rtol=1e-6)


# -- how draws move with their parameters --------------------------------------------------------------------------


def quantile(level: float, mean: float, deviation: float, low: float, high: float) -> float:
    """By bisection."""

    def below(x: float) -> float:
        return (1 + erf((x - mean) / deviation / 2**0.5)) / 2

    wanted = below(low) + level * (below(high) - below(low))
    start, end = max(low, mean - 9 * deviation), min(high, mean + 9 * deviation)
    for _ in range(100):
        middle = (start + end) / 2
        start, end = (middle, end) if below(middle) < wanted else (start, middle)
    return start


@pytest.mark.parametrize("name", ["wide", "half", "narrow", "beside", "below"])
def test_gradients_are_those_of_quantiles(name: str) -> None:
    parameters = [*DISTRIBUTIONS[name]]
    mean, deviation, low, high = parameters

    def share(x: float) -> float:
        below = [(1 + erf((y - mean) / deviation / 2**0.5)) / 2 for y in (low, x, high)]
        return (below[1] - below[0]) / (below[2] - below[0])

    inputs = [go.constant(x, dtype=go.float64) for x in parameters]
    names = dict(zip(("means", "stddevs", "minvals", "maxvals"), inputs, strict=True))
    node = go.raw_ops.StatelessParameterizedTruncatedNormal(shape=[5], seed=[1, 2], **names)
    values, found = go.Session().run([node, go.gradients(node, inputs)])
    step = 1e-4
    for index, gradient in enumerate(found):
        want = 0.0
        for x in values:
            near = [[*parameters], [*parameters]]
            near[0][index] -= step
            near[1][index] += step
            if np.isfinite(parameters[index]):
                want += (quantile(share(x), *near[1]) - quantile(share(x), *near[0])) / (2 * step)
        np.testing.assert_allclose(gradient, want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_gradients_go_to_the_shapes_of_parameters(dtype: str) -> None:
    inputs = [go.constant(np.array(x, dtype)) for x in ([[0.0], [1.0]], 1.0, [-1.0, 0.5, 9.0], [[2.0], [30.0]])]
    names = dict(zip(("means", "stddevs", "minvals", "maxvals"), inputs, strict=True))
    names["maxvals"] = inputs[3] + go.constant(np.array(10, dtype))
    node = go.raw_ops.StatelessParameterizedTruncatedNormal(shape=[4, 2, 3], seed=[1, 2], **names)
    gradients = go.gradients(node, [*inputs[:3], names["maxvals"]])
    found = go.Session().run(gradients)
    assert [(x.shape, x.dtype.name) for x in found] == [(s, dtype) for s in ((2, 1), (), (3,), (2, 1))]
    # A move of the mean and of both bounds moves each draw as far.
    total = sum(float(x.astype(np.float64).sum()) for x in (found[0], found[2], found[3]))
    np.testing.assert_allclose(total, 24, rtol=2e-2 if dtype == "float16" else 1e-5)


# -- what is refused -----------------------------------------------------------------------------------------------

GOOD: dict[str, Any] = {"shape": [4, 2], "means": 0.0, "stdevs": 1.0, "minvals": -1.0, "maxvals": 1.0}
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no size": ({"shape": np.zeros(0, np.int32)}, "shape of op .* must have one size or more"),
    "rows": ({"means": [0.0, 1, 2]}, r"means of op .* must be a scalar, or a vector of 1 or 4 numbers, got \(3,\)"),
    "matrix": ({"maxvals": [[2.0]]}, r"maxvals of op .* must be a scalar, or a vector of 1 or 4 numbers"),
    "deviation": ({"stdevs": [1.0, 1, 0, 1]}, "stdevs of op .* must hold finite numbers above 0, got 0"),
    "infinite deviation": ({"stdevs": inf}, "stdevs of op .* must hold finite numbers above 0, got inf"),
    "no number": ({"means": np.nan}, "means of op .* must hold finite numbers, got nan"),
    "order": ({"minvals": 2.0}, "minvals of op .* must be below maxvals, one of them finite, got 2 and 1"),
    "equal": ({"minvals": 1.0}, "minvals of op .* must be below maxvals"),
    "open": ({"minvals": -inf, "maxvals": inf}, "minvals of op .* one of them finite, got -inf and inf"),
    "bound": ({"maxvals": np.nan}, "minvals of op .* must be below maxvals"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    given, sentence = BAD[name]
    with pytest.raises(go.errors.InvalidArgumentError, match=sentence):
        go.Session().run(go.raw_ops.ParameterizedTruncatedNormal(**{**GOOD, **given}))


def test_a_shape_that_does_not_end_as_the_parameters() -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match="must end with the shape of the parameters, broadcast"):
        drawn([2, 4], [0.0, 1.0, 2.0], 1.0, -1.0, 5.0)
