"""Tests of kernels that Numba compiles: they need it, and need it not to be hidden by ``GRAPHOPS_WITHOUT``."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphops_cpu.simd import why_unavailable

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = why_unavailable()
    if reason is not None:
        for item in items:
            if item.path.is_relative_to(_HERE):
                item.add_marker(pytest.mark.skip(reason=reason))
