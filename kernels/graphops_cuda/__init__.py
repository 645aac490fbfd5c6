"""Kernels for GPUs of CUDA: the plain ones with CuPy, cuDNN's convolutions and kernels in CUDA C beside them.

File names mirror ``graphops_registry.ops``.  :func:`load` registers the device, and kernels if there is a device to run
them; before that nothing of CuPy is imported.
"""

from __future__ import annotations


def load() -> None:
    """Register the device type ``GPU`` and, where there is one, every kernel."""
    import importlib

    device = importlib.import_module("graphops_cuda.device")
    if device.GPU.count and device.GPU.import_cupy():
        importlib.import_module("graphops_cuda.registration").register()
