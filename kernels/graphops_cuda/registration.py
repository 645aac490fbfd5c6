"""Registering every kernel for GPUs: the plain ones of the CPU with CuPy as ``xp``, and those of this package."""

from __future__ import annotations

import importlib
import pkgutil

import cupy

import graphops_cuda.native
from graphops_registry.kernel_def import derive_plain_kernels


def register() -> None:
    """Import every family, which registers its kernels, and derive the plain ones."""
    for module in pkgutil.iter_modules(graphops_cuda.native.__path__):
        importlib.import_module(f"graphops_cuda.native.{module.name}")
    derive_plain_kernels("GPU", cupy)
