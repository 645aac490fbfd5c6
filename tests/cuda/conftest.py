"""What tests of GPUs share."""

from __future__ import annotations

import pytest


@pytest.fixture
def cupy():
    """CuPy, the emulated one or a real one."""
    import cupy

    return cupy


@pytest.fixture
def faults():
    """Faults of the emulated device on demand; none is left behind."""
    from cuda_model import faults

    yield faults
    faults.clear()
