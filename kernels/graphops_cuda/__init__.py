"""Kernels for GPUs of CUDA: the plain ones with CuPy, cuDNN's convolutions and kernels in CUDA C beside them.

device.py, report.py    the GPU as a device, and what there is of CUDA's libraries
registration.py         every kernel, derived or its own
native/                 kernels in CUDA C and by small calls of libraries; mirrors ``graphops_registry.ops``
cudnn/, blas/           convolutions by cuDNN, products by cuBLAS
lib/, runtime/          what kernels share; the driver, streams, copies, sources
priorities.py           which kernel runs where several could
cuda/                   the sources in CUDA C

Imports go downwards in this list.  :func:`load` registers the device, and kernels if there is a device to run
them; before that nothing of CuPy is imported.
"""

from __future__ import annotations


def load() -> None:
    """Register the device type ``GPU`` and, where there is one, every kernel."""
    import importlib

    device = importlib.import_module("graphops_cuda.device")
    if device.GPU.count and device.GPU.import_cupy():
        importlib.import_module("graphops_cuda.registration").register()
