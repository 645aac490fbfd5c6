"""``tf.metrics``: numbers that are gathered over many runs: each function gives a value, and an op that adds to it.

Begin with :mod:`.means`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "classes": "auc mean_iou mean_per_class_accuracy",
    "counts": "false_negatives false_positives precision recall true_negatives true_positives",
    "means": """accuracy mean mean_absolute_error mean_relative_error mean_squared_error percentage_below
        root_mean_squared_error""",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("metrics", name)
    found = getattr(import_module(f"graphops.compat.v1.metrics.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
