"""What tests of GPUs share."""

from __future__ import annotations

import gc

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


@pytest.fixture
def calm():
    """Both emulated devices begin with nothing queued, and no fault is left behind."""
    from cuda_model import faults

    from cupy.cuda import runtime  # isort: skip

    faults.clear()
    for device in (1, 0):
        runtime.setDevice(device)
        runtime.deviceSynchronize()
    yield
    faults.clear()
    gc.collect()
