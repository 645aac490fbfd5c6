"""The side of NumPy, or of any Python function: reference implementations of one op."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from graphops.apps.bench.sides.call_tasks import find_function, numpy_task
from graphops.apps.bench.sides.runner import RefusedError, Task


def start(threads: int) -> dict[str, Any]:
    """NumPy, with so many threads for its BLAS if threadpoolctl is there to say so."""
    numpy = import_module("numpy")
    with suppress(ImportError):
        import_module("threadpoolctl").threadpool_limits(threads, "blas")
    return {"name": "numpy", "version": numpy.__version__}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    for text in case["load"]:
        folder = str(Path(text).resolve().parent) if text.endswith(".py") else ""
        if folder and folder not in sys.path:
            sys.path.append(folder)  # what a file imports from beside it
    if case["function"]:
        return numpy_task(case, find_function(case["function"]))
    from graphops.apps.bench.sides.loading import load, reference

    load(case["load"])
    found = reference(case["op"])
    if found is None:
        raise RefusedError(f"no reference of op '{case['op']}' is registered")
    return numpy_task(case, found)
