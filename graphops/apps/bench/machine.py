"""The machine that a time belongs to: its name, and how fast it can multiply."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

import graphops
from graphops.apps.bench.cases import Row

_SIZE = 2048  # of the matrices whose product is a ceiling
# Variables that make NumPy's BLAS slower than it would be for others.
_TELLING = (
    "GRAPHOPS_OPENVINO", "OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "GOMP_SPINCOUNT",
    "OMP_WAIT_POLICY",
)  # fmt: skip


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def machine() -> str:
    """The facts without which a time means nothing."""
    from graphops.apps.cli.doctor import blas_name

    given = [f"{name}={os.environ[name]}" for name in _TELLING if name in os.environ]
    return (
        f"{_processor()}, {cores()} cores, {platform.system()}; Python {platform.python_version()}, "
        f"NumPy {np.__version__} with {blas_name()}, graphops {graphops.__version__}"
        + (f"; {', '.join(given)}" if given else "")
    )


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def product_rates(dtypes: Iterable[str]) -> dict[str, float]:
    """GFLOP/s of NumPy's matrix product, for the dtypes that BLAS has."""
    found = {}
    for dtype in dtypes:
        if dtype not in ("float32", "float64"):
            continue
        a = np.random.default_rng(0).standard_normal((_SIZE, _SIZE)).astype(dtype)
        out = np.empty_like(a)
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            np.matmul(a, a, out=out)
            best = min(best, time.perf_counter() - start)
        found[dtype] = 2 * _SIZE**3 / best / 1e9
    return found


def ceilings(products: dict[str, float], rows: Iterable[Row]) -> dict[str, float]:
    """By dtype: the best rate that anything reached, products and every side's layers, in GFLOP/s."""
    found = dict(products)
    for row in rows:
        for name in row.sides:
            rate = row.rate(name) if row.case.dtype and (name == "graphops" or row.counts(name)) else None
            if rate is not None:
                found[row.case.dtype] = max(rate, found.get(row.case.dtype, 0.0))
    return found
