"""Faults that the comparison with TensorFlow on generated calls found."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.plain import math_special_incomplete


def gammas(a: Any, x: Any) -> list[np.ndarray[Any, Any]]:
    return [getattr(go.eager, op)(a=a, x=x) for op in ("Igamma", "Igammac", "IgammaGradA")]


def test_incomplete_gamma_functions_of_large_numbers_are_those_of_a_normal_distribution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a = np.full(13, 9e4)
    x = a + np.array([-8, -5, -3, -1, -0.1, 0, 0.1, 0.5, 1, 2, 4, 6, 9]) * 300
    by_series = gammas(a, x)
    monkeypatch.setattr(math_special_incomplete, "_LARGE", 1e4)
    for exact, found in zip(by_series, gammas(a, x), strict=True):
        np.testing.assert_allclose(found, exact, rtol=2e-9)


@pytest.mark.parametrize("a", [1e6, 1e10, 1e38, 1e300, 1.7e308])
def test_incomplete_gamma_functions_stay_in_range(a: float) -> None:
    wide = np.array([a] * 3)
    p, q, slope = gammas(wide, np.array([1e-300, a, 1.7e308]))
    assert p[0] == 0
    assert q[0] == 1
    np.testing.assert_allclose([p[1], q[1]], 0.5, atol=1 / np.sqrt(a))
    if a < 1e308:
        assert p[2] == 1
        np.testing.assert_allclose(slope[1], -1 / np.sqrt(2 * np.pi) / np.sqrt(a), rtol=1e-3)


def test_all_of_the_gamma_function_lies_below_huge_numbers() -> None:
    p, q, slope = gammas(np.full(4, 22.8), np.array([1e9, 1e30, 1e300, 1.7e308]))
    assert (p == 1).all()
    assert not q.any()
    assert not slope.any()


def test_incomplete_beta_function_with_a_small_parameter_keeps_its_digits() -> None:
    a, b, x = 2.8165047994868333, 0.001735436238944342, 0.8015812907125167
    term, total = 1.0, 0.0
    for n in range(400):  # DLMF 8.17.7 and 15.2.1
        total += term * x ** (a + n) / (a + n)
        term *= (1 - b + n) / (n + 1)
    exact = total * math.gamma(a + b) / math.gamma(a) / math.gamma(b)
    np.testing.assert_allclose(go.eager.Betainc(a=np.array(a), b=np.array(b), x=np.array(x)), exact, rtol=1e-12)


@pytest.mark.parametrize(("op", "sign"), [("BesselI0", 1), ("BesselI1", -1)])
def test_bessel_functions_of_huge_numbers_are_infinite(op: str, sign: int) -> None:
    y = getattr(go.eager, op)(x=np.array([1e3 + 1, 1e308, -1e3 - 1, -1e308]))
    assert y.tolist() == [np.inf, np.inf, sign * np.inf, sign * np.inf]
    exact = getattr(go.eager, f"{op}e")(x=np.array([1e3, 1e200, 1.7e308]))
    np.testing.assert_allclose(exact, 1 / np.sqrt(2 * np.pi) / np.sqrt([1e3, 1e200, 1.7e308]), rtol=1e-3)


def test_gradient_of_relu_that_is_not_a_number_stays_so() -> None:
    gradients, features = np.array([np.nan, np.inf, np.nan, 2, 2]), np.array([-1.0, -1, 3, np.nan, 4])
    np.testing.assert_array_equal(
        go.eager.ReluGrad(gradients=gradients, features=features), [np.nan, np.nan, np.nan, 0, 2]
    )


def test_empty_diagonals_of_several_matrices() -> None:
    y = go.eager.MatrixDiagV3(
        diagonal=np.zeros((2, 0)),
        k=np.int32(1),
        num_rows=np.int32(-1),
        num_cols=np.int32(-1),
        padding_value=np.array(0.5),
    )
    np.testing.assert_array_equal(y, np.full((2, 1, 1), 0.5))


@pytest.mark.parametrize("depth_radius", [2, 3])
def test_half_that_overflows_is_infinite_without_a_warning(depth_radius: int) -> None:
    x = np.full((1, 1, 1, 4), 6e4, "float16")
    none = np.zeros_like(x)
    found = go.eager.LRNGrad(
        input_grads=x, input_image=none, output_image=none, depth_radius=depth_radius, alpha=1.0, bias=1e-4, beta=1.0
    )
    assert np.isinf(found).all()


def test_gradient_of_relu6_that_is_not_a_number_stays_so() -> None:
    gradients, features = np.array([np.nan, np.nan, 2, 2, 2]), np.array([-1.0, 3, 3, 7, 0])
    found = go.eager.Relu6Grad(gradients=gradients, features=features)
    np.testing.assert_array_equal(found, [np.nan, np.nan, 2, 0, 0])


@pytest.mark.parametrize("op", ["AvgPool", "AvgPool3D"])
def test_infinities_that_meet_in_a_pool_are_no_warning(op: str) -> None:
    x = np.array([np.inf, -np.inf]).reshape(1, 2, *(1,) * (3 if op == "AvgPool3D" else 2))
    window = [1, 2, *(1,) * (x.ndim - 2)]
    name = "value" if op == "AvgPool" else "input"
    y = getattr(go.eager, op)(**{name: x}, ksize=window, strides=window, padding="VALID")
    assert np.isnan(y).all()


def test_gradients_of_half_that_overflow_are_no_warning() -> None:
    dy = np.array([6e4, 1, 2], "float16").reshape(3, 1, 1, 1)
    one = np.ones(1, "float32")
    answer = go.eager.FusedBatchNormGradV2(
        y_backprop=dy, x=dy, scale=1e6 * one, reserve_space_1=one, reserve_space_2=one, is_training=False
    )
    assert np.isinf(answer.x_backprop).all()


def test_sigmoid_of_large_complex_numbers() -> None:
    x = np.array([-1e4 - 1e4j, 1e4 + 3j, -3e38 - 1j, 1 - 1j, -1 + 1j], "complex64")
    exact = 1 / (1 + np.exp(-x[3:].astype(complex)))
    np.testing.assert_allclose(go.eager.Sigmoid(x=x), [0, 1, 0, *exact], rtol=1e-6)


def test_separator_stands_only_behind_something() -> None:
    texts = np.array([b"", b"", b"a", b"", b"b", b""], dtype=object)
    joined = go.eager.UnsortedSegmentJoin(
        inputs=texts, segment_ids=np.array([0, 0, 0, 0, 0, 1], "int32"), num_segments=np.int32(3), separator="-"
    )
    assert joined.tolist() == [b"a--b", b"", b""]
