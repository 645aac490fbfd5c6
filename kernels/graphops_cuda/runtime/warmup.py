"""Compiling every CUDA kernel ahead, for ``graphops warmup``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from graphops_cuda.runtime import source


def warm_up(dtypes: Sequence[str] = ()) -> Iterator[tuple[str, float]]:
    """Each source that is compiled, and the seconds that it took.

    Args:
        dtypes: names of dtypes; kernels that name others are left out. Default: all.
    """
    unwanted = {c for name, c in source.C_TYPES.items() if dtypes and name not in dtypes}
    for name, kernels in source.instances():
        start = time.perf_counter()
        wanted = [
            k for k in kernels if not unwanted & set(k.replace("<", " ").replace(">", " ").replace(",", " ").split())
        ]
        for kernel in wanted:
            source.kernel(name, kernel)
        yield f"CUDA kernels of {name}", time.perf_counter() - start
