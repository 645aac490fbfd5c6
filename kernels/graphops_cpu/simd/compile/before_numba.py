"""Imported before Numba: OpenMP reads its environment once, when the first library that uses it is loaded."""

from __future__ import annotations

from graphops_cpu.runtime.openmp import prepare_environment

prepare_environment()
