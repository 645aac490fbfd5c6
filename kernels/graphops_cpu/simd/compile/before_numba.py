"""Sets OpenMP's environment; import it before Numba, because OpenMP reads its environment when it is first loaded."""

from __future__ import annotations

from graphops_cpu.runtime.openmp import prepare_environment

prepare_environment()
