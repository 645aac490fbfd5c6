"""Modules that are imported when something that they register is asked for."""

from __future__ import annotations

import importlib


def import_for_registration(module: str) -> bool:
    """Import ``module``, and wait for another thread that imports it.

    Returns:
        Whether everything that it registers is there: not if this thread is in the middle of importing it, because the
        module itself looks something up.
    """
    spec = importlib.import_module(module).__spec__
    return not getattr(spec, "_initializing", False)
