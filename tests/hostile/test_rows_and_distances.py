"""Arguments that rows of tensors and distances of sequences refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError

X = np.ones((3, 2), np.float32)


def distance(**changes: Any) -> Any:
    side = {"indices": np.int64([[0, 0]]), "values": np.int32([1]), "shape": np.int64([1, 1])}
    inputs = {f"{name}_{part}": value for name in ("hypothesis", "truth") for part, value in side.items()}
    return go.eager.EditDistance(**{**inputs, **changes})


CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "scalar": (lambda: go.eager.InplaceAdd(x=np.float32(1), i=[0], v=[1.0]), "x of op 'InplaceAdd'"),
    "scalar row": (lambda: go.eager.InplaceAdd(x=X, i=0, v=X[:1]), "i of op 'InplaceAdd'"),
    "rows": (lambda: go.eager.InplaceAdd(x=X, i=[0], v=X), "v of op 'InplaceAdd' must have the 1 rows"),
    "columns": (lambda: go.eager.InplaceSub(x=X, i=[0], v=X[:1, :1]), "v of op 'InplaceSub' must have rows of the shape"),
    "no rows": (lambda: go.eager.InplaceUpdate(x=X[:0], i=[0], v=X[:1]), "i of op 'InplaceUpdate' must name no rows"),
    "outside": (lambda: distance(truth_indices=[[1, 0]]), "truth_indices of op 'EditDistance' must be within"),
    "negative": (lambda: distance(truth_indices=[[0, -1]]), "truth_indices of op 'EditDistance' must be within"),
    "negative size": (lambda: distance(truth_shape=[-2, 1]), "truth_shape of op 'EditDistance'"),
    "vector": (
        lambda: distance(hypothesis_indices=[[0]], hypothesis_shape=[1]),
        "hypothesis_shape of op 'EditDistance' must have rank 2 or more",
    ),
    "other rank": (
        lambda: distance(truth_indices=[[0, 0, 0]], truth_shape=[1, 1, 1]),
        "truth_shape of op 'EditDistance' must have rank 2",
    ),
    "values": (lambda: distance(truth_values=[1, 2]), "truth_values of op 'EditDistance' must have one value"),
    "too many": (lambda: distance(truth_shape=[2**40, 2**40, 1], truth_indices=[[0, 0, 0]],
                                  hypothesis_shape=[1, 1, 1], hypothesis_indices=[[0, 0, 0]]), "EditDistance"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_refused(name: str) -> None:
    call, sentence = CALLS[name]
    with pytest.raises(InvalidArgumentError, match=sentence):
        call()
