"""Gamma, Poisson and binomial random numbers: TensorFlow's to the last bits, by their moments, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.plain import random_rejection
from tests.few import few
from tests.golden.load import load
from tests.ops.stateful_calls import DEVICES, run_case

DRAWS = load("random_draws")


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("op", sorted({case.op for case, _ in DRAWS if case.op != "RandomGammaGrad"}))
def test_draws_are_tensorflows(op: str, device: str) -> None:
    for case, (want,) in DRAWS:
        if case.op != op or (device != "CPU" and want.size > 1000):
            continue
        (got,) = run_case(case, device)
        if "Gamma" in op:
            np.testing.assert_allclose(got, want, rtol=4 * np.finfo(want.dtype).eps, atol=1e-44)  # other logarithms
        else:
            np.testing.assert_array_equal(got, want)


def test_streams_go_on() -> None:
    r = go.raw_ops
    both = {"shape": [2], "seed": 4, "seed2": 1}
    fetches = [
        r.RandomGamma(alpha=2.5, **both),
        r.RandomPoissonV2(rate=30.0, **both),
        r.RandomPoisson(rate=3.5, **both),
    ]
    with go.Session() as session:
        first, later = session.run(fetches), session.run(fetches)
        for one, other in zip(first, later, strict=True):
            assert (one != other).any()
    with go.Session() as session:
        for one, other in zip(first, session.run(fetches), strict=True):
            np.testing.assert_array_equal(one, other)
        at_once = session.run(r.RandomPoissonV2(shape=[2], rate=np.float64(30), seed=4, seed2=1))
        np.testing.assert_array_equal(at_once, first[1])


# Recorded from TensorFlow 2.21: the state before, counts, probs, what was drawn.
BINOMIAL = [
    ([1, 2, 3], 70.0, 0.5, [38, 35, 36]),
    ([1, 2, 3], 30.0, 0.8, [23, 25, 24]),
    ([1, 2, 3], 5.0, 0.1, [1, 0, 0]),
    ([-2, -1, 9], 70.0, 0.5, [38, 35, 34]),
    ([-2, -1, 9], 30.0, 0.8, [20, 23, 24]),
    ([-2, -1, 9], 5.0, 0.1, [1, 0, 1]),
]


@pytest.mark.parametrize("device", DEVICES)
def test_binomial_numbers_from_a_variable(device: str) -> None:
    with go.device(f"/device:{device}:0"), go.Session() as session:
        for number, (state, counts, probs, want) in enumerate(BINOMIAL):
            handle = go.raw_ops.VarHandleOp(dtype="int64", shape=[3], shared_name=f"v{number}")
            start = go.raw_ops.AssignVariableOp(resource=handle, value=np.array(state))
            drawn = go.raw_ops.StatefulRandomBinomial(
                resource=handle, algorithm=1, shape=[3], counts=counts, probs=np.float64(probs), dtype="int32"
            )
            session.run(start)
            assert session.run(drawn).tolist() == want
            after = np.asarray(session.variables[f"v{number}"]).tolist()
            assert after == [state[0] + 76800, (state[1] + (state[0] < 0)), state[2]]


COUNT = 40000
MOMENTS: dict[str, tuple[str, dict[str, Any], float, float]] = {
    "gamma": ("StatelessRandomGammaV2", {"alpha": np.float64(0.3)}, 0.3, 0.3),
    "large gamma": ("StatelessRandomGammaV2", {"alpha": np.float32(400)}, 400, 400),
    "exponential": ("StatelessRandomGammaV2", {"alpha": np.float64(1)}, 1, 1),
    "few": ("StatelessRandomPoisson", {"lam": 2.5, "dtype": "int64"}, 2.5, 2.5),
    "many": ("StatelessRandomPoisson", {"lam": 77.0, "dtype": "float64"}, 77, 77),
    "few of many": ("StatelessRandomBinomial", {"counts": 1e6, "probs": 4e-6}, 4, 4),
    "most": ("StatelessRandomBinomial", {"counts": 9.0, "probs": 0.9}, 8.1, 0.81),
    "half": ("StatelessRandomBinomial", {"counts": 1000.0, "probs": 0.5}, 500, 250),
}  # fmt: skip


@pytest.mark.parametrize("name", MOMENTS)
def test_moments(name: str) -> None:
    op, given, mean, variance = MOMENTS[name]
    drawn = np.asarray(getattr(go.eager, op)(shape=[COUNT], seed=[3, 4], **given), np.float64)
    assert abs(drawn.mean() - mean) < 5 * (variance / COUNT) ** 0.5
    assert abs(drawn.var() / variance - 1) < 0.1


@pytest.mark.parametrize("name", MOMENTS)
def test_an_array_is_the_same_whatever_pieces_it_is_made_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    op, given, _, _ = MOMENTS[name]
    whole = getattr(go.eager, op)(shape=[100], seed=[3, 4], **given)
    monkeypatch.setattr(random_rejection, "_PIECE", 7)
    np.testing.assert_array_equal(getattr(go.eager, op)(shape=[100], seed=[3, 4], **given), whole)


# -- how draws move with their parameter ---------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", few([0.2, 3.0, 700.0, 2e5, 1e7], 2))
def test_slopes_are_those_of_quantiles(alpha: float) -> None:
    for deviation in (-2.0, 0.0, 1.5):
        sample = alpha * np.exp(deviation / (1 + alpha) ** 0.5)
        step = 1e-3 * alpha**0.5
        found = float(go.eager.RandomGammaGrad(alpha=np.float64(alpha), sample=np.float64(sample)))
        level = float(go.eager.Igamma(a=np.float64(alpha), x=np.float64(sample)))
        np.testing.assert_allclose(found, (quantile(alpha + step, level) - quantile(alpha - step, level)) / (2 * step),
                                   rtol=1e-5)  # fmt: skip


def quantile(alpha: float, level: float) -> float:
    """By bisection."""
    low, high = 0.0, 20 * alpha + 20
    for _ in range(200):
        middle = (low + high) / 2
        below = float(go.eager.Igamma(a=np.float64(alpha), x=np.float64(middle))) < level
        low, high = (middle, high) if below else (low, middle)
    return low


def test_slopes_in_tails_and_at_ends() -> None:
    alpha = np.array([1e6, 1e6, 1.0, 0.0, -1.0, np.nan])
    found = go.eager.RandomGammaGrad(alpha=alpha, sample=np.array([1.1e6, 0.9e6, 0.0, 1.0, 1.0, 1.0]))
    np.testing.assert_allclose(found[:3], [1.0484, 0.9483, 0.0], atol=1e-4)
    assert np.isnan(found[3:]).all()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_gradients_go_to_alpha(dtype: str) -> None:
    alpha = np.array([[0.5, 2.0, 30.0]], dtype)
    key, counter = go.eager.StatelessRandomGetKeyCounter(seed=[1, 2])
    r = go.raw_ops
    x = go.constant(alpha)
    draws = [
        r.RandomGamma(shape=[4], alpha=x, seed=1),
        r.StatelessRandomGammaV2(shape=[4, 1, 3], seed=[1, 2], alpha=x),
        r.StatelessRandomGammaV3(shape=[4, 1, 3], key=key, counter=counter, alg=1, alpha=x),
    ]
    with go.Session() as session:
        for drawn in draws:
            (gradient,) = go.gradients(drawn * drawn, x)
            sample, found = session.run([drawn, gradient])
            wide = sample.astype(np.float64)
            slope = go.eager.RandomGammaGrad(alpha=alpha.astype(np.float64), sample=wide)
            np.testing.assert_allclose(found, (2 * wide * slope).sum(axis=0), rtol=1e-2 if dtype == "float16" else 1e-5)
        assert go.gradients(r.RandomPoissonV2(shape=[2], rate=x, dtype=dtype), x) == [None]


# -- what is refused -----------------------------------------------------------------------------------------------

BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "end": ("StatelessRandomGammaV2", {"shape": [3], "alpha": [1.0, 2.0]}, r"must end with the shape of alpha, \(2,\)"),
    "short": ("StatelessRandomGammaV2", {"shape": [2], "alpha": [[1.0, 2.0]]}, "shape of op .* must end with"),
    "end of lam": ("StatelessRandomPoisson", {"shape": [3], "lam": [1.0, 2.0], "dtype": "int32"}, "must end with"),
    "end of both": ("StatelessRandomBinomial", {"shape": [2], "counts": [[1.0], [2.0]], "probs": [0.5, 0.5]}, "end"),
    "seed": ("StatelessRandomGammaV2", {"shape": [2], "alpha": 1.0, "seed": [1]}, "seed of op .* must have 2 values"),
    "negative": ("StatelessRandomPoisson", {"shape": [1], "lam": [-1.0], "dtype": "int32"}, "lam of op .* must hold"),
    "no number": ("StatelessRandomPoisson", {"shape": [1], "lam": [np.nan], "dtype": "float32"}, "must hold numbers"),
    "infinite": ("StatelessRandomPoisson", {"shape": [1], "lam": [np.inf], "dtype": "float64"}, "must hold numbers"),
    "too large": ("StatelessRandomPoisson", {"shape": [1], "lam": [3e9], "dtype": "int32"}, "as dtype is int32, got 3"),
    "counts": ("StatelessRandomBinomial", {"shape": [1], "counts": [np.nan], "probs": [0.5]}, "counts of op .* finite"),
    "less": ("StatelessRandomBinomial", {"shape": [1], "counts": [-1.0], "probs": [0.5]}, "counts of op .* must hold"),
    "probs": ("StatelessRandomBinomial", {"shape": [1], "counts": [1.0], "probs": [1.5]}, "probs of op .* must hold"),
    "probs nan": ("StatelessRandomBinomial", {"shape": [1], "counts": [1.0], "probs": [np.nan]}, "probs of op .* must"),
    "sizes": ("StatelessRandomBinomial", {"shape": [3], "counts": [1.0, 2], "probs": [0.5, 1, 1]}, "broadcast"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    op, given, sentence = BAD[name]
    arrays = {key: np.array(value) if isinstance(value, list) else value for key, value in given.items()}
    with pytest.raises(go.errors.InvalidArgumentError, match=sentence):
        getattr(go.eager, op)(**{"seed": [1, 2], **arrays})


def test_other_generators_are_refused() -> None:
    handle = go.raw_ops.VarHandleOp(dtype="int64", shape=[3], shared_name="v")
    given: dict[str, Any] = {"resource": handle, "shape": [1], "counts": 1.0, "probs": np.float64(0.5)}
    with pytest.raises(go.errors.InvalidArgumentError, match=r"algorithm of op .* must be 1 \(Philox\), got 2"):
        go.raw_ops.StatefulRandomBinomial(algorithm=2, **given)


def test_bad_parameters_of_gamma_give_no_numbers() -> None:
    found = go.eager.StatelessRandomGammaV2(shape=[4], seed=[1, 2], alpha=np.array([0.0, -1.0, np.nan, np.inf]))
    assert found[0] == 0
    assert np.isnan(found[1:3]).all()
    assert found[3] == np.inf
