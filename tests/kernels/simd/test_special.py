"""The error function on large arrays; the values are from tables (Abramowitz and Stegun 7.1; DLMF 7.23)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from graphops import eager
from graphops.testing import opcheck

pytest.importorskip("numba")

ERF = {
    0.0: 0.0,
    1e-10: 1.1283791670955126e-10,
    0.5: 0.5204998778130465,
    1.0: 0.8427007929497149,
    2.0: 0.9953222650189527,
    6.0: 1.0,
    -0.5: -0.5204998778130465,
    np.inf: 1.0,
    -np.inf: -1.0,
}
ERFC = {
    0.0: 1.0,
    0.5: 0.4795001221869535,
    1.0: 0.15729920705028513,
    3.0: 2.209049699858544e-05,
    -1.0: 1.8427007929497148,
    np.inf: 0.0,
    -np.inf: 2.0,
}


@pytest.mark.parametrize(("op", "table"), [("Erf", ERF), ("Erfc", ERFC)])
def test_known_values(op: str, table: dict[float, float]) -> None:
    dtype = np.float32
    x = np.resize(np.array([*table, np.nan], dtype), (3, 40_001))
    exact = np.resize(np.array([*table.values(), np.nan]), x.shape)
    unit = np.finfo(dtype).eps
    for stored, wanted in ((x, exact), (np.asfortranarray(x), exact), (x[:, ::-1], exact[:, ::-1])):
        found = getattr(eager, op)(x=stored)
        assert found.dtype == dtype
        np.testing.assert_allclose(found, wanted, rtol=4 * unit, atol=0)


@pytest.mark.parametrize("op", ["Erf", "Erfc"])
def test_within_two_units_of_the_c_library_in_double(op: str) -> None:
    chance = np.random.default_rng(0)
    some = [chance.uniform(-11, 11, 20_000), chance.uniform(-1, 1, 5_000), 10.0 ** chance.uniform(-44, 38, 5_000)]
    x = np.concatenate(some).astype(np.float32)
    exact = np.array([getattr(math, op.lower())(value) for value in x.tolist()])
    error = np.abs(getattr(eager, op)(x=x) - exact)
    assert (error <= 2 * np.spacing(np.abs(exact).astype(np.float32))).all()


@pytest.mark.parametrize("op", ["Erf", "Erfc"])
def test_every_kernel_agrees(op: str) -> None:
    opcheck(op, {"x": np.linspace(-6, 6, 5000, dtype=np.float32).reshape(50, 100)}, {})
    opcheck(op, {"x": np.zeros((0, 3), np.float32)}, {})
