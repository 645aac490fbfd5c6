"""Kernels for the CPU: plain ones, written against ``xp`` so that GPUs can use them with CuPy, and faster ones.

device.py   the CPU as a device, and its report on the libraries below
reduce/     convolutions computed as other convolutions
onednn/, simd/, blas/    kernels by oneDNN, by Numba with explicit vectors, by NumPy's matrix product
plain/      every op in NumPy's terms; mirrors ``graphops_registry.ops`` file by file
lib/        functions and base classes that kernels share
runtime/    threads, OpenMP, memory
priorities.py   the priorities that decide which of several kernels runs

Imports go downwards in this list.  :func:`load` registers everything.
"""

from __future__ import annotations

import importlib


def load() -> None:
    """Import every kernel module of this package, which registers the device and its kernels."""
    importlib.import_module("graphops_cpu.device")
    importlib.import_module("graphops_cpu.plain").load()
    for room in ("blas", "onednn", "simd", "reduce"):
        importlib.import_module(f"graphops_cpu.{room}")
