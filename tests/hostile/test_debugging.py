"""Values that are looked at go nowhere else; calls that are wrong are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import InvalidArgumentError


@pytest.mark.parametrize("op", ["DebugIdentity", "DebugIdentityV2", "DebugNanCount", "DebugNumericSummary"])
def test_nothing_is_written_anywhere(op: str) -> None:
    with pytest.raises(InvalidArgumentError, match=f"attr 'debug_urls' of op '{op}' must be empty"):
        getattr(go.raw_ops, op)(input=[1.0], debug_urls=["file:///tmp/x"])


@pytest.mark.parametrize(
    ("data", "method", "sentence"),
    [
        (np.array(1.0), b"farmhash64", "rank 1 or more|rank of at least 1|at least 1"),
        (np.ones(2), b"md5", "be farmhash64"),
    ],
)
def test_fingerprints_are_refused(data: Any, method: bytes, sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=sentence):
        go.eager.Fingerprint(data=data, method=method)
