"""Functions with dozens of temporaries: their memory does not grow with the array, and is counted."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import eager
from graphops_registry.errors import ResourceExhaustedError

ONE = ("Erf", "Erfinv", "Lgamma", "Digamma", "BesselJ0", "BesselI0e", "FresnelSin", "Expint", "Spence")
MANY = {"Igamma": ("a", "x"), "Igammac": ("a", "x"), "Zeta": ("x", "q"), "Polygamma": ("a", "x")}
SIZE = 300_000  # several pieces, the last one not whole


def call(op: str, x: Any) -> Any:
    if op in MANY:
        first, second = MANY[op]
        return getattr(eager, op)(**{first: np.full(1, 2, x.dtype), second: x})
    return getattr(eager, op)(x=x)


@pytest.mark.few(4)
@pytest.mark.parametrize("op", [*ONE, *MANY])
def test_memory_and_values(op: str) -> None:
    x = np.linspace(0.01, 0.99, SIZE).astype(np.float32).reshape(3, -1)
    if op in ("Zeta", "Polygamma"):
        x = x + 1
    rows = [call(op, row[-1000:]) for row in x]  # within one piece
    call(op, x)  # a kernel may be compiled first
    tracemalloc.start()
    try:
        found = call(op, x)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.shape == x.shape
    assert found.dtype == x.dtype
    np.testing.assert_allclose(found[:, -1000:], rows, rtol=1e-6)
    assert peak < 4 * x.nbytes + (24 << 20)


def test_refused_before_it_is_allocated() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.half, None, name="x")
        y = go.raw_ops.Igamma(a=x, x=x)
        with (
            go.Session(config=go.SessionConfig(memory_limit=8 << 20)) as session,
            pytest.raises(ResourceExhaustedError, match="'Igamma' must stay within 8,388,608 bytes"),
        ):
            session.run(y, {x: np.ones(1 << 20, np.float16)})
