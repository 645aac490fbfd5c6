"""Einsum by oneDNN's products, against NumPy's einsum in float64."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops_cpu.onednn import einsum
from graphops_cpu.onednn.library import why_unavailable

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason="there is no oneDNN")

_CASES = [
    ("BTNH,BSNH->BNTS", (2, 64, 4, 32), (2, 70, 4, 32)),
    ("BNTS,BSNH->BTNH", (2, 4, 64, 70), (2, 70, 4, 32)),
    ("acbe,aecd->abcd", (1, 4, 128, 96), (1, 96, 4, 64)),
    ("abc,cde->abde", (3, 40, 64), (64, 8, 32)),
    ("ab,cb->ac", (200, 70), (150, 70)),
    ("ba,bc->ac", (70, 200), (70, 150)),
    ("...ab,...bc->...ac", (3, 1, 60, 70), (2, 70, 80)),
    ("aab,bc->ac", (90, 90, 80), (80, 120)),
    ("ab,bc->ca", (130, 80), (80, 90)),
]


@pytest.mark.parametrize(("equation", "a", "b"), _CASES)
def test_products_that_are_large_enough(
    equation: str, a: tuple[int, ...], b: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(a).astype(np.float32), rng.standard_normal(b).astype(np.float32)
    made: list[object] = []
    program = einsum._program
    monkeypatch.setattr(einsum, "_program", lambda *args: made.append(args) or program(*args))
    with go.Graph().as_default(), go.Session() as session:
        found = session.run(r.Einsum(inputs=[go.constant(x), go.placeholder(go.float32, b, name="y")],
                                     equation=equation), {"y:0": y})  # fmt: skip
    wanted = np.einsum(equation, x.astype(float), y.astype(float))
    assert made
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())


def test_nan_and_infinity() -> None:
    x, y = np.ones((200, 70), np.float32), np.ones((150, 70), np.float32)
    x[3, 4], y[5, 6] = np.nan, np.inf
    with go.Graph().as_default(), go.Session() as session:
        found = session.run(r.Einsum(inputs=[x, y], equation="ab,cb->ac"))
    wanted = np.einsum("ab,cb->ac", x, y)
    np.testing.assert_array_equal(found, wanted)
