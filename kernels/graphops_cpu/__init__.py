"""Kernels for the CPU: plain ones, written against ``xp`` so that GPUs can use them with CuPy, and faster ones.

device.py   the CPU as a device, and its report on the libraries below
reduce/     convolutions computed as other convolutions
onednn/, simd/, blas/    kernels by oneDNN, by Numba with explicit vectors, by NumPy's matrix product
openvino/   parts of graphs by OpenVINO
plain/      every op in NumPy's terms; mirrors ``graphops_registry.ops`` file by file
lib/        functions and base classes that kernels share
runtime/    threads, OpenMP, memory
priorities.py   the priorities that decide which of several kernels runs

kernel_index.py which module registers kernels for which ops

Imports go downwards in this list.  :func:`load` registers the device and offers the kernels, whose modules are imported
when they are asked for.
"""

from __future__ import annotations

import importlib


def load() -> None:
    """Register the device, and say where its kernels are."""
    importlib.import_module("ml_dtypes")  # from then on NumPy knows "bfloat16", whichever kernels are asked for
    importlib.import_module("graphops_cpu.device")
    index = importlib.import_module("graphops_cpu.kernel_index")
    importlib.import_module("graphops_registry.kernel_def").offer_kernels("CPU", index.MODULES)
