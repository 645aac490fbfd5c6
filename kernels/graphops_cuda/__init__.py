"""Kernels for NVIDIA GPUs (CUDA): the plain kernels of the CPU run with CuPy, convolutions by cuDNN, and CUDA C.

device.py, report.py    the GPU as a device, and a report on which CUDA libraries are installed
registration.py         registers every kernel, the plain ones included
native/                 kernels in CUDA C or by library calls; mirrors ``graphops_registry.ops``
cudnn/, blas/           convolutions by cuDNN, products by cuBLAS
lib/, runtime/          code that kernels share; the driver, streams, copies, sources
priorities.py           the priorities that decide which of several kernels runs
cuda/                   the sources in CUDA C

Imports go downwards in this list.  :func:`load` registers the device, and the kernels if there is a GPU.  CuPy is not
imported before that.
"""

from __future__ import annotations


def load() -> None:
    """Register the device type ``GPU`` and, where there is one, every kernel."""
    import importlib

    device = importlib.import_module("graphops_cuda.device")
    if device.GPU.count and device.GPU.import_cupy():
        importlib.import_module("graphops_cuda.registration").register()
