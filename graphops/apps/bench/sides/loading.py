"""What must be imported before an op can be timed: the files and packages of its author, and their references."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from graphops.apps.cli.usage import UsageError
from graphops.plugins.packages import load_kernels
from graphops.testing import checks
from graphops_registry.kernel_def import kernels_of


def load(names: Sequence[str]) -> None:
    """Import files (``FILE.py``) and modules that register ops and kernels, after all that is installed.

    Raises:
        UsageError: one cannot be imported.
    """
    load_kernels()
    for name in names:
        try:
            if name.endswith(".py"):
                _load_file(Path(name).resolve())
            else:
                importlib.import_module(name)
        except Exception as error:
            text = " ".join(str(error).split())[:300]
            raise UsageError(f"--load must name a module that can be imported, but '{name}' raises "
                             f"{type(error).__name__}: {text}") from error  # fmt: skip


@cache  # what it registers cannot be registered twice
def _load_file(path: Path) -> None:
    name = path.stem if path.stem not in sys.modules else f"graphops_bench_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"'{path}' is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def reference(op: str) -> Callable[..., Any] | None:
    """The reference that the author of ``op`` registered for checks; the package's module ``checks`` is imported."""
    packages = {definition.cls.__module__ for definition in kernels_of(op, "CPU")}
    for package in list(packages):
        while package := package.rpartition(".")[0]:
            packages.add(package)
    for package in sorted(packages):
        name = f"{package}.checks"
        try:
            if package.partition(".")[0] not in ("graphops_cpu", "__main__") and importlib.util.find_spec(name):
                importlib.import_module(name)
        except (ImportError, ValueError):  # no package, or without checks
            continue
    return next((found.reference for found in checks.registered_checks(op) if found.reference is not None), None)
