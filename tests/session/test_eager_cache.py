"""What ``eager`` keeps of an op's calls is bounded: the oldest are given up, and made again when they are asked for."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops.session import eager


def test_old_calls_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eager, "_LARGEST_CACHE", 3)
    op = go.eager.MatMul
    a, b = np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [3.0, 1.0]])
    for _ in range(2):
        for dtype in (np.float32, np.float64):
            for flip in (False, True):
                for other in (False, True):
                    got = op(a=a.astype(dtype), b=b.astype(dtype), transpose_a=flip, transpose_b=other)
                    wanted = (a.T if flip else a) @ (b.T if other else b)
                    assert got.dtype == dtype
                    assert got.tolist() == wanted.tolist()
    assert len(op._calls) == 3
