"""Changes of reference variables by coordinates: the numbers that TensorFlow gives for those of resources."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.golden.load import load

raw = go.raw_ops
KINDS = ("Update", "Add", "Sub", "Min", "Max")


@pytest.mark.parametrize("kind", KINDS)
def test_as_resources(kind: str) -> None:
    """Both have one kernel in TensorFlow."""
    found = 0
    for case, outputs in load("state_entries"):
        table: Any = case.inputs.get("ref", np.zeros(0))
        if case.op != f"ResourceScatterNd{kind}" or table.dtype.kind not in ("biufc" if kind == "Update" else "iufc"):
            continue
        found += 1
        with go.Graph().as_default(), go.Session() as session:
            ref = raw.VariableV2(shape=table.shape, dtype=go.as_dtype(table.dtype))
            session.run(raw.Assign(ref=ref, value=table).node)
            inputs = {"indices": case.inputs["indices"], "updates": case.inputs["updates"]}
            given = session.run(getattr(raw, f"ScatterNd{kind}")(ref=ref, **inputs, **case.attrs))
            np.testing.assert_array_equal(given, outputs[-1])
            np.testing.assert_array_equal(session.run(ref), outputs[-1])
    assert found > 5


def test_refused() -> None:
    with go.Graph().as_default(), go.Session() as session:
        ref = raw.VariableV2(shape=[3, 2], dtype="float")
        session.run(raw.Assign(ref=ref, value=np.zeros((3, 2), np.float32)).node)
        with pytest.raises(InvalidArgumentError, match="indices of op 'ScatterNdMin' must"):
            session.run(raw.ScatterNdMin(ref=ref, indices=[[3, 0]], updates=[1.0]))
        with pytest.raises(InvalidArgumentError, match="updates of op 'ScatterNdMax' must have shape"):
            raw.ScatterNdMax(ref=ref, indices=[[1, 0]], updates=[1.0, 2.0])
        with pytest.raises(InvalidArgumentError, match="must have at most 2 coordinates"):
            raw.ScatterNdAdd(ref=ref, indices=[[1, 0, 0]], updates=[1.0])
