"""``tf.contrib.learn``: data sets of files, vocabularies, and the settings of runs.

Estimators are not here: see :mod:`graphops.compat.v1.functions.missing`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

_HERE = "graphops.compat.v1.contrib.learn"
_MODULES = frozenset(["datasets", "preprocessing"])
# Module -> the names that are in it.
_IN = {
    "runs": "ModeKeys RunConfig",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{_HERE}.{name}")
    if name not in _PLACES:
        raise missing("contrib.learn", name)
    found = getattr(import_module(f"{_HERE}.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*_MODULES, *_PLACES})
