"""Kernels for the CPU: plain ones in NumPy, against ``xp`` so that other devices can subclass them, and faster ones.

device.py   the CPU as a device, and what it says of the libraries below
reduce/     convolutions computed as other convolutions
onednn/, simd/, blas/    kernels by oneDNN, by Numba with explicit vectors, by NumPy's matrix product
plain/      every op in NumPy's terms; mirrors ``graphops_registry.ops`` file by file
lib/        what kernels share
runtime/    threads, OpenMP, memory
priorities.py   which kernel runs where several could

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
