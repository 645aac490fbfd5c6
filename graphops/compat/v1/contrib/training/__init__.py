"""``tf.contrib.training``: training steps, named numbers, and the checkpoints of a folder."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "checkpoint_waits": "checkpoints_iterator wait_for_new_checkpoint",
    "hparam": "HParams parse_values",
    "train_ops": """add_gradients_summaries clip_gradient_norms clip_gradient_norms_fn create_train_op
        multiply_gradients""",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("contrib.training", name)
    found = getattr(import_module(f"graphops.compat.v1.contrib.training.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
