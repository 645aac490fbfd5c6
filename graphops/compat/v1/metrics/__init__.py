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
    "means": """accuracy mean mean_absolute_error mean_cosine_distance mean_relative_error mean_squared_error
        mean_tensor percentage_below root_mean_squared_error""",
    "thresholds": """false_negatives_at_thresholds false_positives_at_thresholds precision_at_thresholds
        recall_at_thresholds sensitivity_at_specificity specificity_at_sensitivity true_negatives_at_thresholds
        true_positives_at_thresholds""",
    "top_k": "precision_at_k precision_at_top_k recall_at_k recall_at_top_k sparse_precision_at_k",
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
