"""Whether Numba is installed and not disabled."""

from __future__ import annotations

import importlib.util
import os
from functools import cache

from graphops_cpu.runtime.disabled_libraries import why_disabled


@cache
def why_unavailable() -> str | None:
    """Why Numba kernels cannot be had, or ``None``. Numba itself is not imported to find out."""
    if (unwanted := why_disabled("numba")) is not None:
        return unwanted
    for name in ("numba", "llvmlite"):
        try:
            found = importlib.util.find_spec(name)
        except (ImportError, ValueError) as error:  # something forbids it; a module that somebody made up
            return f"{name} cannot be imported: {(str(error).splitlines() or [type(error).__name__])[0]}"
        if found is None:
            return f"{name} is not installed (pip install 'graphops[cpu]')"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "NUMBA_DISABLE_JIT is set"
    return None
