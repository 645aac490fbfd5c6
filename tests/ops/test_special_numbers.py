"""Special functions against identities that hold exactly, and the gradients that they have only in part."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import Array
from tests.golden.cases.math import between

UNARY = ["Erfinv", "Ndtri", "Dawsn", "Expint", "FresnelCos", "FresnelSin", "Spence", "BesselI0", "BesselI1",
         "BesselI0e", "BesselI1e", "BesselK0", "BesselK1", "BesselK0e", "BesselK1e", "BesselJ0", "BesselJ1", "BesselY0",
         "BesselY1"]  # fmt: skip


def call(op: str, **inputs: Array) -> Array:
    return np.asarray(getattr(go.eager, op)(**inputs))


def test_inverses() -> None:
    x = np.concatenate([between((50,), "float64", 1, -0.9999, 0.9999), np.array([1e-300, -1e-12, 0.3999999, 0.4])])
    np.testing.assert_allclose(call("Erf", x=call("Erfinv", x=x)), x, rtol=4e-16 * 8)
    p = np.exp(between((50,), "float64", 2, -700, -0.01))  # down to the smallest numbers
    normal = call("Ndtri", x=p)
    np.testing.assert_allclose(0.5 * call("Erfc", x=-normal / np.sqrt(2)), p, rtol=1e-12)
    np.testing.assert_array_equal(call("Ndtri", x=np.array([0.25, 0.5])), -call("Ndtri", x=np.array([0.75, 0.5])))


def test_wronskians() -> None:
    x = np.concatenate([np.linspace(0.05, 60, 400), [1.9999, 2.0, 2.0001, 24.9999, 25.0, 25.0001]])
    j0, j1, y0, y1 = (call(f"Bessel{name}", x=x) for name in ("J0", "J1", "Y0", "Y1"))
    np.testing.assert_allclose((j1 * y0 - j0 * y1) * np.pi * x / 2, 1, rtol=2e-13)
    i0, i1, k0, k1 = (call(f"Bessel{name}", x=x) for name in ("I0e", "I1e", "K0e", "K1e"))
    np.testing.assert_allclose((i0 * k1 + i1 * k0) * x, 1, rtol=2e-14)


def test_halves_of_the_gamma_distribution() -> None:
    a = np.array([0.5, 1.0, 2.5, 30.0, 1000.0, 50000.0])[:, None]
    x = a * np.array([0.1, 0.5, 0.9, 1.0, 1.1, 2.0])
    p, q = call("Igamma", a=a, x=x), call("Igammac", a=a, x=x)
    np.testing.assert_allclose(p + q, 1, rtol=1e-15)
    np.testing.assert_allclose(p[1], -np.expm1(-x[1]), rtol=1e-14)  # a = 1
    np.testing.assert_allclose(p[0], call("Erf", x=np.sqrt(x[0])), rtol=1e-14)  # a = 1/2
    step = 1e-5 * a
    slope = (call("Igamma", a=a + step, x=x) - call("Igamma", a=a - step, x=x)) / (2 * step)
    np.testing.assert_allclose(call("IgammaGradA", a=a, x=x), slope, rtol=1e-5, atol=1e-9)


def test_incomplete_beta() -> None:
    a, b, x = (between((40,), "float64", seed, 0.2, 30) for seed in (3, 4, 5))
    x = x / 30
    np.testing.assert_allclose(call("Betainc", a=a, b=b, x=x) + call("Betainc", a=b, b=a, x=1 - x), 1, rtol=1e-12)
    np.testing.assert_allclose(call("Betainc", a=a, b=np.ones(40), x=x), x**a, rtol=1e-12)


def test_zeta() -> None:
    x, q = np.array([2.0, 3.0, 6.0])[:, None], np.array([0.25, 1.5, 7.0, -0.75, -3.5, -100.25])
    np.testing.assert_allclose(call("Zeta", x=x, q=q) - call("Zeta", x=x, q=q + 1), q**-x, rtol=1e-10, atol=1e-12)
    one = np.ones(())
    assert call("Zeta", x=2 * one, q=one) == pytest.approx(np.pi**2 / 6, rel=1e-15)
    np.testing.assert_allclose(call("Polygamma", a=0 * one, x=q), call("Digamma", x=q))


@pytest.mark.parametrize("op", UNARY)
@pytest.mark.parametrize("dtype", [go.float16, go.bfloat16, go.float32])
def test_rounded_once(op: str, dtype: go.DType) -> None:
    x = between((20,), "float64", 6, 0.1, 0.9).astype(dtype.numpy_dtype)
    found, exact = call(op, x=x), call(op, x=x.astype(np.float64))
    assert found.dtype == x.dtype
    np.testing.assert_array_equal(found, exact.astype(x.dtype))


def test_gradients_in_part() -> None:
    a, b, x = (between((5,), "float64", seed, 0.5, 3) for seed in (7, 8, 9))
    assert gradcheck("Betainc", {"a": a, "b": b, "x": x / 4}, constants=["a", "b"], order=2)
    assert gradcheck("Betainc", {"a": a[0], "b": b, "x": x[0] / 4}, constants=["a", "b"])
    assert gradcheck("Zeta", {"x": a + 1, "q": b}, constants=["x"], order=2)
    for op in ("Igamma", "Igammac"):
        assert gradcheck(op, {"a": a, "x": x}, order=1)
        assert gradcheck(op, {"a": a, "x": x[:1]}, order=1)
