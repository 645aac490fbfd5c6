"""``tf.keras``: layers that are called on tensors, and what they are told by name. Models are not here.

May import the rest of ``compat.v1``. Begin with :mod:`layers`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

_MODULES = ("activations", "backend", "initializers", "layers", "losses", "regularizers", "utils")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name == "Input":
        return import_module(f"{__name__}.layers").Input
    raise missing("keras", name)


def __dir__() -> list[str]:
    return sorted([*_MODULES, "Input"])
