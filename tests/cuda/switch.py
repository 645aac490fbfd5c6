"""Whether this process has GPUs: real ones, emulated ones, or none, by GRAPHOPS_TEST_CUDA."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import pytest

MODE: Final = os.environ.get("GRAPHOPS_TEST_CUDA", "")
_EMULATOR: Final = Path(__file__).parent / "emulator"
_problem = ""


def install(device: str) -> None:
    """Put the emulator in CuPy's place if it is asked for, before kernels are loaded.

    Args:
        device: ``"gpu"`` if nodes that ask for no device are to go to the GPU, else ``"cpu"``.
    """
    if MODE not in ("", "emulator", "real"):
        raise pytest.UsageError(f"GRAPHOPS_TEST_CUDA must be 'emulator' or 'real', got '{MODE}'")
    if device == "gpu" and not MODE:
        raise pytest.UsageError("--device gpu must have GRAPHOPS_TEST_CUDA=emulator or =real")
    if not MODE:
        return
    if MODE == "emulator":
        _emulate()
        if _problem:
            return
    from graphops_cuda.device import GPU

    GPU.rank = 1 if device == "gpu" else -1


def why_not(marker: str) -> str:
    """Why tests of this marker cannot run here, or ""."""
    if marker == "emulator":
        return _problem if MODE == "emulator" else "runs on the emulated GPU: GRAPHOPS_TEST_CUDA=emulator"
    if MODE != "real":
        return "needs a GPU: GRAPHOPS_TEST_CUDA=real"
    from graphops_cuda.runtime.driver import why_unavailable

    return why_unavailable() or ""


def repair() -> None:
    """Forget the faults that emulated devices have had."""
    if MODE == "emulator" and not _problem:
        from cuda_model import faults

        faults.clear()


def _emulate() -> None:
    global _problem
    for name in ("cupy", "cudnn", "cupy_backends"):
        if name in sys.modules:
            raise RuntimeError(f"the emulator must come before the first import of {name}")
    sys.path.insert(0, str(_EMULATOR))
    from on_host import why_unavailable

    _problem = why_unavailable() or ""
    if not _problem:
        from graphops_cuda.runtime import driver

        found = driver.Driver(version=13000, devices=2, reason="")
        driver.driver = lambda: found
