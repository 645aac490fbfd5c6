"""The dtypes that oneDNN computes in depend on the processor."""

from __future__ import annotations

from typing import Any

import pytest

from graphops_cpu.onednn.library import why_not_dtype
from graphops_registry.dtypes import as_dtype


def needs(dtype: Any) -> None:
    """Skip the test where oneDNN does not compute in ``dtype``."""
    reason = why_not_dtype(as_dtype(dtype), at_run=True)
    if reason is not None:
        pytest.skip(reason)
