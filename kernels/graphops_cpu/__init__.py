"""Kernels for the CPU: plain ones in NumPy, against ``xp`` so that other devices can subclass them, and faster ones.

:mod:`graphops_cpu.plain` mirrors ``graphops_registry.ops`` file by file.  :func:`load` registers everything.
"""

from __future__ import annotations

import importlib


def load() -> None:
    """Import every kernel module of this package, which registers the device and its kernels."""
    importlib.import_module("graphops_cpu.runtime.device")
    importlib.import_module("graphops_cpu.plain").load()
    for room in ("blas", "onednn", "simd", "reduce"):
        importlib.import_module(f"graphops_cpu.{room}")
