"""Every kernel for GPUs: the plain ones of the CPU with CuPy as their array module, and those of this package."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

import cupy

import graphops_cuda
from graphops_registry.kernel_def import derive_plain_kernels

_NOT_KERNELS: Final = frozenset({"kernels"})


def register() -> None:
    """Import every module of the package, which registers what is in it, and derive the plain kernels."""
    for module in pkgutil.iter_modules(graphops_cuda.__path__):
        if module.name not in _NOT_KERNELS:
            importlib.import_module(f"graphops_cuda.{module.name}")
    derive_plain_kernels("GPU", cupy)
