"""Translating CUDA's errors into errors of graphops with readable sentences."""

from __future__ import annotations

from typing import Any, Final

import cupy

from graphops_registry.errors import InternalError, ResourceExhaustedError

# Errors after which nothing works any more in this process: an address that is not the kernel's own, an instruction or
# a stack that is broken, a kernel that ran too long, hardware that failed. The numbers are those of cudaError_t.
_LOST: Final = frozenset({214, 219, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 720, 721})
_NO_MEMORY: Final = 2
_CAPTURING: Final = range(900, 911)
_LIBRARIES: Final = ("cupy_backends.cuda.libs.", "cupy.cuda.cufft", "cupy.cuda.compiler")  # with errors of their own


def explain(error: BaseException) -> Exception | None:
    """An error of ours for one of CuPy's or CUDA's, or ``None`` for anything else."""
    if isinstance(error, cupy.cuda.memory.OutOfMemoryError):
        return ResourceExhaustedError(f"the memory of the GPU must hold the results, but it does not: {error}")
    status = _status(error)
    if status is None and type(error).__module__.startswith(_LIBRARIES):
        found = InternalError(f"a library of the GPU must do what is asked of it, but it failed: {error}")
        found.add_note("  a fault of a node that was queued before may be the reason: see with debug=True")
        return found
    if status is None:
        return None
    if status == _NO_MEMORY:
        return ResourceExhaustedError(f"the memory of the GPU must hold the results, but it does not: {error}")
    if status in _LOST:
        found = InternalError(f"the GPU must compute without faults, but it failed: {error}")
        found.add_note(
            "  the device context is lost: nothing runs on a GPU in this process any more; start a new one\n"
            "  work on a GPU is queued: the fault is in this node or in one that was queued before it. To see which, "
            "run with debug=True, which waits for each node, or with CUDA_LAUNCH_BLOCKING=1 in the environment"
        )
        return found
    return InternalError(f"the GPU must do what is asked of it, but it refused: {error}")


def is_capture_error(error: BaseException) -> bool:
    """Whether ``error`` says that something cannot be done while work is recorded."""
    if isinstance(error, RuntimeError) and "capturing" in str(error):  # CuPy's own check
        return True
    return _status(error) in _CAPTURING


def _status(error: BaseException) -> int | None:
    """The number of a CUDA error."""
    kinds = (cupy.cuda.runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError)
    if not isinstance(error, kinds):
        return None
    status: Any = getattr(error, "status", None)
    return int(status) if status is not None else None
